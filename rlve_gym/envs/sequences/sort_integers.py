from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, grow
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    values: list[int]
    answer: list[int]  # derived: the sorted values


class SortIntegers(core.Environment[Problem, list[int]]):
    """Sort a list of integers in ascending order.

    Quality: (positions equal to the sorted list / n) ** 10.
    Source: classic.
    """

    ladder = Ladder(length=grow(3, by=1.1, plus=1, low=2), top=30)
    answer_format = Integers("all the numbers in ascending order, equal ones repeated", example="2 2 5")

    def generate(self, rng: Random, *, length: int) -> Problem:
        values = ordered = [0] * length
        while values == ordered:  # a sorted list would be answered by an echo
            values = [rng.randint(0, 5 * length) for _ in range(length)]
            ordered = sorted(values)
        return Problem(values=values, answer=ordered)

    def describe(self, problem: Problem) -> str:
        return f"Sort these {len(problem.values)} integers in ascending order:\n{text.series(problem.values)}"

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = len(problem.values)
        if len(answer) != n:
            return Verdict.invalid(f"{len(answer)} numbers instead of {n}")
        return Verdict.positions(answer, problem.answer, power=10)

    def solve(self, problem: Problem) -> list[int]:
        return problem.answer
