from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, Verdict, grow


class Problem(core.Problem, frozen=True):
    number: int
    optimum: int  # derived: the smallest palindrome greater than number


class NextPalindrome(core.ExactEnvironment[Problem, int]):
    """Smallest palindromic number greater than n.

    Half of the numbers have nines in the middle, where a carry runs through the half that is mirrored.

    Quality: 1 if equal, else 0.
    Source: Luogu P1609.
    """

    ladder = Ladder(digit_count=grow(3, by=1.1, plus=1, low=3, high=900), top=30)
    answer_format = Integer("the palindrome", example="12321")

    def generate(self, rng: Random, *, digit_count: int) -> Problem:
        kind, greatest = rng.randrange(20), 10**digit_count - 1
        if kind < 10:
            number = rng.randint(10 ** (digit_count - 1), greatest)
        elif kind < 19:
            half_length = (digit_count + 1) // 2
            nines = rng.randint(1, half_length - 1)
            power = 10 ** (half_length - nines)
            half = f"{rng.randint(power // 10, power - 1)}{'9' * nines}"
            number = min(_mirrored(half, digit_count) + rng.randint(0, 9), greatest)
        else:
            number = greatest
        return Problem(number=number, optimum=_next_palindrome(number))

    def describe(self, problem: Problem) -> str:
        return (
            "A positive integer is a palindrome if its decimal digits, without leading zeros, read the same forwards "
            f"and backwards. What is the smallest palindrome that is greater than this number?\n{problem.number}"
        )

    def verify(self, problem: Problem, answer: int) -> Verdict:
        if answer <= problem.number:
            return Verdict.invalid("not greater than the given number")
        if str(answer) != str(answer)[::-1]:
            return Verdict.invalid("not a palindrome")
        return super().verify(problem, answer)

    def solve(self, problem: Problem) -> int:
        return problem.optimum


def _next_palindrome(number: int) -> int:
    """Mirrors the first half; if that is not greater, the first half plus 1."""
    digits = str(number)
    if set(digits) == {"9"}:
        return number + 2
    half = digits[: (len(digits) + 1) // 2]
    mirrored = _mirrored(half, len(digits))
    return mirrored if mirrored > number else _mirrored(str(int(half) + 1), len(digits))


def _mirrored(half: str, digit_count: int) -> int:
    return int(half + half[: digit_count // 2][::-1])
