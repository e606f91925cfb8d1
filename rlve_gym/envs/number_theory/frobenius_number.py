from math import gcd
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    coefficients: tuple[int, int]  # coprime
    answer: int  # derived: the largest integer that is no sum


class FrobeniusNumber(core.IntegerEnvironment[Problem]):
    """Largest integer not representable as ax + by with x, y >= 0.

    The published suite calls this one the minimum without a solution, but asks for the largest, too.

    Quality: 1 if equal, else 0.
    Source: Luogu P3951 (NOIP 2017); J. J. Sylvester's formula ab - a - b.
    """

    ladder = Ladder(coefficient_max=grow(16, by=1.5, low=3, high=10**100), top=30)
    answer_format = Integer("the largest such integer", example="100")  # which is even, as no answer is

    def generate(self, rng: Random, *, coefficient_max: int) -> Problem:
        a = b = 2
        while gcd(a, b) > 1:
            a, b = rng.randint(2, coefficient_max), rng.randint(2, coefficient_max)
        return Problem(coefficients=(a, b), answer=a * b - a - b)

    def describe(self, problem: Problem) -> str:
        a, b = problem.coefficients
        return f"What is the largest integer that is not equal to {a}*x + {b}*y for any integers x >= 0 and y >= 0?"
