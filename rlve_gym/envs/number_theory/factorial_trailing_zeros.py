from math import isqrt, prod
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow, line
from rlve_gym.kit.number_theory import primes_up_to


class Problem(core.Problem, frozen=True):
    number: int
    base: int
    answer: int  # derived: the number of zeros


class FactorialTrailingZeros(core.IntegerEnvironment[Problem]):
    """Trailing zeros of n! written in base b.

    A random base has a large prime factor, and the answer is 0 or 1. Hence most bases are made of small primes, and of
    six problems drawn one is kept, each of their answers being equally likely.

    Quality: 1 if equal, else 0.
    Source: Luogu P3927; Legendre's formula.
    """

    ladder = Ladder(
        number_max=grow(30, by=1.3, high=10**9), max_exponent=line(2, every=4, cap=4, low=1), top=30
    )
    answer_format = Integer("the number of trailing zeros", example="123456789")

    def generate(self, rng: Random, *, number_max: int, max_exponent: int) -> Problem:
        primes = primes_up_to(max(5, isqrt(number_max // 2)))
        drawn = {}  # by their answers
        for _ in range(6):
            number, base = rng.randint(number_max // 2, number_max), rng.randint(2, number_max)
            if rng.random() < 0.7:
                base = _smooth_base(rng, number, primes, max_exponent)
            drawn[_trailing_zeros(number, base)] = number, base
        answer = rng.choice(list(drawn))
        number, base = drawn[answer]
        return Problem(number=number, base=base, answer=answer)

    def describe(self, problem: Problem) -> str:
        n, b = problem.number, problem.base
        return (
            f"Here all numbers are given in decimal. How many trailing zeros has {n}! (the product of the integers "
            f"1 to {n}) when it is written in base {b}? This is the largest e such that {b}^e divides {n}!."
        )


def _smooth_base(rng: Random, number: int, primes: list[int], max_exponent: int) -> int:
    """A product of powers of one to three small primes, the two scarcest of which are about equally scarce in n!."""
    prime_count = rng.randint(1, 3)
    for _ in range(20):
        exponents = {p: rng.randint(1, max_exponent) for p in rng.sample(primes, prime_count)}
        zeros = sorted(_exponent_in_factorial(number, p) // e for p, e in exponents.items())
        if prime_count == 1 or zeros[1] <= 2 * zeros[0]:
            break
    return prod(p**e for p, e in exponents.items())


def _trailing_zeros(number: int, base: int) -> int:
    from sympy import factorint

    exponents: dict[int, int] = factorint(base)
    return min(_exponent_in_factorial(number, p) // e for p, e in exponents.items())


def _exponent_in_factorial(number: int, prime: int) -> int:
    exponent = 0
    while number:
        number //= prime
        exponent += number
    return exponent
