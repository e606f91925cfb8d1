from itertools import combinations
from random import Random
from typing import TypeAlias

from rlve_gym import core
from rlve_gym.core import Arithmetic, Expression, Ladder, Verdict, choice, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    values: list[int]
    target: int

    def __post_init__(self) -> None:
        if not self.values or min(self.values) < 1 or self.target < 0:
            raise ValueError("there must be values, all at least 1, and the target must be at least 0")


class CountdownExact(core.Environment[Problem, Expression]):
    """Combine all given numbers with + - * / to hit a target exactly.

    Each number is used exactly as often as it is given, and the value of the expression is taken exactly, as a
    rational number. Signs are accepted: they reach nothing new, since the target is not negative. So is one "= target"
    at the end; a wrong claim there is a format error. The target is made by steps within the non-negative integers, so
    that a depth-first search over such steps finds an expression, though any other with the same value is as right.

    Quality: 1 if the value is the target, else 0.
    Source: classic (Countdown, the 24 game).
    """

    ladder = Ladder(
        value_count=line(3, every=2),
        value_max=choice(8, 16, 24, 32, 40, 48),
        top=12,
    )
    answer_format = Arithmetic("the expression", example="(8 - 3) * 7 / 2")

    def generate(self, rng: Random, *, value_count: int, value_max: int) -> Problem:
        values = [rng.randint(1, value_max) for _ in range(value_count)]
        greatest = 10 * value_max * value_count
        target = greatest + 1
        while target > greatest:  # sums and differences alone never exceed it
            hand = list(values)
            while len(hand) > 1:
                low, high = sorted(hand.pop(rng.randrange(len(hand))) for _ in range(2))
                hand.append(rng.choice(_results(high, low))[1])
            target = hand[0]
        return Problem(values=values, target=target)

    def describe(self, problem: Problem) -> str:
        return (
            f"Write an arithmetic expression whose value is exactly {problem.target}. It must use each of these "
            f"{len(problem.values)} numbers exactly once (a number listed several times exactly that often), and "
            f"no other numbers:\n{text.series(problem.values)}\n\n"
            "The operators are + - * / and parentheses are allowed, with the usual precedence and operations of equal "
            "precedence from left to right. Division is exact: intermediate results may be fractions. "
            "Digits must not be joined to make new numbers."
        )

    def verify(self, problem: Problem, answer: Expression) -> Verdict:
        if answer.claimed not in (None, problem.target):
            return Verdict.unparsed(f"the number after = is not the target {problem.target}")
        # Before evaluating: this is what bounds the size of the value.
        if sorted(number.numerator for number in answer.numbers) != sorted(problem.values):
            return Verdict.invalid("the expression does not use exactly the given numbers")
        try:
            value = answer.value()
        except ZeroDivisionError:
            return Verdict.invalid("the expression divides by zero")
        return Verdict.exact(value == problem.target)

    def solve(self, problem: Problem) -> Expression:
        solution = _search([(value, str(value)) for value in problem.values], problem.target, set())
        if solution is None:
            raise ValueError("found no expression whose intermediate results are non-negative integers")
        expression: Expression = self.answer_format.parse(solution.removeprefix("(").removesuffix(")"))
        return expression


Hand: TypeAlias = list[tuple[int, str]]  # the numbers still to be combined, and how each was made


def _results(high: int, low: int) -> list[tuple[str, int]]:
    """What two numbers high >= low >= 0 can become within the non-negative integers."""
    results = [("+", high + low), ("-", high - low), ("*", high * low)]
    if low > 1 and high % low == 0:
        results.append(("/", high // low))
    return results


def _search(hand: Hand, target: int, failed: set[tuple[int, ...]]) -> str | None:
    """Depth-first search for an expression; `failed` holds the hands that lead nowhere."""
    if len(hand) == 1:
        return hand[0][1] if hand[0][0] == target else None
    key = tuple(sorted(value for value, _ in hand))
    if key in failed:
        return None
    for i, j in combinations(range(len(hand)), 2):
        (low, low_text), (high, high_text) = sorted((hand[i], hand[j]))
        rest = hand[:i] + hand[i + 1 : j] + hand[j + 1 :]
        for operator, value in _results(high, low):
            found = _search([*rest, (value, f"({high_text} {operator} {low_text})")], target, failed)
            if found is not None:
                return found
    failed.add(key)
    return None
