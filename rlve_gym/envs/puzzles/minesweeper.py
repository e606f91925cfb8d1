from random import Random

from rlve_gym import core
from rlve_gym.core import Ladder, SymbolGrid, Verdict, choice, line


class Problem(core.Problem, frozen=True):
    grid: list[list[int]]  # -1 is a cell without a number
    solution: list[str]  # derived: the planted marking

    def __post_init__(self) -> None:
        if len({len(row) for row in self.grid}) != 1:
            raise ValueError("grid must have at least one row, and rows of the same length")
        if any(not -1 <= number <= 8 for row in self.grid for number in row):
            raise ValueError("grid must hold numbers from -1 to 8")
        if all(number == -1 for row in self.grid for number in row):
            raise ValueError("grid must hold at least one number other than -1")


class Minesweeper(core.Environment[Problem, list[str]]):
    """Place mines consistent with all numbers of a Minesweeper board.

    The number of mines is not told, and several markings may fit; each is accepted.

    Quality: (numbers met / numbers) ** 10; a marking with a mine on a number is invalid.
    Source: classic (Minesweeper); NP-complete, R. Kaye, "Minesweeper is NP-complete" (2000).
    """

    ladder = Ladder(max_side=line(4), clue_share=choice(0.6, 0.7, 0.8, 0.9, 0.95), top=30)
    answer_format = SymbolGrid(
        'the whole grid, with "*" for a mine and "." for any other cell', "*.", example=".*.*\n*.."
    )

    def generate(self, rng: Random, *, max_side: int, clue_share: float) -> Problem:
        height, width = (rng.randint(max(3, (max_side + 1) // 2), max_side) for _ in range(2))
        cells = [(row, column) for row in range(height) for column in range(width)]
        mine_count = max(1, min(int(rng.uniform(0.4, 0.7) * len(cells)), len(cells) - 1))
        rng.shuffle(cells)
        mines = set(cells[:mine_count])
        clue_count = max(1, int(clue_share * (len(cells) - mine_count)))
        solution = ["".join(".*"[(row, column) in mines] for column in range(width)) for row in range(height)]
        grid = [[-1] * width for _ in range(height)]
        for row, column in cells[mine_count : mine_count + clue_count]:
            grid[row][column] = _mines_beside(solution, row, column)
        return Problem(grid=grid, solution=solution)

    def describe(self, problem: Problem) -> str:
        # Here "." means a cell without a mine in the answer, so unknown cells are "?".
        shown = "\n".join(
            "".join("?" if number == -1 else str(number) for number in row) for row in problem.grid
        )
        return (
            f"This Minesweeper board has {len(problem.grid)} rows and {len(problem.grid[0])} columns:\n{shown}\n\n"
            "A cell with a number has no mine; the number says how many of its up to eight neighbors, horizontally, "
            'vertically and diagonally, have a mine. A cell with "?" may have a mine or not. Place mines so that all '
            "numbers are right. How many mines there are is not known. Any such placement will do."
        )

    def verify(self, problem: Problem, answer: list[str]) -> Verdict:
        height, width = len(problem.grid), len(problem.grid[0])
        if len(answer) != height or any(len(row) != width for row in answer):
            return Verdict.unparsed(f"not {height} rows of {width} cells")
        hits = total = 0
        for row, numbers in enumerate(problem.grid):
            for column, number in enumerate(numbers):
                if number == -1:
                    continue
                if answer[row][column] == "*":
                    return Verdict.invalid("a cell with a number has a mine")
                hits += _mines_beside(answer, row, column) == number
                total += 1
        return Verdict.share(hits, total, power=10)

    def solve(self, problem: Problem) -> list[str]:
        return problem.solution


def _mines_beside(marking: list[str], row: int, column: int) -> int:
    """The mines around a cell that has none itself."""
    left = max(0, column - 1)
    return sum(cells[left : column + 2].count("*") for cells in marking[max(0, row - 1) : row + 2])
