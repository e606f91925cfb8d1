from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, function


class Problem(core.Problem, frozen=True):
    number: int
    base: int
    answer: list[int]  # derived: the digits, most significant first


class NegativeBaseRepresentation(core.Environment[Problem, list[int]]):
    """Write an integer in a negative base.

    Numbers of fewer than three digits are not asked. The published suite pays the share of right digits; in small
    bases half of them come by chance, hence the power here.

    Quality: (right digits / digits) ** 5; 0 for another number of digits.
    Source: Luogu P1017 (NOIP 2000).
    """

    ladder = Ladder(
        radix_max=function(lambda d: min(2 + d, 16), "2 + difficulty, at most 16"),
        number_max=function(lambda d: 16 * 2**d, "16 * 2 ** difficulty"),
        top=30,
    )
    answer_format = Integers(
        "the digits c_k, ..., c_1, c_0 in this order, each written as a decimal number", example="10 0 3"
    )

    def generate(self, rng: Random, *, radix_max: int, number_max: int) -> Problem:
        radix = rng.randint(2, radix_max)
        digits: list[int] = []
        while len(digits) < 3:  # every number from radix on has three, so there are some
            number = rng.randint(-number_max, number_max)
            digits = _digits(number, radix)
        return Problem(number=number, base=-radix, answer=digits)

    def describe(self, problem: Problem) -> str:
        base = problem.base
        return (
            f"Write the number {problem.number} in base {base}. That is, find the digits c_k, ..., c_1, c_0, each an "
            f"integer from 0 to {-base - 1} and the first one, c_k, not 0, such that\n"
            f"{problem.number} = c_k * ({base})^k + ... + c_1 * ({base})^1 + c_0 * ({base})^0."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        if len(answer) != len(problem.answer):
            return Verdict.exact(False, "not the right number of digits")
        return Verdict.positions(answer, problem.answer, power=5)

    def solve(self, problem: Problem) -> list[int]:
        return problem.answer


def _digits(number: int, radix: int) -> list[int]:
    """The digits in base -radix, most significant first."""
    digits: list[int] = []
    while number:
        digits.append(number % radix)
        number = -(number // radix)  # (number - digit) / -radix
    return digits[::-1]
