from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, grow
from rlve_gym.envs.geometry._points import Point
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    points: list[Point]
    weights: list[int]
    optimum: int  # derived: the least weighted sum

    def __post_init__(self) -> None:
        if not self.points or len(self.points) != len(self.weights):
            raise ValueError("there must be points, and a weight for each")


class MinSumChebyshevDistance(core.Environment[Problem, list[int]]):
    """Integer point of least weighted sum of Chebyshev distances.

    With u = x + y and v = x - y it is max(|dx|, |dy|) = (|du| + |dv|) / 2, so that u and v are weighted medians, except
    that they must both be even or both be odd: if the medians are not, one of the two moves by 1.

    Quality: (least sum / sum) ** 5.
    Source: classic.
    """

    ladder = Ladder(point_count=grow(3, by=1.1, plus=1), top=30)
    answer_format = Integers("the two coordinates x y of the point", example="-2 41")

    def generate(self, rng: Random, *, point_count: int) -> Problem:
        n = point_count
        points = [(1, 1)]
        while len(set(points)) == 1:
            points = [(rng.randint(1, 2 * n), rng.randint(1, 2 * n)) for _ in range(n)]
        weights = [rng.randint(1, n) for _ in range(n)]
        return Problem(
            points=points, weights=weights, optimum=_total(points, weights, _best_point(points, weights))
        )

    def describe(self, problem: Problem) -> str:
        table = [(*point, weight) for point, weight in zip(problem.points, problem.weights, strict=True)]
        return (
            f'Here are {len(table)} points (X, Y) with weights T, one per line as "X Y T":\n{text.rows(table)}\n\n'
            "Find two integers x and y, of any size and sign, for which the sum of T * max(|x - X|, |y - Y|) over all "
            "these points is as small as possible. If several pairs are best, any of them will do."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        if len(answer) != 2:
            return Verdict.unparsed(f"{len(answer)} integers instead of two")
        total = _total(problem.points, problem.weights, (answer[0], answer[1]))
        return Verdict.ratio(total, problem.optimum, power=5, goal="min")

    def solve(self, problem: Problem) -> list[int]:
        return list(_best_point(problem.points, problem.weights))


def _total(points: list[Point], weights: list[int], place: Point) -> int:
    x, y = place
    return sum(weight * max(abs(x - a), abs(y - b)) for (a, b), weight in zip(points, weights, strict=True))


def _best_point(points: list[Point], weights: list[int]) -> Point:
    u = _weighted_median([x + y for x, y in points], weights)
    v = _weighted_median([x - y for x, y in points], weights)
    candidates = [(u, v)] if (u + v) % 2 == 0 else [(u - 1, v), (u + 1, v), (u, v - 1), (u, v + 1)]
    places = [((u + v) // 2, (u - v) // 2) for u, v in candidates]
    return min(places, key=lambda place: _total(points, weights, place))


def _weighted_median(values: list[int], weights: list[int]) -> int:
    rest = sum(weights)
    for value, weight in sorted(zip(values, weights, strict=True)):
        rest -= 2 * weight
        if rest <= 0:
            return value
    raise ValueError("the weights must be positive")
