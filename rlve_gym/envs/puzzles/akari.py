from collections.abc import Container, Iterable, Sequence
from itertools import count
from random import Random

from rlve_gym import core
from rlve_gym.core import Ladder, SymbolGrid, Verdict, choice, line

Cell = tuple[int, int]


class Problem(core.Problem, frozen=True):
    grid: list[str]  # W is a white cell, B a black one, a digit a black one with a number
    solution: list[str]  # derived: the grid with L for the bulbs of a solution

    def __post_init__(self) -> None:
        symbols = set("".join(self.grid))
        if len({len(row) for row in self.grid}) != 1 or symbols - set("WB01234"):
            raise ValueError("grid must be a rectangle over W, B and the digits 0 to 4")
        if not symbols & set("01234"):
            raise ValueError("grid must have at least one numbered cell")


class Akari(core.Environment[Problem, list[str]]):
    """Akari (Light Up).

    Several placements of bulbs may be right; each is accepted.

    Quality: (numbered cells with the right number of bulbs / numbered cells) ** 10; an answer is invalid if two bulbs see
    each other, a white cell stays dark, or a black cell is changed.
    Source: classic (Nikoli).
    """

    ladder = Ladder(max_side=line(3), clue_share=choice(0.5, 0.6, 0.7, 0.8, 0.9, 0.95), top=30)
    answer_format = SymbolGrid(
        "the whole grid, with L in place of W where a bulb is and all other cells as they are",
        "WLB01234",
        example="WLB2\nW1WL",
    )

    def generate(self, rng: Random, *, max_side: int, clue_share: float) -> Problem:
        # Boards that a pass from corner to corner solves without a look at the numbers are redrawn: every other small
        # board, hardly any large one.
        for _ in range(50):
            grid, bulbs = _random_board(rng, max_side, clue_share)
            runs = _white_runs(grid)
            white = list(runs)
            if not any(all(_numbers_met(grid, _place_bulbs(runs, order))) for order in (white, white[::-1])):
                break
        solution = [list(row) for row in grid]
        for row, column in bulbs:
            solution[row][column] = "L"
        return Problem(grid=grid, solution=["".join(row) for row in solution])

    def describe(self, problem: Problem) -> str:
        shown = "\n".join(problem.grid)
        return (
            f"This grid of {len(problem.grid)} rows and {len(problem.grid[0])} columns has white cells (W) and black cells "
            f"(B or a digit):\n{shown}\n\n"
            "Put light bulbs on some of the white cells. A bulb lights its own cell and, in all four directions along "
            "its row and column, every cell up to the next black cell or the border. These are the rules:\n"
            "- Every white cell is lit.\n"
            "- No bulb is lit by another bulb.\n"
            "- A black cell with a digit has exactly that many bulbs among the up to four cells directly above, below, "
            "left and right of it. Around a B there may be any number of them.\n\n"
            "Any such placement will do."
        )

    def verify(self, problem: Problem, answer: list[str]) -> Verdict:
        height, width = len(problem.grid), len(problem.grid[0])
        if len(answer) != height or any(len(row) != width for row in answer):
            return Verdict.unparsed(f"not {height} rows of {width} cells")
        if [row.replace("L", "W") for row in answer] != problem.grid:
            return Verdict.invalid("a cell was changed to something else than a bulb on white")
        runs = _white_runs(problem.grid)
        bulbs = [(row, column) for row, column in runs if answer[row][column] == "L"]
        lit = {run for bulb in bulbs for run in runs[bulb]}
        if len(lit) < 2 * len(bulbs):  # some run has two bulbs
            return Verdict.invalid("two bulbs light each other")
        if any(across not in lit and down not in lit for across, down in runs.values()):
            return Verdict.invalid("some white cell is not lit")
        met = _numbers_met(problem.grid, bulbs)
        return Verdict.share(sum(met), len(met), power=10)

    def solve(self, problem: Problem) -> list[str]:
        return problem.solution


def _random_board(rng: Random, max_side: int, clue_share: float) -> tuple[list[str], list[Cell]]:
    """A random grid with numbers, and bulbs that solve it."""
    height, width = (rng.randint(max(3, max_side - 2), max_side) for _ in range(2))
    cells = [(row, column) for row in range(height) for column in range(width)]
    black_count = max(1, min(int(len(cells) * rng.uniform(0.15, 0.4)), len(cells) - 1))
    rng.shuffle(cells)
    black, white = cells[:black_count], cells[black_count:]
    rows = [["W"] * width for _ in range(height)]
    for row, column in black:
        rows[row][column] = "B"
    bulbs = _place_bulbs(_white_runs(rows), white)
    placed = set(bulbs)
    for row, column in black[: max(1, int(clue_share * black_count))]:
        rows[row][column] = str(_beside(placed, row, column))
    return ["".join(row) for row in rows], bulbs


def _white_runs(grid: Sequence[Sequence[str]]) -> dict[Cell, tuple[int, int]]:
    """For each white cell, the numbers of the horizontal and of the vertical run of white cells that it is in."""
    runs: dict[Cell, tuple[int, int]] = {}
    fresh = count()
    for row, symbols in enumerate(grid):
        for column, symbol in enumerate(symbols):
            if symbol == "W":
                left, above = runs.get((row, column - 1)), runs.get((row - 1, column))
                runs[row, column] = (left[0] if left else next(fresh), above[1] if above else next(fresh))
    return runs


def _place_bulbs(runs: dict[Cell, tuple[int, int]], order: Iterable[Cell]) -> list[Cell]:
    """Visits the white cells and puts a bulb on each that is not yet lit: all are lit then, and no bulb by another."""
    bulbs: list[Cell] = []
    lit: set[int] = set()
    for cell in order:
        if lit.isdisjoint(runs[cell]):
            bulbs.append(cell)
            lit.update(runs[cell])
    return bulbs


def _beside(bulbs: Container[Cell], row: int, column: int) -> int:
    """How many bulbs are next to a cell."""
    neighbors = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return sum(cell in bulbs for cell in neighbors)


def _numbers_met(grid: list[str], bulbs: Iterable[Cell]) -> list[bool]:
    """For each numbered cell, whether it has the right number of bulbs."""
    placed = set(bulbs)
    return [
        _beside(placed, row, column) == int(symbol)
        for row, symbols in enumerate(grid)
        for column, symbol in enumerate(symbols)
        if symbol not in "WB"
    ]
