from itertools import accumulate
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    intervals: list[tuple[int, int]]  # of the nonzero entries, both ends included
    modulus: int
    answer: int  # derived: the number of sequences, modulo modulus


class CountSparseIncreasingSequences(core.ResidueEnvironment[Problem]):
    """Number of sequences whose nonzero entries lie in given intervals and strictly increase, modulo 10^9 + 7.

    Quality: 1 if equal, else 0.
    Source: classic; dynamic programming over the last nonzero entry.
    """

    ladder = Ladder(length=line(3, low=2), top=30)
    answer_format = Integer("the count modulo the given number", example="1234")

    def generate(self, rng: Random, *, length: int) -> Problem:
        largest = 2 * length
        lefts = [rng.randint(1, largest) for _ in range(length)]
        intervals = [(left, rng.randint(left, largest)) for left in lefts]
        modulus = 1_000_000_007
        return Problem(intervals=intervals, modulus=modulus, answer=_count(intervals, largest) % modulus)

    def describe(self, problem: Problem) -> str:
        n = len(problem.intervals)
        return (
            f"Count the sequences of {n} integers a[0], ..., a[{n - 1}] such that\n"
            "- for every i, a[i] = 0 or L[i] <= a[i] <= R[i];\n"
            "- the nonzero entries, read from left to right, are strictly increasing (they need not stand next to "
            "each other);\n"
            "- at least one entry is not 0.\n"
            f'The bounds, one line "L[i] R[i]" for each i from 0 to {n - 1}, are:\n{text.rows(problem.intervals)}\n\n'
            f"Give this count modulo {problem.modulus}."
        )


def _count(intervals: list[tuple[int, int]], largest: int) -> int:
    """The exact number of sequences with values up to the largest."""
    ways = [0] * (largest + 1)  # by the last nonzero entry so far
    for left, right in intervals:
        before = list(accumulate(ways))
        for value in range(left, right + 1):
            ways[value] += 1 + before[value - 1]  # the first nonzero entry, or after a smaller one
    return sum(ways)
