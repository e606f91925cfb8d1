from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import gcd
from random import Random
from typing import TypeAlias

from rlve_gym import core
from rlve_gym.core import Arithmetic, Expression, Ladder, Verdict, function, grow
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    values: list[int]
    target: int
    optimum: core.FractionText  # derived: the least distance to the target

    def __post_init__(self) -> None:
        if len(self.values) < 2 or min(self.values) < 1 or self.target < 0:
            raise ValueError("there must be two values at least, all positive, and a target of at least 0")


class CountdownClosest(core.Environment[Problem, Expression]):
    """Combine all given numbers with + - * / to come as close as possible to a target.

    Each number is used exactly as often as it is given, and values are exact rational numbers. Signs are accepted: they
    bring nothing new, since the target is not negative. So is one "= value" at the end; a wrong one is a format error.

    Quality: (1 + least distance) / (1 + distance from the target).
    Source: classic (Countdown).
    """

    ladder = Ladder(
        value_count=function(lambda d: min(3 + d // 5, 5), "3 + difficulty // 5, at most 5"),
        max_value=grow(8, by=1.2, plus=1),
        top=15,
    )
    answer_format = Arithmetic("the expression", example="(8 - 3) * 7 / 2")

    def generate(self, rng: Random, *, value_count: int, max_value: int) -> Problem:
        values = [rng.randint(1, max_value) for _ in range(value_count)]
        target = rng.randint(0, 10 * max_value)
        least, _ = _closest(values, target)
        return Problem(values=values, target=target, optimum=f"{least.numerator}/{least.denominator}")

    def describe(self, problem: Problem) -> str:
        return (
            "Write an arithmetic expression whose value is as close as possible to the target "
            f"{problem.target}, above or below it. The expression must use each of these {len(problem.values)} numbers "
            "exactly once (a number listed several times exactly that often), and no other numbers:\n"
            f"{text.series(problem.values)}\n\n"
            "The operators are + - * / and parentheses are allowed, with the usual precedence and operations of equal "
            "precedence from left to right. Division is exact: intermediate results and the value itself may be "
            "fractions. Digits must not be joined to make new numbers."
        )

    def verify(self, problem: Problem, answer: Expression) -> Verdict:
        # Before evaluating: this is what bounds the size of the value.
        if sorted(number.numerator for number in answer.numbers) != sorted(problem.values):
            return Verdict.invalid("the expression does not use exactly the given numbers")
        try:
            value = answer.value()
        except ZeroDivisionError:
            return Verdict.invalid("the expression divides by zero")
        if answer.claimed not in (None, value):
            return Verdict.unparsed("the number after = is not the value of the expression")
        grade = Verdict.ratio(1 + abs(value - problem.target), 1 + Fraction(problem.optimum), goal="min")
        return Verdict.graded(grade.quality, grade.correct, f"1 + distance: {grade.reason}")

    def solve(self, problem: Problem) -> Expression:
        _, expression = _closest(problem.values, problem.target)
        parsed: Expression = self.answer_format.parse(expression)
        return parsed


Quotient: TypeAlias = tuple[int, int]  # numerator and denominator in lowest terms: much faster than Fraction
Reachable: TypeAlias = dict[Quotient, str]  # non-negative numbers, and how each is made


def _closest(values: list[int], target: int) -> tuple[Fraction, str]:
    """The least distance to the target, and an expression that has it.

    Intermediate results need not be negative: with absolute differences in place of differences, the absolute value of
    every expression is reached, which is at least as close to the target.
    """
    best, best_denominator, found = -1, 1, ""
    for numerator, denominator, *step in _last_steps(tuple(sorted(values)), {}):
        distance = abs(numerator - target * denominator)
        if best < 0 or distance * best_denominator < best * denominator:
            best, best_denominator, found = distance, denominator, " ".join(step)
            if not best:
                break
    return Fraction(best, best_denominator), found


def _reachable(values: tuple[int, ...], known: dict[tuple[int, ...], Reachable]) -> Reachable:
    if values not in known:
        numbers = {(values[0], 1): str(values[0])} if len(values) == 1 else {}
        for numerator, denominator, *step in _last_steps(values, known):
            divisor = gcd(numerator, denominator)
            number = (numerator // divisor, denominator // divisor)
            if number not in numbers:
                numbers[number] = f"({' '.join(step)})"
        known[values] = numbers
    return known[values]


def _last_steps(
    values: tuple[int, ...], known: dict[tuple[int, ...], Reachable]
) -> Iterator[tuple[int, int, str, str, str]]:
    """Every operation that can come last: numerator and denominator of its result, first operand, operator, second one."""
    for left, right in _splits(values):
        others = _reachable(right, known)
        for (p, q), one in _reachable(left, known).items():
            for (r, s), other in others.items():
                x, y, denominator = p * s, r * q, q * s
                yield x + y, denominator, one, "+", other
                yield (
                    (x - y, denominator, one, "-", other) if x > y else (y - x, denominator, other, "-", one)
                )
                yield p * r, denominator, one, "*", other
                if y:
                    yield x, y, one, "/", other
                if x:
                    yield y, x, other, "/", one


def _splits(values: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every way to divide sorted values into two hands; the first value is always in the left one."""
    places = range(1, len(values))
    for count in range(len(values) - 1):
        for chosen in combinations(places, count):
            yield (
                tuple(values[i] for i in (0, *chosen)),
                tuple(values[i] for i in places if i not in chosen),
            )
