from collections import Counter
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    limit: int
    top_count: int
    answer: int  # derived: the sum of the greatest values


class SumOfTopDigitProductCounts(core.IntegerEnvironment[Problem]):
    """Sum of the K largest digit-product pair frequencies.

    Quality: 1 if equal, else 0.
    Source: Luogu P3303.
    """

    ladder = Ladder(limit_max=grow(24, by=1.3, low=6, high=100_000), top=28)
    answer_format = Integer("the sum", example="100")
    least = 1

    def generate(self, rng: Random, *, limit_max: int) -> Problem:
        limit = rng.randint(limit_max // 2, limit_max)
        top_count = rng.randint(limit // 3, limit)
        return Problem(limit=limit, top_count=top_count, answer=_top_sum(limit, top_count))

    def describe(self, problem: Problem) -> str:
        n = problem.limit
        return (
            f"Let f(x) be the product of the decimal digits of x. For all integers a and b with 1 <= a, b <= {n}, let "
            f"g(a, b) be the number of ordered pairs (x, y) of integers with 1 <= x, y <= {n}, f(x) = a and f(y) = b. "
            f"Sort the {n * n} values g(a, b) from largest to smallest, equal ones repeated. What is the sum of the "
            f"first {problem.top_count} of them?"
        )


def _top_sum(limit: int, top_count: int) -> int:
    products = [1]  # by x; the 1 stands for no digits
    for x in range(1, limit + 1):
        products.append(products[x // 10] * (x % 10))
    # g(a, b) = h(a) h(b) with h(a) = how many x have the product a >= 1. There are few different values of h.
    sizes = Counter(size for a, size in Counter(products[1:]).items() if a)
    values = sorted(
        ((first * second, m * n) for first, m in sizes.items() for second, n in sizes.items()), reverse=True
    )
    total = 0
    for value, multiplicity in values:
        taken = min(multiplicity, top_count)
        total += value * taken
        top_count -= taken
    return total
