from itertools import accumulate
from math import gcd
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow, line
from rlve_gym.kit.number_theory import moebius


class Problem(core.Problem, frozen=True):
    numerator_limit: int
    denominator_limit: int
    base: int
    answer: int  # derived: the number of values


class CountPurelyPeriodicFractions(core.IntegerEnvironment[Problem]):
    """Number of fractions x/y with 1 <= x <= N and 1 <= y <= M whose expansion in base k is purely periodic.

    That is, of coprime pairs (x, y) with y coprime to k, too. Integers count: all their digits after the point are 0.

    Quality: 1 if equal, else 0.
    Source: Luogu P1587; Moebius inversion.
    """

    ladder = Ladder(limit_max=grow(8, by=1.25, plus=1), base_max=line(3, every=2), top=30)
    answer_format = Integer("the number of values", example="205")
    least = 1  # 1/1 always counts

    def generate(self, rng: Random, *, limit_max: int, base_max: int) -> Problem:
        n, m = (rng.randint(limit_max // 2, limit_max) for _ in range(2))
        base = rng.randint(2, base_max)
        return Problem(numerator_limit=n, denominator_limit=m, base=base, answer=_purely_periodic(n, m, base))

    def describe(self, problem: Problem) -> str:
        n, m, base = problem.numerator_limit, problem.denominator_limit, problem.base
        return (
            f"Consider all fractions x/y of integers with 1 <= x <= {n} and 1 <= y <= {m}. Equal fractions, such as 1/1 and "
            f"2/2, are one value. How many different values have a purely periodic expansion in base {base}, that is, one "
            "whose digits after the point repeat a block of digits over and over from the very first digit on? "
            "Integers count, since all their digits after the point are 0. A terminating expansion with a nonzero digit "
            "after the point does not count."
        )


def _purely_periodic(n: int, m: int, base: int) -> int:
    # By Moebius inversion over the common divisor d of x and y; as a divisor of y it is coprime to the base.
    coprime = list(accumulate(gcd(y, base) == 1 for y in range(m + 1)))  # how many of 1..y are, for each y
    return sum(
        mu * (n // d) * coprime[m // d] for d, mu in enumerate(moebius(min(n, m))) if mu and gcd(d, base) == 1
    )
