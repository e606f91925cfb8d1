from random import Random

from rlve_gym import core
from rlve_gym.core import Ladder, SymbolGrid, Verdict, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    row_sums: list[int]
    column_sums: list[int]
    solution: list[str]  # derived: the planted grid

    def __post_init__(self) -> None:
        if not self.row_sums or not self.column_sums:
            raise ValueError("row_sums and column_sums must not be empty")


class Kakurasu(core.Environment[Problem, list[str]]):
    """Kakurasu: fill a 0/1 grid with given index-weighted row and column sums.

    Small puzzles nearly always have one solution, large ones many; each is accepted.

    Quality: (rows and columns with the right sum / all rows and columns) ** 10.
    Source: classic.
    """

    ladder = Ladder(max_side=line(3), top=30)
    answer_format = SymbolGrid("the grid", "01", example="0110\n1001")

    def generate(self, rng: Random, *, max_side: int) -> Problem:
        height, width = (rng.randint(max(2, (max_side + 1) // 2), max_side) for _ in range(2))
        # Nearly empty and nearly full grids would be easy.
        density = rng.uniform(0.35, 0.65)
        grid = ["".join("01"[rng.random() < density] for _ in range(width)) for _ in range(height)]
        row_sums, column_sums = _sums(grid)
        return Problem(row_sums=row_sums, column_sums=column_sums, solution=grid)

    def describe(self, problem: Problem) -> str:
        height, width = len(problem.row_sums), len(problem.column_sums)
        return (
            f"Fill a grid of {height} rows and {width} columns with zeros and ones. The rows are numbered 1 to {height} "
            f"from top to bottom, the columns 1 to {width} from left to right. The sum of a row is the sum of the "
            "numbers of the columns in which it has a 1; the sum of a column is the sum of the numbers of the rows in "
            "which it has a 1. These must be the sums:\n"
            f"- of the rows from top to bottom: {text.series(problem.row_sums)}\n"
            f"- of the columns from left to right: {text.series(problem.column_sums)}\n\n"
            "Any grid with these sums will do."
        )

    def verify(self, problem: Problem, answer: list[str]) -> Verdict:
        height, width = len(problem.row_sums), len(problem.column_sums)
        if len(answer) != height or any(len(row) != width for row in answer):
            return Verdict.unparsed(f"not {height} rows of {width} digits")
        row_sums, column_sums = _sums(answer)
        hits = sum(found == wanted for found, wanted in zip(row_sums, problem.row_sums, strict=True))
        hits += sum(found == wanted for found, wanted in zip(column_sums, problem.column_sums, strict=True))
        return Verdict.share(hits, height + width, power=10)

    def solve(self, problem: Problem) -> list[str]:
        return problem.solution


def _sums(grid: list[str]) -> tuple[list[int], list[int]]:
    """For each row and each column, the sum of the 1-based places of its ones."""
    rows, columns = (
        [sum(place for place, digit in enumerate(cells, 1) if digit == "1") for cells in lines]
        for lines in (grid, zip(*grid, strict=True))
    )
    return rows, columns
