from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    target: int
    answer: int  # derived: the number of pairs


class CountFibonacciSeedPairs(core.IntegerEnvironment[Problem]):
    """Count starting pairs whose additive sequence contains K.

    A problem is one small number: targets start at a twelfth of the largest one, which makes over 200 different
    problems from difficulty 5 on.

    Quality: 1 if equal, else 0.
    Source: Luogu P3986; linear congruences for each index.
    """

    ladder = Ladder(target_max=grow(30, by=1.5, high=10**100), top=30)
    answer_format = Integer("the number of pairs", example="160")
    least = 1  # (K - 1, 1) is always one

    def generate(self, rng: Random, *, target_max: int) -> Problem:
        target = rng.randint(max(2, target_max // 12), target_max)
        return Problem(target=target, answer=_seed_pairs(target))

    def describe(self, problem: Problem) -> str:
        return (
            "Two positive integers a and b start a sequence: f(0) = a, f(1) = b, and f(n) = f(n-1) + f(n-2) for every "
            f"n >= 2. For how many ordered pairs (a, b) of positive integers is f(n) = {problem.target} for some n >= 2?"
        )


def _seed_pairs(target: int) -> int:
    """The sequence increases from f(1) on, so that each pair has at most one n, and f(n) = F(n-1) a + F(n) b."""
    count = 0
    p, q = 1, 1  # the Fibonacci numbers F(n-1) and F(n), which are coprime; n = 2
    while p + q <= target:
        b = target * pow(q, -1, p) % p or p  # the least b > 0 for which p divides target - q b
        # Each step of p for b takes q from a, which must stay positive.
        count += (target - q * b - p) // (p * q) + 1
        p, q = q, p + q
    return count
