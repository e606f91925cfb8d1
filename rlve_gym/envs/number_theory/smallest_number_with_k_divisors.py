from functools import cache
from math import isqrt
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, function, grow


class Problem(core.Problem, frozen=True):
    divisor_count: int
    optimum: int  # derived: the smallest integer with so many divisors


class SmallestNumberWithKDivisors(core.IntegerEnvironment[Problem]):
    """Smallest positive integer with exactly k divisors.

    Counts whose smallest integer is large, such as 2^(k-1) for a prime k, are left out.

    Quality: 1 if equal, else 0.
    Source: Luogu P1128; minimum over the ordered factorizations of k.
    """

    ladder = Ladder(
        divisor_max=grow(40, by=1.2),
        optimum_max=function(lambda d: min(5000 * 3**d, 10**18), "5000 * 3 ** difficulty, at most 10 ** 18"),
        top=30,
    )
    answer_format = Integer("that integer", example="96")
    least = 1
    variety = 0.05  # the problem is one small number, and for most of these the answer is too large

    def generate(self, rng: Random, *, divisor_max: int, optimum_max: int) -> Problem:
        # Of two factors of n with product n, one is at most sqrt(n): there are at most 2 sqrt(n) divisors.
        divisor_max = min(divisor_max, 2 * isqrt(optimum_max))
        while True:
            divisor_count = rng.randint(6, divisor_max)
            optimum = _smallest(divisor_count)
            if optimum <= optimum_max:
                return Problem(divisor_count=divisor_count, optimum=optimum)

    def describe(self, problem: Problem) -> str:
        k = problem.divisor_count
        return f"What is the smallest positive integer that has exactly {k} positive divisors (1 and itself included)?"

    def solve(self, problem: Problem) -> int:
        return problem.optimum


_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)


def _smallest(divisor_count: int) -> int:
    """The smallest product of p_i ** (f_i - 1) over the ways to write the count as f_1 f_2 ..."""
    factors = [f for f in range(2, divisor_count + 1) if divisor_count % f == 0]

    @cache
    def smallest(count: int, used: int) -> int:
        """The smallest number with so many divisors, without the first ``used`` primes."""
        if count == 1:
            return 1
        p = _PRIMES[used]
        best: int = min(p ** (f - 1) * smallest(count // f, used + 1) for f in factors if count % f == 0)
        return best

    return smallest(divisor_count, 0)
