from math import isqrt
from random import Random
from typing import Any, Literal

from rlve_gym import core
from rlve_gym.core import Ladder, Moves, Verdict, grow


class Problem(core.Problem, frozen=True):
    values: tuple[int, int]
    answer: Literal["First", "Second"]  # derived: the winner

    def __post_init__(self) -> None:
        if min(self.values) < 1:
            raise ValueError("values must be positive")
        if self.answer != ("Second" if _is_lost(*self.values) else "First"):
            raise ValueError("the answer contradicts the values")


class EuclidGame(core.Environment[Problem, list[tuple[Any, ...]]]):
    """Euclid's subtraction game on two integers: the winner and a winning first move.

    The player to move wins if and only if the numbers are equal or the larger is more than the golden ratio times the
    smaller. The published suite asks for the winner only, which is a coin flip; here First needs a move, and Second
    wins one in ten. Half of the pairs are uniform. In the others the smaller number b and the rest r of the larger one
    are near the golden ratio, where only exact arithmetic tells whether to leave r or b + r.

    Quality: 1 for Second if Second wins, or for a move that leaves Second a lost position, else 0.
    Source: Luogu P1290; A. J. Cole and A. J. T. Davie, "A game based on the Euclidean algorithm and a winning strategy
    for it" (1969).
    """

    ladder = Ladder(max_value=grow(16, by=2), top=30)
    answer_format = Moves(
        'either "First x y", if First wins, where x y are the two numbers, in the order given, after a first move with '
        'which First wins, or "Second", if Second wins',
        {"First": 2, "Second": 0},
        single=True,
        example="First 1 3",
    )

    def generate(self, rng: Random, *, max_value: int) -> Problem:
        winner: Literal["First", "Second"] = "First" if rng.random() < 0.9 else "Second"
        while True:
            if rng.random() < 0.5:
                x, y = rng.randint(1, max_value), rng.randint(1, max_value)
            else:
                # A quotient of 1 leaves no choice of a move, and makes Second the winner in half of the cases.
                quotient = rng.randint(1, 4) if winner == "First" else 1
                x = rng.randint(2, (max_value - 2) // (quotient + 1))
                rest = max(1, (isqrt(5 * x * x) - x) // 2 + rng.randint(-2, 2))  # x over the golden ratio
                y = quotient * x + rest
                if rng.random() < 0.5:
                    x, y = y, x
            if _is_lost(x, y) == (winner == "Second"):
                return Problem(values=(x, y), answer=winner)

    def describe(self, problem: Problem) -> str:
        x, y = problem.values
        return (
            f"Two players, First and Second, play a game with the two numbers {x} and {y}. They take turns, beginning with "
            "First. A move subtracts a positive multiple of one of the numbers from the other one, which must not become "
            "negative. Whoever makes one of the numbers 0 wins.\n\n"
            "Who wins if both play perfectly? If it is First, give a first move with which First still wins."
        )

    def verify(self, problem: Problem, answer: list[tuple[Any, ...]]) -> Verdict:
        winner, *after = answer[0]
        if winner == "Second":
            return Verdict.exact(problem.answer == "Second")
        x, y = problem.values
        u, v = after
        if not ((u == x and 0 <= v < y and (y - v) % x == 0) or (v == y and 0 <= u < x and (x - u) % y == 0)):
            return Verdict.invalid(f"no move leads from {x} {y} to these numbers")
        wins = _is_lost(u, v)
        return Verdict.exact(wins, None if wins else "Second wins after this move")

    def solve(self, problem: Problem) -> list[tuple[Any, ...]]:
        x, y = problem.values
        if problem.answer == "Second":
            return [("Second",)]
        small, large = sorted((x, y))
        # Either the smallest rest wins, or leaving this rest plus the smaller number is a forced move away from it.
        rest = large % small
        after = rest if _is_lost(small, rest) else rest + small
        return [("First", x, after) if y == large else ("First", after, y)]


def _is_lost(x: int, y: int) -> bool:
    """Whether the player to move loses: the other one has just made a 0, or 1 < larger / smaller < golden ratio."""
    small, large = sorted((x, y))
    return small == 0 or (small != large and large * (large - small) < small * small)
