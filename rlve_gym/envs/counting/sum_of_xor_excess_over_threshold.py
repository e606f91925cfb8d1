from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit.number_theory import xor_ranges


class Problem(core.Problem, frozen=True):
    row_count: int
    column_count: int
    threshold: int
    answer: int  # derived: the sum


class SumOfXorExcessOverThreshold(core.IntegerEnvironment[Problem]):
    """Sum of the excess of i XOR j over a threshold, over all cells (i, j) of a table.

    Quality: 1 if equal, else 0.
    Source: Luogu P4067 (SDOI 2016); aligned blocks whose sizes are powers of 2.
    """

    ladder = Ladder(max_size=grow(5, by=1.3, plus=1), top=30)
    answer_format = Integer("the sum", example="305")

    def generate(self, rng: Random, *, max_size: int) -> Problem:
        rows, columns = (rng.randint(max(2, max_size // 2), max_size) for _ in range(2))
        # Below the largest value of the table, so that the sum is not 0.
        threshold = rng.randrange(max(last for _, last, _ in xor_ranges(rows, columns)))
        return Problem(
            row_count=rows,
            column_count=columns,
            threshold=threshold,
            answer=_excess(rows, columns, threshold),
        )

    def describe(self, problem: Problem) -> str:
        n, m, k = problem.row_count, problem.column_count, problem.threshold
        return (
            f"Compute the sum of max((i XOR j) - {k}, 0) over all pairs of integers (i, j) with 0 <= i < {n} and "
            f"0 <= j < {m}, where XOR is the bitwise exclusive or of two integers in binary."
        )


def _excess(rows: int, columns: int, threshold: int) -> int:
    total = 0
    for first, last, times in xor_ranges(rows, columns):
        least, greatest = max(first - threshold, 1), last - threshold
        if least <= greatest:
            total += times * (least + greatest) * (greatest - least + 1) // 2
    return total
