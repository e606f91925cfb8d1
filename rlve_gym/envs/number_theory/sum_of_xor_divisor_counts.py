from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit.number_theory import divisor_count_sum, xor_ranges


class Problem(core.Problem, frozen=True):
    x_limit: int
    y_limit: int
    mask: int
    answer: int  # derived: the sum


class SumOfXorDivisorCounts(core.IntegerEnvironment[Problem]):
    """Sum of the divisor function over i xor j xor X on a rectangle.

    Quality: 1 if equal, else 0.
    Source: Luogu P3791; dyadic blocks, and Dirichlet's hyperbola method.
    """

    ladder = Ladder(limit_max=grow(5, by=1.3, plus=1), top=30)
    answer_format = Integer("the sum", example="1234")

    def generate(self, rng: Random, *, limit_max: int) -> Problem:
        x_limit, y_limit = (rng.randint(max(1, limit_max // 4), limit_max) for _ in range(2))
        mask = rng.randint(0, limit_max)
        return Problem(
            x_limit=x_limit, y_limit=y_limit, mask=mask, answer=_divisor_sum(x_limit, y_limit, mask)
        )

    def describe(self, problem: Problem) -> str:
        return (
            "Let d(k) be the number of positive divisors of k for k >= 1, and d(0) = 0. Let xor be the bitwise "
            f"exclusive or of integers. Compute the sum of d(i xor j xor {problem.mask}) over all pairs of integers "
            f"(i, j) with 0 <= i <= {problem.x_limit} and 0 <= j <= {problem.y_limit}."
        )


def _divisor_sum(x_limit: int, y_limit: int, mask: int) -> int:
    return sum(
        times * (divisor_count_sum(last) - divisor_count_sum(first - 1))
        for first, last, times in xor_ranges(x_limit + 1, y_limit + 1, mask)
    )
