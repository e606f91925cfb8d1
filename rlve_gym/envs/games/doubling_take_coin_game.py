from itertools import accumulate
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    values: list[int]  # of the coins, leftmost first
    answer: int  # derived: the first player's total

    def __post_init__(self) -> None:
        if not self.values or min(self.values) < 1:
            raise ValueError("values must be positive, at least one of them")


class DoublingTakeCoinGame(core.IntegerEnvironment[Problem]):
    """Best total for the first player when each turn may take up to twice the previous number of coins.

    Quality: 1 if equal, else 0.
    Source: Luogu P2964.
    """

    ladder = Ladder(coin_count=line(5), top=30)
    answer_format = Integer("the total of the first player", example="1")
    least = 1

    def generate(self, rng: Random, *, coin_count: int) -> Problem:
        values = [rng.randint(1, 2 * coin_count) for _ in range(coin_count)]
        return Problem(values=values, answer=_first_total(values))

    def describe(self, problem: Problem) -> str:
        n = len(problem.values)
        return (
            f"A row of {n} coins has these values, from left to right:\n{text.series(problem.values)}\n\n"
            "Two players take turns until no coin is left. A turn takes one or more coins from the left end of what is "
            "left of the row: at most 2 on the very first turn, and after that at most twice as many as the other player "
            "took on the turn before. Each player wants the total value of their own coins to be as large as possible, "
            "and both play perfectly. What is the total value of the coins of the player who begins?"
        )

    def greatest(self, problem: Problem) -> int:
        return sum(problem.values)


def _first_total(values: list[int]) -> int:
    n = len(values)
    left = [*accumulate(reversed(values), initial=0)]  # the value of the last so many coins
    # best[r][k]: what a player gets who may take up to k of the last r coins. The other one gets the rest.
    best: list[list[int]] = [[0]]
    for r in range(1, n + 1):
        row = [0]
        for k in range(1, r + 1):
            row.append(max(row[-1], left[r] - best[r - k][min(2 * k, r - k)]))
        best.append(row)
    return best[n][min(2, n)]
