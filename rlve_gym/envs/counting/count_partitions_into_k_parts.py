from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    number: int
    part_count: int
    answer: int  # derived: the number of partitions


class CountPartitionsIntoKParts(core.IntegerEnvironment[Problem]):
    """Number of partitions of n into exactly k parts.

    For k >= n / 2 the answer is the number of all partitions of n - k, one of a few well-known numbers; k is therefore
    at most 3/5 n here, and up to n in the published suite.

    Quality: 1 if equal, else 0.
    Source: Luogu P1025 (NOIP 2001); generating functions.
    """

    ladder = Ladder(max_number=grow(10, by=1.3), top=22)
    answer_format = Integer("the number of ways", example="1000")
    least = 1

    def generate(self, rng: Random, *, max_number: int) -> Problem:
        number = rng.randint(max_number // 2, max_number)
        part_count = rng.randint(2, 3 * number // 5)
        return Problem(number=number, part_count=part_count, answer=_partitions(number, part_count))

    def describe(self, problem: Problem) -> str:
        return (
            f"In how many ways can {problem.number} be written as a sum of exactly {problem.part_count} positive "
            "integers? The order of the summands does not matter: 1 + 2 and 2 + 1 are the same way."
        )


def _partitions(number: int, part_count: int) -> int:
    # Take 1 from each part, and read what is left by columns: partitions of the rest into parts of size <= part_count.
    rest = number - part_count
    counts = [1] + [0] * rest
    for part in range(1, min(part_count, rest) + 1):
        for total in range(part, rest + 1):
            counts[total] += counts[total - part]
    return counts[rest]
