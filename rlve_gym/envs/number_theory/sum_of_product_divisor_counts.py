from itertools import accumulate
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit.number_theory import divisor_counts, moebius


class Problem(core.Problem, frozen=True):
    x_limit: int
    y_limit: int
    answer: int  # derived: the sum


class SumOfProductDivisorCounts(core.IntegerEnvironment[Problem]):
    """Sum of the number of divisors of i j over a rectangle.

    d(i j) is the number of pairs (x, y) with x | i, y | j and gcd(x, y) = 1.

    Quality: 1 if equal, else 0.
    Source: Luogu P3327; Moebius inversion.
    """

    ladder = Ladder(limit_max=grow(6, by=1.3, plus=1), top=30)
    answer_format = Integer("the sum", example="1234")
    least = 1

    def generate(self, rng: Random, *, limit_max: int) -> Problem:
        x_limit, y_limit = (rng.randint(limit_max // 3, limit_max) for _ in range(2))
        return Problem(x_limit=x_limit, y_limit=y_limit, answer=_divisor_sum(x_limit, y_limit))

    def describe(self, problem: Problem) -> str:
        return (
            "Let d(k) be the number of positive divisors of k, 1 and k included. Compute the sum of d(i * j) over all "
            f"pairs of integers (i, j) with 1 <= i <= {problem.x_limit} and 1 <= j <= {problem.y_limit}."
        )


def _divisor_sum(n: int, m: int) -> int:
    """The sum of mu(g) h(n // g) h(m // g), where h(k) is the sum of k // x over x = 1..k, or of d(1..k)."""
    mu = moebius(min(n, m))
    h = list(accumulate(divisor_counts(max(n, m))))
    return sum(mu[g] * h[n // g] * h[m // g] for g in range(1, len(mu)))
