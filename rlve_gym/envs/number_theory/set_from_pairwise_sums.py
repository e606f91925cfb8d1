from collections import Counter
from itertools import combinations
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    pair_sums: list[int]
    solution: list[int]  # derived: different positive integers with these sums

    def __post_init__(self) -> None:
        n = len(self.solution)
        if n < 3 or len(self.pair_sums) != n * (n - 1) // 2:
            raise ValueError("there must be n >= 3 numbers and a sum for each pair of them")


class SetFromPairwiseSums(core.Environment[Problem, list[int]]):
    """Recover distinct positive integers from all their pairwise sums.

    Several sets can have the same sums if their size is a power of two; any of them is right.

    Quality: (common sums / sums in either) ** 5 for the multisets of the given sums and those of the answer.
    Source: Luogu P3194 (HNOI 2011).
    """

    ladder = Ladder(value_count=line(3), top=30)
    answer_format = Integers("the numbers, in any order", example="5 2 9")

    def generate(self, rng: Random, *, value_count: int) -> Problem:
        values = rng.sample(range(1, 5 * value_count + 1), value_count)
        pair_sums = [a + b for a, b in combinations(values, 2)]
        rng.shuffle(pair_sums)
        return Problem(pair_sums=pair_sums, solution=sorted(values))

    def describe(self, problem: Problem) -> str:
        n = len(problem.solution)
        return (
            f"Adding every two of {n} different positive integers gives {len(problem.pair_sums)} sums, here in random "
            f"order:\n{text.series(problem.pair_sums)}\n\nFind {n} different positive integers that have exactly these "
            "pairwise sums, each as often as it is listed. If there are several such sets of integers, any is accepted."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = len(problem.solution)
        if len(answer) != n:
            return Verdict.invalid(f"{len(answer)} numbers instead of {n}")
        if min(answer) < 1 or len(set(answer)) != n:
            return Verdict.invalid("the numbers are not different positive integers")
        given, made = Counter(problem.pair_sums), Counter(a + b for a, b in combinations(answer, 2))
        common = (given & made).total()
        return Verdict.share(common, 2 * len(problem.pair_sums) - common, power=5)

    def solve(self, problem: Problem) -> list[int]:
        return problem.solution
