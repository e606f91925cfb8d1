from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import Any

from rlve_gym import core
from rlve_gym.core import Ladder, Moves, Verdict, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    beans: list[int]  # in bottles 0..n-1
    first_player_wins: bool  # derived

    def __post_init__(self) -> None:
        if not self.beans or min(self.beans) < 0:
            raise ValueError("beans must be non-negative, at least one bottle of them")
        if self.first_player_wins != (_nim_sum(self.beans) != 0):
            raise ValueError("first_player_wins contradicts the beans")


class BeanSplittingGame(core.Environment[Problem, list[tuple[Any, ...]]]):
    """Bean-splitting game: the winner and a winning first move.

    The beans are independent games, whose Grundy values depend on the distance to the last bottle alone, and two beans
    in one bottle cancel. So Bob wins if and only if the XOR over the bottles with an odd number of beans is 0. The
    published suite asks for the winner only, which is a coin flip; here Alice needs a move, and Bob wins one in ten.

    Quality: 1 for Bob if he wins, or for a move that leaves Bob a lost position, else 0.
    Source: Luogu P3185; R. P. Sprague (1935) and P. M. Grundy (1939).
    """

    ladder = Ladder(bottle_count=line(4), top=30)
    answer_format = Moves(
        'either "Alice i j k", if Alice wins, where i j k is a first move with which she wins, or "Bob", if he wins',
        {"Alice": 3, "Bob": 0},
        single=True,
        example="Alice 1 4 6",
    )

    def generate(self, rng: Random, *, bottle_count: int) -> Problem:
        n = bottle_count
        first_player_wins = rng.random() < 0.9
        while True:  # the nim sum is below 128 up to 34 bottles, and all its values are about equally likely
            beans = [rng.randint(0, 2 * n) for _ in range(n)]
            if (_nim_sum(beans) != 0) == first_player_wins:
                return Problem(beans=beans, first_player_wins=first_player_wins)

    def describe(self, problem: Problem) -> str:
        n = len(problem.beans)
        return (
            f"There are {n} bottles, numbered 0 to {n - 1}, with these numbers of beans in order:\n"
            f"{text.series(problem.beans)}\n\n"
            "Alice and Bob take turns, Alice first. A move chooses three bottles i, j, k with i < j <= k, where bottle i "
            "is not empty; it takes one bean out of bottle i and puts one new bean into bottle j and one into bottle k "
            "(hence two into bottle j if j = k). A player who cannot move loses.\n\n"
            "Who wins if both play perfectly? If it is Alice, give a first move with which she still wins."
        )

    def verify(self, problem: Problem, answer: list[tuple[Any, ...]]) -> Verdict:
        winner, *move = answer[0]
        if winner == "Bob":
            return Verdict.exact(not problem.first_player_wins)
        i, j, k = move
        if not 0 <= i < j <= k < len(problem.beans):
            return Verdict.invalid(f"the move does not satisfy 0 <= i < j <= k <= {len(problem.beans) - 1}")
        if problem.beans[i] == 0:
            return Verdict.invalid("bottle i is empty")
        wins = _nim_sum(problem.beans) == _change(len(problem.beans), i, j, k)
        return Verdict.exact(wins, None if wins else "Bob wins after this move")

    def solve(self, problem: Problem) -> list[tuple[Any, ...]]:
        beans = problem.beans
        n, nim_sum = len(beans), _nim_sum(beans)
        if nim_sum:
            for i in (bottle for bottle in range(n) if beans[bottle]):
                for j, k in combinations_with_replacement(range(i + 1, n), 2):
                    if _change(n, i, j, k) == nim_sum:
                        return [("Alice", i, j, k)]
        return [("Bob",)]


def _nim_sum(beans: list[int]) -> int:
    total = 0
    for count, value in zip(reversed(beans), _grundy(len(beans)), strict=True):
        total ^= count % 2 * value
    return total


def _change(n: int, i: int, j: int, k: int) -> int:
    """What a move changes in the nim sum: the difference before ^ after."""
    value = _grundy(n)
    return value[n - 1 - i] ^ value[n - 1 - j] ^ value[n - 1 - k]


@cache
def _grundy(n: int) -> list[int]:
    """The Grundy values of a bean at distance 0..n-1 from the last bottle."""
    values: list[int] = []
    for _ in range(n):
        reached = {a ^ b for a, b in combinations_with_replacement(values, 2)}
        values.append(next(value for value in range(len(reached) + 1) if value not in reached))
    return values
