from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    base: int
    modulus: int
    residue: int
    optimum: int  # derived: the least exponent y >= 0 with base ** y = residue modulo modulus


class DiscreteLogarithm(core.IntegerEnvironment[Problem]):
    """Least exponent y >= 0 with x^y congruent to k modulo z, for any modulus z.

    x and z need not be coprime. x has at least 6 different powers modulo z, from z = 30 on 12, so that no exponent is
    likely: with 6 for every z, each of 2 to 5 would be the answer for 12 % at difficulty 3.

    Quality: 1 if equal, else 0.
    Source: SPOJ MOD (Power Modulo Inverted).
    """

    ladder = Ladder(modulus_max=grow(20, by=1.2, plus=1), top=30)
    answer_format = Integer("the exponent y", example="1")

    def generate(self, rng: Random, *, modulus_max: int) -> Problem:
        while True:
            modulus = rng.randint(modulus_max // 2, modulus_max)
            base = rng.randint(2, modulus - 1)
            powers = _powers(base, modulus)
            if len(powers) >= max(6, min(2 * modulus // 5, 12)):
                break
        # The exponents 0 and 1 are seen at once: seldom.
        exponent = rng.randrange(0 if rng.random() < 0.1 else 2, len(powers))
        return Problem(base=base, modulus=modulus, residue=powers[exponent], optimum=exponent)

    def describe(self, problem: Problem) -> str:
        x, k, z = problem.base, problem.residue, problem.modulus
        return (
            f"Find the smallest integer y >= 0 such that {x}^y leaves the remainder {k} when it is divided by {z}. "
            f"({x}^0 is 1. There is such a y.)"
        )

    def solve(self, problem: Problem) -> int:
        return problem.optimum


def _powers(base: int, modulus: int) -> list[int]:
    """The powers of the base modulo the modulus, from exponent 0 on, up to the first repetition."""
    exponents: dict[int, int] = {}
    power = 1
    while power not in exponents:
        exponents[power] = len(exponents)
        power = power * base % modulus
    return list(exponents)
