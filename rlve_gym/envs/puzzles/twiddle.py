from random import Random

from rlve_gym import core
from rlve_gym.core import IntegerRows, Ladder, Verdict, function, line
from rlve_gym.envs.puzzles._boards import Grid, cells_right, check_boards
from rlve_gym.kit import text

MAX_MOVES = 1000


class Problem(core.Problem, frozen=True):
    start_grid: Grid
    target_grid: Grid
    block_size: int
    solution: list[tuple[int, int]]  # derived: the planted moves

    def __post_init__(self) -> None:
        check_boards(self.start_grid, self.target_grid)
        if not 2 <= self.block_size <= min(len(self.start_grid), len(self.start_grid[0])):
            raise ValueError("block_size must be at least 2 and no more than a side of the grid")


class Twiddle(core.Environment[Problem, list[list[int]]]):
    """Reach a target grid by rotating square blocks counter-clockwise.

    Any sequence of at most 1000 moves that reaches the target is right. Grids grow to 6 x 6 and only the number of moves
    from there on, unlike in the published suite: on a large grid the moves hardly overlap and are seen at once. An
    answer earns nothing unless it leaves more cells as in the target than there are at the start.

    Quality: 1 at the target; 0 if no more than at the start of the nm cells are as in the target; else
    (cells as in the target / nm) ** 5.
    Source: classic; cf. Twiddle in Simon Tatham's Portable Puzzle Collection.
    """

    ladder = Ladder(
        max_side=function(lambda difficulty: min(3 + (difficulty + 1) // 2, 6), "3, then +1 at 1, 3, 5"),
        step_count=line(2, every=2),
        top=30,
    )
    answer_format = IntegerRows("the moves i j in order", example="0 1\n0 0\n0 0\n0 1\n1 0")

    def generate(self, rng: Random, *, max_side: int, step_count: int) -> Problem:
        while True:
            n, m = rng.randint(2, max_side), rng.randint(2, max_side)
            size = rng.randint(2, min(n, m))
            if n == m == size:
                continue  # a single block, turned again and again
            numbers = rng.sample(range(n * m), n * m)
            start = [numbers[i * m : (i + 1) * m] for i in range(n)]
            target = [list(row) for row in start]
            solution: list[tuple[int, int]] = []
            while len(solution) < step_count:
                move = (rng.randint(0, n - size), rng.randint(0, m - size))
                if solution[-3:] != [move] * 3:  # four would be a full turn
                    solution.append(move)
                    _turn(target, size, *move)
            if target != start:
                return Problem(start_grid=start, target_grid=target, block_size=size, solution=solution)

    def describe(self, problem: Problem) -> str:
        n, m, size = len(problem.start_grid), len(problem.start_grid[0]), problem.block_size
        return (
            f"A grid of {n} rows, numbered 0 to {n - 1} from the top, and {m} columns, numbered 0 to {m - 1} from the left, "
            f"holds the numbers 0 to {n * m - 1}:\n{text.grid(problem.start_grid)}\n\n"
            f"A move i j turns the {size} x {size} block of cells whose top-left cell lies in row i and column j by 90 degrees "
            "counter-clockwise, so that the block's top row becomes its left column, read from the bottom up. The block must "
            f"lie within the grid: i is {_span(n - size)} and j is {_span(m - size)}.\n\n"
            f"Find a sequence of at most {MAX_MOVES} moves that changes the grid into this one:\n"
            f"{text.grid(problem.target_grid)}\n\n"
            "Any such sequence will do; it need not be a shortest one."
        )

    def verify(self, problem: Problem, answer: list[list[int]]) -> Verdict:
        grid = [list(row) for row in problem.start_grid]
        n, m, size = len(grid), len(grid[0]), problem.block_size
        if any(len(move) != 2 for move in answer):
            return Verdict.unparsed("a line is not two integers")
        if len(answer) > MAX_MOVES:
            return Verdict.invalid(f"{len(answer)} moves, while {MAX_MOVES} are allowed")
        for i, j in answer:
            if not (0 <= i <= n - size and 0 <= j <= m - size):
                return Verdict.invalid("a block does not lie within the grid")
            _turn(grid, size, i, j)
        hits = cells_right(grid, problem.target_grid)
        if hits <= cells_right(problem.start_grid, problem.target_grid) and hits < n * m:
            return Verdict.exact(False, f"{hits} of {n * m} cells are right, no more than at the start")
        return Verdict.share(hits, n * m, power=5)

    def solve(self, problem: Problem) -> list[list[int]]:
        return [list(move) for move in problem.solution]


def _span(last: int) -> str:
    return f"from 0 to {last}" if last else "always 0"


def _turn(grid: Grid, size: int, i: int, j: int) -> None:
    """Turns a block counter-clockwise: transposed, then upside down."""
    block = [row[j : j + size] for row in grid[i : i + size]]
    for row, turned in zip(grid[i : i + size], reversed(list(zip(*block, strict=True))), strict=True):
        row[j : j + size] = turned
