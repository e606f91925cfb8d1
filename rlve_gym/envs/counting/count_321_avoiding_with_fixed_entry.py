from math import comb
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    size: int
    position: int  # from 1, as the values
    value: int
    answer: int  # derived: the number of permutations


class Count321AvoidingWithFixedEntry(core.IntegerEnvironment[Problem]):
    """Number of 321-avoiding permutations with one prescribed entry.

    Short permutations have few different counts: a constant wins 21 % at difficulty 0, 9 % at 3, 5 % at 5.

    Quality: 1 if equal, else 0.
    Source: classic; ballot numbers.
    """

    ladder = Ladder(max_size=grow(5, by=1.1, plus=1), top=30)
    answer_format = Integer("the number of permutations", example="25")
    least = 1

    def generate(self, rng: Random, *, max_size: int) -> Problem:
        size = rng.randint(max(4, max_size - 3), max_size)
        position = value = 1
        while {position, value} <= {1, size}:  # in the corners the answer is 1 or a Catalan number
            position, value = rng.randint(1, size), rng.randint(1, size)
        return Problem(size=size, position=position, value=value, answer=_count(size, position, value))

    def describe(self, problem: Problem) -> str:
        n, x, y = problem.size, problem.position, problem.value
        return (
            f"How many permutations A_1, ..., A_{n} of the numbers 1 to {n} have A_{x} = {y} and contain no decreasing "
            "subsequence of length 3? (That is, there are no positions a < b < c with A_a > A_b > A_c.)"
        )


def _count(n: int, position: int, value: int) -> int:
    # A permutation and its inverse avoid 321 together, so let the entry lie on or above the diagonal. As lattice paths,
    # with the positions as columns and the maxima so far as heights, the permutations pass through this very entry:
    # a maximum if it lies above the diagonal, while on it everything before is smaller and everything after larger.
    x, y = sorted((position, value))
    return _paths(0, 0, x - 1, y - 1) * _paths(x, y, n, n)


def _paths(a: int, b: int, c: int, d: int) -> int:
    """Lattice paths from (a, b) to (c, d) that never go below the diagonal; a ballot number, by reflection."""
    steps = c - a + d - b
    return comb(steps, c - a) - comb(steps, d - a + 1)
