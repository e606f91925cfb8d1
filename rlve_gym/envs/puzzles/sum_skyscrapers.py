from collections.abc import Sequence
from random import Random

from rlve_gym import core
from rlve_gym.core import IntegerRows, Ladder, Verdict, line
from rlve_gym.envs.puzzles._latin import latin_fault, random_latin_square, views, views_met
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    left: list[int]  # the sum of the visible heights of each row, seen from the left, and so on
    right: list[int]
    top: list[int]
    bottom: list[int]
    solution: list[list[int]]  # derived: the planted grid

    def __post_init__(self) -> None:
        n = len(self.solution)
        lines = (self.left, self.right, self.top, self.bottom, *self.solution)
        if n == 0 or any(len(line) != n for line in lines):
            raise ValueError("left, right, top, bottom and solution must have the same length, at least 1")


class SumSkyscrapers(core.Environment[Problem, list[list[int]]]):
    """Sum Skyscrapers: a Latin square with sums of visible heights on all sides.

    Several grids may fit the sums; any of them is right.

    Quality: (sums met / 4n) ** 10.
    Source: classic.
    """

    ladder = Ladder(size=line(3, every=2), top=15)
    answer_format = IntegerRows("the heights, row by row from the top", example="0 1\n1 0")

    def generate(self, rng: Random, *, size: int) -> Problem:
        grid = random_latin_square(rng, size)
        left, right, top, bottom = views(grid, _visible_sum)
        return Problem(left=left, right=right, top=top, bottom=bottom, solution=grid)

    def describe(self, problem: Problem) -> str:
        n = len(problem.left)
        return (
            f"Fill a grid of {n} x {n} cells with buildings of heights 0 to {n - 1}, so that each row and each column "
            "contains every height exactly once. Seen from one side of the grid, a building in a row or column is "
            "visible if all buildings in front of it, between it and that side, are lower; the first one is always "
            "visible. These must be the sums of the heights of the visible buildings:\n"
            f"- from the left, for the rows from top to bottom: {text.series(problem.left)}\n"
            f"- from the right, for the rows from top to bottom: {text.series(problem.right)}\n"
            f"- from the top, for the columns from left to right: {text.series(problem.top)}\n"
            f"- from the bottom, for the columns from left to right: {text.series(problem.bottom)}\n\n"
            "Any grid that meets all this will do."
        )

    def verify(self, problem: Problem, answer: list[list[int]]) -> Verdict:
        n = len(problem.left)
        if len(answer) != n or any(len(row) != n for row in answer):
            return Verdict.unparsed(f"not {n} rows of {n} heights")
        if fault := latin_fault(answer, "height"):
            return Verdict.invalid(fault)
        wanted = (problem.left, problem.right, problem.top, problem.bottom)
        return Verdict.share(views_met(views(answer, _visible_sum), wanted), 4 * n, power=10)

    def solve(self, problem: Problem) -> list[list[int]]:
        return problem.solution


def _visible_sum(heights: Sequence[int]) -> int:
    total, tallest = 0, -1
    for height in heights:
        if height > tallest:
            total, tallest = total + height, height
    return total
