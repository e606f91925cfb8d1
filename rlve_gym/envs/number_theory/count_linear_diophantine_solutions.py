from fractions import Fraction
from math import ceil, floor, gcd
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    coefficients: tuple[int, int]  # of x and y
    constant: int
    x_range: tuple[int, int]  # both ends are included
    y_range: tuple[int, int]
    answer: int  # derived: the number of solutions


class CountLinearDiophantineSolutions(core.IntegerEnvironment[Problem]):
    """Count integer points of a line a*x + b*y + c = 0 inside a box.

    The coefficients are small against the box, of different sizes, so that the counts have all sizes, too.

    Quality: 1 if equal, else 0.
    Source: classic; linear congruences.
    """

    ladder = Ladder(coordinate_max=grow(8, by=1.5, high=10**50), top=30)
    answer_format = Integer("the number of pairs", example="123456789")

    def generate(self, rng: Random, *, coordinate_max: int) -> Problem:
        few = rng.random() < 0.1  # accept any count, with none among them
        while True:
            a, b, c, xs, ys = _draw(rng, coordinate_max)
            if few and gcd(a, b) > 1 and rng.random() < 0.5:
                c += 1  # and there is no solution
            count = _solution_count(a, b, c, xs, ys)
            if few or count >= 2:
                return Problem(coefficients=(a, b), constant=c, x_range=xs, y_range=ys, answer=count)

    def describe(self, problem: Problem) -> str:
        a, b = problem.coefficients
        (x_low, x_high), (y_low, y_high) = problem.x_range, problem.y_range
        return (
            f"How many pairs of integers (x, y) with {x_low} <= x <= {x_high} and {y_low} <= y <= {y_high} satisfy\n"
            f"{a}*x {_signed(b)}*y {_signed(problem.constant)} = 0 ?"
        )


Range = tuple[int, int]


def _signed(number: int) -> str:
    return f"- {-number}" if number < 0 else f"+ {number}"


def _draw(rng: Random, m: int) -> tuple[int, int, int, Range, Range]:
    """Coefficients, and ranges within -m..m around a point of the line."""
    size = max(3, int(m ** rng.uniform(0.1, 0.6)))
    common = rng.randint(1, 3)
    a, b = (rng.choice((-1, 1)) * common * rng.randint(1, size) for _ in range(2))
    if rng.random() < 0.05:
        a, b = rng.choice([(0, b), (a, 0)])
    x, y = rng.randint(-m, m), rng.randint(-m, m)
    xs, ys = ((rng.randint(-m, at), rng.randint(at, m)) for at in (x, y))
    return a, b, -(a * x + b * y), xs, ys


def _solution_count(a: int, b: int, c: int, xs: Range, ys: Range) -> int:
    if b == 0:
        a, b, xs, ys = b, a, ys, xs
    low, high = xs
    if b == 0:
        return (high - low + 1) * (ys[1] - ys[0] + 1) if c == 0 else 0
    common = gcd(a, b)
    if c % common:
        return 0
    if a == 0:
        return high - low + 1 if ys[0] <= -c // b <= ys[1] else 0
    ends = [Fraction(-c - b * y, a) for y in ys]  # the values of x at both ends of the range of y
    low, high = max(low, ceil(min(ends))), min(high, floor(max(ends)))
    # Among them, y is an integer for every step-th x.
    step = abs(b) // common
    first = -c // common * pow(a // common, -1, step)
    return (high - first) // step - (low - 1 - first) // step if low <= high else 0
