import math
from decimal import Decimal
from fractions import Fraction
from random import Random

from rlve_gym import core
from rlve_gym.core import DecimalNumbers, Ladder, Verdict, grow
from rlve_gym.envs.geometry._points import points_in_general_position
from rlve_gym.kit import text

TOLERANCE = Fraction(1, 1000)


class Problem(core.Problem, frozen=True):
    points: list[tuple[int, int]]
    optimum: float  # derived: the least radius

    def __post_init__(self) -> None:
        if len(self.points) < 2 or not 0 < self.optimum < math.inf:
            raise ValueError("there must be two points at least, and optimum must be a positive number")


class SmallestEnclosingCircle(core.Environment[Problem, list[Decimal]]):
    """Smallest circle enclosing given points.

    Answers are compared as exact rational numbers. The stored optimum is a float (and in imported problems up to 0.001 too
    small), so a radius near the end of the tolerance is compared with the exact least radius instead.

    Quality: (least radius / radius) ** 10; 1 up to 0.001 above the least radius.
    Source: classic; E. Welzl, "Smallest enclosing disks (balls and ellipsoids)" (1991), in the incremental form.
    """

    ladder = Ladder(point_count=grow(3, by=1.1, plus=1), top=25)
    answer_format = DecimalNumbers(
        "the three numbers x y r, where (x, y) is the center and r the radius", example="1.5 0.25 3.125"
    )

    def generate(self, rng: Random, *, point_count: int) -> Problem:
        points = points_in_general_position(rng, point_count, 2 * point_count, 2 * point_count)
        *_, squared = _smallest_circle(points)
        return Problem(points=points, optimum=math.sqrt(squared))

    def describe(self, problem: Problem) -> str:
        return (
            f'Here are {len(problem.points)} points in the plane, one per line as "x y":\n{text.rows(problem.points)}\n\n'
            "Find the circle of least radius that contains all of them; points on its boundary count as contained. "
            "A tolerance of 0.001 is allowed: points may lie up to 0.001 outside the circle that you give, and its "
            "radius may be up to 0.001 above the least possible. So give at least four decimal places."
        )

    def verify(self, problem: Problem, answer: list[Decimal]) -> Verdict:
        if len(answer) != 3:
            return Verdict.unparsed(f"{len(answer)} numbers instead of three")
        x, y, radius = map(Fraction, answer)
        if radius <= 0:
            return Verdict.unparsed("the radius is not positive")
        # In integers, over a common denominator: long decimals would make sums of fractions slow.
        scale = math.lcm(x.denominator, y.denominator, (radius + TOLERANCE).denominator)
        center_x, center_y, reach = int(x * scale), int(y * scale), int((radius + TOLERANCE) * scale)
        for a, b in problem.points:
            if (a * scale - center_x) ** 2 + (b * scale - center_y) ** 2 > reach**2:
                return Verdict.invalid(f"the point ({a}, {b}) lies outside the circle")

        excess = radius - Fraction(problem.optimum)
        right = -3 * TOLERANCE < excess <= TOLERANCE / 2
        if TOLERANCE / 2 < excess < 3 * TOLERANCE:  # here the rounding of the optimum could decide
            *_, squared = _smallest_circle(problem.points)
            right = (radius - TOLERANCE) ** 2 <= squared
        if right:
            return Verdict.exact(True, "all points are covered by a circle of least radius")
        return Verdict.ratio(radius, Fraction(problem.optimum), power=10, goal="min")

    def solve(self, problem: Problem) -> list[Decimal]:
        x, y, squared = _smallest_circle(problem.points)
        return [Decimal(f"{float(number):.6f}") for number in (x, y, math.sqrt(squared))]


def _smallest_circle(points: list[tuple[int, int]]) -> tuple[Fraction, Fraction, Fraction]:
    """Center and squared radius, exactly."""
    circle = _on_diameter(points[0], points[0])
    for i, first in enumerate(points):
        if _outside(circle, first):  # then it lies on the boundary of the circle of the first i + 1 points
            circle = _on_diameter(first, first)
            for j, second in enumerate(points[:i]):
                if _outside(circle, second):
                    circle = _on_diameter(first, second)
                    for third in points[:j]:
                        if _outside(circle, third):
                            circle = _through(first, second, third)
    x, y, scale, squared = circle
    return Fraction(x, scale), Fraction(y, scale), Fraction(squared, scale**2)


# A circle as four integers (X, Y, S, Q): center (X / S, Y / S), squared radius Q / S ** 2.
_Circle = tuple[int, int, int, int]


def _outside(circle: _Circle, point: tuple[int, int]) -> bool:
    x, y, scale, squared = circle
    return (point[0] * scale - x) ** 2 + (point[1] * scale - y) ** 2 > squared


def _on_diameter(a: tuple[int, int], b: tuple[int, int]) -> _Circle:
    return a[0] + b[0], a[1] + b[1], 2, (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _through(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> _Circle:
    bx, by, cx, cy = b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]
    b_squared, c_squared = bx * bx + by * by, cx * cx + cy * cy
    scale = 2 * (bx * cy - by * cx)
    x, y = cy * b_squared - by * c_squared, bx * c_squared - cx * b_squared  # the center, seen from a
    return a[0] * scale + x, a[1] * scale + y, scale, x * x + y * y
