from itertools import pairwise
from math import comb
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    row_count: int
    column_count: int
    color_counts: list[int]
    modulus: int
    answer: int  # derived: the number of placements, modulo modulus


class CountOneColorPerLineGrids(core.ResidueEnvironment[Problem]):
    """Number of placements of colored counters with at most one color in each row and column, modulo m.

    Quality: 1 if equal, else 0.
    Source: Luogu P3158 (CQOI 2011); inclusion and exclusion over the used rows and columns of each color.
    """

    ladder = Ladder(max_side=grow(3, by=1.1, plus=1), top=16)
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(self, rng: Random, *, max_side: int) -> Problem:
        row_count, column_count = rng.randint(2, max_side), rng.randint(2, max_side)
        color_count = rng.randint(1, min(row_count, column_count))
        # Rows and columns for each color: some placement exists.
        heights, widths = _parts(rng, row_count, color_count), _parts(rng, column_count, color_count)
        color_counts = [rng.randint(1, a * b) for a, b in zip(heights, widths, strict=True)]
        count = _placements(row_count, column_count, color_counts)
        answer = 0
        while answer == 0:
            modulus = rng.randint(1_000, 10_000)
            answer = count % modulus
        return Problem(
            row_count=row_count,
            column_count=column_count,
            color_counts=color_counts,
            modulus=modulus,
            answer=answer,
        )

    def describe(self, problem: Problem) -> str:
        counters = ", ".join(f"{x} of color {i}" for i, x in enumerate(problem.color_counts, 1))
        return (
            f"All of these counters are placed in the cells of a grid with {problem.row_count} rows and "
            f"{problem.column_count} columns, at most one in each cell: {counters}. No row and no column may hold "
            "counters of two different colors.\n\n"
            "How many such placements are there? Counters of one color cannot be told apart, and two placements are "
            "different if they differ in any cell: rotations and reflections count separately. "
            f"Give this count modulo {problem.modulus}."
        )


def _parts(rng: Random, total: int, count: int) -> list[int]:
    """Random positive parts of a total."""
    cuts = [0, *sorted(rng.sample(range(1, total), count - 1)), total]
    return [b - a for a, b in pairwise(cuts)]


def _differences(values: list[int]) -> list[int]:
    """The first differences of all orders: the sums over i of (-1)^(n-i) C(n, i) values[i], for each n."""
    firsts = []
    while values:
        firsts.append(values[0])
        values = [b - a for a, b in pairwise(values)]
    return firsts


def _placements(row_count: int, column_count: int, color_counts: list[int]) -> int:
    ways = {(row_count, column_count): 1}  # by the numbers of rows and columns that are still free
    for x in color_counts:
        # exact[b][a]: placements of x counters that use all of a rows and b columns.
        table = [[comb(a * b, x) for b in range(column_count + 1)] for a in range(row_count + 1)]
        exact = [_differences(list(column)) for column in zip(*map(_differences, table), strict=True)]
        used = [(a, b, count) for b, row in enumerate(exact) for a, count in enumerate(row) if count]
        following: dict[tuple[int, int], int] = {}
        for (rows, columns), number in ways.items():
            for a, b, count in used:
                if a <= rows and b <= columns:
                    left = rows - a, columns - b
                    more = number * comb(rows, a) * comb(columns, b) * count
                    following[left] = following.get(left, 0) + more
        ways = following
    return sum(ways.values())
