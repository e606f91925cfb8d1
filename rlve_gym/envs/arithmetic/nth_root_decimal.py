from decimal import Decimal
from random import Random

from rlve_gym import core
from rlve_gym.core import DecimalNumber, Ladder, Verdict, function, line, table


class Problem(core.Problem, frozen=True):
    radicand: int
    degree: int
    answer: str  # derived: the root rounded half up to five decimals

    def __post_init__(self) -> None:
        if self.radicand < 1 or not 1 <= self.degree <= 100:
            raise ValueError("the radicand must be at least 1 and the degree in 1..100")


class NthRootDecimal(core.ExactEnvironment[Problem, Decimal]):
    """K-th root of a positive integer to five decimals.

    An answer is compared with the true root, by powers of integers, not with the stored decimals. At the lowest
    difficulties most roots are integers. The published suite draws radicands little above 2 ** degree, whose roots crowd
    between 1 and 2; here their number of digits is drawn. It also pays for closeness; here an answer is right or wrong.

    Quality: 1 if the error is at most 0.0001, else 0.
    Source: classic; the stored root by Newton's method in integers.
    """

    ladder = Ladder(
        digit_max=line(2),
        degree_max=function(lambda d: 2 + d // 2, "2 + difficulty // 2"),
        exact_share=table(0.8, 0.6, 0.4, 0.2, 0.0),
        top=30,
    )
    answer_format = DecimalNumber("the root", example="123.45679", tolerance="0.0001")

    def generate(self, rng: Random, *, digit_max: int, degree_max: int, exact_share: float) -> Problem:
        digit_min = max(2, digit_max // 2)
        if 10 ** (digit_min - 1) <= 2**degree_max:
            raise ValueError(f"numbers of {digit_min} digits are too small for roots of degree {degree_max}")
        degree = rng.randint(2, degree_max)
        digits = rng.randint(digit_min, digit_max)
        low, high = 10 ** (digits - 1), 10**digits - 1
        least, greatest = _root(low - 1, degree) + 1, _root(high, degree)
        if rng.random() < exact_share and least <= greatest:
            radicand = rng.randint(least, greatest) ** degree
        else:
            radicand = rng.randint(low, high)
        # Twice the root, in units of 0.00001, rounded down.
        doubled = _root(radicand * (2 * 10**5) ** degree, degree)
        whole, decimals = divmod((doubled + 1) // 2, 10**5)
        return Problem(radicand=radicand, degree=degree, answer=f"{whole}.{decimals:05}")

    def describe(self, problem: Problem) -> str:
        return (
            f"Compute {problem.radicand}^(1/{problem.degree}), that is, the positive real number x with "
            f"x^{problem.degree} = {problem.radicand}. Give it to five decimal places."
        )

    def verify(self, problem: Problem, answer: Decimal) -> Verdict:
        numerator, denominator = answer.as_integer_ratio()
        if not 0 <= numerator <= denominator * (problem.radicand + 1):  # cheap, before the powers
            return Verdict.exact(False, "far from the root")
        # Everything times 10,000 * denominator: the answer, the tolerance and, as a power, the root.
        x, tolerance = 10_000 * numerator, denominator
        power = problem.radicand * (10_000 * denominator) ** problem.degree
        right = max(x - tolerance, 0) ** problem.degree <= power <= (x + tolerance) ** problem.degree
        return Verdict.exact(right, f"the error is {'at most' if right else 'more than'} 0.0001")

    def solve(self, problem: Problem) -> Decimal:
        root = Decimal(problem.answer)
        whole = root.to_integral_value()
        return whole if whole == root else root


def _root(number: int, degree: int) -> int:
    """The root of a positive number, rounded down, by Newton's method from above."""
    root = 1 << -(-number.bit_length() // degree)
    while (better := ((degree - 1) * root + number // root ** (degree - 1)) // degree) < root:
        root = better
    return root
