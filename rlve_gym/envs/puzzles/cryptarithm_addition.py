from collections.abc import Sequence
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, line


class Problem(core.Problem, frozen=True):
    base: int
    addends: list[list[int]]  # the symbols of two numbers, most significant first
    total: list[int]
    solution: list[int]  # derived: the planted value of each symbol

    def __post_init__(self) -> None:
        if len({len(number) for number in self.addends}) != 1 or len(self.addends) != 2 or not self.total:
            raise ValueError("addends must be two numbers of the same length, and total not empty")
        if any(not 0 <= symbol < self.base for number in (*self.addends, self.total) for symbol in number):
            raise ValueError(f"the symbols must be in 0..{self.base - 1}")


class CryptarithmAddition(core.Environment[Problem, list[int]]):
    """Decode an addition written with unknown digits in base n.

    Hardly any problem has several solutions, but where there are some, each is accepted.

    Quality: with the values of the answer, the two numbers are added and the sum is compared, from the right, with the
    stated total; missing places count as 0. (matching places / places) ** 3.
    Source: classic (alphametic).
    """

    ladder = Ladder(base=line(3), top=30)
    answer_format = Integers("the values of d0, d1, and so on, in decimal", example="1 0")

    def generate(self, rng: Random, *, base: int) -> Problem:
        length = rng.randint(base + 3, max(base + 3, 2 * base))
        addends = [
            [rng.randrange(1, base), *(rng.randrange(base) for _ in range(length - 1))] for _ in range(2)
        ]
        solution = rng.sample(range(base), base)
        symbol_of = {value: symbol for symbol, value in enumerate(solution)}
        return Problem(
            base=base,
            addends=[[symbol_of[value] for value in digits] for digits in addends],
            total=[symbol_of[value] for value in _sum(addends, base)],
            solution=solution,
        )

    def describe(self, problem: Problem) -> str:
        n = problem.base
        first, second, total = (
            " ".join(f"d{symbol}" for symbol in number) for number in (*problem.addends, problem.total)
        )
        return (
            f"The {n} symbols d0 to d{n - 1} stand for the digits 0 to {n - 1} of base {n}, each symbol for another digit. In "
            "these symbols, two numbers and their sum are written in base "
            f"{n}, with the most significant digit first:\n"
            f"first number:  {first}\n"
            f"second number: {second}\n"
            f"sum:           {total}\n\n"
            f"Find a value from 0 to {n - 1} for each symbol, all of them different, with which the sum is right. Numbers "
            "may start with the digit 0. Any such values will do."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = problem.base
        if len(answer) != n or set(answer) != set(range(n)):
            return Verdict.invalid(f"not each of the numbers 0 to {n - 1} once")
        found = _sum([[answer[symbol] for symbol in number] for number in problem.addends], n)
        stated = [answer[symbol] for symbol in problem.total]
        places = max(len(found), len(stated))
        found, stated = ([0] * (places - len(digits)) + digits for digits in (found, stated))
        return Verdict.share(sum(a == b for a, b in zip(found, stated, strict=True)), places, power=3)

    def solve(self, problem: Problem) -> list[int]:
        return problem.solution


def _sum(addends: Sequence[list[int]], base: int) -> list[int]:
    """The digits of the sum of two numbers of the same length; one more than they have only if there is a carry."""
    digits: list[int] = []
    carry = 0
    for first, second in zip(*map(reversed, addends), strict=True):
        carry, digit = divmod(first + second + carry, base)
        digits.append(digit)
    return [1] * carry + digits[::-1]
