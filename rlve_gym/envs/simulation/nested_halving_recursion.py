from functools import cache
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    arguments: tuple[int, int]  # m, n
    answer: int  # derived: f(m, n)

    def __post_init__(self) -> None:
        if min(*self.arguments, self.answer) < 1:
            raise ValueError("arguments and answer must be positive")


class NestedHalvingRecursion(core.IntegerEnvironment[Problem]):
    """Evaluate a nested two-argument recursion.

    The first argument halves with every call, which makes the work grow with its square; the second one may be of
    any size.

    Quality: 1 if equal, else 0.
    Source: classic; after the functions of W. Ackermann (1928) and R. Péter (1935), which nest their calls so.
    """

    ladder = Ladder(max_argument=grow(3, by=1.1, plus=1), top=30)
    answer_format = Integer("the value", example="352")
    least = 1

    def generate(self, rng: Random, *, max_argument: int) -> Problem:
        m = rng.randint(max(1, max_argument // 2), max_argument)
        n = rng.randint(1, 2 * max_argument if rng.random() < 0.5 else 200)
        return Problem(arguments=(m, n), answer=_value(m, n))

    def describe(self, problem: Problem) -> str:
        m, n = problem.arguments
        return (
            "A function f of two non-negative integers is defined by these rules:\n"
            "f(0, n) = n + 1;\n"
            "f(m, 0) = f(m - 1, 1) for m > 0;\n"
            "f(m, n) = f(h, f(h, floor(n / 2))) + f(h, f(h, n - 1)) with h = floor(m / 2), for m > 0 and n > 0.\n\n"
            f"What is f({m}, {n})?"
        )


def _value(m: int, n: int) -> int:
    @cache
    def f(m: int, n: int) -> int:
        if m == 0:
            return n + 1
        if n == 0:
            return f(m - 1, 1)
        half = m // 2
        return f(half, f(half, n // 2)) + f(half, f(half, n - 1))

    return f(m, n)
