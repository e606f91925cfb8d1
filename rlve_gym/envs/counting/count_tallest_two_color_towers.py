from math import isqrt
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    black_limit: int
    white_limit: int
    answer: int  # derived: the number of colorings at the greatest height


class CountTallestTwoColorTowers(core.IntegerEnvironment[Problem]):
    """Number of two-colored block towers of the greatest height.

    A height h is possible if and only if h(h+1)/2 blocks are there at all, as the sums of some of 1, ..., h take every
    value up to that.

    Quality: 1 if equal, else 0.
    Source: classic (Codeforces 478D); 0/1 knapsack, with all sums in one long integer.
    """

    ladder = Ladder(max_blocks=grow(8, by=1.3, plus=1), top=25)
    answer_format = Integer("the number of colorings", example="1234")
    least = 1

    def generate(self, rng: Random, *, max_blocks: int) -> Problem:
        black, white = (rng.randint(max(1, max_blocks // 3), max_blocks) for _ in range(2))
        return Problem(black_limit=black, white_limit=white, answer=_count(black, white))

    def describe(self, problem: Problem) -> str:
        return (
            f"A tower is built of black and white blocks; at most {problem.black_limit} black and at most "
            f"{problem.white_limit} white blocks may be used, and some may be left over. A tower of height h has the "
            "layers 1, 2, ..., h. Layer i consists of exactly i blocks, all of them black or all of them white. "
            "Let h be the greatest height that a tower can have. In how many ways can the h layers of a tower of this "
            "height be colored black or white with the blocks available? Two colorings are different if some layer "
            "differs in color."
        )


def _count(black: int, white: int) -> int:
    """The number of sets of black layers, which need at most black blocks and leave at most white ones to the others."""
    height = (isqrt(8 * (black + white) + 1) - 1) // 2
    width = height + 1  # bits, enough for any number of sets
    mask = (1 << width * (black + 1)) - 1
    sets = 1  # the number of sets of layers with the sum s, in width bits from s * width on; up to s = black
    for layer in range(1, height + 1):
        sets = (sets + (sets << width * layer)) & mask
    least = max(0, height * (height + 1) // 2 - white)
    return sum(sets >> width * s & (1 << width) - 1 for s in range(least, black + 1))
