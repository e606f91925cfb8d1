from random import Random

from rlve_gym import core
from rlve_gym.core import IntegerRows, Ladder, Verdict, function, line
from rlve_gym.envs.puzzles._given import keeps_given
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    grid: list[list[int]]  # -1 is an empty cell
    row_sums: list[int]
    column_sums: list[int]
    solution: list[list[int]]  # derived: the planted grid

    def __post_init__(self) -> None:
        n, m = len(self.row_sums), len(self.column_sums)
        if not n or not m or len(self.grid) != n or len(self.solution) != n:
            raise ValueError("grid and solution must have one row for each of the row_sums, at least 1")
        if any(len(row) != m for row in [*self.grid, *self.solution]):
            raise ValueError("grid and solution must have one column for each of the column_sums, at least 1")


class SurvoPuzzle(core.Environment[Problem, list[list[int]]]):
    """Survo puzzle: fill a grid with consecutive numbers to match row and column sums.

    The more cells are empty, the more solutions there are; any of them is right.

    Quality: (right sums / all) ** 5.
    Source: classic (Survo puzzle, S. Mustonen 2006).
    """

    ladder = Ladder(
        max_side=line(3, every=3),
        max_empty=function(lambda difficulty: 4 + 3 * difficulty // 2, "4, then +1 and +2 by turns"),
        top=30,
    )
    answer_format = IntegerRows("the completed grid, row by row from the top", example="4 1\n0 5")

    def generate(self, rng: Random, *, max_side: int, max_empty: int) -> Problem:
        n, m = (rng.randint(max(2, max_side // 2), max_side) for _ in range(2))
        numbers = rng.sample(range(n * m), n * m)
        solution = [numbers[start : start + m] for start in range(0, n * m, m)]
        grid = [list(row) for row in solution]
        empty = min(n * m - 1, rng.randint(max(3, max_empty // 2), max_empty))
        for cell in rng.sample(range(n * m), empty):
            grid[cell // m][cell % m] = -1
        return Problem(
            grid=grid,
            row_sums=[sum(row) for row in solution],
            column_sums=[sum(column) for column in zip(*solution, strict=True)],
            solution=solution,
        )

    def describe(self, problem: Problem) -> str:
        n, m = len(problem.row_sums), len(problem.column_sums)
        shown = text.grid(["." if value < 0 else value for value in row] for row in problem.grid)
        return (
            f'Replace each ".", an unknown cell, by a number, so that this grid of {n} rows and {m} columns contains '
            f"every number from 0 to {n * m - 1} exactly once:\n{shown}\n\n"
            "The rows and columns must have these sums:\n"
            f"- the rows from top to bottom: {text.series(problem.row_sums)}\n"
            f"- the columns from left to right: {text.series(problem.column_sums)}\n\n"
            "It can be done; any such grid will do."
        )

    def verify(self, problem: Problem, answer: list[list[int]]) -> Verdict:
        n, m = len(problem.row_sums), len(problem.column_sums)
        if len(answer) != n or any(len(row) != m for row in answer):
            return Verdict.unparsed(f"not {n} rows of {m} numbers")
        if sorted(value for row in answer for value in row) != list(range(n * m)):
            return Verdict.invalid(f"not every number from 0 to {n * m - 1} once")
        if not keeps_given(problem.grid, answer, empty=-1):
            return Verdict.invalid("a given number is changed")
        sums = [sum(line) for line in [*answer, *zip(*answer, strict=True)]]
        wanted = problem.row_sums + problem.column_sums
        hits = sum(found == right for found, right in zip(sums, wanted, strict=True))
        return Verdict.share(hits, n + m, power=5)

    def solve(self, problem: Problem) -> list[list[int]]:
        return problem.solution
