from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit.number_theory import totients


class Problem(core.Problem, frozen=True):
    low: int
    high: int
    answer: int  # derived: the sum


class SumOfCototients(core.IntegerEnvironment[Problem]):
    """Sum of the cototient x - phi(x) over an interval.

    Quality: 1 if equal, else 0.
    Source: Luogu P3601; linear sieve.
    """

    ladder = Ladder(width_max=grow(5, by=1.1, plus=1), top=30)
    answer_format = Integer("the sum", example="12345")

    def generate(self, rng: Random, *, width_max: int) -> Problem:
        low = rng.randint(1, width_max**2)
        high = low + rng.randint(1, width_max)
        phi = totients(high)
        return Problem(low=low, high=high, answer=sum(x - phi[x] for x in range(low, high + 1)))

    def describe(self, problem: Problem) -> str:
        return (
            "Let F(x) be the number of integers y with 1 <= y <= x that have a common divisor greater than 1 with x; so "
            f"F(1) = 0. Compute the sum of F(x) over all integers x from {problem.low} to {problem.high}, both included."
        )
