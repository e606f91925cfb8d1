from math import gcd
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    values: list[int]
    answer: list[int]  # derived: for each value the index of the nearest other one

    def __post_init__(self) -> None:
        if len(self.values) < 2 or len(self.answer) != len(self.values):
            raise ValueError("there must be at least two values and an index for each of them")


class NearestByPrimeOperations(core.Environment[Problem, list[int]]):
    """For each number the nearest other one by multiplications and divisions by primes.

    The values have no prime above 11, which spreads their distances.

    Quality: (right positions / n) ** 5.
    Source: Luogu P3532 (POI 2012, "Distance").
    """

    ladder = Ladder(value_count=line(4), top=30)
    answer_format = Integers("the index for each number, in the order of the list", example="2 0 1")

    def generate(self, rng: Random, *, value_count: int) -> Problem:
        # No exponent of a prime reaches 10 in numbers up to 20 * 34.
        smooth = [x for x in range(1, 20 * value_count + 1) if pow(2 * 3 * 5 * 7 * 11, 10, x) == 0]
        values = rng.sample(smooth, value_count)
        return Problem(values=values, answer=[_nearest(values, i) for i in range(value_count)])

    def describe(self, problem: Problem) -> str:
        n = len(problem.values)
        return (
            "One step turns a positive integer into another by multiplying it by a prime, or by dividing it by a prime "
            "that divides it. The distance of two positive integers is the least number of steps from one to the other.\n"
            f"These {n} integers have the indices 0 to {n - 1}, in this order:\n{text.series(problem.values)}\n\n"
            "For each of them find the index of the nearest other one in the list. If several are equally near, give the "
            "smallest of their indices."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = len(problem.values)
        if len(answer) != n:
            return Verdict.invalid(f"{len(answer)} numbers instead of {n}")
        if not all(0 <= j < n and i != j for i, j in enumerate(answer)):
            return Verdict.invalid(f"not all are indices in 0..{n - 1} of another number")
        return Verdict.positions(answer, problem.answer, power=5)

    def solve(self, problem: Problem) -> list[int]:
        return problem.answer


def _nearest(values: list[int], i: int) -> int:
    others = [j for j in range(len(values)) if j != i]
    return min(others, key=lambda j: _distance(values[i], values[j]))  # the first of the nearest


def _distance(x: int, y: int) -> int:
    rest = x * y // gcd(x, y) ** 2  # the product of the primes of all steps
    count, divisor = 0, 2
    while rest > 1:
        if rest % divisor:
            divisor += 1
        else:
            rest //= divisor
            count += 1
    return count
