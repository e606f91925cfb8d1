from collections.abc import Iterable
from functools import cache
from itertools import accumulate
from operator import xor
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, grow
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    size: int
    white_cells: list[int]  # all other cells of 1..size are black
    first_player_wins: bool  # derived

    def __post_init__(self) -> None:
        cells = self.white_cells
        if not cells or len(set(cells)) < len(cells) or not 1 <= min(cells) <= max(cells) <= self.size:
            raise ValueError("white_cells must be distinct and in 1..size, at least one of them")
        if self.first_player_wins != (_nim_sum(self.size, cells) != 0):
            raise ValueError("first_player_wins contradicts the white_cells")


class MultiplesFlippingGame(core.Environment[Problem, list[int]]):
    """Coin-turning game on multiples: find a winning first move, or declare the position lost.

    White cells are independent games, and the Grundy value of cell x depends on floor(size / x) alone. The published
    suite asks whether the first player wins, which is a coin flip; here a move is asked, and one position in ten is lost.

    Quality: 1 for 0 0 if the position is lost, or for a move that leaves a lost position, else 0.
    Source: Luogu P3179 (HNOI 2015 "Array Game"); E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways" (1982), on
    coin-turning games.
    """

    ladder = Ladder(size=grow(7, by=1.1, plus=1), top=30)
    answer_format = Integers(
        "the numbers x k of a first move with which Alice wins, or 0 0 if she cannot win", example="7 3"
    )

    def generate(self, rng: Random, *, size: int) -> Problem:
        first_player_wins = rng.random() < 0.9
        while True:
            # With more white cells some moves would be right in too many problems.
            white_cells = sorted(rng.sample(range(1, size + 1), rng.randint(2, size // 2)))
            if (_nim_sum(size, white_cells) != 0) == first_player_wins:
                return Problem(size=size, white_cells=white_cells, first_player_wins=first_player_wins)

    def describe(self, problem: Problem) -> str:
        n = problem.size
        return (
            f"A row of {n} cells is numbered 1 to {n}. These cells are white, and all others are black:\n"
            f"{text.series(problem.white_cells)}\n\n"
            "Alice and Bob take turns, Alice first. A move chooses a white cell x and an integer k >= 1 with "
            f"k * x <= {n}, and flips the k cells x, 2x, ..., kx: white ones become black, and black ones become white. A "
            "player who cannot move, because no cell is white, loses.\n\n"
            "Give a first move of Alice after which she wins if both play perfectly, or say that there is none."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        if len(answer) != 2:
            return Verdict.unparsed(f"{len(answer)} numbers instead of 2")
        if answer == [0, 0]:
            return Verdict.exact(not problem.first_player_wins)
        x, k = answer
        if x not in problem.white_cells:
            return Verdict.invalid("this cell is not white")
        if not 1 <= k <= problem.size // x:
            return Verdict.invalid(f"k is not in 1..{problem.size // x}")
        flipped = {x * i for i in range(1, k + 1)}
        wins = _nim_sum(problem.size, flipped.symmetric_difference(problem.white_cells)) == 0
        return Verdict.exact(wins, None if wins else "Bob wins after this move")

    def solve(self, problem: Problem) -> list[int]:
        n = problem.size
        nim_sum = _nim_sum(n, problem.white_cells)
        if nim_sum:
            for x in problem.white_cells:
                for k, change in enumerate(accumulate((_grundy(n // y) for y in range(x, n + 1, x)), xor), 1):
                    if change == nim_sum:
                        return [x, k]
        return [0, 0]


def _nim_sum(size: int, cells: Iterable[int]) -> int:
    total = 0
    for cell in cells:
        total ^= _grundy(size // cell)
    return total


@cache
def _grundy(multiples: int) -> int:
    """The Grundy value of a white cell with so many multiples, itself included."""
    # A move of k turns it into white cells at its multiples 2 to k; the multiple i has multiples // i of its own.
    options = {0, *accumulate((_grundy(multiples // i) for i in range(2, multiples + 1)), xor)}
    return next(value for value in range(len(options) + 1) if value not in options)
