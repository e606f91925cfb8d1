from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, function, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    bit_count: int
    values: list[int]  # from 0 to 2^bit_count - 1
    answer: int  # derived: the number of arrays


class CountAndOrMonotoneArrays(core.IntegerEnvironment[Problem]):
    """Count the arrays whose AND with a given array rises and whose OR with it falls.

    Quality: 1 if equal, else 0.
    Source: classic; dynamic programming over intervals, bit by bit.
    """

    ladder = Ladder(
        length=line(2, every=2),
        max_bit_count=function(lambda difficulty: 3 + (difficulty + 1) // 2, "3 + (difficulty + 1) // 2"),
        top=30,
    )
    answer_format = Integer("the number of arrays", example="123")

    def generate(self, rng: Random, *, length: int, max_bit_count: int) -> Problem:
        bit_count = rng.randint(2, max_bit_count)
        values = [rng.randrange(2**bit_count) for _ in range(length)]
        return Problem(bit_count=bit_count, values=values, answer=_count(bit_count, values))

    def describe(self, problem: Problem) -> str:
        n = len(problem.values)
        limit = 2**problem.bit_count - 1
        return (
            f"The array a has {n} integers, a[0] to a[{n - 1}]:\n{text.series(problem.values)}\n\n"
            f"How many arrays b of {n} integers from 0 to {limit} are there such that, for every i from 0 to {n - 2},\n"
            "(a[i] AND b[i]) <= (a[i+1] AND b[i+1]) and (a[i] OR b[i]) >= (a[i+1] OR b[i+1])?\n"
            "AND and OR are bitwise, and their results are compared as integers."
        )


def _count(bit_count: int, values: list[int]) -> int:
    # The bits of b[i] at the ones of a[i] decide only the ANDs, the others only the ORs. An OR falls where the zeros
    # left in it rise, and these are any submask of the complement of a[i].
    complements = [2**bit_count - 1 - value for value in values]
    return _rising_submasks(bit_count, values) * _rising_submasks(bit_count, complements)


def _rising_submasks(bit_count: int, masks: list[int]) -> int:
    """The non-decreasing sequences that consist of one submask of each mask."""
    n = len(masks)
    ways = [[1] * (n + 1) for _ in range(n + 1)]  # for masks[left:right], cut to the bits treated so far
    for bit in range(bit_count):
        longer = [[1] * (n + 1) for _ in range(n + 1)]
        for left in range(n):
            for right in range(left + 1, n + 1):
                # This bit is 0 up to some place and 1 from there on, and either part rises by its lower bits.
                longer[left][right] = ways[left][right]
                for place in range(right - 1, left - 1, -1):
                    if not masks[place] >> bit & 1:
                        break
                    longer[left][right] += ways[left][place] * ways[place][right]
        ways = longer
    return ways[0][n]
