from collections import Counter
from math import factorial, prod
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    values: list[int]
    modulus: int
    answer: int  # derived: the number of smaller rearrangements, modulo modulus


class MultisetPermutationRank(core.ResidueEnvironment[Problem]):
    """Lexicographic rank of a permutation of a multiset, modulo m.

    Quality: 1 if equal, else 0.
    Source: Luogu P3477; the Cantor expansion (Lehmer code) of a multiset.
    """

    ladder = Ladder(length=line(4, low=3), top=30)
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(self, rng: Random, *, length: int) -> Problem:
        value_count = rng.randint(2, length)
        values = ordered = [0] * length
        while values == ordered:  # a sorted sequence has rank 0
            values = [rng.randint(1, value_count) for _ in range(length)]
            ordered = sorted(values)
        modulus = rng.randint(1_000, 100_000)
        return Problem(values=values, modulus=modulus, answer=_rank(values) % modulus)

    def describe(self, problem: Problem) -> str:
        return (
            f"Here is a sequence of {len(problem.values)} numbers:\n{text.series(problem.values)}\n\n"
            "Consider all different sequences that arise by rearranging these numbers. (Equal numbers cannot be told apart, so "
            "exchanging two of them gives the same sequence.) How many of them are lexicographically smaller than the "
            "given sequence, that is, have the smaller number at the first position where the two differ? "
            f"Give this count modulo {problem.modulus}."
        )


def _rank(values: list[int]) -> int:
    left = Counter(values)
    arrangements = factorial(len(values)) // prod(map(factorial, left.values()))
    rank = 0
    for place, value in enumerate(values):
        remaining = len(values) - place
        # The share of the arrangements that start with a value is the value's share of the elements.
        smaller = sum(count for other, count in left.items() if other < value)
        rank += arrangements * smaller // remaining
        arrangements = arrangements * left[value] // remaining
        left[value] -= 1
    return rank
