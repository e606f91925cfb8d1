import math
from bisect import bisect_left
from decimal import Decimal
from fractions import Fraction
from random import Random

from rlve_gym import core
from rlve_gym.core import DecimalNumber, Ladder, Verdict, function
from rlve_gym.envs.algebra import _polynomials as polynomials

TOLERANCE = Fraction(1, 100)
SCALE = 2**53  # the minimum is found as a multiple of 1 / SCALE


class Problem(core.Problem, frozen=True):
    coefficients: list[int]  # of a strictly convex polynomial; the entry at i belongs to x^i
    optimum: float  # derived: the least value
    solution: float  # derived: where it is attained

    def __post_init__(self) -> None:
        if len(self.coefficients) < 3 or self.coefficients[-1] <= 0 or not math.isfinite(self.solution):
            raise ValueError(
                "the degree must be at least 2, the leading coefficient positive, the solution finite"
            )


class PolynomialMinimizer(core.Environment[Problem, Decimal]):
    """Point at which a convex polynomial of even degree is least.

    The polynomial is a sum of terms a (x - s)^e with a > 0, one for each even exponent e up to the degree, so it is
    strictly convex and the minimum unique. The published suite grades the value of f, with full marks for 99.9% of the way
    from f(0) to the minimum (about 0.02 on either side of it) and a special case for a minimum at 0. Here the point
    itself is right or wrong, with one tolerance everywhere. That is decided exactly, without the stored floats: f'
    increases, so the minimum lies within [x - 0.01, x + 0.01] if f' is at most 0 at the left end and at least 0 at the right.

    Quality: 1 if the error is at most 0.01, else 0.
    Source: classic.
    """

    ladder = Ladder(degree=function(lambda d: 2 + 2 * ((d + 1) // 2), "2, +2 at odd difficulties"), top=30)
    answer_format = DecimalNumber("the number x", example="-2.375", tolerance="0.01")

    def generate(self, rng: Random, *, degree: int) -> Problem:
        if degree % 2:
            raise ValueError(f"the degree must be even, not {degree}")
        exponents = range(2, degree + 1, 2)
        shifts = [0] * len(exponents)
        while len(set(shifts)) == 1:  # with equal shifts the minimum would be an integer, seen at a glance
            shifts = [rng.randint(-2, 2) for _ in exponents]
            if degree == 2:
                break
        coefficients = [0] * (degree + 1)
        for exponent, shift in zip(exponents, shifts, strict=True):
            factor = rng.randint(1, 2)
            for i in range(exponent + 1):
                coefficients[i] += factor * math.comb(exponent, i) * (-shift) ** (exponent - i)

        # The minimum lies between the least and the greatest shift: there f' changes its sign.
        slope = _derivative(coefficients)
        candidates = range(-2 * SCALE, 2 * SCALE)
        index = bisect_left(
            candidates, 0, key=lambda numerator: polynomials.evaluate(slope, numerator, SCALE)
        )
        numerator = index - 2 * SCALE
        optimum = Fraction(polynomials.evaluate(coefficients, numerator, SCALE), SCALE**degree)
        return Problem(coefficients=coefficients, optimum=float(optimum), solution=numerator / SCALE)

    def describe(self, problem: Problem) -> str:
        return (
            f"Consider this polynomial:\nf(x) = {polynomials.text(problem.coefficients)}\n\n"
            "It is strictly convex, so there is exactly one real number x at which f(x) is least. Find this x."
        )

    def verify(self, problem: Problem, answer: Decimal) -> Verdict:
        slope = _derivative(problem.coefficients)
        # Cauchy's bound for the roots of f'; it also keeps huge answers out of the powers.
        if answer.copy_abs() > 2 + max(map(abs, slope)):
            return Verdict.exact(False, "no root of the derivative is that large")
        x = Fraction(answer)
        right = _sign(slope, x - TOLERANCE) <= 0 <= _sign(slope, x + TOLERANCE)
        return Verdict.exact(right, None if right else "the error is more than 0.01")

    def solve(self, problem: Problem) -> Decimal:
        return Decimal(f"{problem.solution:.6f}")


def _derivative(coefficients: list[int]) -> list[int]:
    return [i * coefficient for i, coefficient in enumerate(coefficients)][1:]


def _sign(slope: list[int], x: Fraction) -> int:
    """The sign of an increasing polynomial; where x is long, its first 40 decimals mostly tell."""
    numerator, denominator = x.numerator, x.denominator
    if denominator > 10**40:
        floor = numerator * 10**40 // denominator
        if polynomials.evaluate(slope, floor, 10**40) >= 0:
            return 1
        if polynomials.evaluate(slope, floor + 1, 10**40) <= 0:
            return -1
    value = polynomials.evaluate(slope, numerator, denominator)
    return (value > 0) - (value < 0)
