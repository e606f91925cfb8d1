from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    limit: int
    answer: int  # derived: the sum


class SumOfDoublingSubtractionSteps(core.IntegerEnvironment[Problem]):
    """Total number of steps of a doubling-subtraction process over all pairs.

    A problem is one number, so the easier difficulties have few of them. Powers of two are never drawn: their answer is
    that of the number before, which would make it the most common one. Limits start from limit_max // 5 for variety, the
    published suite's from 5.

    Quality: 1 if equal, else 0.
    Source: Luogu P3764.
    """

    ladder = Ladder(limit_max=grow(12, by=1.3), top=30)
    answer_format = Integer("the sum", example="1235")  # all sums are even
    variety = 0.03  # there are 30 limits at difficulty 5, over 200 from difficulty 13 on

    def generate(self, rng: Random, *, limit_max: int) -> Problem:
        limit = 0
        while limit & (limit - 1) == 0:
            limit = rng.randint(max(5, limit_max // 5), limit_max)
        return Problem(limit=limit, answer=_total_steps(limit))

    def describe(self, problem: Problem) -> str:
        return (
            "Take a pair of positive integers (a, b) and repeat this step: if a > b, replace the pair with (a - b, 2b); "
            "if a < b, replace it with (2a, b - a); if a = b, stop. Let f(a, b) be the number of replacements until the "
            "process stops, or 0 if it never stops. Compute the sum of f(i, j) over all pairs of integers (i, j) with "
            f"1 <= i <= {problem.limit} and 1 <= j <= {problem.limit}."
        )


def _total_steps(limit: int) -> int:
    """The process stops just if (a + b) / gcd(a, b) is a power 2^t, after t - 1 steps.

    Divided by their gcd, both are then odd, and the larger one, y, determines 2^t and thereby the smaller one. So every
    odd y >= 3 stands for two pairs (in either order) with t - 1 = floor(log2 y), and for their multiples up to the limit.
    """
    return 2 * sum((y.bit_length() - 1) * (limit // y) for y in range(3, limit + 1, 2))
