from random import Random

from rlve_gym import core
from rlve_gym.core import Ladder, SymbolGrid, Verdict, choice, line
from rlve_gym.envs.puzzles._given import keeps_given
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    grid: list[str]  # "*" is an open cell
    row_counts: list[int]
    column_counts: list[int]
    solution: list[str]  # derived: the planted filling

    def __post_init__(self) -> None:
        shape = [len(self.column_counts)] * len(self.row_counts)
        if not shape or [len(row) for row in self.grid] != shape or set("".join(self.grid)) - set("01*"):
            raise ValueError(
                "grid must have a row over 0, 1 and * for each row count, a cell for each column count"
            )


class NonadjacentOnesWithLineCounts(core.Environment[Problem, list[str]]):
    """Fill a 0/1 grid with no two adjacent ones and given row and column counts.

    Several fillings may be right; each is accepted.

    Quality: (rows and columns with the right count / all rows and columns) ** 10; an answer that changes a given cell
    or has adjacent ones is invalid.
    Source: classic (Tents, also known as Camping, without the trees).
    """

    ladder = Ladder(max_side=line(3), empty_share=choice(0.4, 0.5, 0.6, 0.7, 0.8, 0.9), top=30)
    answer_format = SymbolGrid("the completed grid", "01", example="0100\n1001")

    def generate(self, rng: Random, *, max_side: int, empty_share: float) -> Problem:
        height, width = (rng.randint(max(2, (max_side + 1) // 2), max_side) for _ in range(2))
        ones: list[int] = []
        while not ones:  # hardly ever twice: the first cell alone becomes 1 every other time
            ones = _random_nonadjacent(rng, height, width)
        cells = ["0"] * (height * width)
        for place in ones:
            cells[place] = "1"
        solution = _rows(cells, width)

        # A 1 is among the erased cells, or zeros alone would often be right.
        first = rng.choice(ones)
        others = [place for place in range(height * width) if place != first]
        for place in [first, *rng.sample(others, max(1, int(height * width * empty_share)) - 1)]:
            cells[place] = "*"
        return Problem(
            grid=_rows(cells, width),
            row_counts=[row.count("1") for row in solution],
            column_counts=[column.count("1") for column in zip(*solution, strict=True)],
            solution=solution,
        )

    def describe(self, problem: Problem) -> str:
        shown = "\n".join(problem.grid).replace("*", ".")
        return (
            f"This grid of {len(problem.row_counts)} rows and {len(problem.column_counts)} columns is partly filled with "
            f'zeros and ones; "." is an empty cell:\n{shown}\n\n'
            "Fill every empty cell with 0 or 1, so that no two ones are next to each other horizontally or vertically, "
            "and so that the numbers of ones are:\n"
            f"- in the rows from top to bottom: {text.series(problem.row_counts)}\n"
            f"- in the columns from left to right: {text.series(problem.column_counts)}\n\n"
            "The given digits must stay as they are. Any such grid will do."
        )

    def verify(self, problem: Problem, answer: list[str]) -> Verdict:
        height, width = len(problem.row_counts), len(problem.column_counts)
        if len(answer) != height or any(len(row) != width for row in answer):
            return Verdict.unparsed(f"not {height} rows of {width} digits")
        if not keeps_given(problem.grid, answer, empty="*"):
            return Verdict.invalid("a given digit was changed")
        columns = ["".join(column) for column in zip(*answer, strict=True)]
        if any("11" in cells for cells in (*answer, *columns)):
            return Verdict.invalid("two ones are next to each other")
        counts = [*problem.row_counts, *problem.column_counts]
        hits = sum(
            cells.count("1") == count for cells, count in zip((*answer, *columns), counts, strict=True)
        )
        return Verdict.share(hits, height + width, power=10)

    def solve(self, problem: Problem) -> list[str]:
        return problem.solution


def _random_nonadjacent(rng: Random, height: int, width: int) -> list[int]:
    """Cells, as row * width + column, of which no two are adjacent: in random order, every other cell that can be."""
    chosen = [False] * (height * width)
    for place in rng.sample(range(height * width), height * width):
        column = place % width
        if not (
            (column > 0 and chosen[place - 1])
            or (column < width - 1 and chosen[place + 1])
            or (place >= width and chosen[place - width])
            or (place < (height - 1) * width and chosen[place + width])
        ):
            chosen[place] = rng.random() < 0.5
    return [place for place, is_chosen in enumerate(chosen) if is_chosen]


def _rows(cells: list[str], width: int) -> list[str]:
    return ["".join(cells[start : start + width]) for start in range(0, len(cells), width)]
