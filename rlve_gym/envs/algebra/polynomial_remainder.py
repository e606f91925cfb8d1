from itertools import zip_longest
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, choice, grow
from rlve_gym.envs.algebra import _polynomials as polynomials


class Problem(core.Problem, frozen=True):
    dividend: list[int]  # the entry at i belongs to x^i
    divisor: list[int]
    answer: list[int]  # derived: the coefficients of the remainder, one fewer than those of the divisor

    def __post_init__(self) -> None:
        if not 1 <= len(self.answer) == len(self.divisor) - 1:
            raise ValueError("the divisor must have two coefficients at least, and the answer one fewer")


class PolynomialRemainder(core.Environment[Problem, list[int]]):
    """Remainder of one integer polynomial divided by another.

    Quotient and remainder have integer coefficients by construction; the remainder is unique even among real polynomials.

    Quality: (right coefficients / degree of the divisor) ** 10.
    Source: classic (polynomial long division).
    """

    ladder = Ladder(
        degree=grow(3, by=1.1, plus=1, low=2),
        divisor_percent=choice(10, 20, 30, 50, 70, 90, 100),
        top=30,
    )
    answer_format = Integers(
        "the coefficients s_0 s_1 ... in this order, lowest degree first, zeros included",
        example="7 0 -12",
    )

    def generate(self, rng: Random, *, degree: int, divisor_percent: int) -> Problem:
        divisor_degree = max(2, degree * divisor_percent // 100)
        divisor = _random_polynomial(rng, divisor_degree)
        quotient = _random_polynomial(rng, degree - divisor_degree)
        answer = [rng.randint(-5, 5) for _ in range(divisor_degree)]
        product = polynomials.product(divisor, quotient)
        dividend = [a + b for a, b in zip_longest(product, answer, fillvalue=0)]
        return Problem(dividend=dividend, divisor=divisor, answer=answer)

    def describe(self, problem: Problem) -> str:
        m = len(problem.divisor) - 1
        return (
            f"Divide the polynomial\nP(x) = {polynomials.text(problem.dividend)}\n"
            f"by the polynomial\nQ(x) = {polynomials.text(problem.divisor)}\n"
            "with remainder: P(x) = Q(x)*R(x) + S(x), where R and S are polynomials and the degree of the remainder S is less "
            f"than {m}. In this case all coefficients of R and S are integers. Find the {m} coefficients of\n"
            f"S(x) = {polynomials.general('s', m - 1)}"
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        if len(answer) != len(problem.answer):
            return Verdict.invalid(f"{len(answer)} coefficients instead of {len(problem.answer)}")
        return Verdict.positions(answer, problem.answer, power=10)

    def solve(self, problem: Problem) -> list[int]:
        return problem.answer


def _random_polynomial(rng: Random, degree: int) -> list[int]:
    return [*(rng.randint(-5, 5) for _ in range(degree)), rng.randint(1, 5)]
