from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, function, line
from rlve_gym.envs.algebra import _polynomials as polynomials
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    points: list[tuple[int, int]]  # (x, f(x)), one more than the degree
    answer: list[int]  # derived: the coefficients, the entry at i belongs to x^i

    def __post_init__(self) -> None:
        if not 2 <= len(self.points) == len(self.answer):
            raise ValueError("there must be two points at least, and as many points as coefficients")


class PolynomialInterpolation(core.Environment[Problem, list[int]]):
    """Integer polynomial of degree n through n + 1 given points.

    Quality: (right coefficients / all coefficients) ** 10.
    Source: classic (Lagrange interpolation, Newton's divided differences).
    """

    ladder = Ladder(
        degree=function(lambda d: 2 + 2 * d // 3, "2 + 2 * difficulty // 3"),
        max_coefficient=line(3, low=1),
        top=30,
    )
    answer_format = Integers(
        "the coefficients a_0 a_1 a_2 ... in this order, lowest degree first, zeros included",
        example="4 0 -1",
    )

    def generate(self, rng: Random, *, degree: int, max_coefficient: int) -> Problem:
        answer = [rng.randint(-max_coefficient, max_coefficient) for _ in range(degree)]
        answer.append(rng.randint(1, max_coefficient))
        points = [
            (x, polynomials.evaluate(answer, x)) for x in rng.sample(range(-degree, degree + 1), degree + 1)
        ]
        return Problem(points=points, answer=answer)

    def describe(self, problem: Problem) -> str:
        n = len(problem.points) - 1
        return (
            f"The polynomial f(x) = {polynomials.general('a', n)} has degree {n} and integer coefficients. "
            f'Here are {n + 1} of its values, one per line as "x f(x)":\n{text.rows(problem.points)}\n\n'
            f"Find the {n + 1} coefficients."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        if len(answer) != len(problem.answer):
            return Verdict.invalid(f"{len(answer)} coefficients instead of {len(problem.answer)}")
        return Verdict.positions(answer, problem.answer, power=10)

    def solve(self, problem: Problem) -> list[int]:
        return problem.answer
