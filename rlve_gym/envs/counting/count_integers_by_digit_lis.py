from functools import cache
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, function


class Problem(core.Problem, frozen=True):
    low: int
    high: int
    lis_length: int
    answer: int  # derived: the number of integers


class CountIntegersByDigitLis(core.IntegerEnvironment[Problem]):
    """Number of integers in a range whose digits have a longest increasing subsequence of length k.

    Quality: 1 if equal, else 0.
    Source: HDU 4352; digit by digit, with the last digits of the subsequences of each length (patience sorting).
    """

    ladder = Ladder(high_max=function(lambda d: 60 * 2**d, "60 * 2^d"), top=30)
    answer_format = Integer("the number of integers", example="305")

    def generate(self, rng: Random, *, high_max: int) -> Problem:
        for _ in range(50):  # a few of the drawn ranges hold no such integer
            high = rng.randint(high_max // 2, high_max)
            low = rng.randint(1, high)
            k = rng.randint(1, min(len(str(high)), 10))
            answer = _count_below(high + 1, k) - _count_below(low, k)
            if answer:
                break
        return Problem(low=low, high=high, lis_length=k, answer=answer)

    def describe(self, problem: Problem) -> str:
        zero = " (The digits of 0 are a single 0.)" if problem.low == 0 else ""
        return (
            "For a non-negative integer x, let L(x) be the length of the longest strictly increasing subsequence of its "
            "decimal digits, written without leading zeros and read from left to right. A subsequence keeps the order of "
            f"the digits but may skip any of them.{zero} How many integers x with "
            f"{problem.low} <= x <= {problem.high} have L(x) = {problem.lis_length}?"
        )


def _count_below(bound: int, k: int) -> int:
    """The positive integers below the bound with L(x) = k."""
    # The state of a prefix is the set of the least last digits of increasing subsequences, of which there is one for
    # each length. It stays empty in leading zeros, so that shorter integers, and 0 with L = 0, come along.
    count, state = 0, 0
    digits = str(bound)
    for place, digit in enumerate(map(int, digits), start=1):
        completions = _completions(len(digits) - place)
        count += sum(completions[_append(state, smaller)][k] for smaller in range(digit))
        state = _append(state, digit)
    return count


def _append(state: int, digit: int) -> int:
    """The digit takes the place of the least member that is not smaller, or is added if there is none."""
    if state == 0 == digit:
        return 0
    not_smaller = state >> digit << digit
    return state ^ (not_smaller & -not_smaller) | 1 << digit


@cache
def _completions(free_digits: int) -> list[list[int]]:
    """By state and k, how many ways to append so many digits lead to a set of k members."""
    if free_digits == 0:
        return [[int(state.bit_count() == k) for k in range(11)] for state in range(1024)]
    import numpy as np

    following = np.array([[_append(state, digit) for digit in range(10)] for state in range(1024)])
    counts: list[list[int]] = np.array(_completions(free_digits - 1))[following].sum(axis=1).tolist()
    return counts
