from itertools import combinations
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line
from rlve_gym.envs.geometry._points import Point, cross
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    points: list[Point]
    answer: int  # derived: twice the sum of the areas


class SumOfTriangleAreas(core.IntegerEnvironment[Problem]):
    """Twice the total area of all triangles on a point set.

    Quality: 1 if equal, else 0.
    Source: Luogu P3476 (POI, Triangles).
    """

    ladder = Ladder(point_count=line(3), top=30)
    answer_format = Integer("twice the sum of the areas", example="75")

    def generate(self, rng: Random, *, point_count: int) -> Problem:
        side = max(point_count, 10) + 1  # on smaller squares few sums are possible for few points
        answer = 0
        while answer == 0:
            points = [divmod(cell, side) for cell in rng.sample(range(side * side), point_count)]
            answer = _double_sum(points)
        return Problem(points=points, answer=answer)

    def describe(self, problem: Problem) -> str:
        return (
            f'Here are {len(problem.points)} points in the plane, one per line as "x y":\n{text.rows(problem.points)}\n\n'
            "Every choice of three of these points gives a triangle; if the three lie on one line, its area is 0. "
            "What is twice the sum of the areas of all these triangles? This is an integer."
        )


def _double_sum(points: list[Point]) -> int:
    return sum(abs(cross(*triangle)) for triangle in combinations(points, 3))
