from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line


class Problem(core.Problem, frozen=True):
    dividend: int
    divisor: int
    answer: int  # derived: the quotient, rounded down


class IntegerDivision(core.ExactEnvironment[Problem, int]):
    """Floor quotient of two integers.

    Divisor and quotient are drawn with up to `digit_count` digits each, and any remainder.

    Quality: 1 if equal, else 0.
    Source: classic.
    """

    ladder = Ladder(digit_count=line(1, high=900), top=30)
    answer_format = Integer("the quotient", example="12345")

    def generate(self, rng: Random, *, digit_count: int) -> Problem:
        divisor = rng.randint(1, 10**digit_count - 1)
        quotient = rng.randint(0, 10**digit_count - 1)
        dividend = quotient * divisor + rng.randint(0, divisor - 1)
        return Problem(dividend=dividend, divisor=divisor, answer=quotient)

    def describe(self, problem: Problem) -> str:
        return (
            "Compute the integer quotient, that is, the exact quotient rounded down to an integer:\n"
            f"{problem.dividend} / {problem.divisor}"
        )
