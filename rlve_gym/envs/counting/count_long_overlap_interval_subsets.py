from heapq import heappop, heappush
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    intervals: list[tuple[int, int]]
    min_length: int
    answer: int  # derived: the number of subsets


class CountLongOverlapIntervalSubsets(core.IntegerEnvironment[Problem]):
    """Number of sets of intervals whose common intersection has at least a given length.

    The least length is drawn up to the median length of the intervals, which makes it more than 1 from the middle
    difficulties on; drawn up to the shortest one, as in the published suite, it would nearly always be 1.

    Quality: 1 if equal, else 0.
    Source: classic; a sweep over the left ends.
    """

    ladder = Ladder(interval_count=grow(5, by=1.1, plus=1), top=30)
    answer_format = Integer("the number of subsets", example="305")

    def generate(self, rng: Random, *, interval_count: int) -> Problem:
        n = interval_count
        intervals = []
        for _ in range(n):
            left = rng.randint(0, n)
            intervals.append((left, rng.randint(left, n)))
        lengths = sorted(right - left for left, right in intervals)
        min_length = rng.randint(1, max(1, lengths[(n - 1) // 2]))
        answer = _subsets(intervals, min_length)
        return Problem(intervals=intervals, min_length=min_length, answer=answer)

    def describe(self, problem: Problem) -> str:
        return (
            f'Here are {len(problem.intervals)} closed intervals of the number line, one per line as "left right":\n'
            f"{text.rows(problem.intervals)}\n\n"
            "Count the non-empty subsets of these intervals whose common intersection is an interval of length at least "
            f"{problem.min_length}, where the length of an interval is its right end minus its left end. (The "
            "intersection of a single interval is this interval itself. Intervals on different lines are different "
            "members, even if they are equal.)"
        )


def _subsets(intervals: list[tuple[int, int]], min_length: int) -> int:
    count = 0
    open_ends: list[int] = []  # a heap of the right ends of earlier intervals
    # Each subset is counted at its last interval in this order, which has the greatest left end of all.
    for left, right in sorted(intervals):
        if right - left >= min_length:
            while open_ends and open_ends[0] < left + min_length:
                heappop(open_ends)  # too short for this interval and all later ones
            count += 2 ** len(open_ends)
            heappush(open_ends, right)
    return count
