from random import Random

from rlve_gym import core
from rlve_gym.core import IntegerRows, Ladder, Verdict, choice, line
from rlve_gym.envs.puzzles._given import keeps_given
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    grid: list[list[int]]  # -1 is a blank
    solution: list[list[int]]  # derived: the planted grid

    def __post_init__(self) -> None:
        n, m = len(self.grid), len(self.grid[0]) if self.grid else 0
        if m == 0 or len(self.solution) != n or any(len(row) != m for row in [*self.grid, *self.solution]):
            raise ValueError("grid and solution must be rectangles of the same shape, not empty")


class Numbrix(core.Environment[Problem, list[list[int]]]):
    """Numbrix: complete a grid so that consecutive numbers are neighbors.

    There is exactly one solution, by construction: a cell is blanked only if its number cannot be elsewhere, whichever
    way through blank cells leads from the next smaller to the next larger given number. This ends at about two thirds of
    the cells, so that larger shares of blanks of the published suite, with many solutions, do not occur.

    Quality: (1 / (1 + b)) ** 3, where b of the numbers are not neighbors of their successors.
    Source: classic (Numbrix, M. vos Savant). Random Hamiltonian paths by backbite moves: M. L. Mansfield, "Monte Carlo
    studies of polymer chain dimensions in the melt" (1982).
    """

    ladder = Ladder(max_side=line(3), empty_share=choice(0.3, 0.4, 0.5, 0.6, 0.7), top=19)
    answer_format = IntegerRows("the completed grid, row by row from the top", example="1 0\n0 1")

    def generate(self, rng: Random, *, max_side: int, empty_share: float) -> Problem:
        n, m = (rng.randint(max(3, max_side - 2), max_side) for _ in range(2))
        neighbors = [
            [
                i * m + j
                for i, j in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
                if 0 <= i < n and 0 <= j < m
            ]
            for r in range(n)
            for c in range(m)
        ]
        path = _random_path(rng, n, m, neighbors)
        wanted = max(1, int(n * m * empty_share))
        given, blank = [True] * (n * m), set[int]()
        for number in rng.sample(range(n * m), n * m):
            if len(blank) == wanted:
                break
            blank.add(path[number])
            given[number] = False
            if _may_move(path, given, blank, number, neighbors, m):
                blank.remove(path[number])
                given[number] = True

        number_at = {cell: number for number, cell in enumerate(path)}
        solution = [[number_at[r * m + c] for c in range(m)] for r in range(n)]
        return Problem(
            grid=[[number if given[number] else -1 for number in row] for row in solution], solution=solution
        )

    def describe(self, problem: Problem) -> str:
        n, m = len(problem.grid), len(problem.grid[0])
        shown = text.grid(["." if value < 0 else value for value in row] for row in problem.grid)
        return (
            f'Replace each ".", an unknown cell, by a number, so that this grid of {n} rows and {m} columns contains '
            f"every number from 0 to {n * m - 1} exactly once, and each number but the last is next to its successor, "
            f"horizontally or vertically:\n{shown}\n\n"
            "There is exactly one solution."
        )

    def verify(self, problem: Problem, answer: list[list[int]]) -> Verdict:
        n, m = len(problem.grid), len(problem.grid[0])
        if len(answer) != n or any(len(row) != m for row in answer):
            return Verdict.unparsed(f"not {n} rows of {m} numbers")
        if sorted(value for row in answer for value in row) != list(range(n * m)):
            return Verdict.invalid(f"not every number from 0 to {n * m - 1} once")
        if not keeps_given(problem.grid, answer, empty=-1):
            return Verdict.invalid("a given number is changed")
        places = {value: (r, c) for r, row in enumerate(answer) for c, value in enumerate(row)}
        breaks = sum(
            abs(places[value][0] - places[value + 1][0]) + abs(places[value][1] - places[value + 1][1]) != 1
            for value in range(n * m - 1)
        )
        if breaks == 0:
            return Verdict.exact(True)
        return Verdict.graded((1 + breaks) ** -3, False, f"{breaks} numbers are not next to their successors")

    def solve(self, problem: Problem) -> list[list[int]]:
        return problem.solution


def _random_path(rng: Random, n: int, m: int, neighbors: list[list[int]]) -> list[int]:
    """A path through all cells of a grid: a snake after many backbite moves."""
    if rng.random() < 0.5:
        lines = [[r * m + c for c in range(m)] for r in range(n)]
    else:
        lines = [[r * m + c for r in range(n)] for c in range(m)]
    if rng.random() < 0.5:
        lines.reverse()
    forward = rng.randrange(2)
    path = [cell for i, cells in enumerate(lines) for cell in (cells if i % 2 == forward else cells[::-1])]
    for _ in range(8 * n * m):
        if rng.random() < 0.5:
            path.reverse()
        # Join the end to a neighbor and cut the step that leads from there towards the end.
        cut = path.index(rng.choice(neighbors[path[-1]])) + 1
        path[cut:] = path[: cut - 1 : -1]
    return path


def _may_move(
    path: list[int], given: list[bool], blank: set[int], number: int, neighbors: list[list[int]], m: int
) -> bool:
    """Whether a way through blank cells, from given number to given number, has this one at another place.

    True also where a bounded search does not tell.
    """
    start, end, step = number, number, 1
    while start >= 0 and not given[start]:
        start -= 1
    while end < len(path) and not given[end]:
        end += 1
    if start < 0:
        start, end, step = end, start, -1
    if start == len(path):
        return True
    goal = path[end] if 0 <= end < len(path) else None
    length = (end - start) * step
    ways = [[path[start]]]
    for _ in range(60):
        if not ways:
            return False
        way = ways.pop()
        if len(way) == length:
            if way[(number - start) * step] != path[number] and (goal is None or goal in neighbors[way[-1]]):
                return True
            continue
        left = length - len(way)
        ways.extend(
            [*way, cell]
            for cell in neighbors[way[-1]]
            if cell in blank and cell not in way and (goal is None or _distance(cell, goal, m) <= left)
        )
    return True


def _distance(cell: int, other: int, m: int) -> int:
    return abs(cell // m - other // m) + abs(cell % m - other % m)
