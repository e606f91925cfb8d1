from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, grow


class Problem(core.Problem, frozen=True):
    modulus: int
    solution: tuple[int, int]  # derived: first and last of a right interval

    def __post_init__(self) -> None:
        if self.modulus < 1:
            raise ValueError("the modulus must be positive")


class IntervalWithDivisibleDigitSum(core.Environment[Problem, list[int]]):
    """Interval whose total of decimal digit sums is divisible by m.

    There is one within 1..10m for every m. From m = 20 on, the least here, a single number never is one.

    Quality: 1 if the total is divisible, else 0.
    Source: Codeforces 468C, "Hack it!".
    """

    ladder = Ladder(modulus_max=grow(40, by=1.7), top=30)
    answer_format = Integers("L and then R", example="12 34")

    def generate(self, rng: Random, *, modulus_max: int) -> Problem:
        modulus = rng.randint(modulus_max // 2, modulus_max)
        return Problem(modulus=modulus, solution=_interval(modulus))

    def describe(self, problem: Problem) -> str:
        m = problem.modulus
        return (
            f"Find integers L and R with 1 <= L <= R <= {10 * m} such that the total of the decimal digits of all the "
            f"integers from L to R, both included, is divisible by {m}. (For L = 9 and R = 11 the total would be "
            "9 + 1 + 0 + 1 + 1 = 12.) Any such L and R are accepted."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        if len(answer) != 2:
            return Verdict.unparsed(f"{len(answer)} numbers instead of 2")
        first, last = answer
        if not 1 <= first <= last <= 10 * problem.modulus:
            return Verdict.invalid(f"not 1 <= L <= R <= {10 * problem.modulus}")
        total = _digit_total(last) - _digit_total(first - 1)
        return Verdict.exact(
            total % problem.modulus == 0,
            f"the total {total} is {total % problem.modulus} modulo {problem.modulus}",
        )

    def solve(self, problem: Problem) -> list[int]:
        return list(problem.solution)


def _digit_total(last: int) -> int:
    """The total of the decimal digits of the integers 0..last, place by place."""
    total, place = 0, 1
    while place <= last:
        # Full cycles of the digit at this place, and a part of one.
        front, rest = divmod(last + 1, 10 * place)
        digit, more = divmod(rest, place)
        total += front * 45 * place + digit * (digit - 1) // 2 * place + digit * more
        place *= 10
    return total


def _interval(modulus: int) -> tuple[int, int]:
    """An interval of ``length`` = 10^j numbers that starts at most at ``modulus``.

    Each step to the right trades x for x + length, whose digit sum is larger by 1 as long as x < 9 * length. So the
    total, 1 more than that of 0..length-1 at the start 1, takes every residue for the starts 1..modulus.
    """
    length = 1
    while 9 * length < modulus:
        length *= 10
    first = -_digit_total(length - 1) % modulus or modulus
    return first, first + length - 1
