from math import prod
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    low: int
    high: int
    answer: int  # derived: the number of integers


class CountNumbersContainingPalindromes(core.IntegerEnvironment[Problem]):
    """Number of integers in a range whose digits contain a palindrome of length at least 2.

    Every longer palindrome has one of length 2 or 3 in its middle, so what is counted are the integers with two equal
    digits at distance 1 or 2. Ranges without any are not drawn.

    Quality: 1 if equal, else 0.
    Source: Luogu P3413.
    """

    ladder = Ladder(max_high=grow(120, by=1.5), top=30)
    answer_format = Integer("the number of integers", example="700")

    def generate(self, rng: Random, *, max_high: int) -> Problem:
        answer = 0
        while answer == 0:
            high = rng.randint(max_high // 2, max_high)
            low = rng.randint(1, high - 1)
            answer = high - low + 1 - (_palindrome_free(high) - _palindrome_free(low - 1))
        return Problem(low=low, high=high, answer=answer)

    def describe(self, problem: Problem) -> str:
        return (
            "An integer contains a palindrome if some two or more consecutive digits of its decimal form (without "
            "leading zeros) read the same forwards and backwards. For example, 1232 does because of 232, and 4001 does "
            "because of 00, but 4012 does not.\n\n"
            f"How many integers x with {problem.low} <= x <= {problem.high} contain a palindrome?"
        )


def _palindrome_free(limit: int) -> int:
    """How many of 1..limit have no two equal digits at distance 1 or 2."""
    digits = [int(digit) for digit in str(limit + 1)]
    choices = [9, 9, *[8] * len(digits)]  # of the digit at each place, whatever the digits before it
    count = sum(prod(choices[:length]) for length in range(1, len(digits)))
    # As many digits as limit + 1, the first ones equal and the next one smaller.
    for place, digit in enumerate(digits):
        before = digits[max(0, place - 2) : place]
        smaller = [d for d in range(place == 0, digit) if d not in before]
        count += len(smaller) * prod(choices[place + 1 : len(digits)])
        if digit in before:
            break
    return count
