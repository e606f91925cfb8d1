from random import Random
from typing import Literal

from rlve_gym import core
from rlve_gym.core import Ladder, Moves, Verdict, function, line
from rlve_gym.envs.puzzles._boards import Grid, cells_right, check_boards
from rlve_gym.kit import text

Move = tuple[Literal["row", "column"], int, int]  # which row or column, and how far to the right or down


class Problem(core.Problem, frozen=True):
    start_grid: Grid
    target_grid: Grid
    max_row_shift: int
    max_column_shift: int
    solution: list[Move]  # derived: the planted moves

    def __post_init__(self) -> None:
        check_boards(self.start_grid, self.target_grid)
        n, m = len(self.start_grid), len(self.start_grid[0])
        if not (1 <= self.max_row_shift < m and 1 <= self.max_column_shift < n):
            raise ValueError(
                "max_row_shift and max_column_shift must be at least 1 and less than a full turn"
            )


class RowColumnShiftPuzzle(core.Environment[Problem, list[Move]]):
    """Reach a target grid by cyclic shifts of rows and columns.

    Any sequence of moves that reaches the target is right, however long. It is no 15-puzzle: there is no blank.

    Quality: (cells that end as in the target / nm) ** 10.
    Source: classic; cf. the game Loopover.
    """

    ladder = Ladder(
        max_side=function(
            lambda difficulty: min(3 + (difficulty + 1) // 2, 8), "3, then +1 at 1, 3, 5, 7, 9"
        ),
        step_count=line(2, every=2),
        top=30,
    )
    answer_format = Moves(
        "the moves in order", {"row": 2, "column": 2}, example="row 0 1\ncolumn 1 -1\nrow 0 -1\ncolumn 1 1"
    )

    def generate(self, rng: Random, *, max_side: int, step_count: int) -> Problem:
        while True:
            n, m = rng.randint(2, max_side), rng.randint(2, max_side)
            max_row_shift, max_column_shift = rng.randint(1, m - 1), rng.randint(1, n - 1)
            numbers = rng.sample(range(n * m), n * m)
            start = [numbers[i * m : (i + 1) * m] for i in range(n)]
            target = [list(row) for row in start]
            solution: list[Move] = []
            while len(solution) < step_count:
                kind: Literal["row", "column"] = "row" if rng.random() < 0.5 else "column"
                index = rng.randrange(n if kind == "row" else m)
                if solution and solution[-1][:2] == (kind, index):
                    continue  # two moves that could be one
                greatest = max_row_shift if kind == "row" else max_column_shift
                solution.append((kind, index, rng.choice((-1, 1)) * rng.randint(1, greatest)))
                _shift(target, *solution[-1])
            if target != start:
                return Problem(
                    start_grid=start,
                    target_grid=target,
                    max_row_shift=max_row_shift,
                    max_column_shift=max_column_shift,
                    solution=solution,
                )

    def describe(self, problem: Problem) -> str:
        n, m = len(problem.start_grid), len(problem.start_grid[0])
        row_shift, column_shift = problem.max_row_shift, problem.max_column_shift
        return (
            f"A grid of {n} rows, numbered 0 to {n - 1} from the top, and {m} columns, numbered 0 to {m - 1} from the left, "
            f"holds the numbers 0 to {n * m - 1}:\n{text.grid(problem.start_grid)}\n\n"
            "There are two kinds of moves:\n"
            f"- row i t: shift row i cyclically by t places to the right, where t is an integer from {-row_shift} to "
            f"{row_shift}; a negative t shifts to the left.\n"
            f"- column j t: shift column j cyclically by t places down, where t is an integer from {-column_shift} to "
            f"{column_shift}; a negative t shifts up.\n"
            "Numbers that leave the grid at one end of the row or column come back at its other end.\n\n"
            f"Find a sequence of moves that changes the grid into this one:\n{text.grid(problem.target_grid)}\n\n"
            "Any such sequence will do; it need not be a shortest one."
        )

    def verify(self, problem: Problem, answer: list[Move]) -> Verdict:
        grid = [list(row) for row in problem.start_grid]
        n, m = len(grid), len(grid[0])
        for kind, index, shift in answer:
            count, greatest = (n, problem.max_row_shift) if kind == "row" else (m, problem.max_column_shift)
            if not 0 <= index < count:
                return Verdict.invalid(f"there is no such {kind}: they are numbered 0 to {count - 1}")
            if abs(shift) > greatest:
                return Verdict.invalid(f"a {kind} is shifted by more than {greatest}")
            _shift(grid, kind, index, shift)
        return Verdict.share(cells_right(grid, problem.target_grid), n * m, power=10)

    def solve(self, problem: Problem) -> list[Move]:
        return problem.solution


def _shift(grid: Grid, kind: str, index: int, shift: int) -> None:
    """Makes a move, with a shift of less than a full turn."""
    if kind == "row":
        row = grid[index]
        grid[index] = row[-shift:] + row[:-shift]
    else:
        column = [row[index] for row in grid]
        for row, number in zip(grid, column[-shift:] + column[:-shift], strict=True):
            row[index] = number
