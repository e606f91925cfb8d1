from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, choice, function, line


class Problem(core.Problem, frozen=True):
    matrix: list[list[int]]
    right_sides: list[int]
    solution: list[int]  # derived: values that satisfy all equations

    def __post_init__(self) -> None:
        n = len(self.solution)
        if not 0 < len(self.matrix) == len(self.right_sides) or any(len(row) != n for row in self.matrix):
            raise ValueError(
                "there must be equations, each with a coefficient for every variable and a right side"
            )


class IntegerLinearSystem(core.Environment[Problem, list[int]]):
    """Solve a consistent system of linear equations in integers.

    There can be several solutions; any one is right.

    Quality: (satisfied equations / all equations) ** 10.
    Source: classic.
    """

    ladder = Ladder(
        variable_count=line(3, every=2),
        equation_ratio=choice(1.0, 1.1, 1.2, 1.3, 1.4, 1.5),
        max_coefficient=function(lambda d: 2 + (d + 1) // 2, "2, +1 at odd difficulties"),
        top=30,
    )
    answer_format = Integers(
        "the values of all the variables, x0 first",
        example=lambda problem: " ".join(["12"] * len(problem.solution)),
    )

    def generate(
        self, rng: Random, *, variable_count: int, equation_ratio: float, max_coefficient: int
    ) -> Problem:
        n, c = variable_count, max_coefficient
        solution = [rng.choice((-1, 1)) * rng.randint(1, n) for _ in range(n)]
        matrix: list[list[int]] = []
        while len(matrix) < int(equation_ratio * n):
            row = [rng.choice((0, 1)) * rng.choice((-1, 1)) * rng.randint(1, c) for _ in range(n)]
            if any(row) and row not in matrix and [-entry for entry in row] not in matrix:
                matrix.append(row)
        right_sides = [sum(a * x for a, x in zip(row, solution, strict=True)) for row in matrix]
        return Problem(matrix=matrix, right_sides=right_sides, solution=solution)

    def describe(self, problem: Problem) -> str:
        equations = "\n".join(map(_equation, problem.matrix, problem.right_sides))
        return (
            f"Find integers x0, ..., x{len(problem.solution) - 1} that satisfy all of these equations (any solution will "
            f"do; there is one):\n{equations}"
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = len(problem.solution)
        if len(answer) != n:
            return Verdict.invalid(f"{len(answer)} integers instead of {n}")
        satisfied = sum(
            sum(a * x for a, x in zip(row, answer, strict=True)) == right_side
            for row, right_side in zip(problem.matrix, problem.right_sides, strict=True)
        )
        return Verdict.share(satisfied, len(problem.matrix), power=10)

    def solve(self, problem: Problem) -> list[int]:
        return problem.solution


def _equation(row: list[int], right_side: int) -> str:
    text = ""
    for index, coefficient in enumerate(row):
        if coefficient:
            sign = ("-" if text == "" else " - ") if coefficient < 0 else (" + " if text else "")
            size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
            text += f"{sign}{size}x{index}"
    return f"{text or 0} = {right_side}"
