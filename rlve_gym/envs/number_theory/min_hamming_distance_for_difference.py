from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    difference_bits: str  # binary, most significant bit first
    answer: int  # derived: the least distance


class MinHammingDistanceForDifference(core.IntegerEnvironment[Problem]):
    """Least Hamming distance between n and n + d over all n.

    Where n and n + d differ, n + d has a 1 or n has one, so d is the signed sum of these powers of 2. Every signed
    binary form of d occurs (n is the sum of its negative terms), and the non-adjacent form has the fewest terms.

    The answer is uniform, but at most half of the bit length: a constant wins 13 % at difficulty 3, 6 % at 10.

    Quality: 1 if equal, else 0.
    Source: classic; G. W. Reitwiesner, "Binary arithmetic" (1960), for the non-adjacent form.
    """

    ladder = Ladder(bit_length=grow(10, by=1.1, plus=1, low=2, high=3_000), top=30)
    answer_format = Integer("the smallest number of positions", example="40")
    least = 1

    def generate(self, rng: Random, *, bit_length: int) -> Problem:
        # A non-adjacent form with a uniform number of terms: random strings would nearly all have about a third.
        weight = rng.randint(1, bit_length // 2)
        positions = sorted(rng.sample(range(bit_length - weight + 1), weight))
        terms = [2 ** (position + i) for i, position in enumerate(positions)]
        difference = terms.pop() + sum(rng.choice((-1, 1)) * term for term in terms)
        return Problem(difference_bits=f"{difference:b}", answer=weight)

    def describe(self, problem: Problem) -> str:
        return (
            "Let d be the positive integer with this binary form (most significant bit first):\n"
            f"{problem.difference_bits}\n\n"
            "For an integer n >= 0, write n and n + d in binary, padded with leading zeros to the same length, and "
            "count the positions at which they differ. (This is the number of ones in n XOR (n + d).) What is the "
            "smallest possible count over all integers n >= 0?"
        )
