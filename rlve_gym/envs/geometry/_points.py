"""Lattice points."""

from math import gcd
from random import Random

Point = tuple[int, int]


def points_in_general_position(rng: Random, count: int, width: int, height: int) -> list[Point]:
    """Distinct points of [0, width] x [0, height], no three on a line, drawn one by one and redrawn if they do not fit.

    Raises:
        ValueError: there is hardly any room for so many.
    """
    points: list[Point] = []
    for _ in range(50 * count):
        point = rng.randint(0, width), rng.randint(0, height)
        directions = {_direction(point, other) for other in points}
        if len(directions) == len(points) and (0, 0) not in directions:
            points.append(point)
            if len(points) == count:
                return points
    raise ValueError(f"no room for {count} points in general position in a {width} by {height} box")


def cross(a: Point, b: Point, c: Point) -> int:
    """Twice the signed area of the triangle a b c: positive if c lies to the left of the line from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _direction(point: Point, other: Point) -> Point:
    """The same for any two points of one line through ``point``."""
    dx, dy = other[0] - point[0], other[1] - point[1]
    divisor = gcd(dx, dy) if (dx, dy) > (0, 0) else -gcd(dx, dy) or 1
    return dx // divisor, dy // divisor
