from math import log2
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    length: int
    max_term: int  # of all terms but the first
    max_sum: int
    modulus: int
    answer: int  # derived: the number of sequences, modulo modulus


class CountSequencesWithBoundedSum(core.ResidueEnvironment[Problem]):
    """Number of sequences with all terms but the first bounded and a bounded sum, modulo m.

    The bound on the sum is so large that every choice of the bounded terms leaves a first one.

    Quality: 1 if equal, else 0.
    Source: Luogu P3228; the first terms are summed over all choices of the others.
    """

    ladder = Ladder(sum_bound=grow(16, by=1.3), modulus_max=grow(1_000, by=1.4), top=30)
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(self, rng: Random, *, sum_bound: int, modulus_max: int) -> Problem:
        s = rng.randint(sum_bound // 2, sum_bound)
        # Mostly far below s / 2, from where all terms have to be 1.
        k = int(2 ** rng.uniform(1, 0.7 * log2(s)))
        b = rng.randint(2, (s - 1) // (k - 1))
        modulus = rng.randint(modulus_max // 2, modulus_max)
        return Problem(
            length=k, max_term=b, max_sum=s, modulus=modulus, answer=_count(k, b, s, modulus) % modulus
        )

    def describe(self, problem: Problem) -> str:
        k, b = problem.length, problem.max_term
        return (
            f"Count the sequences of {k} integers x_1, ..., x_{k} such that x_1 >= 1 (with no other bound on x_1), "
            f"1 <= x_i <= {b} for every i from 2 to {k}, and x_1 + ... + x_{k} <= {problem.max_sum}. "
            f"Give this count modulo {problem.modulus}."
        )


def _count(k: int, b: int, s: int, modulus: int) -> int:
    """The sum of s - (x_2 + ... + x_k) >= 1 over all x_2, ..., x_k in 1..b, each of which has the mean (b + 1) / 2."""
    power = pow(b, k - 2, modulus)
    return s * b * power - (k - 1) * power * (b * (b + 1) // 2)
