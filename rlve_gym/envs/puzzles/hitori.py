from itertools import pairwise
from random import Random

from rlve_gym import core
from rlve_gym.core import Ladder, SymbolGrid, Verdict, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    grid: list[list[int]]
    solution: list[str]  # derived: the planted shading, "*" for a shaded cell

    def __post_init__(self) -> None:
        if len(self.grid) < 2 or len({len(row) for row in self.grid}) != 1 or len(self.grid[0]) < 2:
            raise ValueError("grid must have at least two rows and two columns, and rows of the same length")


class Hitori(core.Environment[Problem, list[str]]):
    """Hitori: shade cells so that no number repeats in a line.

    There is exactly one solution. For that the planted shading is one to which no cell can be added, unlike in the
    published suite, and puzzles with a second solution are redrawn (about every other one).

    Quality: (rows and columns without a repeated unshaded number / rows and columns) ** 10; a shading with adjacent
    shaded cells or separated unshaded ones is invalid.
    Source: classic (Nikoli).
    """

    ladder = Ladder(max_side=line(4, low=3), top=20)
    answer_format = SymbolGrid(
        'the whole grid, with "*" for a shaded cell and "." for any other', ".*", example=".*.\n..*"
    )

    def generate(self, rng: Random, *, max_side: int) -> Problem:
        height, width = (rng.randint(max(3, max_side - 2), max_side) for _ in range(2))
        for _ in range(500):  # a third or more of the puzzles have one solution
            solution = _random_shading(rng, height, width)
            grid = _random_numbers(rng, solution)
            if not _has_another_solution(grid, solution):
                break
        return Problem(grid=grid, solution=solution)

    def describe(self, problem: Problem) -> str:
        return (
            f"This grid has {len(problem.grid)} rows and {len(problem.grid[0])} columns of numbers:\n"
            f"{text.grid(problem.grid)}\n\n"
            "Shade some of the cells, so that all of these rules hold:\n"
            "- Among the unshaded cells of a row, no number occurs twice. The same is true for each column.\n"
            "- No two shaded cells share a side.\n"
            "- The unshaded cells form one connected region, where cells that share a side are connected.\n\n"
            "There is exactly one solution."
        )

    def verify(self, problem: Problem, answer: list[str]) -> Verdict:
        height, width = len(problem.grid), len(problem.grid[0])
        if len(answer) != height or any(len(row) != width for row in answer):
            return Verdict.unparsed(f"not {height} rows of {width} cells")
        columns = ["".join(column) for column in zip(*answer, strict=True)]
        if any("**" in cells for cells in [*answer, *columns]):
            return Verdict.invalid("two shaded cells share a side")
        if len(_regions(answer)) > 1:
            return Verdict.invalid("the unshaded cells are not connected")
        hits = 0
        for lines, shading in ((problem.grid, answer), (zip(*problem.grid, strict=True), columns)):
            for numbers, cells in zip(lines, shading, strict=True):
                unshaded = [number for number, cell in zip(numbers, cells, strict=True) if cell == "."]
                hits += len(set(unshaded)) == len(unshaded)
        return Verdict.share(hits, height + width, power=10)

    def solve(self, problem: Problem) -> list[str]:
        return problem.solution


def _random_shading(rng: Random, height: int, width: int) -> list[str]:
    """Shades cells in random order wherever that is allowed.

    Shaded cells separate others just if diagonal steps between them make a circle or lead from border to border. So
    they are kept in groups joined by diagonal steps, with the border as part of one, and no cell may join a group to
    itself.
    """
    border = height * width
    group = list(range(border + 1))  # a forest; its roots stand for the groups
    shaded: set[int] = set()

    def root(cell: int) -> int:
        while group[cell] != cell:
            cell = group[cell]
        return cell

    for cell in rng.sample(range(border), border):
        row, column = divmod(cell, width)
        left, right = column > 0, column < width - 1
        beside = [
            cell + step for step, there in ((-1, left), (1, right), (-width, True), (width, True)) if there
        ]
        if not shaded.isdisjoint(beside):
            continue
        diagonal = [
            cell + step
            for step, there in ((-width - 1, left), (width - 1, left), (1 - width, right), (width + 1, right))
            if there and cell + step in shaded
        ]
        roots = [root(other) for other in diagonal]
        if not (left and right and 0 < row < height - 1):
            roots.append(root(border))
        if len(set(roots)) == len(roots):
            shaded.add(cell)
            for other in roots:
                group[other] = cell
    symbols = ["*" if cell in shaded else "." for cell in range(border)]
    return ["".join(symbols[start : start + width]) for start in range(0, border, width)]


