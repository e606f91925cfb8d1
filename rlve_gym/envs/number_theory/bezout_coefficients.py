from math import gcd
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, grow, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    values: list[int]
    optimum: int  # derived: the gcd of the values, which is the least positive sum
    solution: list[int]  # derived: coefficients with sum = optimum

    def __post_init__(self) -> None:
        if len(self.values) < 2 or 0 in self.values or self.optimum != gcd(*self.values):
            raise ValueError("there must be at least two values, none of them 0, and the optimum their gcd")


class BezoutCoefficients(core.Environment[Problem, list[int]]):
    """Integer combination of given integers with the smallest positive value.

    The absolute values are all different, and their gcd is none of them: a single value is never the answer.

    Quality: (gcd / sum) ** 5.
    Source: classic (Bézout's identity); extended Euclidean algorithm.
    """

    ladder = Ladder(value_count=line(2), max_value=grow(32, by=2), top=30)
    answer_format = Integers(
        "one coefficient for each integer, in the given order",
        # Multiples of 5 never make the gcd.
        example=lambda problem: text.series((-10, 5, 0)[i % 3] for i in range(len(problem.values))),
    )

    def generate(self, rng: Random, *, value_count: int, max_value: int) -> Problem:
        if value_count >= max_value:
            raise ValueError(f"there are no {value_count} different integers in 2..{max_value}")
        values: list[int] = []
        while not values or gcd(*values) in values:
            values = []
            for _ in range(value_count):
                values.append(_related_value(rng, values, max_value))
        values = [rng.choice((-1, 1)) * value for value in values]
        rng.shuffle(values)
        return Problem(values=values, optimum=gcd(*values), solution=_coefficients(values))

    def describe(self, problem: Problem) -> str:
        return (
            f"Choose an integer coefficient for each of these {len(problem.values)} integers (coefficients may be "
            "negative or 0), such that the sum of the products of each integer and its coefficient is positive and as "
            f"small as possible:\n{text.series(problem.values)}"
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = len(problem.values)
        if len(answer) != n:
            return Verdict.invalid(f"{len(answer)} coefficients instead of {n}")
        total = sum(value * x for value, x in zip(problem.values, answer, strict=True))
        if total <= 0:
            return Verdict.invalid("the sum is not positive")
        return Verdict.ratio(total, problem.optimum, power=5, goal="min")

    def solve(self, problem: Problem) -> list[int]:
        return problem.solution


def _related_value(rng: Random, others: list[int], max_value: int) -> int:
    """A random value, different from the others, that has a common factor with all of them or else with many."""
    best, most = 0, -1
    for _ in range(1024):
        value = rng.randint(2, max_value)
        if value in others:
            continue
        related = sum(gcd(value, other) > 1 for other in others)
        if related == len(others):
            return value
        if related > most:
            best, most = value, related
    return best


def _coefficients(values: list[int]) -> list[int]:
    """Coefficients x with sum x_i * values_i = gcd, about as small as the values."""
    divisor, x = abs(values[0]), [1 if values[0] > 0 else -1]
    for value in values[1:]:
        common = gcd(divisor, value)
        # u * divisor + v * value = common
        u = pow(divisor // common, -1, abs(value) // common)
        v = (common - u * divisor) // value
        divisor, x = common, [u * coefficient for coefficient in x] + [v]

    # They have grown with every step. Adding (value / common, -smallest / common) to two of them keeps the sum.
    p = min(range(len(values)), key=lambda i: abs(values[i]))
    smallest = values[p]
    for i, value in enumerate(values):
        if i != p:
            common = gcd(value, smallest)
            q = (2 * x[i] * common + smallest) // (2 * smallest)  # x_i * common / smallest, rounded
            x[i] -= q * (smallest // common)
            x[p] += q * (value // common)
    return x
