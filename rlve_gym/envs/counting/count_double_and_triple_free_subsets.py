from math import prod
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    size: int
    answer: int  # derived: the number of subsets


class CountDoubleAndTripleFreeSubsets(core.IntegerEnvironment[Problem]):
    """Number of subsets of 1..n that contain no x together with 2x or 3x.

    Quality: 1 if equal, else 0.
    Source: Luogu P3226 (HNOI 2012); a dynamic program over the rows of each staircase of numbers m * 2^i * 3^j.
    """

    ladder = Ladder(max_size=grow(10, by=1.2), top=16)
    answer_format = Integer("the number of subsets", example="1000")
    least = 1
    variety = 0.018  # a problem is one small number, in 3..22 at difficulty 5

    def generate(self, rng: Random, *, max_size: int) -> Problem:
        size = rng.randint(max(3, max_size // 8), max_size)
        # Numbers with the same part m coprime to 6 form a staircase whose shape depends on size // m only.
        answer = prod(_independent_sets(size // m) for m in range(1, size + 1) if m % 2 and m % 3)
        return Problem(size=size, answer=answer)

    def describe(self, problem: Problem) -> str:
        return (
            f"How many subsets of {{1, 2, ..., {problem.size}}} contain, for no integer x, both x and 2x or both x and 3x? "
            "The empty set counts."
        )


def _independent_sets(limit: int) -> int:
    """How many sets of numbers 2^i * 3^j up to limit have no two in ratio 2 or 3."""
    counts = {0: 1}  # by the exponents i in the set, as a mask, at the last j
    while limit:
        masks = [mask for mask in range(1 << limit.bit_length()) if not mask & mask << 1]
        counts = {mask: sum(count for last, count in counts.items() if not last & mask) for mask in masks}
        limit //= 3
    return sum(counts.values())
