from math import prod
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    number: int
    answer: int  # derived: the sum


class PillaiGcdSum(core.IntegerEnvironment[Problem]):
    """Sum of gcd(i, n) over i = 1, ..., n: Pillai's function.

    Half of the numbers have three prime factors or more: for a prime the sum is just 2n - 1.

    Quality: 1 if equal, else 0.
    Source: Luogu P2303; S. S. Pillai, "On an arithmetic function" (1933): the sum is multiplicative.
    """

    ladder = Ladder(number_max=grow(80, by=1.5), top=30)
    answer_format = Integer("the sum", example="205")
    least = 1

    def generate(self, rng: Random, *, number_max: int) -> Problem:
        from sympy import factorint

        number = rng.randint(number_max // 2, number_max)
        if rng.randrange(2):
            while sum(factorint(number).values()) < 3:
                number = rng.randint(number_max // 2, number_max)
        return Problem(number=number, answer=_gcd_sum(number))

    def describe(self, problem: Problem) -> str:
        n = problem.number
        return f"Compute the sum of gcd(i, {n}) over all integers i with 1 <= i <= {n}."


def _gcd_sum(n: int) -> int:
    from sympy import factorint

    return prod(p ** (e - 1) * ((e + 1) * p - e) for p, e in factorint(n).items())
