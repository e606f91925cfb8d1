from random import Random

from rlve_gym import core
from rlve_gym.core import Ladder, SymbolGrid, Verdict, line


class Problem(core.Problem, frozen=True):
    scores: list[int]  # the points of each player
    solution: list[str]  # derived: the planted table; 2 is a win of the row's player, 1 a draw, 0 a loss

    def __post_init__(self) -> None:
        if len(self.scores) < 2:
            raise ValueError("there must be at least two scores")


class RoundRobinResults(core.Environment[Problem, list[str]]):
    """Reconstruct round-robin results (win 3, draw 1) from the final points.

    Many tables may give the same points; any of them is right. The points are never all equal, which all draws would
    explain.

    Quality: (players with the right points / players) ** 5; a table that contradicts itself is invalid.
    Source: classic.
    """

    ladder = Ladder(player_count=line(3), top=30)
    answer_format = SymbolGrid("the table, with the row of player 0 first", "012", example="02\n00")

    def generate(self, rng: Random, *, player_count: int) -> Problem:
        n = player_count
        while True:  # at least every other table will do
            draw_share = rng.uniform(0.1, 0.7)
            table = [[0] * n for _ in range(n)]
            for i in range(n):
                for j in range(i):
                    table[i][j] = 1 if rng.random() < draw_share else rng.choice((0, 2))
                    table[j][i] = 2 - table[i][j]
            solution = ["".join(map(str, row)) for row in table]
            scores = [_points(row) for row in solution]
            if len(set(scores)) > 1:
                return Problem(scores=scores, solution=solution)

    def describe(self, problem: Problem) -> str:
        n = len(problem.scores)
        scores = "\n".join(f"player {player}: {points}" for player, points in enumerate(problem.scores))
        return (
            f"In a tournament of {n} players, numbered 0 to {n - 1}, each player met each other one exactly once. A win was "
            "worth 3 points, a draw 1 point and a loss 0 points. In the end these were the points:\n"
            f"{scores}\n\n"
            f"Give results of all games that lead to these points, as a table of {n} rows and {n} columns. The entry in "
            "row i, column j is 2 if player i beat player j, 1 if their game was a draw, and 0 if player i lost to player "
            "j. So for two different players the entries in row i, column j and in row j, column i add up to 2. The "
            "entries for i = j are 0. Any such table will do."
        )

    def verify(self, problem: Problem, answer: list[str]) -> Verdict:
        n = len(problem.scores)
        if len(answer) != n or any(len(row) != n for row in answer):
            return Verdict.unparsed(f"not {n} rows of {n} digits")
        if any(answer[i][i] != "0" for i in range(n)):
            return Verdict.invalid("an entry for i = j is not 0")
        pairs = {"02", "11", "20"}
        if any(answer[i][j] + answer[j][i] not in pairs for i in range(n) for j in range(i)):
            return Verdict.invalid("the two entries of some game do not add up to 2")
        hits = sum(_points(row) == points for row, points in zip(answer, problem.scores, strict=True))
        return Verdict.share(hits, n, power=5)

    def solve(self, problem: Problem) -> list[str]:
        return problem.solution


def _points(row: str) -> int:
    return 3 * row.count("2") + row.count("1")
