from itertools import product
from math import factorial
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, function


class Problem(core.Problem, frozen=True):
    grid: list[str]  # "X" is a marked cell, "." another one
    answer: int  # derived: the number of labelings

    def __post_init__(self) -> None:
        if not self.grid or not self.grid[0] or len(set(map(len, self.grid))) > 1:
            raise ValueError("the grid must be a rectangle")


class CountGridLabelingsByLocalMinima(core.IntegerEnvironment[Problem]):
    """Number of grid labelings whose local minima are exactly the marked cells.

    The area is bounded instead of the two sides, as in the published suite, whose count takes seconds at 9 x 9.

    Quality: 1 if equal, else 0.
    Source: Luogu P3160; inclusion-exclusion over sets of cells that are all local minima.
    """

    ladder = Ladder(cells_max=function(lambda d: (16 + 3 * d) // 2, "8 + 1.5 d, rounded down"), top=15)
    answer_format = Integer("the number of labelings", example="123")

    def generate(self, rng: Random, *, cells_max: int) -> Problem:
        shapes = product(range(2, 8), repeat=2)
        n, m = rng.choice([(n, m) for n, m in shapes if 0.75 * cells_max <= n * m <= cells_max])
        label = list(range(n * m))
        rng.shuffle(label)  # some labeling exists, because the marks come from one
        minima = {v for v, near in enumerate(_neighborhoods(n, m)) if label[v] == min(label[u] for u in near)}
        grid = ["".join(".X"[i * m + j in minima] for j in range(m)) for i in range(n)]
        return Problem(grid=grid, answer=_labelings(grid))

    def describe(self, problem: Problem) -> str:
        n, m = len(problem.grid), len(problem.grid[0])
        grid = "\n".join(problem.grid)
        return (
            f'Here is a grid of {n} rows and {m} columns, in which some cells are marked with "X":\n{grid}\n\n'
            f"The integers from 1 to {n * m} are to be placed in the cells, each exactly once. A cell is a local minimum "
            "if its number is smaller than the numbers in all of its neighbors; the neighbors of a cell are the up to 8 "
            "cells of the grid that touch it at a side or a corner. In how many placements are the marked cells local "
            "minima and all the other cells not?"
        )


def _neighborhoods(n: int, m: int) -> list[list[int]]:
    """Each cell of a grid with its neighbors; cell (i, j) is number i * m + j."""
    return [
        [a * m + b for a in range(max(0, i - 1), min(n, i + 2)) for b in range(max(0, j - 1), min(m, j + 2))]
        for i, j in product(range(n), range(m))
    ]


def _labelings(grid: list[str]) -> int:
    n, m = len(grid), len(grid[0])
    near = [sum(1 << u for u in cells) for cells in _neighborhoods(n, m)]
    cells = "".join(grid)
    marked = sum(1 << v for v, cell in enumerate(cells) if cell == "X")

    # By set of cells: the labelings in which they all are local minima, and the union of their neighborhoods. The
    # smallest number of the union is in any of its cells equally often. It has to be in a cell v of the set, and says
    # nothing about the order of the numbers elsewhere: count(set) is the sum of count(set without v) over the size.
    count, union = {0: factorial(n * m)}, {0: 0}
    for v in range(n * m):
        if cells[v] == "." and near[v] & marked:
            continue  # no other cell in the neighborhood of a marked one can be a minimum
        for smaller in list(count):
            if not smaller & near[v]:
                s = smaller | 1 << v
                union[s] = union[smaller] | near[v]
                count[s] = sum(count[s ^ 1 << u] for u in range(v + 1) if s >> u & 1) // union[s].bit_count()

    return sum((-1) ** (s ^ marked).bit_count() * ways for s, ways in count.items() if s & marked == marked)
