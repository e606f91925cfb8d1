from random import Random

from rlve_gym import core
from rlve_gym.core import IntegerRows, Ladder, Verdict, function, line
from rlve_gym.envs.puzzles._given import keeps_given
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    grid: list[list[int]]  # 0 is a blank
    solution: list[list[int]]  # derived: the planted square

    def __post_init__(self) -> None:
        n = len(self.grid)
        if n == 0 or len(self.solution) != n or any(len(row) != n for row in [*self.grid, *self.solution]):
            raise ValueError("grid and solution must be squares of the same size, at least 1")


class MagicSquare(core.Environment[Problem, list[list[int]]]):
    """Complete a partly blanked magic square.

    Any completion is right.

    Quality: (rows, columns and diagonals with the right sum / (2n + 2)) ** 10.
    Source: classic. The squares are n a + b + 1 for two squares a and b of 0..n-1 (orders that are odd or a multiple of
    4), or J. H. Conway's LUX method (the others), with everything random that these leave free; W. S. Andrews, "Magic
    Squares and Cubes" (1917).
    """

    ladder = Ladder(
        size=line(3, every=2),
        max_blanks=function(
            lambda difficulty: 5 + difficulty // 2 + difficulty, "size + 2 + difficulty: 5, 6, 8, 9, 11, ..."
        ),
        top=30,
    )
    answer_format = IntegerRows("the completed square, row by row from the top", example="1 2\n2 1")

    def generate(self, rng: Random, *, size: int, max_blanks: int) -> Problem:
        n = size
        solution = _magic_square(rng, n)
        grid = [list(row) for row in solution]
        for cell in rng.sample(range(n * n), rng.randint(min(n, max_blanks), min(max_blanks, n * n))):
            grid[cell // n][cell % n] = 0
        return Problem(grid=grid, solution=solution)

    def describe(self, problem: Problem) -> str:
        n = len(problem.grid)
        shown = text.grid([value or "." for value in row] for row in problem.grid)
        return (
            f'Replace each ".", an unknown cell, by a number, so that this {n} x {n} grid becomes a magic square: it '
            f"contains every number from 1 to {n * n} exactly once, and each row, each column and each of the two "
            f"diagonals has the sum {_magic_sum(n)}.\n{shown}\n\n"
            "It can be done; any such square will do."
        )

    def verify(self, problem: Problem, answer: list[list[int]]) -> Verdict:
        n = len(problem.grid)
        if len(answer) != n or any(len(row) != n for row in answer):
            return Verdict.unparsed(f"not {n} rows of {n} numbers")
        if sorted(value for row in answer for value in row) != list(range(1, n * n + 1)):
            return Verdict.invalid(f"not every number from 1 to {n * n} once")
        if not keeps_given(problem.grid, answer, empty=0):
            return Verdict.invalid("a given number is changed")
        lines = [*answer, *zip(*answer, strict=True)]
        lines += [[row[i] for i, row in enumerate(answer)], [row[-1 - i] for i, row in enumerate(answer)]]
        return Verdict.share(sum(sum(line) == _magic_sum(n) for line in lines), 2 * n + 2, power=10)

    def solve(self, problem: Problem) -> list[list[int]]:
        return problem.solution


def _magic_sum(n: int) -> int:
    return n * (n * n + 1) // 2


def _magic_square(rng: Random, n: int) -> list[list[int]]:
    """A random magic square of order 3 or more."""
    square = (_odd if n % 2 else _lux if n % 4 else _doubly_even)(rng, n)
    # One order for rows and columns that keeps opposite ones opposite, and so both diagonals; then the symmetries.
    order = _opposed(rng, n)
    square = [[square[i][j] for j in order] for i in order]
    if rng.random() < 0.5:
        square.reverse()
    if rng.random() < 0.5:
        square = [list(column) for column in zip(*square, strict=True)]
    if rng.random() < 0.5:
        square = [[n * n + 1 - value for value in row] for row in square]
    return square


def _opposed(rng: Random, n: int) -> list[int]:
    """A random order of 0..n-1 in which the first and last, and so on inward, add up to n - 1."""
    half = [rng.choice((i, n - 1 - i)) for i in rng.sample(range(n // 2), n // 2)]
    return [*half, *([n // 2] if n % 2 else []), *(n - 1 - i for i in reversed(half))]


def _odd(rng: Random, n: int) -> list[list[int]]:
    """Each row, column and diagonal has all values of p and of q, but for two diagonals with one value, the mean."""
    mean = (n - 1) // 2
    p, q = ([x if x < mean else x + 1 for x in rng.sample(range(n - 1), n - 1)] for _ in range(2))
    p, q = [*p, mean], [mean, *q]
    return [[n * p[(i + j) % n] + q[(i - j) % n] + 1 for j in range(n)] for i in range(n)]


def _doubly_even(rng: Random, n: int) -> list[list[int]]:
    """Half of the cells of each row and column, alike in all quarters, change places with the opposite ones."""
    p, q, half = _opposed(rng, n), _opposed(rng, n), n // 2
    rows, columns = rng.sample(range(half), half), rng.sample(range(half), half)
    rows, columns = rows + rows[::-1], columns + columns[::-1]

    def value(i: int, j: int) -> int:
        if (rows[i] + columns[j]) % half < half // 2:
            i, j = n - 1 - i, n - 1 - j
        return n * p[i] + q[j] + 1

    return [[value(i, j) for j in range(n)] for i in range(n)]


def _lux(rng: Random, n: int) -> list[list[int]]:
    """Each cell of a magic square of order n / 2 becomes four cells, in the order of the letter L, U or X."""
    middle = n // 4
    square = [[0] * n for _ in range(n)]
    for i, row in enumerate(_odd(rng, n // 2)):
        for j, value in enumerate(row):
            level = i + (j == middle) * ((i == middle) - (i == middle + 1))  # the exchange of an L and a U
            offsets = (
                (3, 0, 1, 2) if level <= middle else (0, 3, 1, 2) if level == middle + 1 else (0, 3, 2, 1)
            )
            for place, offset in enumerate(offsets):
                square[2 * i + place // 2][2 * j + place % 2] = 4 * value - 3 + offset
    return square
