from random import Random
from typing import TypeAlias

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow, line, table
from rlve_gym.kit import text

# First row, first column, last row, last column, and the maximum there.
Constraint: TypeAlias = tuple[int, int, int, int, int]


class Problem(core.Problem, frozen=True):
    row_count: int
    column_count: int
    max_value: int
    constraints: list[Constraint]
    modulus: int
    answer: int  # derived: the number of matrices, modulo modulus


class CountMatricesWithSubmatrixMaxima(core.ResidueEnvironment[Problem]):
    """Number of matrices with entries in 1..M and prescribed maxima of given rectangles, modulo m.

    A cell is bounded by the least of the maxima prescribed for it, and a maximum v can only be met in a cell whose bound
    is v: so each value v has its own cells, and is counted by inclusion and exclusion over the rectangles that miss it.

    Quality: 1 if equal, else 0.
    Source: Luogu P3813; the principle of inclusion and exclusion.
    """

    ladder = Ladder(
        constraint_count=line(2),
        max_side=table(2, 3, 3, *range(4, 32)),
        max_value=grow(3, by=1.25, plus=1),
        modulus_max=grow(1_000, by=2, cap=1_000_000),
        top=30,
    )
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(
        self, rng: Random, *, constraint_count: int, max_side: int, max_value: int, modulus_max: int
    ) -> Problem:
        for _ in range(200):
            row_count = column_count = 1
            while row_count * column_count < 3:
                row_count, column_count = rng.randint(1, max_side), rng.randint(1, max_side)
            greatest = rng.randint(2, max_value)
            matrix = [[rng.randint(1, greatest) for _ in range(column_count)] for _ in range(row_count)]
            constraints = []
            for _ in range(constraint_count):
                height, width = rng.randint(1, row_count), rng.randint(1, column_count)
                x, y = rng.randint(0, row_count - height), rng.randint(0, column_count - width)
                maximum = max(max(row[y : y + width]) for row in matrix[x : x + height])
                constraints.append((x + 1, y + 1, x + height, y + width, maximum))
            constraints = list(dict.fromkeys(constraints))
            maxima = [constraint[4] for constraint in constraints]
            if max(map(maxima.count, maxima)) > 14:
                continue  # the count takes 2 ** 15 steps and more
            modulus = rng.randint(modulus_max // 2, modulus_max)
            return Problem(
                row_count=row_count,
                column_count=column_count,
                max_value=greatest,
                constraints=constraints,
                modulus=modulus,
                answer=_count(row_count, column_count, greatest, constraints) % modulus,
            )
        raise ValueError(f"entries up to {max_value} are too small for {constraint_count} constraints")

    def describe(self, problem: Problem) -> str:
        return (
            f"Consider the matrices with {problem.row_count} rows and {problem.column_count} columns whose entries are "
            f"integers from 1 to {problem.max_value}. Rows and columns are numbered from 1. Each of these lines "
            '"x1 y1 x2 y2 v" states a condition: the greatest entry within rows x1 to x2 and columns y1 to y2, both ends '
            f"included, is exactly v.\n{text.rows(problem.constraints)}\n\n"
            f"How many such matrices satisfy all these conditions? Give this count modulo {problem.modulus}."
        )


def _count(row_count: int, column_count: int, max_value: int, constraints: list[Constraint]) -> int:
    rectangles: dict[int, list[int]] = {}  # by their maximum; a set of cells is a bitmask
    for x1, y1, x2, y2, maximum in constraints:
        row = ((1 << (y2 - y1 + 1)) - 1) << (y1 - 1)
        cells = sum(row << (column_count * x) for x in range(x1 - 1, x2))
        rectangles.setdefault(maximum, []).append(cells)

    bounded = 0  # cells with a bound less than the current value
    count = 1
    for value in sorted(rectangles):
        # Unions of the rectangles that miss the value -> number of choices of them, odd choices counted negative.
        signs = {0: 1}
        everywhere = 0
        for rectangle in rectangles[value]:
            own = rectangle & ~bounded
            everywhere |= own
            for union, sign in list(signs.items()):
                signs[union | own] = signs.get(union | own, 0) - sign
        size = everywhere.bit_count()
        missed: dict[int, int] = {}
        for union, sign in signs.items():
            missed[union.bit_count()] = missed.get(union.bit_count(), 0) + sign
        count *= sum(sign * (value - 1) ** k * value ** (size - k) for k, sign in missed.items())
        bounded |= everywhere
    return count * int(max_value ** (row_count * column_count - bounded.bit_count()))
