from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit.number_theory import moebius


class Problem(core.Problem, frozen=True):
    x_limit: int
    y_limit: int
    answer: int  # derived: the number of coprime pairs


class CountCoprimePairs(core.IntegerEnvironment[Problem]):
    """Number of coprime pairs (x, y) with 1 <= x <= n and 1 <= y <= m.

    Quality: 1 if equal, else 0.
    Source: variant of Luogu P2257; Moebius inversion.
    """

    ladder = Ladder(limit_max=grow(8, by=1.5), top=25)
    answer_format = Integer("the number of pairs", example="305")
    least = 1  # (1, 1) is coprime

    def generate(self, rng: Random, *, limit_max: int) -> Problem:
        x_limit, y_limit = (rng.randint(limit_max // 4, limit_max) for _ in range(2))
        return Problem(x_limit=x_limit, y_limit=y_limit, answer=_coprime_pairs(x_limit, y_limit))

    def describe(self, problem: Problem) -> str:
        return (
            f"Count the ordered pairs of integers (x, y) with 1 <= x <= {problem.x_limit}, 1 <= y <= {problem.y_limit} "
            "and gcd(x, y) = 1."
        )


def _coprime_pairs(n: int, m: int) -> int:
    # n // d * (m // d) pairs have both numbers divisible by d.
    return sum(mu * (n // d) * (m // d) for d, mu in enumerate(moebius(min(n, m))) if mu)
