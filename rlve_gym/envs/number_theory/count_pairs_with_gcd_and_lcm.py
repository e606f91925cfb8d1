from itertools import accumulate
from math import prod
from operator import mul
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit.number_theory import primes_up_to


class Problem(core.Problem, frozen=True):
    gcd: int
    lcm: int
    answer: int  # derived: the number of pairs


class CountPairsWithGcdAndLcm(core.IntegerEnvironment[Problem]):
    """Count the ordered pairs with a given gcd and lcm.

    The count is 0 if the gcd does not divide the lcm, else 2^(number of primes that divide lcm / gcd): for each of
    them, one of the two numbers gets the whole power.

    There are so few answers (0, 1, 2, 4, and 8 at difficulty 0, up to 256 at the top) that a constant wins one problem in
    five at difficulty 0, in six from 2 on, and in ten at the top, although all of them are equally likely.

    Quality: 1 if equal, else 0.
    Source: Luogu P1029 (NOIP 2001); unique factorization.
    """

    ladder = Ladder(lcm_max=grow(1000, by=1.5), top=30)
    answer_format = Integer("the number of ordered pairs", example="1000")
    chance = 0.3  # in 50 or 100 problems, one of six to eight equally likely answers can well win a quarter

    def generate(self, rng: Random, *, lcm_max: int) -> Problem:
        primes = primes_up_to(29)
        largest = sum(8 * product <= lcm_max for product in accumulate(primes, mul))
        prime_count = rng.randint(-1, largest)
        if prime_count < 0:  # the gcd does not divide the lcm
            lcm = rng.randint(3, lcm_max)
            gcd = rng.randint(2, lcm - 1)
            while lcm % gcd == 0:
                gcd = rng.randint(2, lcm - 1)
            return Problem(gcd=gcd, lcm=lcm, answer=0)
        ratio = _ratio(rng, prime_count, primes[: largest + 2], lcm_max)
        gcd = rng.randint(1, lcm_max // ratio)
        return Problem(gcd=gcd, lcm=gcd * ratio, answer=2**prime_count)

    def describe(self, problem: Problem) -> str:
        return (
            f"How many ordered pairs (P, Q) of positive integers have the greatest common divisor {problem.gcd} and "
            f"the least common multiple {problem.lcm}? If P and Q differ, (P, Q) and (Q, P) are two pairs."
        )


def _ratio(rng: Random, prime_count: int, primes: list[int], limit: int) -> int:
    """A number up to limit with that many different prime factors, each of them once or twice."""
    exponents = dict.fromkeys(primes[:prime_count], 1)
    for _ in range(prime_count + 2 if prime_count else 0):
        changed = dict(exponents)
        prime = rng.choice(list(changed))
        if rng.random() < 0.5:
            exponent = changed.pop(prime)
            changed[rng.choice([p for p in primes if p not in exponents])] = exponent
        else:
            changed[prime] = 2
        if prod(p**e for p, e in changed.items()) <= limit:
            exponents = changed
    return prod(p**e for p, e in exponents.items())
