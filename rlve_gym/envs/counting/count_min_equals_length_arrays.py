from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line


class Problem(core.Problem, frozen=True):
    length: int
    allowed_values: list[int]  # increasing
    modulus: int
    answer: int  # derived: the number of arrays, modulo modulus


class CountMinEqualsLengthArrays(core.ResidueEnvironment[Problem]):
    """Number of arrays that can be cut into segments whose minimum equals their length, modulo m.

    An array has at most one such cut: a last segment within a longer one would have a minimum at least as great, yet a
    smaller length. So the cuts can be counted instead.

    Quality: 1 if equal, else 0.
    Source: Luogu B3902; dynamic programming over the last segment.
    """

    ladder = Ladder(length=line(5, low=3, high=100), top=30)
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(self, rng: Random, *, length: int) -> Problem:
        count = 0
        while count == 0:  # as for some sets without 1
            size = rng.randint(max(2, length // 3), 2 * length // 3)
            allowed_values = sorted(rng.sample(range(1, length + 1), size))
            count = _count(length, allowed_values)
        modulus = rng.randint(1_000, 1_000_000)
        return Problem(length=length, allowed_values=allowed_values, modulus=modulus, answer=count % modulus)

    def describe(self, problem: Problem) -> str:
        return (
            f"Consider the arrays of {problem.length} integers, each from the set "
            f"{{{', '.join(map(str, problem.allowed_values))}}}; values may repeat. Such an array is good if it can be "
            "cut into one or more consecutive non-empty segments, which together make up the whole array, such that in "
            "each segment the smallest value equals the number of elements of the segment.\n\n"
            "How many good arrays are there? An array that can be cut in several ways counts once. "
            f"Give this count modulo {problem.modulus}."
        )


def _count(length: int, allowed_values: list[int]) -> int:
    # Segments of size s: all values are at least s, less those where all are greater.
    segments = {
        size: (len(allowed_values) - smaller) ** size - (len(allowed_values) - smaller - 1) ** size
        for smaller, size in enumerate(allowed_values)
    }
    counts = [1]  # of the good arrays of each length
    for end in range(1, length + 1):
        counts.append(sum(counts[end - size] * ways for size, ways in segments.items() if size <= end))
    return counts[length]
