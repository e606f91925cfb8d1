"""Random Latin squares, for the puzzles that hide one."""

from __future__ import annotations

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

    # A square is a cube of 0 and 1 over (row, column, symbol) with a single 1 on each line. During a move one cell may
    # be -1, and its three lines then have two ones. Lines list where their ones are.
    symbols_at = [[[symbol] for symbol in row] for row in square]
    columns_of = [[[row.index(symbol)] for symbol in range(n)] for row in square]
    rows_of = [[[line.index(symbol)] for symbol in range(n)] for line in zip(*square, strict=True)]

    def add(r: int, c: int, s: int) -> None:
        symbols_at[r][c].append(s)
        columns_of[r][s].append(c)
        rows_of[c][s].append(r)

    def subtract(r: int, c: int, s: int) -> None:
        symbols_at[r][c].remove(s)
        columns_of[r][s].remove(c)
        rows_of[c][s].remove(r)

    for _ in range(n * n):
        r, c = rng.randrange(n), rng.randrange(n)
        other_s = symbols_at[r][c][0]
        s = (other_s + rng.randrange(1, n)) % n
        other_c, other_r = columns_of[r][s][0], rows_of[c][s][0]
        add(r, c, s)
        while True:
            # Here (r, c, s) is done: it was 0 and got its 1, or was -1 and is 0 now.
            add(r, other_c, other_s)
            add(other_r, c, other_s)
            add(other_r, other_c, s)
            subtract(r, c, other_s)
            subtract(r, other_c, s)
            subtract(other_r, c, s)
            if other_s in symbols_at[other_r][other_c]:
                subtract(other_r, other_c, other_s)
                break
            r, c, s = other_r, other_c, other_s  # a cell of -1, to be repaired
            other_s = rng.choice(symbols_at[r][c])
            other_c = rng.choice(columns_of[r][s])
            other_r = rng.choice(rows_of[c][s])
    return [[symbols[0] for symbols in row] for row in symbols_at]
