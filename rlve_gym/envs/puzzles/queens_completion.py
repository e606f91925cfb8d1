from random import Random

from rlve_gym import core
from rlve_gym.core import Ladder, SymbolGrid, Verdict, line


class Problem(core.Problem, frozen=True):
    grid: list[str]  # "Q" is a queen, "." an empty cell
    queens_to_add: int
    solution: list[str]  # derived: the planted completed board

    def __post_init__(self) -> None:
        n = len(self.grid)
        if n == 0 or any(len(row) != n for row in self.grid) or set("".join(self.grid)) - set("Q."):
            raise ValueError("grid must be a square over Q and .")


class QueensCompletion(core.Environment[Problem, list[str]]):
    """Add K non-attacking queens to a partly filled board (n-queens completion).

    Several completions may be right; each is accepted. Unlike in the published suite the completed board always has n
    queens, and a third to two thirds of them are missing.

    Quality: 1 if K queens were added and no two attack each other, else 0; a board without one of the given queens is
    invalid.
    Source: classic; NP-complete, I. P. Gent, C. Jefferson and P. Nightingale, "Complexity of n-Queens Completion" (2017).
    """

    ladder = Ladder(size=line(5), top=30)
    answer_format = SymbolGrid("the completed board", "Q.", example="Q..\n..Q\nQ.Q")

    def generate(self, rng: Random, *, size: int) -> Problem:
        columns = _random_queens(rng, size)
        queens_to_add = rng.randint(size // 3, 2 * size // 3)
        removed = rng.sample(range(size), queens_to_add)
        solution = ["." * column + "Q" + "." * (size - 1 - column) for column in columns]
        grid = ["." * size if row in removed else cells for row, cells in enumerate(solution)]
        return Problem(grid=grid, queens_to_add=queens_to_add, solution=solution)

    def describe(self, problem: Problem) -> str:
        n, k = len(problem.grid), problem.queens_to_add
        shown = "\n".join(problem.grid)
        queens = "queen" if k == 1 else "queens"
        return (
            f'This {n} x {n} chessboard has some queens ("Q") and empty cells ("."):\n{shown}\n\n'
            f"Add exactly {k} {queens} on empty cells, so that no two queens of the whole board share a row, a column or a "
            "diagonal, in either direction and at any distance. The given queens stay where they are. Any such board "
            "will do."
        )

    def verify(self, problem: Problem, answer: list[str]) -> Verdict:
        n = len(problem.grid)
        if len(answer) != n or any(len(row) != n for row in answer):
            return Verdict.unparsed(f"not {n} rows of {n} cells")
        before, after = "".join(problem.grid), "".join(answer)
        if any(old == "Q" != new for old, new in zip(before, after, strict=True)):
            return Verdict.invalid("a given queen is missing")
        added = after.count("Q") - before.count("Q")
        if added != problem.queens_to_add:
            return Verdict.exact(False, f"{added} queens were added instead of {problem.queens_to_add}")
        queens = [divmod(place, n) for place, cell in enumerate(after) if cell == "Q"]
        lines = zip(*((row, column, row + column, row - column) for row, column in queens), strict=True)
        peaceful = all(len(set(numbers)) == len(queens) for numbers in lines)
        return Verdict.exact(peaceful, None if peaceful else "two queens attack each other")

    def solve(self, problem: Problem) -> list[str]:
        return problem.solution


def _random_queens(rng: Random, n: int) -> list[int]:
    """The columns of n non-attacking queens, row by row, for n >= 4.

    From a random permutation, the row of an attacked queen is swapped with any other unless that makes things worse:
    after R. Sosic and J. Gu, "A polynomial time algorithm for the N-queens problem" (1990).
    """
    while True:
        columns = rng.sample(range(n), n)
        collisions, attacked = _collisions(columns), _attacked(columns)
        for _ in range(20 * n):  # then from another permutation, as this one may lead nowhere
            if collisions == 0:
                return columns
            i, j = rng.choice(attacked), rng.randrange(n)
            columns[i], columns[j] = columns[j], columns[i]
            after = _collisions(columns)
            if after > collisions:
                columns[i], columns[j] = columns[j], columns[i]
            else:
                collisions, attacked = after, _attacked(columns)


def _collisions(columns: list[int]) -> int:
    """How many queens too many there are on diagonals; 0 just if there are none."""
    falling = {row - column for row, column in enumerate(columns)}
    rising = {row + column for row, column in enumerate(columns)}
    return 2 * len(columns) - len(falling) - len(rising)


def _attacked(columns: list[int]) -> list[int]:
    """The rows whose queen shares a diagonal with another one."""
    falling = [row - column for row, column in enumerate(columns)]
    rising = [row + column for row, column in enumerate(columns)]
    return [
        row
        for row, (down, up) in enumerate(zip(falling, rising, strict=True))
        if falling.count(down) > 1 or rising.count(up) > 1
    ]
