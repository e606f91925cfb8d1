from itertools import accumulate, pairwise
from random import Random
from typing import Any

from rlve_gym import core
from rlve_gym.core import Ladder, Moves, Verdict, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    piles: list[int]
    first_player_wins: bool  # derived

    def __post_init__(self) -> None:
        if not self.piles or min(_steps(self.piles)) < 0:
            raise ValueError("piles must be non-negative and non-decreasing, at least one of them")
        if self.first_player_wins != (_nim_sum(_steps(self.piles)) != 0):
            raise ValueError("first_player_wins contradicts the piles")


class MonotoneNim(core.Environment[Problem, list[tuple[Any, ...]]]):
    """Nim on non-decreasing piles that must stay non-decreasing.

    A move lowers one of the steps (the differences of neighboring piles) and raises the next one by as much, which is
    staircase Nim: only the last step, the one two before it, and so on count, like piles of Nim. The published suite
    asks for the winner only, which is a coin flip; here Alice needs a move, and Bob wins one in ten.

    Quality: 1 for Bob if he wins, or for a move that leaves Bob a lost position, else 0.
    Source: Luogu P3480 (POI "Pebbles"); C. L. Bouton, "Nim, a game with a complete mathematical theory" (1901).
    """

    ladder = Ladder(pile_count=line(3), top=30)
    answer_format = Moves(
        'either "Alice i r", if Alice wins, where removing r stones from pile i is a first move with which she wins, or '
        '"Bob", if he wins',
        {"Alice": 2, "Bob": 0},
        single=True,
        example="Alice 2 9",
    )

    def generate(self, rng: Random, *, pile_count: int) -> Problem:
        n = pile_count
        first_player_wins = rng.random() < 0.9
        while True:  # all steps anew, so that no single one tells who wins
            steps = [rng.randint(1, n), *(rng.randint(0, n) for _ in range(n - 1))]
            if (_nim_sum(steps) != 0) == first_player_wins:
                return Problem(piles=[*accumulate(steps)], first_player_wins=first_player_wins)

    def describe(self, problem: Problem) -> str:
        n = len(problem.piles)
        return (
            f"There are {n} piles of stones, numbered 0 to {n - 1}, of these sizes in order:\n{text.series(problem.piles)}\n\n"
            "Alice and Bob take turns, Alice first. A move chooses a pile and removes one or more stones from it, so that "
            f"the sizes still do not decrease from pile 0 to pile {n - 1}: the pile must keep at least as many stones as the "
            "pile before it has. Pile 0 may become empty. A player who cannot move loses.\n\n"
            "Who wins if both play perfectly? If it is Alice, give a first move with which she still wins."
        )

    def verify(self, problem: Problem, answer: list[tuple[Any, ...]]) -> Verdict:
        winner, *move = answer[0]
        if winner == "Bob":
            return Verdict.exact(not problem.first_player_wins)
        pile, removed = move
        if not 0 <= pile < len(problem.piles):
            return Verdict.invalid(f"the pile is not in 0..{len(problem.piles) - 1}")
        steps = _steps(problem.piles)
        if not 1 <= removed <= steps[pile]:
            return Verdict.invalid("so many stones cannot be removed from this pile")
        steps[pile] -= removed
        if pile + 1 < len(steps):
            steps[pile + 1] += removed
        wins = _nim_sum(steps) == 0
        return Verdict.exact(wins, None if wins else "Bob wins after this move")

    def solve(self, problem: Problem) -> list[tuple[Any, ...]]:
        steps = _steps(problem.piles)
        nim_sum = _nim_sum(steps)
        for pile in range(len(steps) - 1, -1, -2):
            if steps[pile] ^ nim_sum < steps[pile]:
                return [("Alice", pile, steps[pile] - (steps[pile] ^ nim_sum))]
        return [("Bob",)]


def _steps(piles: list[int]) -> list[int]:
    """How much larger each pile is than the one before it."""
    return [after - before for before, after in pairwise([0, *piles])]


def _nim_sum(steps: list[int]) -> int:
    total = 0
    for step in steps[::-2]:
        total ^= step
    return total
