from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow, table
from rlve_gym.kit.number_theory import multiplicative


class Problem(core.Problem, frozen=True):
    x_limit: int
    y_limit: int
    exponent: int
    answer: int  # derived: the sum


class SumOfGcdPowers(core.IntegerEnvironment[Problem]):
    """Sum of gcd(i, j)^k over all 1 <= i <= n and 1 <= j <= m.

    Quality: 1 if equal, else 0.
    Source: Luogu P4449; Jordan's totient.
    """

    ladder = Ladder(limit_max=grow(6, by=1.5), max_exponent=table(2, 2, 3, 3, 4, 4, 5, low=1), top=20)
    answer_format = Integer("the sum", example="305")
    least = 1

    def generate(self, rng: Random, *, limit_max: int, max_exponent: int) -> Problem:
        n, m = (rng.randint(limit_max // 2, limit_max) for _ in range(2))
        exponent = rng.randint(1, max_exponent)
        return Problem(x_limit=n, y_limit=m, exponent=exponent, answer=_gcd_power_sum(n, m, exponent))

    def describe(self, problem: Problem) -> str:
        power = "" if problem.exponent == 1 else f"^{problem.exponent}"
        return (
            f"Compute the sum of gcd(i, j){power} over all ordered pairs of integers (i, j) with "
            f"1 <= i <= {problem.x_limit} and 1 <= j <= {problem.y_limit}."
        )


def _gcd_power_sum(n: int, m: int, k: int) -> int:
    # Jordan's totient J summed over the divisors d of g is g^k, and d divides n // d * (m // d) of the gcds.
    jordan = multiplicative(min(n, m), lambda p, e: p ** (k * (e - 1)) * (p**k - 1))
    return sum(j * (n // d) * (m // d) for d, j in enumerate(jordan) if d)
