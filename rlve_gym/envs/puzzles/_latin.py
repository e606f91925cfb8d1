"""Latin squares, for the puzzles that hide one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random


def random_latin_square(rng: Random, n: int) -> list[list[int]]:
    """A random n x n square whose rows and columns are permutations of 0..n-1.

    It starts from the cyclic square with rows, columns and symbols shuffled and makes n^2 moves of M. T. Jacobson and
    P. Matthews, "Generating uniformly distributed random Latin squares" (1996). The moves matter: shuffled cyclic
    squares alone follow from one row and one column.
    """
    rows, columns, symbols = (rng.sample(range(n), n) for _ in range(3))
    square = [[symbols[(row + column) % n] for column in columns] for row in rows]
    if n == 1:
        return square

    # A square is a cube of 0 and 1 over (row, column, symbol) with a single 1 on each line. The three tables say where it
    # is. During a move one cell may be -1; its three lines then have two ones, of which the tables keep one.
    symbol_at = square
    column_of = [[row.index(symbol) for symbol in range(n)] for row in square]
    row_of = [[line.index(symbol) for symbol in range(n)] for line in zip(*square, strict=True)]
    random = rng.random
    for _ in range(n * n):
        # Cell (r, c, s) of the cube is 0 and gets a 1; x, y, z are where the ones on its three lines were.
        r, c = int(random() * n), int(random() * n)
        z = symbol_at[r][c]
        s = (z + 1 + int(random() * (n - 1))) % n
        y, x = column_of[r][s], row_of[c][s]
        symbol_at[r][c], column_of[r][s], row_of[c][s] = s, c, r
        while True:
            # In the cube of the planes r and x, c and y, s and z, every second corner gets 1 and the others lose 1.
            symbol_at[r][y] = symbol_at[x][c] = z
            column_of[r][z], column_of[x][s] = y, y
            row_of[c][z], row_of[y][s] = x, x
            if symbol_at[x][y] == z:  # the last corner had a 1, too
                symbol_at[x][y], column_of[x][z], row_of[y][z] = s, c, r
                break
            # It is -1 now: each of its lines has two ones, of which the next move takes one, to make it 0.
            next_z, next_y, next_x = s, c, r
            if random() < 0.5:
                symbol_at[x][y], next_z = s, symbol_at[x][y]
            if random() < 0.5:
                column_of[x][z], next_y = c, column_of[x][z]
            if random() < 0.5:
                row_of[y][z], next_x = r, row_of[y][z]
            r, c, s, x, y, z = x, y, z, next_x, next_y, next_z
    return symbol_at


def latin_fault(grid: list[list[int]], what: str) -> str | None:
    """What keeps an n x n grid from being a Latin square of 0..n-1, as a reason; None if nothing does."""
    wanted = list(range(len(grid)))
    if any(sorted(row) != wanted for row in grid):
        return f"some row does not contain every {what} once"
    if any(sorted(column) != wanted for column in zip(*grid, strict=True)):
        return f"some column does not contain every {what} once"
    return None


Views = tuple[list[int], list[int], list[int], list[int]]
"""What is seen of each line of a square: from the left, right, top and bottom."""


def views(grid: Sequence[Sequence[int]], seen: Callable[[Sequence[int]], int]) -> Views:
    """Looks at a square from its four sides.

    Args:
        seen: what is seen of a line, whose nearest entry comes first.
    """
    columns = list(zip(*grid, strict=True))
    left, top = ([seen(line) for line in lines] for lines in (grid, columns))
    right, bottom = ([seen(line[::-1]) for line in lines] for lines in (grid, columns))
    return left, right, top, bottom


def views_met(views: Views, wanted: Views) -> int:
    """How many of the 4n views are as wanted."""
    return sum(
        seen == want
        for side, wanted_side in zip(views, wanted, strict=True)
        for seen, want in zip(side, wanted_side, strict=True)
    )
