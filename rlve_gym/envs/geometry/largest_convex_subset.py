from functools import cmp_to_key
from itertools import combinations
from random import Random
from typing import Any

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, line
from rlve_gym.envs.geometry._points import Point, cross, points_in_general_position
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    points: list[Point]
    optimum: int  # derived: the greatest number of vertices


class LargestConvexSubset(core.Environment[Problem, list[int]]):
    """Largest subset of points in convex position.

    The published suite starts with five points, all five of which are in convex position in four problems of ten: the
    answer "1 2 3 4 5" would win these. Here there are six at first; with nine no answer wins more than about 1 in 20.

    Quality: (number of vertices / greatest number) ** 5.
    Source: Luogu P2924 (USACO 2008); V. Chvatal and G. Klincsek, "Finding largest convex subsets" (1980), in the form
    that adds the directed edges by angle.
    """

    ladder = Ladder(point_count=line(6), top=30)
    answer_format = Integers("the labels of the chosen points, in any order", example="2 5 1")

    def generate(self, rng: Random, *, point_count: int) -> Problem:
        points = points_in_general_position(rng, point_count, point_count, point_count)
        return Problem(points=points, optimum=len(_largest_convex_subset(points)))

    def describe(self, problem: Problem) -> str:
        labeled = [(label, *point) for label, point in enumerate(problem.points, start=1)]
        return (
            f"Here are {len(problem.points)} points in the plane, no three of them on one line, one per line as "
            f'"label x y":\n{text.rows(labeled)}\n\n'
            "Choose as many of them as possible, at least three, so that the chosen points are exactly the vertices of "
            "a convex polygon: none of them may lie inside the convex hull of the others. Points that are not chosen "
            "may lie anywhere, also inside the polygon."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = len(problem.points)
        if not all(1 <= label <= n for label in answer):
            return Verdict.invalid(f"a label is not in 1..{n}")
        if len(set(answer)) < len(answer):
            return Verdict.invalid("a point is chosen twice")
        if len(answer) < 3:
            return Verdict.invalid("fewer than three points are chosen")
        if not _in_convex_position([problem.points[label - 1] for label in answer]):
            return Verdict.invalid("the chosen points are not the vertices of a convex polygon")
        return Verdict.ratio(len(answer), problem.optimum, power=5, goal="max")

    def solve(self, problem: Problem) -> list[int]:
        labels = {point: label for label, point in enumerate(problem.points, start=1)}
        return [labels[point] for point in _largest_convex_subset(problem.points)]


def _in_convex_position(points: list[Point]) -> bool:
    """In the order of their angles about the lowest point (of several the leftmost), every turn must be to the left."""
    lowest, *others = sorted(points, key=_height)

    def clockwise(a: Point, b: Point) -> int:
        return cross(lowest, b, a)

    polygon = [lowest, *sorted(others, key=cmp_to_key(clockwise))]
    return all(cross(polygon[i - 2], polygon[i - 1], polygon[i]) > 0 for i in range(len(polygon)))


def _height(point: Point) -> tuple[int, int]:
    return point[1], point[0]


def _largest_convex_subset(points: list[Point]) -> list[Point]:
    """Walks counterclockwise from each vertex and back, along directed edges in the order of their angles."""
    ordered = sorted(points, key=_height)

    def by_angle(edge: tuple[int, int], other: tuple[int, int]) -> int:
        (ax, ay), (bx, by) = (
            (ordered[j][0] - ordered[i][0], ordered[j][1] - ordered[i][1]) for i, j in (edge, other)
        )
        return ay * bx - ax * by

    # Upward edges have angles in [0, pi); the downward ones are their opposites.
    upward = sorted(combinations(range(len(ordered)), 2), key=cmp_to_key(by_angle))
    edges = [*upward, *((j, i) for i, j in upward)]

    longest: Any = (0, 0, None)
    for start in range(len(ordered)):
        # The longest walk to each vertex, as (length, vertex, the walk before); links, since walks share their
        # beginnings, and a vertex may get a longer walk after another walk has gone on from it.
        walks: list[Any] = [None] * len(ordered)
        walks[start] = (0, start, None)
        for i, j in edges:
            walk = walks[i]
            if walk and (walks[j] is None or walk[0] >= walks[j][0]):
                walks[j] = (walk[0] + 1, j, walk)
        if walks[start][0] > longest[0]:
            longest = walks[start]

    polygon = []
    _, vertex, before = longest
    while before:
        polygon.append(ordered[vertex])
        _, vertex, before = before
    return polygon
