from random import Random

from rlve_gym import core
from rlve_gym.core import Ladder, String, Verdict, choice, grow

STEPS = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}


class Problem(core.Problem, frozen=True):
    grid: list[str]  # "#" is a wall, "." is open
    optimum: int  # derived: the number of moves of a shortest path

    def __post_init__(self) -> None:
        n = len(self.grid)
        if n < 2 or any(len(row) != n or set(row) - {"#", "."} for row in self.grid):
            raise ValueError("grid must be a square of the characters # and ., of size 2 or more")
        if self.grid[0][0] == "#" or self.grid[-1][-1] == "#":
            raise ValueError("the top left and bottom right cells of grid must be open")


class ShortestMazePath(core.Environment[Problem, str]):
    """Shortest move sequence through a grid maze.

    One half of the mazes are random walls, redrawn a few times if they can be crossed without a detour. The other half,
    of odd size, are random spanning trees with a few loops, where shortest paths wind.

    Quality: (least number of moves / moves) ** 3; 0 for moves that end elsewhere.
    Source: classic; E. F. Moore, "The shortest path through a maze" (1959).
    """

    ladder = Ladder(
        size=grow(4, by=1.1, plus=1, low=2),
        wall_density=choice(0.1, 0.2, 0.3, 0.4),
        top=17,
    )
    answer_format = String("the moves in order", "LRUD", loose=True, example="RRD")

    def generate(self, rng: Random, *, size: int, wall_density: float) -> Problem:
        if rng.random() < 0.5:
            grid = _open_maze(rng, size, wall_density)
        else:
            grid = _tree_maze(rng, size + 1 - size % 2)
        return Problem(grid=grid, optimum=len(_shortest_path(grid)))

    def describe(self, problem: Problem) -> str:
        n = len(problem.grid)
        grid = "\n".join(problem.grid)
        return (
            f"This is a maze of {n} x {n} cells, where # is a wall and . is open:\n{grid}\n\n"
            "A move goes to the next cell: L to the left, R to the right, U up, D down. Never leave the grid or enter "
            "a wall. Find a shortest sequence of moves from the top left cell to the bottom right cell."
        )

    def verify(self, problem: Problem, answer: str) -> Verdict:
        n = len(problem.grid)
        row = column = 0
        for number, move in enumerate(answer, 1):
            down, right = STEPS[move]
            row, column = row + down, column + right
            if not (0 <= row < n and 0 <= column < n):
                return Verdict.invalid(f"move {number} leaves the grid")
            if problem.grid[row][column] == "#":
                return Verdict.invalid(f"move {number} enters a wall")
        if (row, column) != (n - 1, n - 1):
            return Verdict.exact(False, "the moves do not end in the bottom right cell")
        return Verdict.ratio(len(answer), problem.optimum, power=3, goal="min")

    def solve(self, problem: Problem) -> str:
        path = _shortest_path(problem.grid)
        if not path:
            raise ValueError("the bottom right cell of this maze cannot be reached")
        return path


def _open_maze(rng: Random, n: int, wall_density: float) -> list[str]:
    """Random walls. Mazes without a detour are redrawn a few times, as walking right and down is too easy."""
    redraws = 30 if n >= 6 else 0
    while True:
        cells = "".join("#" if rng.random() < wall_density else "." for _ in range(n * n - 2))
        cells = f".{cells}."
        grid = [cells[start : start + n] for start in range(0, n * n, n)]
        moves = len(_shortest_path(grid))
        if moves > 2 * n - 2 or (moves and not redraws):
            return grid
        if moves:
            redraws -= 1


def _tree_maze(rng: Random, n: int) -> list[str]:
    """A random spanning tree of the cells with even coordinates, by depth-first search, and a few loops."""
    cells = [["#"] * n for _ in range(n)]
    cells[0][0] = "."
    stack = [(0, 0)]
    while stack:
        row, column = stack[-1]
        neighbors = [(row + 2 * down, column + 2 * right) for down, right in STEPS.values()]
        unseen = [(r, c) for r, c in neighbors if 0 <= r < n and 0 <= c < n and cells[r][c] == "#"]
        if not unseen:
            stack.pop()
            continue
        r, c = rng.choice(unseen)
        cells[r][c] = cells[(row + r) // 2][(column + c) // 2] = "."
        stack.append((r, c))
    for row in range(n):
        for column in range(1 - row % 2, n, 2):  # the cells between two of even coordinates
            if cells[row][column] == "#" and rng.random() < 0.1:
                cells[row][column] = "."
    return ["".join(row) for row in cells]


def _shortest_path(grid: list[str]) -> str:
    """The moves of a shortest path, or "" if there is none.

    Breadth-first search from the goal, with a bit for each cell, so that a whole layer moves at once.
    """
    width = len(grid) + 1  # a column of walls keeps rows apart
    shifts = {"R": 1, "D": width, "L": -1, "U": -width}
    unseen = int("#".join(grid)[::-1].replace(".", "1").replace("#", "0"), 2)
    layer = 1 << (len(grid) - 1) * (width + 1)
    layers = []
    while not layer & 1:
        if not layer:
            return ""
        layers.append(layer)
        unseen &= ~layer
        layer = (layer << 1 | layer >> 1 | layer << width | layer >> width) & unseen
    cell, path = 0, ""
    for layer in reversed(layers):
        for move, shift in shifts.items():
            if cell + shift >= 0 and layer >> (cell + shift) & 1:
                cell, path = cell + shift, path + move
                break
    return path
