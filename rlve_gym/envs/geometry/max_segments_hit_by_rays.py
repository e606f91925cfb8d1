from collections.abc import Iterator
from random import Random
from typing import TypeAlias

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line
from rlve_gym.kit import text

Segment: TypeAlias = tuple[int, int, int, int]

# How far apart the ends of a segment may be, seen from the origin: hundredths of the tangent of the angle, which makes
# about 2, 5, 10, 20 and 30 degrees.
_SPREADS = (4, 9, 18, 36, 58)


class Problem(core.Problem, frozen=True):
    segments: list[Segment]  # x1 y1 x2 y2
    ray_limit: int
    answer: int  # derived: the greatest number of segments hit


class MaxSegmentsHitByRays(core.IntegerEnvironment[Problem]):
    """Most segments hit by at most k rays from the origin, no segment hit twice.

    Seen from the origin, segments are intervals of directions, and rays through end points suffice. So that the answer is
    hard to guess, it is drawn beforehand, uniformly from about a third of the segments (at small sizes, from two) to all,
    among segments that are short as seen from the origin, and the number of rays is the least that attains it. At
    difficulty 3 it is one of 11 numbers. There are two more segments per difficulty, not one as in the published suite:
    of few segments, few answers are possible.

    Quality: 1 if equal, else 0. (The prompt of the published suite asks for the most segments hit by a single ray, while
    its answers are the totals over all rays, which is what is asked here.)
    Source: Luogu P3562 (POI, Laser).
    """

    ladder = Ladder(segment_count=line(6, step=2, low=3), top=25)
    answer_format = Integer("the greatest number of segments hit", example="1")

    def greatest(self, problem: Problem) -> int:
        return len(problem.segments)

    def generate(self, rng: Random, *, segment_count: int) -> Problem:
        n = segment_count
        target = rng.randint(max(2, n // 3 - 2), n)
        while True:
            spread = rng.choice(_SPREADS)
            segments = [_random_segment(rng, 2 * n, spread) for _ in range(n)]
            for ray_limit, hits in enumerate(_most_hits(segments), 1):
                if hits == target:
                    return Problem(segments=segments, ray_limit=ray_limit, answer=target)
                if hits > target:
                    break

    def describe(self, problem: Problem) -> str:
        limit = problem.ray_limit
        rays = "one ray" if limit == 1 else f"at most {limit} rays"
        apart = "" if limit == 1 else "No segment may be hit by more than one of the chosen rays. "
        return (
            f"Here are {len(problem.segments)} line segments in the plane, one per line as the coordinates "
            f'"x1 y1 x2 y2" of their two ends:\n{text.rows(problem.segments)}\n\n'
            "The ends belong to a segment; if they are equal, it is just that point. Segments may cross, touch or "
            f"coincide. Choose {rays} starting at the origin (0, 0). A ray goes on without end, through all segments in "
            f"its way, and hits each segment that has a point on it. {apart}What is the greatest number of segments that "
            "can be hit in total?"
        )


def _random_segment(rng: Random, greatest: int, spread: int) -> Segment:
    while True:
        x1, y1, x2, y2 = rng.choices(range(1, greatest + 1), k=4)
        if 100 * abs(x1 * y2 - x2 * y1) <= spread * (x1 * x2 + y1 * y2):
            return x1, y1, x2, y2


def _most_hits(segments: list[Segment]) -> Iterator[int]:
    """The most segments hit by at most 1, 2, 3, ... rays, for as long as one more ray is of use."""
    # Different slopes of ends differ by at least 1 / (x1 x2), so that the scaled ones can be rounded down.
    scale = max(max(x1, x2) for x1, _, x2, _ in segments) ** 2
    ends = [(scale * y1 // x1, scale * y2 // x2) for x1, y1, x2, y2 in segments]
    slopes = sorted({slope for pair in ends for slope in pair})
    place = {slope: index for index, slope in enumerate(slopes)}
    hits = [0] * len(slopes)  # by a ray in this direction
    first = list(range(len(slopes)))  # the first direction that shares a segment with this one
    for pair in ends:
        low, high = place[min(pair)], place[max(pair)]
        for direction in range(low, high + 1):
            hits[direction] += 1
            first[direction] = min(first[direction], low)

    best = [0] * (len(slopes) + 1)  # best[d]: with the rays so far, all among the first d directions
    while True:
        extended = [0]
        for direction, (own, start) in enumerate(zip(hits, first, strict=True)):
            extended.append(max(best[direction + 1], extended[direction], best[start] + own))
        if extended[-1] == best[-1]:
            return
        yield extended[-1]
        best = extended
