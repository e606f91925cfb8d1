from math import comb
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    pair_count: int
    modulus: int
    answer: int  # derived: the number of permutations, modulo modulus


class CountTwoRowYoungTableaux(core.ResidueEnvironment[Problem]):
    """Number of permutations that increase at odd places, at even places and within each pair, modulo m.

    They are the standard Young tableaux of shape 2 x n, counted by the Catalan numbers. The modulus is at most the count,
    so that a remembered Catalan number is not yet the answer.

    Quality: 1 if equal, else 0.
    Source: Luogu P3200; the Catalan numbers.
    """

    ladder = Ladder(max_pair_count=grow(6, by=1.1, plus=1, low=4), top=30)
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(self, rng: Random, *, max_pair_count: int) -> Problem:
        pair_count = rng.randint(max_pair_count // 2, max_pair_count)
        count = comb(2 * pair_count, pair_count) // (pair_count + 1)
        bound = min(10**9, count)
        modulus = rng.randint(max(2, bound // 2), bound)
        return Problem(pair_count=pair_count, modulus=modulus, answer=count % modulus)

    def describe(self, problem: Problem) -> str:
        n = problem.pair_count
        return (
            f"Count the permutations a_1, a_2, ..., a_{2 * n} of the numbers 1 to {2 * n} that satisfy all of the following:\n"
            "- the entries at the odd positions, a_1, a_3, and so on, increase from left to right;\n"
            "- the entries at the even positions, a_2, a_4, and so on, increase from left to right;\n"
            f"- a_(2i-1) < a_(2i) for every i from 1 to {n}.\n\n"
            f"Give this count modulo {problem.modulus}."
        )
