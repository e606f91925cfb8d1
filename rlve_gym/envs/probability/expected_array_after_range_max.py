from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, function, line
from rlve_gym.kit import text

MODULUS = 10_007  # a prime, so that hardly any total vanishes


class Problem(core.Problem, frozen=True):
    values: list[int]
    step_count: int
    modulus: int
    answer: list[int]  # derived: per position the total over all sequences of choices, modulo the modulus

    def __post_init__(self) -> None:
        if len(self.answer) != len(self.values):
            raise ValueError("values and answer must have the same length")


class ExpectedArrayAfterRangeMax(core.Environment[Problem, list[int]]):
    """Expected array after random subarrays are raised to their maximum.

    With t subarrays and q steps, position i is asked as (expected final value) * t^q, the total over all sequences of q
    choices, modulo a number. The published suite has 10000 there, which shares factors with t^q and makes many
    totals 0; here it is a prime.

    Quality: (positions with the right total / n) ** 3.
    Source: Luogu P3352.
    """

    ladder = Ladder(
        length=line(3, every=2, low=2),
        max_steps=function(lambda difficulty: 1 + (difficulty + 1) // 2, "1 + (d + 1) // 2"),
        top=30,
    )
    answer_format = Integers("the totals of all positions in order, modulo the given number", example="5 8 2")

    def generate(self, rng: Random, *, length: int, max_steps: int) -> Problem:
        step_count = rng.randint((max_steps + 1) // 2, max_steps)
        values = [rng.randint(0, 10 * length) for _ in range(length)]
        answer = _totals(values, step_count, MODULUS)
        return Problem(values=values, step_count=step_count, modulus=MODULUS, answer=answer)

    def describe(self, problem: Problem) -> str:
        n, q = len(problem.values), problem.step_count
        t = n * (n + 1) // 2
        power = f"{t}^{q}" if q > 1 else f"{t}"
        return (
            f"Here is an array of {n} integers:\n{text.series(problem.values)}\n\n"
            f"It has {t} nonempty subarrays of consecutive positions. A step chooses one of them uniformly at random and "
            "sets all elements in it to the greatest of them. "
            f"{'One step is' if q == 1 else f'{q} steps, with independent choices, are'} made. For each position i, let "
            f"E_i be the expected value of the element there in the end. Then E_i * {power} is an integer: the total of "
            f"that element over all {power} equally likely {'choices' if q == 1 else 'sequences of choices'}.\n\n"
            f"Compute E_i * {power} modulo {problem.modulus} for every position i."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = len(problem.values)
        if len(answer) != n:
            return Verdict.invalid(f"{len(answer)} numbers instead of {n}")
        return Verdict.positions(answer, problem.answer, power=3)

    def solve(self, problem: Problem) -> list[int]:
        return problem.answer


def _totals(values: list[int], step_count: int, modulus: int) -> list[int]:
    """For every number v, follows the runs of elements below v.

    A step that reaches into a run from one side lifts that part to v or more, and the rest remains a run; a step that
    reaches over all of it leaves nothing. An element is the greatest of all minus the number of v for which it lies in
    a run. So an interval weighs minus the number of v for which it is a run, and the whole array its greatest element.
    """
    n = len(values)
    weights = [[0] * n for _ in range(n)]  # by the ends of the interval, both included
    for first in range(n):
        for last in range(first, n):
            highest = max(values[first : last + 1])
            neighbors = values[first - 1 : first] + values[last + 1 : last + 2]
            if not neighbors:
                weights[first][last] = highest
            elif highest < min(neighbors):
                weights[first][last] = highest - min(neighbors)

    for _ in range(step_count):
        moved = [[0] * n for _ in range(n)]
        cut_left = [0] * n  # the weights cut off at the left so far, by the last position
        for first in range(n):
            cut_right = 0
            for last in range(n - 1, first - 1, -1):
                weight = weights[first][last]
                apart = sum(size * (size + 1) // 2 for size in (first, last - first + 1, n - 1 - last))
                moved[first][last] = (weight * apart + cut_left[last] + cut_right) % modulus
                cut_left[last] += weight * first
                cut_right += weight * (n - 1 - last)
        weights = moved
    return [
        sum(weights[first][last] for first in range(i + 1) for last in range(i, n)) % modulus
        for i in range(n)
    ]
