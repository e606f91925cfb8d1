from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow, line
from rlve_gym.kit.number_theory import divisor_count_sum


class Problem(core.Problem, frozen=True):
    low: int
    high: int
    answer: int  # derived: the sum


class SumOfDivisorCounts(core.IntegerEnvironment[Problem]):
    """Sum of the number of divisors over a range.

    The ranges are short, so that the numbers can be factored one by one; over the long ranges of the published suite
    the sum takes hundreds of divisions by hand.

    Quality: 1 if equal, else 0.
    Source: Luogu P3935; Dirichlet's hyperbola method.
    """

    ladder = Ladder(high_max=grow(20, by=1.5), width_max=line(10, step=3), top=30)
    answer_format = Integer("the sum", example="1234")
    least = 1

    def generate(self, rng: Random, *, high_max: int, width_max: int) -> Problem:
        high = rng.randint(high_max // 2, high_max)
        low = rng.randint(max(1, high - width_max), high)
        return Problem(low=low, high=high, answer=divisor_count_sum(high) - divisor_count_sum(low - 1))

    def describe(self, problem: Problem) -> str:
        return (
            "Let d(i) be the number of positive divisors of i, 1 and i included. Compute the sum of d(i) over all "
            f"integers i from {problem.low} to {problem.high}, both included."
        )
