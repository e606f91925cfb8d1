from random import Random

from rlve_gym import core
from rlve_gym.core import IntegerRows, Ladder, Verdict, function
from rlve_gym.envs.puzzles._given import keeps_given
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    box_height: int
    box_width: int
    grid: list[list[int]]  # 0 is a blank
    solution: list[list[int]]  # derived: the planted grid

    def __post_init__(self) -> None:
        side = self.box_height * self.box_width
        if self.box_height < 1 or self.box_width < 1 or len(self.grid) != side or len(self.solution) != side:
            raise ValueError("grid and solution must have box_height * box_width rows, at least 1")
        if any(len(row) != side for row in [*self.grid, *self.solution]):
            raise ValueError("grid and solution must have box_height * box_width columns")


class Sudoku(core.Environment[Problem, list[list[int]]]):
    """Sudoku with rectangular boxes.

    There is exactly one solution, by construction: a cell is blanked only if its number follows from what is left,
    because all others stand in its row, column and box, or because it has no other place in one of these. Where that
    ends before the wanted share of blanks (on large grids), fewer are blank.

    Source: classic. Grids are mixed from a cyclic pattern by exchanges along cycles, as in I. M. Wanless, "Cycle
    switches in Latin squares" (2004): of two rows of one band, two columns of one stack, or two numbers.
    """

    ladder = Ladder(
        max_box_height=function(lambda difficulty: 2 + difficulty // 6, "2, then +1 at 6, 12, 18"),
        max_box_width=function(lambda difficulty: 2 + (difficulty + 3) // 6, "2, then +1 at 3, 9, 15"),
        empty_share=function(
            lambda difficulty: round(0.3 + 0.02 * difficulty, 2), "0.3, +0.02 per difficulty"
        ),
        top=20,
    )
    answer_format = IntegerRows("the completed grid, row by row from the top", example="1 2\n2 1")

    def generate(
        self, rng: Random, *, max_box_height: int, max_box_width: int, empty_share: float
    ) -> Problem:
        height = rng.randint(max(2, max_box_height - 2), max_box_height)
        width = rng.randint(max(2, max_box_width - 2), max_box_width)
        if rng.random() < 0.5:
            height, width = width, height
        solution = _random_grid(rng, height, width)
        grid = [list(row) for row in solution]
        side = height * width
        wanted = max(1, int(empty_share * side * side))
        # Rows, columns and boxes one after the other: which numbers they miss, and where (the units of each blank).
        missing = [set[int]() for _ in range(3 * side)]
        blanks = [list[tuple[int, int, int]]() for _ in range(3 * side)]
        count = 0
        for cell in rng.sample(range(side * side), side * side):
            if count == wanted:
                break
            r, c = divmod(cell, side)
            number = solution[r][c]
            units = (r, side + c, 2 * side + r // height * height + c // width)
            for unit in units:
                missing[unit].add(number)
            if len(set.intersection(*(missing[unit] for unit in units))) == 1 or not all(
                any(all(number in missing[other] for other in blank) for blank in blanks[unit])
                for unit in units
            ):
                grid[r][c] = 0
                count += 1
                for unit in units:
                    blanks[unit].append(units)
            else:
                for unit in units:
                    missing[unit].remove(number)
        return Problem(box_height=height, box_width=width, grid=grid, solution=solution)

    def describe(self, problem: Problem) -> str:
        height, width = problem.box_height, problem.box_width
        side = height * width
        shown = text.grid([value or "." for value in row] for row in problem.grid)
        return (
            f"Solve this Sudoku. The grid of {side} x {side} cells is divided into boxes of {height} rows and {width} "
            f'columns, beginning in the upper left corner. Replace each ".", an unknown cell, by a number, so that each '
            f"row, each column and each box contains every number from 1 to {side} exactly once.\n{shown}\n\n"
            "There is exactly one solution."
        )

    def verify(self, problem: Problem, answer: list[list[int]]) -> Verdict:
        height, width = problem.box_height, problem.box_width
        side = height * width
        if len(answer) != side or any(len(row) != side for row in answer):
            return Verdict.unparsed(f"not {side} rows of {side} numbers")
        if not all(1 <= value <= side for row in answer for value in row):
            return Verdict.invalid(f"some number is not in 1..{side}")
        if not keeps_given(problem.grid, answer, empty=0):
            return Verdict.invalid("a given cell is changed")
        boxes = (
            [value for row in answer[top : top + height] for value in row[left : left + width]]
            for top in range(0, side, height)
            for left in range(0, side, width)
        )
        for kind, units in (("row", answer), ("column", zip(*answer, strict=True)), ("box", boxes)):
            if any(len(set(unit)) != side for unit in units):
                return Verdict.exact(False, f"some {kind} contains a number twice")
        return Verdict.exact(True)

    def solve(self, problem: Problem) -> list[list[int]]:
        return problem.solution


def _random_grid(rng: Random, height: int, width: int) -> list[list[int]]:
    """A filled grid."""
    side = height * width
    numbers = rng.sample(range(1, side + 1), side)
    grid = [
        [numbers[(width * (row % height) + row // height + column) % side] for column in range(side)]
        for row in range(side)
    ]
    for _ in range(4 * side):  # an even number of transpositions
        _exchange_in_rows(rng, grid, height)
        _exchange_numbers(rng, grid, height, width)
        grid, height, width = [list(column) for column in zip(*grid, strict=True)], width, height
    return grid


def _exchange_in_rows(rng: Random, grid: list[list[int]], height: int) -> None:
    """Exchanges two rows of one band in some columns, as few as keep all numbers in both rows."""
    top = rng.randrange(0, len(grid), height)
    upper, lower = (grid[row] for row in rng.sample(range(top, top + height), 2))
    place = {number: column for column, number in enumerate(upper)}
    start = column = rng.randrange(len(grid))
    while True:
        upper[column], lower[column] = lower[column], upper[column]
        column = place[upper[column]]  # where this number was in the upper row, and still is
        if column == start:
            return


def _exchange_numbers(rng: Random, grid: list[list[int]], height: int, width: int) -> None:
    """Exchanges two numbers in some rows, as few as keep both in every column and box."""
    pair = rng.sample(range(1, len(grid) + 1), 2)
    columns = [[row.index(number) for row in grid] for number in pair]
    row_by_column = [{column: row for row, column in enumerate(places)} for places in columns]
    row_by_box = [
        {(row // height, column // width): row for row, column in enumerate(places)} for places in columns
    ]
    rows, open_rows = set[int](), [rng.randrange(len(grid))]
    while open_rows:
        row = open_rows.pop()
        if row not in rows:
            rows.add(row)
            for this, other in ((0, 1), (1, 0)):
                column = columns[this][row]
                open_rows.append(row_by_column[other][column])
                open_rows.append(row_by_box[other][row // height, column // width])
    for row in rows:
        grid[row][columns[0][row]], grid[row][columns[1][row]] = pair[1], pair[0]
