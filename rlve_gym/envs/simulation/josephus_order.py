from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, grow, line


class Problem(core.Problem, frozen=True):
    person_count: int
    step: int
    answer: list[int]  # derived: the people, numbered from 1, in the order in which they leave

    def __post_init__(self) -> None:
        if self.step < 1:
            raise ValueError("the step must be positive")
        if len(self.answer) != self.person_count or set(self.answer) != set(range(1, len(self.answer) + 1)):
            raise ValueError("the answer must have every person once")


class JosephusOrder(core.Environment[Problem, list[int]]):
    """Order of elimination in the Josephus circle.

    The published suite keeps the step within the number of people, which leaves a handful of problems at the bottom;
    here it may go round the circle several times.

    Quality: (positions with the right person / n) ** 10.
    Source: Luogu P1996; classic.
    """

    ladder = Ladder(max_count=grow(5, by=1.1, plus=1), step_factor=line(2), top=30)
    answer_format = Integers(
        "the numbers of all the people in the order in which they leave", example="1 2 4 3"
    )

    def generate(self, rng: Random, *, max_count: int, step_factor: int) -> Problem:
        n = rng.randint(max(3, max_count // 2), max_count)
        step = rng.randint(2, step_factor * n)
        return Problem(person_count=n, step=step, answer=_order(n, step))

    def describe(self, problem: Problem) -> str:
        n, m = problem.person_count, problem.step
        return (
            f"{n} people, numbered 1 to {n}, stand in a circle in this order. Beginning with person 1 they count aloud "
            f"around the circle, each remaining person in turn: 1, 2, 3, and so on. Whoever says {m} leaves the circle at "
            f"once, and the next remaining person goes on with 1. If {m} is more than the number of people left, the "
            "counting simply goes around more than once; the last person left counts alone. This is repeated until "
            "everybody has left.\n\n"
            "In which order do the people leave?"
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = problem.person_count
        if len(answer) != n:
            return Verdict.invalid(f"{len(answer)} numbers instead of {n}")
        if set(answer) != set(range(1, n + 1)):
            return Verdict.invalid(f"not every person of 1..{n} once")
        return Verdict.positions(answer, problem.answer, power=10)

    def solve(self, problem: Problem) -> list[int]:
        return problem.answer


def _order(person_count: int, step: int) -> list[int]:
    people = list(range(1, person_count + 1))
    order = []
    position = 0  # of the person who says 1
    while people:
        position = (position + step - 1) % len(people)
        order.append(people.pop(position))
    return order
