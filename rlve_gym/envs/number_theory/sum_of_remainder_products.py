from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    dividends: tuple[int, int]
    answer: int  # derived: the sum


class SumOfRemainderProducts(core.IntegerEnvironment[Problem]):
    """Sum of products of remainders over pairs of different divisors.

    Quality: 1 if equal, else 0.
    Source: Luogu P2260.
    """

    ladder = Ladder(dividend_max=grow(10, by=1.2, plus=1), top=30)
    answer_format = Integer("the sum", example="1234")

    def generate(self, rng: Random, *, dividend_max: int) -> Problem:
        n, m = (rng.randint(dividend_max // 2, dividend_max) for _ in range(2))
        return Problem(dividends=(n, m), answer=_remainder_sum(n, m))

    def describe(self, problem: Problem) -> str:
        n, m = problem.dividends
        return (
            "Let a mod b be the remainder of a when divided by b, from 0 to b - 1. Compute the sum of "
            f"({n} mod i) * ({m} mod j) over all pairs of integers (i, j) with 1 <= i <= {n}, 1 <= j <= {m} and i != j."
        )


def _remainder_sum(n: int, m: int) -> int:
    """The product of two sums for all pairs, without the pairs i = j."""
    both = range(1, min(n, m) + 1)
    all_pairs = sum(n % i for i in range(1, n + 1)) * sum(m % j for j in range(1, m + 1))
    return all_pairs - sum((n % i) * (m % i) for i in both)
