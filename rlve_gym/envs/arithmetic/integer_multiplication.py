from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, function, line


class Problem(core.Problem, frozen=True):
    factors: tuple[int, int]
    answer: int  # derived: the product

    def __post_init__(self) -> None:
        first, second = self.factors
        if first < 0 or second < 0 or self.answer != first * second:
            raise ValueError("the factors must be at least 0 and the answer their product")


class IntegerMultiplication(core.IntegerEnvironment[Problem]):
    """Product of two non-negative integers.

    Quality: 1 if equal, else 0.
    Source: classic.
    """

    ladder = Ladder(
        first_digits=function(lambda d: 2 + (d + 1) // 2, "2, +1 at odd difficulties", low=1, high=900),
        second_digits=line(2, every=2, low=1, high=900),
        top=30,
    )
    answer_format = Integer("the product", example="12345")

    def generate(self, rng: Random, *, first_digits: int, second_digits: int) -> Problem:
        factors = [rng.randint(10 ** (k - 1), 10**k - 1) for k in (first_digits, second_digits)]
        rng.shuffle(factors)
        first, second = factors
        return Problem(factors=(first, second), answer=first * second)

    def describe(self, problem: Problem) -> str:
        first, second = problem.factors
        return f"Compute the exact product:\n{first} * {second}"
