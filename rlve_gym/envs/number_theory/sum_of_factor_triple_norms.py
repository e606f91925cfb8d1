from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit.number_theory import multiplicative


class Problem(core.Problem, frozen=True):
    low: int
    high: int
    answer: int  # derived: the sum


class SumOfFactorTripleNorms(core.IntegerEnvironment[Problem]):
    """Sum of (|x| + |y| + |z|)^2 over the integer triples with a product in a range.

    The ranges are narrow; in the published suite they are as wide as the numbers are large.

    Quality: 1 if equal, else 0.
    Source: Luogu P3636; linear sieve.
    """

    ladder = Ladder(bound_max=grow(10, by=1.3), width_max=grow(1, by=1.2, plus=1), top=30)
    answer_format = Integer("the sum", example="12345")  # all sums are multiples of 4

    def generate(self, rng: Random, *, bound_max: int, width_max: int) -> Problem:
        low = rng.randint(1, bound_max)
        high = low + rng.randint(0, width_max)
        return Problem(low=low, high=high, answer=_norm_sum(low, high))

    def describe(self, problem: Problem) -> str:
        return (
            "Consider all ordered triples of integers (x, y, z), negative ones included, with "
            f"{problem.low} <= x * y * z <= {problem.high}. Compute the sum of (|x| + |y| + |z|)^2 over all of them."
        )


def _norm_sum(low: int, high: int) -> int:
    """Over positive triples of one product, (x + y + z)^2 adds up to 3 times the sum of x^2 and 6 times that of x y.

    Both are multiplicative in the product: x^2 comes with every (y, z), and x y = m with every x that divides m.
    There are 4 choices of signs: none or two of three are negative.
    """
    squares = multiplicative(high, lambda p, e: sum(p ** (2 * i) * (e - i + 1) for i in range(e + 1)))
    products = multiplicative(high, lambda p, e: sum(p**i * (i + 1) for i in range(e + 1)))
    return 4 * sum(3 * squares[k] + 6 * products[k] for k in range(low, high + 1))
