from math import comb
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, function, line


class Problem(core.Problem, frozen=True):
    digit_bits: int  # k, for the base 2^k
    max_bits: int
    answer: int  # derived: the number of integers


class CountIncreasingDigitNumbers(core.IntegerEnvironment[Problem]):
    """Number of integers of at most w bits whose digits in base 2^k are strictly increasing.

    Widths from (2^k - 2) * k + 1 on, where all sets of digits fit, are left out: their count depends on k alone.

    Quality: 1 if equal, else 0.
    Source: Luogu P1066; binomial coefficients.
    """

    ladder = Ladder(
        digit_bits_max=function(lambda d: min((7 + d) // 2, 16), "3.5 + d / 2, rounded down, at most 16"),
        digit_count_max=line(4, every=2),
        top=30,
    )
    answer_format = Integer("the number of integers", example="305")
    variety = 0.08  # two small numbers: 87 problems at difficulty 5, over 200 from 10 on

    def generate(self, rng: Random, *, digit_bits_max: int, digit_count_max: int) -> Problem:
        k = rng.randint(3, digit_bits_max)
        max_bits = rng.randint(2, min(digit_count_max, 2**k - 3)) * k + rng.randrange(k)
        return Problem(digit_bits=k, max_bits=max_bits, answer=_increasing(k, max_bits))

    def describe(self, problem: Problem) -> str:
        base = 2**problem.digit_bits
        return (
            "Count the positive integers R that meet all of these conditions:\n"
            f"1. Written in base {base} without leading zeros, R has at least two digits.\n"
            "2. These digits are strictly increasing from left to right, that is, from the most significant to the least "
            "significant one.\n"
            f"3. Written in binary without leading zeros, R has at most {problem.max_bits} digits.\n\n"
            "How many such R are there?"
        )


def _increasing(k: int, max_bits: int) -> int:
    # Any set of digits other than 0 makes one number. Those of one digit more than surely fit into the bits need a
    # leading digit below 2^spare: all sets of digits, less those of larger digits only.
    full_digits, spare = divmod(max_bits, k)
    largest = 2**k - 1
    count = sum(comb(largest, m) for m in range(2, full_digits + 1))
    if full_digits:
        count += comb(largest, full_digits + 1) - comb(largest + 1 - 2**spare, full_digits + 1)
    return count
