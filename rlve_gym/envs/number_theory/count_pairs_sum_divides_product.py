from itertools import count
from math import gcd, isqrt
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    limit: int
    answer: int  # derived: the number of pairs

    def __post_init__(self) -> None:
        if self.limit < 6:
            raise ValueError("the limit must be at least 6: below, there is no pair")


class CountPairsSumDividesProduct(core.IntegerEnvironment[Problem]):
    """Number of pairs 1 <= a < b <= n such that a + b divides a * b.

    Many limits have the same count: in the published suite, where the limit is uniform, 1 was the answer to half of the
    problems at difficulty 0. Here about every count that occurs is equally likely, then every limit that has it; and limits
    start at an eighth of the greatest. A problem is one small number, hence the low variety.

    Quality: 1 if equal, else 0.
    Source: Luogu P4466.
    """

    ladder = Ladder(limit_max=grow(24, by=1.3, plus=1), top=30)
    answer_format = Integer("the number of pairs", example="205")
    least = 1  # (3, 6) is a pair
    variety = 0.07  # a problem is one number, in 11..94 at difficulty 5

    def generate(self, rng: Random, *, limit_max: int) -> Problem:
        low = max(6, limit_max // 8)
        limit = rng.randint(low, limit_max)
        while rng.randrange(_limits_with_the_count_of(limit)):
            limit = rng.randint(low, limit_max)
        return Problem(limit=limit, answer=_pairs(limit))

    def describe(self, problem: Problem) -> str:
        return (
            f"Count the pairs of integers (a, b) with 1 <= a < b <= {problem.limit} for which the sum a + b divides the "
            "product a * b."
        )


def _pairs(n: int) -> int:
    # With a = g x, b = g y, x and y coprime, x + y is coprime to x y, so that it has to divide g: g = k (x + y).
    return sum(
        n // (y * (x + y))
        for y in range(2, isqrt(n) + 1)
        for x in range(1, min(y - 1, n // y - y) + 1)
        if gcd(x, y) == 1
    )


def _limits_with_the_count_of(limit: int) -> int:
    pairs = _pairs(limit)
    above = next(n for n in count(limit + 1) if _pairs(n) != pairs)
    below = next(n for n in count(limit - 1, -1) if _pairs(n) != pairs)
    return above - below - 1
