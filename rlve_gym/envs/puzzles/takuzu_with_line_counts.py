from random import Random

from rlve_gym import core
from rlve_gym.core import Ladder, SymbolGrid, Verdict, choice, line
from rlve_gym.envs.puzzles._given import keeps_given
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    grid: list[str]  # "*" is an empty cell
    row_counts: list[int]
    column_counts: list[int]
    solution: list[str]  # derived: the planted filling

    def __post_init__(self) -> None:
        shape = [len(self.column_counts)] * len(self.row_counts)
        if not shape or [len(row) for row in self.grid] != shape or set("".join(self.grid)) - set("01*"):
            raise ValueError(
                "grid must have a row over 0, 1 and * for each row count, a cell for each column count"
            )


class TakuzuWithLineCounts(core.Environment[Problem, list[str]]):
    """Fill a 0/1 grid with given row and column counts and no three equal cells in line.

    A variant of Takuzu (Binario): lines need neither be balanced nor differ from each other. Several fillings may be
    right; each is accepted.

    Quality: (rows and columns with the right count / all rows and columns) ** 10; an answer that changes a given cell
    or has three equal cells in line is invalid.
    Source: classic (Takuzu, Binario), with line counts.
    """

    ladder = Ladder(
        max_side=line(3),
        # With fewer empty cells even large grids would be easy.
        empty_share=choice(0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9),
        top=30,
    )
    answer_format = SymbolGrid("the completed grid", "01", example="0110\n1001")

    def generate(self, rng: Random, *, max_side: int, empty_share: float) -> Problem:
        # In two rows or columns the rule of three would be empty.
        height, width = (rng.randint(max(3, max_side - 2), max_side) for _ in range(2))
        solution: list[str] = []
        for _ in range(height):
            # Two equal cells force the one below. There is always a row: the complement of the one above.
            above = zip(*solution[-2:], strict=True) if len(solution) > 1 else [("0", "1")] * width
            allowed = ["01".replace(first, "") if first == second else "01" for first, second in above]
            solution.append(_random_row(rng, allowed))

        shown = [list(row) for row in solution]
        for place in rng.sample(range(height * width), max(1, int(height * width * empty_share))):
            shown[place // width][place % width] = "*"
        return Problem(
            grid=["".join(row) for row in shown],
            row_counts=[row.count("1") for row in solution],
            column_counts=[column.count("1") for column in zip(*solution, strict=True)],
            solution=solution,
        )

    def describe(self, problem: Problem) -> str:
        shown = "\n".join(problem.grid).replace("*", ".")
        return (
            f"This grid of {len(problem.row_counts)} rows and {len(problem.column_counts)} columns is partly filled with "
            f'zeros and ones; "." is an empty cell:\n{shown}\n\n'
            "Fill every empty cell with 0 or 1, so that no three consecutive cells of a row are equal, no three consecutive "
            "cells of a column are equal, and the numbers of ones are:\n"
            f"- in the rows from top to bottom: {text.series(problem.row_counts)}\n"
            f"- in the columns from left to right: {text.series(problem.column_counts)}\n\n"
            "The given digits must stay as they are. There are no other rules: rows and columns may be equal to each "
            "other and need not be balanced. Any such grid will do."
        )

    def verify(self, problem: Problem, answer: list[str]) -> Verdict:
        height, width = len(problem.row_counts), len(problem.column_counts)
        if len(answer) != height or any(len(row) != width for row in answer):
            return Verdict.unparsed(f"not {height} rows of {width} digits")
        if not keeps_given(problem.grid, answer, empty="*"):
            return Verdict.invalid("a given digit was changed")
        lines = [*answer, *("".join(column) for column in zip(*answer, strict=True))]
        if any("000" in cells or "111" in cells for cells in lines):
            return Verdict.invalid("three equal cells are in line")
        counts = [*problem.row_counts, *problem.column_counts]
        hits = sum(cells.count("1") == count for cells, count in zip(lines, counts, strict=True))
        return Verdict.share(hits, height + width, power=10)

    def solve(self, problem: Problem) -> list[str]:
        return problem.solution


_LONGER = {
    "": {"0": "0", "1": "1"},
    "0": {"0": "00", "1": "1"},
    "00": {"1": "1"},
    "1": {"0": "0", "1": "11"},
    "11": {"0": "0"},
}
"""For the run of equal digits at the end of a row: the digits that may follow, and the run at the end then."""


def _random_row(rng: Random, allowed: list[str]) -> str:
    """A uniformly random row with these digits allowed in each cell and no three equal ones in line."""
    # Ways to complete a row after each run, for more and more cells from the right end.
    ways = [dict.fromkeys(_LONGER, 1)]
    for digits in reversed(allowed):
        after = ways[-1]
        ways.append(
            {
                run: sum(after[longer] for digit, longer in follow.items() if digit in digits)
                for run, follow in _LONGER.items()
            }
        )
    row, run = "", ""
    for digits, after in zip(allowed, reversed(ways[:-1]), strict=True):
        runs = [longer for digit, longer in _LONGER[run].items() if digit in digits]
        run = rng.choices(runs, [after[longer] for longer in runs])[0]
        row += run[-1]
    return row
