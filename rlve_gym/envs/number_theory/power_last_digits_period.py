from math import gcd
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, function


class Problem(core.Problem, frozen=True):
    base: int
    digit_count: int
    optimum: int  # derived: the least period of base ** a modulo 10 ** digit_count, for a >= 1


class PowerLastDigitsPeriod(core.IntegerEnvironment[Problem]):
    """Period of the last k digits of the powers of n.

    The period of n^1, n^2, ... modulo 10^k counts from the first power on, and only bases that have such a period come:
    each of 2 and 5 does not divide n, or does k times. It is the order of n modulo the part of 10^k that is coprime to n.
    All periods 2^a 5^b > 1 that are possible for k are equally likely, and k is the digit count of the difficulty or up to
    a third more. With random orders and smaller k, the commonest answer would win 40 % at difficulty 0 and 21 % at 3.

    Quality: 1 if equal, else 0.
    Source: Luogu P1050.
    """

    ladder = Ladder(
        digit_count=function(lambda d: 2 + (d + 1) // 2, "2, +1 at odd difficulties", high=100), top=30
    )
    answer_format = Integer("the period L", example="3")
    least = 1

    def generate(self, rng: Random, *, digit_count: int) -> Problem:
        k = rng.randint(digit_count, digit_count + digit_count // 3)
        a, b = 0, 0
        while a == b == 0:
            a, b = rng.randint(0, max(2, k - 2)), rng.randint(0, k - 1)
        # Modulo 2^k and 5^k, the orders are the divisors of 2^max(1, k - 2) and of 4 * 5^(k - 1).
        classes = {10**k: 0.7}
        if a <= 2:
            classes[5**k] = 0.15
        if b == 0 and a <= max(1, k - 2):
            classes[2**k] = 0.15
        (part,) = rng.choices(list(classes), list(classes.values()))
        unit = _unit_of_order(rng, 2**a * 5**b, part)
        # To a multiple of the rest of 10^k, which stays 0 modulo it in all powers.
        rest = 10**k // part
        base = unit * rest * pow(rest, -1, part) % 10**k
        base += rng.randrange(100) * 10**k
        return Problem(base=base, digit_count=k, optimum=_period(base, k))

    def describe(self, problem: Problem) -> str:
        n, k = problem.base, problem.digit_count
        return (
            f"Consider the last {k} decimal digits of the powers n, n^2, n^3, ... of n = {n} (n^a modulo 10^{k}, for "
            "a = 1, 2, 3, ...). From the first power on they repeat with some period. Find the least period: the smallest "
            f"L >= 1 such that n^(a+L) and n^a agree in the last {k} digits for every a >= 1."
        )

    def solve(self, problem: Problem) -> int:
        return problem.optimum


def _unit_of_order(rng: Random, order: int, modulus: int) -> int:
    """A random number whose powers modulo 2^k, 5^k or 10^k have the given period; there must be one."""
    while True:
        unit = rng.randrange(1, modulus)
        if gcd(unit, modulus) == 1 and _order(unit, modulus) % order == 0:
            return pow(unit, _order(unit, modulus) // order, modulus)


def _period(base: int, digit_count: int) -> int:
    """The order of the base modulo the part of 10^k that is coprime to it."""
    part = 1
    for prime in (2, 5):
        if base % prime:
            part *= prime**digit_count
    return _order(base, part)


def _order(unit: int, modulus: int) -> int:
    """The multiplicative order modulo 2^k, 5^k, 10^k or 1: from a multiple, by leaving out its prime factors."""
    order = 4 * modulus
    for prime in (2, 5):
        while order % prime == 0 and pow(unit, order // prime, modulus) == 1 % modulus:
            order //= prime
    return order
