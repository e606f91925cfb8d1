from itertools import pairwise
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    bits: list[int]
    max_shift: int
    answer: int  # derived: the number of arrays


class CountBoundedDisplacementBitArrays(core.IntegerEnvironment[Problem]):
    """Number of bit arrays that permutations of bounded displacement make of one.

    An array is among them exactly if it has as many ones, and its i-th one and its i-th zero are each no more than
    the bound away from those of the given array: zeros can keep their order, and so can ones.

    Lengths start at 7: in shorter arrays few answers are possible, and one of them would often be right.

    Quality: 1 if equal, else 0.
    Source: Luogu P2929 (USACO 2008).
    """

    ladder = Ladder(length=line(7), top=30)
    answer_format = Integer("the number of arrays", example="305")
    least = 1

    def generate(self, rng: Random, *, length: int) -> Problem:
        greatest_shift = 0
        while greatest_shift < 1:
            zero_share = rng.random()
            bits = [0 if rng.random() < zero_share else 1 for _ in range(length)]
            if 2 <= sum(bits) <= length - 2:
                greatest_shift = max(_greatest_shift(_positions(bits, bit), length) for bit in (0, 1))
        max_shift = rng.randint(1, greatest_shift)
        return Problem(bits=bits, max_shift=max_shift, answer=_count(bits, max_shift))

    def describe(self, problem: Problem) -> str:
        n = len(problem.bits)
        return (
            f"Here is an array A of {n} bits, A_1 to A_{n}:\n{text.series(problem.bits)}\n\n"
            f"An array B of {n} bits is reachable if there is a permutation P of 1, ..., {n} such that "
            f"|i - P(i)| <= {problem.max_shift} and B_i = A_P(i) for every i from 1 to {n}. How many different arrays B are "
            "reachable, A itself included?"
        )


def _positions(bits: list[int], symbol: int) -> list[int]:
    return [i for i, bit in enumerate(bits) if bit == symbol]


def _greatest_shift(positions: list[int], length: int) -> int:
    """About how far a bound restricts: beyond the gaps at the ends, and half of those between, little changes."""
    gaps = [(after - before) // 2 for before, after in pairwise(positions)]
    return max(positions[0], length - 1 - positions[-1], *gaps) - 1


def _count(bits: list[int], max_shift: int) -> int:
    zeros, ones = _positions(bits, 0), _positions(bits, 1)
    counts = [1] + [0] * len(zeros)  # of the beginnings, by their number of zeros
    for i in range(len(bits)):
        longer = [0] * len(counts)
        for used, count in enumerate(counts):
            if used < len(zeros) and abs(i - zeros[used]) <= max_shift:
                longer[used + 1] += count
            if 0 <= i - used < len(ones) and abs(i - ones[i - used]) <= max_shift:
                longer[used] += count
        counts = longer
    return counts[-1]
