from itertools import combinations
from math import gcd
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, grow
from rlve_gym.envs.geometry._points import Point
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    points: list[Point]
    optimum: int  # derived: the area of a largest rectangle


class LargestRectangleFromPoints(core.Environment[Problem, list[int]]):
    """Four of the given points forming a rectangle of largest area, any orientation.

    From 9 points on two rectangles are planted, from 13 on three, and others may arise by chance, so that finding one is
    not enough.

    Quality: (area / largest area) ** 5.
    Source: Luogu P3217.
    """

    ladder = Ladder(point_count=grow(5, by=1.1, plus=1), top=30)
    answer_format = Integers("the numbers of the four points, in any order", example="10 0 7 3")

    def generate(self, rng: Random, *, point_count: int) -> Problem:
        n = point_count
        points: list[Point] = []
        while len(points) < 4 * min(3, (n - 1) // 4):
            corners = _random_rectangle(rng, n)
            if all(max(abs(x), abs(y)) <= n and (x, y) not in points for x, y in corners):
                points += corners
        while len(points) < n:
            point = rng.randint(-n, n), rng.randint(-n, n)
            if point not in points:
                points.append(point)
        rng.shuffle(points)
        return Problem(points=points, optimum=_largest_rectangle(points)[0])

    def describe(self, problem: Problem) -> str:
        n = len(problem.points)
        numbered = [(number, *point) for number, point in enumerate(problem.points)]
        return (
            f"Here are {n} points in the plane, numbered 0 to {n - 1}, one per line as "
            f'"number x y":\n{text.rows(numbered)}\n\n'
            "Choose four of them, with four different positions, that are the corners of a rectangle of the largest "
            "possible area. Its sides need not be parallel to the axes, and a square is a rectangle, too."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        if len(answer) != 4:
            return Verdict.unparsed(f"{len(answer)} numbers instead of four")
        n = len(problem.points)
        if not all(0 <= index < n for index in answer):
            return Verdict.invalid(f"a number is not in 0..{n - 1}")
        if len(set(answer)) < 4:
            return Verdict.invalid("a point is chosen twice")
        area = _rectangle_area(*(problem.points[index] for index in answer))
        if area == 0:
            return Verdict.invalid("the four points are not the corners of a rectangle")
        return Verdict.ratio(area, problem.optimum, power=5, goal="max")

    def solve(self, problem: Problem) -> list[int]:
        return _largest_rectangle(problem.points)[1]


def _random_rectangle(rng: Random, n: int) -> list[Point]:
    reach = n // 3
    u = v = 0
    while gcd(u, v) != 1:
        u, v = rng.randint(-reach, reach), rng.randint(-reach, reach)
    s, t = rng.randint(1, 3), rng.randint(1, 3)
    x, y = rng.randint(-n, n), rng.randint(-n, n)
    return [(x + i * u - j * v, y + i * v + j * u) for i in (0, s) for j in (0, t)]


def _rectangle_area(a: Point, b: Point, c: Point, d: Point) -> int:
    """The area of the rectangle with these corners in some order, 0 if they make none."""
    for p, q, opposite in ((b, c, d), (b, d, c), (c, d, b)):
        (px, py), (qx, qy) = (p[0] - a[0], p[1] - a[1]), (q[0] - a[0], q[1] - a[1])
        if px * qx + py * qy == 0 and opposite == (a[0] + px + qx, a[1] + py + qy):
            return abs(px * qy - py * qx)
    return 0


def _largest_rectangle(points: list[Point]) -> tuple[int, list[int]]:
    """The largest area and the indices: two pairs of points with one middle and one distance are its diagonals."""
    diagonals: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
    for (i, (ax, ay)), (j, (bx, by)) in combinations(enumerate(points), 2):
        diagonals.setdefault((ax + bx, ay + by, (ax - bx) ** 2 + (ay - by) ** 2), []).append((i, j))
    best: tuple[int, list[int]] = (0, [])
    for group in diagonals.values():
        for (i, j), (k, m) in combinations(group, 2):
            area = _rectangle_area(points[i], points[j], points[k], points[m])
            if area > best[0]:
                best = area, [i, j, k, m]
    return best
