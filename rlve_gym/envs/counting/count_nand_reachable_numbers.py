from itertools import pairwise
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    bit_count: int
    values: list[int]
    low: int
    high: int
    answer: int  # derived: the number of values in low..high that can be obtained


class CountNandReachableNumbers(core.IntegerEnvironment[Problem]):
    """Number of values in a range that can be obtained from given words by bitwise NAND.

    NAND makes every Boolean function (all ones is x NAND not x), so exactly those words can be obtained in which any two
    bits agree that agree in every given word. There are more groups of such bits than in the published suite, where
    few groups make the same small counts again and again.

    Quality: 1 if equal, else 0.
    Source: Luogu P3220 (HNOI 2012); H. M. Sheffer (1913) for the completeness of NAND.
    """

    ladder = Ladder(value_count=grow(3, by=1.1, plus=1), bit_count=line(5), top=26)
    answer_format = Integer("how many integers of that range can be obtained", example="3")

    def generate(self, rng: Random, *, value_count: int, bit_count: int) -> Problem:
        answer = 0
        while answer < 5:  # small counts would be guessed
            bits = list(range(bit_count))
            rng.shuffle(bits)
            group_count = rng.randint(-(-3 * bit_count // 4), bit_count)
            cuts = [0, *sorted(rng.sample(range(1, bit_count), group_count - 1)), bit_count]
            groups = [sum(1 << bit for bit in bits[i:j]) for i, j in pairwise(cuts)]
            values = []
            for _ in range(value_count):
                q = rng.random()
                values.append(sum(group for group in groups if rng.random() < q))
            low, high = sorted(rng.randrange(1 << bit_count) for _ in range(2))
            answer = _count_up_to(high, bit_count, values) - _count_up_to(low - 1, bit_count, values)
        return Problem(bit_count=bit_count, values=values, low=low, high=high, answer=answer)

    def describe(self, problem: Problem) -> str:
        k = problem.bit_count
        return (
            f"The NAND of two {k}-bit integers x and y is the {k}-bit integer that has a 0 wherever both x and y have a 1, "
            f"and a 1 everywhere else (all {k} bits count, leading zeros included). Given are these {k}-bit integers, in "
            f"decimal:\n{text.series(problem.values)}\n\n"
            "An integer can be obtained if it is one of these, or the NAND of two integers, equal or not, that can be "
            f"obtained. How many integers from {problem.low} to {problem.high}, both included, can be obtained?"
        )


def _count_up_to(limit: int, bit_count: int, values: list[int]) -> int:
    """How many integers in 0..limit can be obtained."""
    if limit < 0:
        return 0
    classes: dict[tuple[int, ...], int] = {}  # bits that are the same in every value, as masks
    for bit in range(bit_count):
        column = tuple(value >> bit & 1 for value in values)
        classes[column] = classes.get(column, 0) | 1 << bit
    count, left = 1, len(classes)
    for mask in sorted(classes.values(), reverse=True):
        left -= 1
        if mask <= limit:  # then so is any union of smaller masks, all without the highest bit of this one
            count += 2**left
            limit -= mask
    return count
