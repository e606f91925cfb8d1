from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    low: int
    high: int
    answer: int  # derived: the sum over low..high


class SumOfDigitRunSquares(core.IntegerEnvironment[Problem]):
    """Sum over a range of digit times squared run length.

    Quality: 1 if equal, else 0.
    Source: Luogu P3754.
    """

    ladder = Ladder(high_max=grow(30, by=1.5, low=20, high=10**40), top=30)
    answer_format = Integer("the sum", example="100")

    def generate(self, rng: Random, *, high_max: int) -> Problem:
        high = rng.randint(max(20, high_max // 2), high_max)
        low = rng.randint(1, high - high // 4)
        return Problem(low=low, high=high, answer=_sum_up_to(high) - _sum_up_to(low - 1))

    def describe(self, problem: Problem) -> str:
        return (
            "Split the decimal digits of a positive integer x into maximal runs of equal adjacent digits. Let f(x) be "
            "the sum, over all runs, of the digit times the square of the run's length. For example, f(7722333) = "
            f"7 * 2^2 + 2 * 2^2 + 3 * 3^2 = 63. Compute the sum of f(x) over all integers x from {problem.low} to "
            f"{problem.high}, both included."
        )


def _sum_up_to(limit: int) -> int:
    """The sum of f(x) for x = 0..limit.

    The square of a run's length counts the ordered pairs of places in the run. So each block of equal digits, within
    a run, is worth its digit: once if it is a single place, else twice. Leading zeros are worth nothing.
    """
    digit_count = len(str(limit))
    total = 0
    for place in range(digit_count):
        for length in range(1, digit_count - place + 1):
            upper, rest = divmod(limit, 10 ** (place + length))
            middle, lower = divmod(rest, 10**place)
            for digit in range(1, 10):
                block = digit * (10**length - 1) // 9
                # How many x <= limit have this block at this place.
                count = upper * 10**place
                if middle >= block:
                    count += 10**place if middle > block else lower + 1
                total += (digit if length == 1 else 2 * digit) * count
    return total
