from itertools import accumulate, groupby
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    heights: list[int]
    limits: list[int]
    modulus: int
    answer: int  # derived: the number of height sequences, modulo modulus

    def __post_init__(self) -> None:
        if len(self.heights) != len(self.limits):
            raise ValueError("there must be as many limits as heights")


class CountHeightSequencesWithLimits(core.ResidueEnvironment[Problem]):
    """Number of height sequences in which each item has fewer taller items before it than its limit allows.

    Quality: 1 if equal, else 0.
    Source: Luogu P3255; the items are inserted from the tallest down.
    """

    ladder = Ladder(item_count=line(4), top=30)
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(self, rng: Random, *, item_count: int) -> Problem:
        heights = [rng.randint(1, item_count) for _ in range(item_count)]
        limits = []  # this very order is a valid one
        for i, height in enumerate(heights):
            taller_before = sum(other > height for other in heights[:i])
            limits.append(rng.randint(taller_before, sum(other > height for other in heights)) + 1)
        items = list(zip(heights, limits, strict=True))
        rng.shuffle(items)
        heights, limits = [height for height, _ in items], [limit for _, limit in items]
        modulus = rng.randint(10**4, 10**6)
        answer = _height_sequences(heights, limits, modulus)
        return Problem(heights=heights, limits=limits, modulus=modulus, answer=answer)

    def describe(self, problem: Problem) -> str:
        items = text.rows(zip(problem.heights, problem.limits, strict=True))
        return (
            f'There are {len(problem.heights)} items. Their heights and limits, one item per line as "height limit", '
            f"are:\n{items}\n\n"
            "All the items are put in a row, in some order. The order is valid if for each item, fewer items than its "
            "limit are both strictly taller than it and anywhere before it in the row. Each valid order gives the "
            "sequence of the heights along the row. How many different height sequences do the valid orders give? "
            f"(Valid orders with the same height sequence count once.) Give this count modulo {problem.modulus}."
        )


def _height_sequences(heights: list[int], limits: list[int], modulus: int) -> int:
    product, taller = 1, 0
    items = sorted(zip(heights, limits, strict=True), key=lambda item: (-item[0], item[1]))
    for _, block in groupby(items, key=lambda item: item[0]):
        # Items of one height go into the gaps of the row of taller ones, gap g after g - 1 of these. Those with the
        # least limits come first, so the number of non-decreasing gap choices g_i <= limit_i counts.
        ways = [1]  # by the last gap, the number of choices so far
        placed = 0
        for _, limit in block:
            gaps = min(limit, taller + 1)
            ways = [w % modulus for w in accumulate(ways + [0] * (gaps - len(ways)))]
            placed += 1
        product = product * sum(ways) % modulus
        taller += placed
    return product % modulus
