from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    limit: int
    modulus: int
    answer: int  # derived: the number 123...limit modulo modulus


class ConcatenatedIntegersMod(core.ResidueEnvironment[Problem]):
    """The number 123...n modulo m.

    Quality: 1 if equal, else 0.
    Source: Luogu P3216 (HNOI2011); Horner's rule.
    """

    ladder = Ladder(limit_max=grow(8, by=1.3, plus=1), modulus_max=grow(50, by=1.3), top=30)
    answer_format = Integer("the remainder", example="7")

    def generate(self, rng: Random, *, limit_max: int, modulus_max: int) -> Problem:
        limit = rng.randint(limit_max // 2, limit_max)
        modulus = rng.randint(modulus_max // 2, modulus_max)
        return Problem(limit=limit, modulus=modulus, answer=_concatenation(limit, modulus))

    def describe(self, problem: Problem) -> str:
        n, m = problem.limit, problem.modulus
        return (
            f"Write all the integers from 1 to {n} in decimal notation one after the other, in increasing order, which "
            "makes one large number N (the integers from 1 to 12, for example, would make N = 123456789101112). What is "
            f"the remainder, in 0..{m - 1}, when N is divided by {m}?"
        )


def _concatenation(limit: int, modulus: int) -> int:
    value, power = 0, 10  # power of 10 by the length of i
    for i in range(1, limit + 1):
        if i == power:
            power *= 10
        value = (value * power + i) % modulus
    return value
