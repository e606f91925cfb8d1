from itertools import accumulate
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    size: int
    inversion_count: int
    modulus: int
    answer: int  # derived: the number of permutations, modulo modulus

    def __post_init__(self) -> None:
        if not 0 <= self.answer < self.modulus:
            raise ValueError("the answer must be in 0..modulus-1")


class CountPermutationsByInversions(core.ResidueEnvironment[Problem]):
    """Number of permutations with exactly k inversions (Mahonian numbers) modulo m.

    Quality: 1 if equal, else 0.
    Source: Luogu P2513.
    """

    ladder = Ladder(size=grow(5, by=1.1, plus=1), top=25)
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(self, rng: Random, *, size: int) -> Problem:
        # Near either end of the range there are hardly any permutations, and the answer would be seen at once.
        inversion_count = rng.randint(2, size * (size - 1) // 2 - 2)
        modulus = rng.randint(1_000, 1_000_000)
        return Problem(
            size=size,
            inversion_count=inversion_count,
            modulus=modulus,
            answer=_mahonian(size, inversion_count, modulus),
        )

    def describe(self, problem: Problem) -> str:
        n = problem.size
        return (
            f"An inversion of a permutation a_1, ..., a_{n} of the numbers 1 to {n} is a pair of positions i < j "
            f"with a_i > a_j. How many permutations of 1 to {n} have exactly {problem.inversion_count} inversions? "
            f"Give this count modulo {problem.modulus}."
        )


def _mahonian(size: int, inversion_count: int, modulus: int) -> int:
    k = min(inversion_count, size * (size - 1) // 2 - inversion_count)  # reversing a permutation
    counts = [1] + [0] * k  # of the permutations of 1..length, by their number of inversions
    for length in range(2, size + 1):
        # The new largest number makes 0 to length - 1 inversions: sums over a window, as differences of prefix sums.
        sums = list(accumulate(counts))
        counts = [(sums[j] - (sums[j - length] if j >= length else 0)) % modulus for j in range(k + 1)]
    return counts[k]
