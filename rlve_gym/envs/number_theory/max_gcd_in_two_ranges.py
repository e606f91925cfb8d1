from math import gcd
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, grow
from rlve_gym.kit.number_theory import quotient_blocks


class Problem(core.Problem, frozen=True):
    x_range: tuple[int, int]  # first and last
    y_range: tuple[int, int]
    optimum: int  # derived: the greatest gcd
    solution: tuple[int, int]  # derived: x and y with that gcd


class MaxGcdInTwoRanges(core.Environment[Problem, list[int]]):
    """Numbers from two ranges with the greatest common divisor as large as possible.

    The ranges are disjoint. Two guesses without a search always fail: the two last numbers, and the length of a range
    as the divisor.

    Quality: (gcd / greatest gcd) ** 3.
    Source: Luogu P3579 (POI 2014, "Solar Panels"); all divisors by blocks of equal quotients.
    """

    ladder = Ladder(value_max=grow(20, by=1.5), top=30)
    answer_format = Integers("X and then Y", example="12 18")

    def generate(self, rng: Random, *, value_max: int) -> Problem:
        while True:
            a, b, c, d = sorted(rng.randint(1, value_max) for _ in range(4))
            if b == c:
                continue
            optimum = _greatest_gcd((a, b), (c, d))
            if optimum in (gcd(b, d), b - a + 1, d - c + 1):
                continue
            low, high = (a, b), (c, d)
            x_range, y_range = (low, high) if rng.random() < 0.5 else (high, low)
            solution = (x_range[1] // optimum * optimum, y_range[1] // optimum * optimum)
            return Problem(x_range=x_range, y_range=y_range, optimum=optimum, solution=solution)

    def describe(self, problem: Problem) -> str:
        (a, b), (c, d) = problem.x_range, problem.y_range
        return (
            f"Choose an integer X from {a} to {b} and an integer Y from {c} to {d} (the ends are allowed) such that the "
            "greatest common divisor of X and Y is as large as possible."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        if len(answer) != 2:
            return Verdict.unparsed(f"{len(answer)} numbers instead of 2")
        for name, value, (first, last) in zip("XY", answer, (problem.x_range, problem.y_range), strict=True):
            if not first <= value <= last:
                return Verdict.invalid(f"{name} is not in {first}..{last}")
        return Verdict.ratio(gcd(*answer), problem.optimum, power=3, goal="max")

    def solve(self, problem: Problem) -> list[int]:
        return list(problem.solution)


def _greatest_gcd(x_range: tuple[int, int], y_range: tuple[int, int]) -> int:
    (a, b), (c, d) = x_range, y_range
    # A divisor g has multiples in both ranges if its last ones up to b and d are in them. Within a block of equal
    # quotients these grow with g, so that only the block's last g counts.
    return max(g for _, g in quotient_blocks(b, d) if b // g * g >= a and d // g * g >= c)
