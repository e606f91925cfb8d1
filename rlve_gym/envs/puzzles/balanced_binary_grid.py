from random import Random

from rlve_gym import core
from rlve_gym.core import Ladder, SymbolGrid, Verdict, choice, function
from rlve_gym.envs.puzzles._given import keeps_given


class Problem(core.Problem, frozen=True):
    grid: list[str]  # "*" is an empty cell
    solution: list[str]  # derived: the planted completion

    def __post_init__(self) -> None:
        widths = {len(row) for row in self.grid}
        if len(widths) != 1 or len(self.grid) % 2 or widths.pop() % 2 or set("".join(self.grid)) - set("01*"):
            raise ValueError(
                "grid must be a rectangle over 0, 1 and * with an even number of rows and columns"
            )


class BalancedBinaryGrid(core.Environment[Problem, list[str]]):
    """Fill in a 0/1 grid so that every row and every column has equally many zeros and ones.

    This is Binario without its rule against three equal cells in line. Several grids may be right; each is accepted.

    Quality: 1 if all rows and columns are balanced, else 0; an answer that changes a given cell is invalid.
    Source: classic (Binario, Takuzu). The planted grids come from a random walk by switches of H. J. Ryser,
    "Combinatorial properties of matrices of zeros and ones" (1957).
    """

    ladder = Ladder(
        max_half=function(lambda difficulty: 2 + (difficulty + 1) // 2, "2, then +1 at 1, 3, 5, ..."),
        empty_share=choice(0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9),
        top=30,
    )
    answer_format = SymbolGrid("the completed grid", "01", example="0110\n1001")

    def generate(self, rng: Random, *, max_half: int, empty_share: float) -> Problem:
        height, width = (2 * rng.randint(max(2, max_half - 2), max_half) for _ in range(2))
        cells = _random_balanced_grid(rng, height, width)
        solution = ["".join(map(str, row)) for row in cells]

        shown = [list(row) for row in solution]
        for place in rng.sample(range(height * width), max(1, int(height * width * empty_share))):
            shown[place // width][place % width] = "*"
        return Problem(grid=["".join(row) for row in shown], solution=solution)

    def describe(self, problem: Problem) -> str:
        shown = "\n".join(problem.grid).replace("*", ".")
        return (
            f"This grid of {len(problem.grid)} rows and {len(problem.grid[0])} columns is partly filled with zeros and "
            f'ones; "." is an empty cell:\n{shown}\n\n'
            "Fill every empty cell with 0 or 1, so that each row contains as many zeros as ones and each column "
            "contains as many zeros as ones. The given digits must stay as they are. Any such grid will do."
        )

    def verify(self, problem: Problem, answer: list[str]) -> Verdict:
        height, width = len(problem.grid), len(problem.grid[0])
        if len(answer) != height or any(len(row) != width for row in answer):
            return Verdict.unparsed(f"not {height} rows of {width} digits")
        if not keeps_given(problem.grid, answer, empty="*"):
            return Verdict.invalid("a given digit was changed")
        if any(2 * row.count("1") != width for row in answer):
            return Verdict.exact(False, "some row is not balanced")
        if any(2 * column.count("1") != height for column in zip(*answer, strict=True)):
            return Verdict.exact(False, "some column is not balanced")
        return Verdict.exact(True)

    def solve(self, problem: Problem) -> list[str]:
        return problem.solution


def _random_balanced_grid(rng: Random, height: int, width: int) -> list[list[int]]:
    """A checkerboard with shuffled lines, then switches: 01/10 <-> 10/01 at the corners of random rectangles.

    A draw of twice the same line changes nothing. Without the switches each row would be one pattern or its complement, and two rows would show all others.
    """
    columns = rng.sample(range(width), width)
    cells = [[(row + column) % 2 for column in columns] for row in rng.sample(range(height), height)]
    for _ in range(5 * height * width):
        upper = cells[rng.randrange(height)]
        lower = cells[rng.randrange(height)]
        left, right = rng.randrange(width), rng.randrange(width)
        if upper[left] != upper[right] and upper[left] == lower[right] and upper[right] == lower[left]:
            upper[left], upper[right] = upper[right], upper[left]
            lower[left], lower[right] = lower[right], lower[left]
    return cells