def _random_numbers(rng: Random, shading: list[str]) -> list[list[int]]:
    """Part of a Latin square in the unshaded cells; each shaded one repeats a number of its row or column."""
    height, width = len(shading), len(shading[0])
    n = max(height, width) + 1
    rows, columns, symbols = (
        rng.sample(range(n), height),
        rng.sample(range(n), width),
        rng.sample(range(n), n),
    )
    latin = [[symbols[(row + column) % n] + 1 for column in columns] for row in rows]
    grid = [list(row) for row in latin]
    for row, cells in enumerate(shading):
        for column, cell in enumerate(cells):
            if cell == "*":
                numbers = [number for number, other in zip(latin[row], cells, strict=True) if other == "."]
                numbers += [latin[other][column] for other in range(height) if shading[other][column] == "."]
                grid[row][column] = rng.choice(numbers)
    return grid


def _has_another_solution(grid: list[list[int]], solution: list[str]) -> bool:
    from pysat.solvers import Solver

    # Cells are numbered row by row, with one unshaded place more at the end of each row. Variables are one more.
    height, width = len(grid), len(grid[0])
    below = width + 1
    size = height * below
    clauses = [[-variable] for variable in range(below, size + 1, below)]
    rows = [range(start, start + width) for start in range(1, size, below)]
    for lines, variables in ((grid, rows), (zip(*grid, strict=True), zip(*rows, strict=True))):
        for numbers, cells in zip(lines, variables, strict=True):
            clauses += [[-cell, -other] for cell, other in pairwise(cells)]
            earlier: dict[int, list[int]] = {}
            for number, cell in zip(numbers, cells, strict=True):
                same = earlier.setdefault(number, [])
                clauses += [[cell, other] for other in same]
                same.append(cell)
    planted = "".join(row + "." for row in solution)
    clauses.append([-cell if symbol == "*" else cell for cell, symbol in enumerate(planted, 1)])
    # Connectivity is too much for clauses. Here no cell is alone; the rest is added where it fails. Which solutions the
    # solver finds on the way makes no difference to the result.
    for row in rows:
        for cell in row:
            beside = (cell - below, cell - 1, cell + 1, cell + below)
            clauses.append([-other for other in beside if 0 < other <= size and other % below])
    with Solver(name="cadical153", bootstrap_with=clauses) as solver:
        while solver.solve():
            marks = "".join("*" if variable > 0 else "." for variable in solver.get_model())
            regions = _regions([marks[row[0] - 1 : row[-1]] for row in rows])
            if len(regions) == 1:
                return True
            for region in sorted(regions, key=len)[:-1]:  # some cell around it is unshaded
                around = {place + step for place in region for step in (-below, -1, 1, below)}
                solver.add_clause(
                    [-place - 1 for place in around if 0 <= place < size and marks[place] == "*"]
                )
    return False


def _regions(rows: list[str]) -> list[set[int]]:
    """The connected regions of unshaded cells, which are numbered row by row with one place between two rows."""
    below = len(rows[0]) + 1
    left = {place for place, cell in enumerate("*".join(rows)) if cell == "."}
    regions = []
    while left:
        region: set[int] = set()
        edge = {min(left)}
        while edge:
            region |= edge
            left -= edge
            edge = {place + step for place in edge for step in (-1, 1, -below, below)} & left
        regions.append(region)
    return regions
