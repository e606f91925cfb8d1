from itertools import pairwise
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.envs.geometry._points import Point, cross, points_in_general_position
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    points: list[Point]
    answer: int  # derived: twice the area of the hull


class ConvexHull(core.IntegerEnvironment[Problem]):
    """Twice the area of the convex hull of lattice points.

    Quality: 1 if equal, else 0.
    Source: classic; A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions" (1979).
    """

    ladder = Ladder(point_count=grow(4, by=1.1, plus=1, low=3), top=30)
    answer_format = Integer("twice the area of the convex hull", example="57")
    least = 1

    def generate(self, rng: Random, *, point_count: int) -> Problem:
        # Boxes of one size would have hulls of nearly one area.
        width, height = (rng.randint(point_count, 3 * point_count) for _ in range(2))
        points = points_in_general_position(rng, point_count, width, height)
        return Problem(points=points, answer=_double_area(_hull(points)))

    def describe(self, problem: Problem) -> str:
        return (
            f"Here are {len(problem.points)} points in the plane, no three of them on one line, one per line as "
            f'"x y":\n{text.rows(problem.points)}\n\n'
            "Their convex hull is the smallest convex polygon that contains all of them. What is twice its area? "
            "This is an integer."
        )


def _hull(points: list[Point]) -> list[Point]:
    """The vertices of the convex hull, counterclockwise (the monotone chain of Andrew)."""
    ordered = sorted(points)
    hull: list[Point] = []
    for chain in (ordered, ordered[::-1]):  # the lower half, then the upper one
        half: list[Point] = []
        for point in chain:
            while len(half) > 1 and cross(half[-2], half[-1], point) <= 0:
                half.pop()
            half.append(point)
        hull += half[:-1]
    return hull


def _double_area(polygon: list[Point]) -> int:
    """The shoelace formula."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in pairwise([*polygon, polygon[0]]))
