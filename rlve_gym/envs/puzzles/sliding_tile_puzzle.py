from random import Random

from rlve_gym import core
from rlve_gym.core import Ladder, String, Verdict, line
from rlve_gym.envs.puzzles._boards import Grid, cells_right, check_boards
from rlve_gym.kit import text

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
BACK = {"U": "D", "D": "U", "L": "R", "R": "L"}


class Problem(core.Problem, frozen=True):
    start_grid: Grid
    target_grid: Grid
    solution: str  # derived: the planted moves

    def __post_init__(self) -> None:
        check_boards(self.start_grid, self.target_grid)


class SlidingTilePuzzle(core.Environment[Problem, str]):
    """Sliding-tile puzzle on an n x m board from a start to a target arrangement.

    Any sequence of moves that reaches the target is right, however long. Few cells of a large board move, so an answer
    earns nothing unless it leaves more cells as in the target than there are at the start. Boards grow to 6 x 6 and only
    the number of moves from there on, unlike in the published suite: on a large board the blank's trail hardly crosses
    itself and can be read off the cells that changed.

    Quality: 1 at the target; 0 if no more than at the start of the nm cells are as in the target; else
    (cells as in the target / nm) ** 10.
    Source: classic; the 15-puzzle (N. Chapman, about 1874).
    """

    ladder = Ladder(max_side=line(3, every=2, cap=6), max_steps=line(6), top=30)
    answer_format = String("the moves in order", "UDLR", example="RULLDDRU", loose=True)

    def generate(self, rng: Random, *, max_side: int, max_steps: int) -> Problem:
        while True:
            n, m = rng.randint(2, max_side), rng.randint(2, max_side)
            numbers = rng.sample(range(n * m), n * m)
            start = [numbers[i * m : (i + 1) * m] for i in range(n)]
            weights = {letter: rng.randint(1, n * m) for letter in STEPS}
            target = [list(row) for row in start]
            i, j = divmod(numbers.index(0), m)
            solution = ""
            for _ in range(rng.randint(max_steps // 2, max_steps)):
                letters = [
                    letter
                    for letter, (down, right) in STEPS.items()
                    if 0 <= i + down < n and 0 <= j + right < m and BACK[letter] != solution[-1:]
                ]
                letter = rng.choices(letters, [weights[letter] for letter in letters])[0]
                solution += letter
                i, j = _slide(target, i, j, letter)
            if target != start:
                return Problem(start_grid=start, target_grid=target, solution=solution)

    def describe(self, problem: Problem) -> str:
        n, m = len(problem.start_grid), len(problem.start_grid[0])
        return (
            f"A sliding-tile puzzle has a board of {n} rows and {m} columns with the tiles 1 to {n * m - 1}; 0 is the empty "
            f"cell. The board is now:\n{text.grid(problem.start_grid)}\n\n"
            "A move swaps 0 with the tile next to it, and is named after the direction in which 0 moves: U (up), D (down), L "
            "(left) or R (right). 0 must not leave the board.\n\n"
            f"Find a sequence of moves that changes the board into this one:\n{text.grid(problem.target_grid)}\n\n"
            "Any such sequence will do; it need not be a shortest one."
        )

    def verify(self, problem: Problem, answer: str) -> Verdict:
        grid = [list(row) for row in problem.start_grid]
        n, m = len(grid), len(grid[0])
        i, j = next((i, row.index(0)) for i, row in enumerate(grid) if 0 in row)
        for number, letter in enumerate(answer, 1):
            down, right = STEPS[letter]
            if not (0 <= i + down < n and 0 <= j + right < m):
                return Verdict.invalid(f"move {number}, {letter}, leaves the board")
            i, j = _slide(grid, i, j, letter)
        hits = cells_right(grid, problem.target_grid)
        if hits <= cells_right(problem.start_grid, problem.target_grid) and hits < n * m:
            return Verdict.exact(False, f"{hits} of {n * m} cells are right, no more than at the start")
        return Verdict.share(hits, n * m, power=10)

    def solve(self, problem: Problem) -> str:
        return problem.solution


def _slide(grid: Grid, i: int, j: int, letter: str) -> tuple[int, int]:
    """Swaps the blank at row i and column j with its neighbor, and returns the blank's new place."""
    down, right = STEPS[letter]
    grid[i][j], grid[i + down][j + right] = grid[i + down][j + right], grid[i][j]
    return i + down, j + right
