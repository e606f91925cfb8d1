from math import gcd
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, Verdict, grow


class Problem(core.Problem, frozen=True):
    number: int
    modulus: int
    answer: int  # derived: the inverse of number modulo modulus, in 1..modulus-1

    def __post_init__(self) -> None:
        if self.modulus < 1:
            raise ValueError("the modulus must be positive")


class ModularInverse(core.IntegerEnvironment[Problem]):
    """Least positive solution of a x = 1 (mod m).

    a and m are coprime. Modulo m, a is neither 1 nor m - 1, which are their own inverses.

    Quality: 1 if equal, 0 for larger solutions; other numbers are invalid.
    Source: Luogu P1082; extended Euclidean algorithm.
    """

    ladder = Ladder(modulus_max=grow(20, by=2), top=30)
    answer_format = Integer("the integer x", example="1")
    least = 1

    def generate(self, rng: Random, *, modulus_max: int) -> Problem:
        number = modulus = 1
        while gcd(number, modulus) > 1 or number % modulus in (0, 1, modulus - 1):
            modulus = rng.randint(modulus_max // 2, modulus_max)
            number = rng.randint(2, modulus_max)
        return Problem(number=number, modulus=modulus, answer=pow(number, -1, modulus))

    def describe(self, problem: Problem) -> str:
        a, m = problem.number, problem.modulus
        return f"Find the smallest positive integer x such that {a} * x leaves the remainder 1 when it is divided by {m}."

    def verify(self, problem: Problem, answer: int) -> Verdict:
        if (answer * problem.number - 1) % problem.modulus:
            return Verdict.invalid("not a solution of the congruence")
        return super().verify(problem, answer)
