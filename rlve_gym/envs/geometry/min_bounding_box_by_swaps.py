from random import Random

from rlve_gym import core
from rlve_gym.core import Ladder, String, Verdict, grow
from rlve_gym.envs.geometry._points import Point
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    points: list[Point]
    costs: list[int]
    optimum: tuple[int, int]  # derived: the least perimeter, and the least cost at that perimeter

    def __post_init__(self) -> None:
        if not self.points or len(self.points) != len(self.costs):
            raise ValueError("there must be points, and a cost for each")


class MinBoundingBoxBySwaps(core.Environment[Problem, str]):
    """Swap coordinates of points for the least bounding-box perimeter, then least cost.

    Let the smaller coordinates of the points range over [a1, a2] and the larger ones over [b1, b2]. Every box has a left
    and a lower side that add up to at most a1 + b1, and a right and an upper side that add up to at least a2 + b2, with
    equality in four boxes only: [a1, a2] x [b1, b2], [a1, b2] x [b1, a2] and these two with the axes exchanged.

    Quality: 0.5 (least perimeter / perimeter) ** 5, plus 0.5 (least cost / cost) ** 5 if the perimeter is the least.
    Source: Luogu P3458 (POI, Rock Garden).
    """

    ladder = Ladder(point_count=grow(4, by=1.1, plus=1, low=3), top=30)
    answer_format = String(
        "one character per point, in the order of the list: 1 if its coordinates are exchanged, else 0",
        "01",
        example="0110100",
    )

    def generate(self, rng: Random, *, point_count: int) -> Problem:
        n = point_count
        optimum = (0, 0)
        while optimum[1] == 0:  # exchanging nothing would be the answer
            # Half of the problems have two clusters, mirror images, between which each point has the choice.
            low, high = rng.choice([((0, 10 * n), (0, 10 * n)), ((0, 4 * n), (6 * n, 10 * n))])
            points = []
            for _ in range(n):
                x, y = rng.randint(*low), rng.randint(*high)
                points.append((x, y) if rng.random() < 0.5 else (y, x))
            costs = [rng.randint(1, n) for _ in range(n)]
            optimum = _value(points, costs, _cheapest_swaps(points, costs))
        return Problem(points=points, costs=costs, optimum=optimum)

    def describe(self, problem: Problem) -> str:
        table = [(*point, cost) for point, cost in zip(problem.points, problem.costs, strict=True)]
        return (
            f'Here are {len(table)} points (X, Y) with costs M, one per line as "X Y M":\n{text.rows(table)}\n\n'
            "You may exchange the two coordinates of any of these points: (X, Y) becomes (Y, X), at the cost M of the "
            "point. Choose the points to exchange so that the smallest rectangle with horizontal and vertical sides "
            "that contains all points afterwards has the least possible perimeter, "
            "2 * ((max x - min x) + (max y - min y)). Among all choices with this least perimeter, make one of least "
            "total cost."
        )

    def verify(self, problem: Problem, answer: str) -> Verdict:
        if len(answer) != len(problem.points):
            return Verdict.unparsed(f"{len(answer)} characters instead of {len(problem.points)}")
        perimeter, cost = _value(problem.points, problem.costs, answer)
        least_perimeter, least_cost = problem.optimum
        by_perimeter = Verdict.ratio(perimeter, least_perimeter, power=5, goal="min")
        if not by_perimeter.correct:
            reason = f"perimeter {perimeter}, while {least_perimeter} is attainable"
            return Verdict.graded(by_perimeter.quality / 2, False, reason)
        by_cost = Verdict.ratio(cost, least_cost, power=5, goal="min")
        reason = f"least perimeter, cost {cost}" + (
            "" if by_cost.correct else f", while {least_cost} is attainable"
        )
        return Verdict.graded(0.5 + by_cost.quality / 2, by_cost.correct, reason)

    def solve(self, problem: Problem) -> str:
        return _cheapest_swaps(problem.points, problem.costs)


def _value(points: list[Point], costs: list[int], swaps: str) -> tuple[int, int]:
    """The perimeter of the bounding box, and the cost."""
    xs = [y if swap == "1" else x for (x, y), swap in zip(points, swaps, strict=True)]
    ys = [x if swap == "1" else y for (x, y), swap in zip(points, swaps, strict=True)]
    cost = sum(cost for cost, swap in zip(costs, swaps, strict=True) if swap == "1")
    return 2 * (max(xs) - min(xs) + max(ys) - min(ys)), cost


def _cheapest_swaps(points: list[Point], costs: list[int]) -> str:
    lows, highs = [min(point) for point in points], [max(point) for point in points]
    a1, a2, b1, b2 = min(lows), max(lows), min(highs), max(highs)
    found = [
        _swaps_into(points, *box)
        for box in ((a1, a2, b1, b2), (b1, b2, a1, a2), (a1, b2, b1, a2), (b1, a2, a1, b2))
    ]
    # The first box takes every point one way or the other, so that there always is a candidate.
    return min(
        (swaps for swaps in found if swaps is not None), key=lambda swaps: _value(points, costs, swaps)[1]
    )


def _swaps_into(points: list[Point], left: int, right: int, bottom: int, top: int) -> str | None:
    """The fewest swaps that bring all points into a box, if there are any."""
    swaps = []
    for x, y in points:
        if left <= x <= right and bottom <= y <= top:
            swaps.append("0")
        elif left <= y <= right and bottom <= x <= top:
            swaps.append("1")
        else:
            return None
    return "".join(swaps)
