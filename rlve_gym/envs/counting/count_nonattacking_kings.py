from collections import defaultdict
from functools import cache
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line


class Problem(core.Problem, frozen=True):
    board_size: int
    king_count: int
    answer: int  # derived: the number of placements


class CountNonattackingKings(core.IntegerEnvironment[Problem]):
    """Number of placements of k non-attacking kings on an n x n board.

    The boards start larger than in the published suite, and vary more in size, since a problem is just the two numbers.

    Quality: 1 if equal, else 0.
    Source: Luogu P1896 (SCOI 2005); dynamic programming cell by cell, over the last row.
    """

    ladder = Ladder(
        max_board_size=line(8, every=3, cap=13, low=3), max_kings=line(2, every=2, low=1, high=20), top=21
    )
    answer_format = Integer("the number of placements", example="1000")
    variety = 0.019  # a problem is two small numbers: at difficulty 6 there are 20

    def generate(self, rng: Random, *, max_board_size: int, max_kings: int) -> Problem:
        board_size = rng.randint(max(3, max_board_size - 6), max_board_size)
        most = min(max_kings, ((board_size + 1) // 2) ** 2)  # no more kings fit
        king_count = rng.randint(min(most, (max_kings + 1) // 2), most)
        return Problem(
            board_size=board_size, king_count=king_count, answer=_placements(board_size)[king_count]
        )

    def describe(self, problem: Problem) -> str:
        n, k = problem.board_size, problem.king_count
        return (
            f"In how many ways can {k} identical kings be placed on different cells of a board with {n} rows and {n} "
            "columns so that no two kings are on cells that share a side or a corner? Placements that a rotation or a "
            "reflection of the board turns into each other count as different."
        )


@cache
def _placements(n: int) -> list[int]:
    """The number of placements of 0, 1, 2, ... kings, up to as many as fit."""
    # Bit i of a state is the cell i + 1 places back, row by row. The counts by number of kings are the coefficients of a
    # polynomial, packed into one integer.
    width = n * n + 1
    states: dict[int, int] = {0: 1}
    for cell in range(n * n):
        attacking = 1 << (n - 1)  # the cell above
        if cell % n > 0:
            attacking |= 1 | 1 << n  # left, and above left
        if cell % n < n - 1:
            attacking |= 1 << (n - 2)  # above right
        following: defaultdict[int, int] = defaultdict(int)
        for state, counts in states.items():
            shifted = state << 1 & (2 << n) - 1
            following[shifted] += counts
            if not state & attacking:
                following[shifted | 1] += counts << width
        states = following
    total = sum(states.values())
    return [total >> width * k & (1 << width) - 1 for k in range(((n + 1) // 2) ** 2 + 1)]
