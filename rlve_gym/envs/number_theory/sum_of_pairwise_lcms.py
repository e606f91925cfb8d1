from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit.number_theory import multiplicative


class Problem(core.Problem, frozen=True):
    x_limit: int
    y_limit: int
    answer: int  # derived: the sum


class SumOfPairwiseLcms(core.IntegerEnvironment[Problem]):
    """Sum of lcm(i, j) over all 1 <= i <= n and 1 <= j <= m.

    Quality: 1 if equal, else 0.
    Source: Luogu P1829; Moebius inversion.
    """

    ladder = Ladder(limit_max=grow(6, by=1.3, plus=1), top=30)
    answer_format = Integer("the sum", example="305")
    least = 1

    def generate(self, rng: Random, *, limit_max: int) -> Problem:
        x_limit, y_limit = (rng.randint(limit_max // 3, limit_max) for _ in range(2))
        return Problem(x_limit=x_limit, y_limit=y_limit, answer=_lcm_sum(x_limit, y_limit))

    def describe(self, problem: Problem) -> str:
        return (
            "Compute the sum of the least common multiples lcm(i, j) over all ordered pairs of integers (i, j) with "
            f"1 <= i <= {problem.x_limit} and 1 <= j <= {problem.y_limit}."
        )


def _lcm_sum(n: int, m: int) -> int:
    # lcm(i, j) = i j / g, and 1 / g = sum of h(t) / t^2 over the divisors t of g, where h(p^e) = p^e (1 - p).
    h = multiplicative(min(n, m), lambda p, e: p**e * (1 - p))
    return sum(weight * _triangle(n // t) * _triangle(m // t) for t, weight in enumerate(h) if t)


def _triangle(k: int) -> int:
    return k * (k + 1) // 2
