from collections.abc import Sequence
from random import Random

from rlve_gym import core
from rlve_gym.core import IntegerRows, Ladder, Verdict, function
from rlve_gym.envs.puzzles._latin import latin_fault, random_latin_square, views, views_met
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    left: list[int]  # how many buildings of each row are visible from the left, and so on
    right: list[int]
    top: list[int]
    bottom: list[int]
    solution: list[list[int]]  # derived: the planted grid

    def __post_init__(self) -> None:
        n = len(self.solution)
        lines = (self.left, self.right, self.top, self.bottom, *self.solution)
        if n == 0 or any(len(line) != n for line in lines):
            raise ValueError("left, right, top, bottom and solution must have the same length, at least 1")


class Skyscrapers(core.Environment[Problem, list[list[int]]]):
    """Skyscrapers: a Latin square with visibility counts on all sides.

    Several grids may fit the counts; any of them is right.

    Quality: (counts met / 4n) ** 10.
    Source: classic.
    """

    ladder = Ladder(
        size=function(lambda difficulty: 3 + (difficulty + 1) // 2, "3, then +1 at 1, 3, 5, ..."),
        top=30,
    )
    answer_format = IntegerRows("the heights, row by row from the top", example="0 1\n1 0")

    def generate(self, rng: Random, *, size: int) -> Problem:
        grid = random_latin_square(rng, size)
        left, right, top, bottom = views(grid, _visible)
        return Problem(left=left, right=right, top=top, bottom=bottom, solution=grid)

    def describe(self, problem: Problem) -> str:
        n = len(problem.left)
        return (
            f"Fill a grid of {n} x {n} cells with buildings of heights 0 to {n - 1}, so that each row and each column "
            "contains every height exactly once. Seen from one side of the grid, a building in a row or column is "
            "visible if all buildings in front of it, between it and that side, are lower; the first one is always "
            "visible. These must be the numbers of visible buildings:\n"
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
        return Verdict.share(views_met(views(answer, _visible), wanted), 4 * n, power=10)

    def solve(self, problem: Problem) -> list[list[int]]:
        return problem.solution


def _visible(heights: Sequence[int]) -> int:
    count, tallest = 0, -1
    for height in heights:
        if height > tallest:
            count, tallest = count + 1, height
    return count
