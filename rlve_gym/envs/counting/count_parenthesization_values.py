from random import Random
from typing import Literal

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, function, line

Operator = Literal["+", "-", "*"]
OPERATORS: tuple[Operator, ...] = ("+", "-", "*")


class Problem(core.Problem, frozen=True):
    operands: list[int]
    operators: list[Operator]
    answer: int  # derived: the number of different values

    def __post_init__(self) -> None:
        if not self.operands or len(self.operators) != len(self.operands) - 1:
            raise ValueError("there must be one operator less than operands")


class CountParenthesizationValues(core.IntegerEnvironment[Problem]):
    """Number of different values that an expression takes under all parenthesizations.

    Five operands have only 14 parenthesizations, and a fifth of the problems the same answer, 6. The published suite
    starts with three and adds one per difficulty; here it is one per two difficulties, with six operands at 3.

    Quality: 1 if equal, else 0.
    Source: classic; dynamic programming over intervals.
    """

    ladder = Ladder(
        operand_count=function(lambda d: 4 + (d + 1) // 2, "4, +1 at odd difficulties"),
        max_operand=line(9, step=3),
        top=20,
    )
    answer_format = Integer("the number of different values", example="100")
    least = 1

    def generate(self, rng: Random, *, operand_count: int, max_operand: int) -> Problem:
        answer = 0
        while answer < 3:  # sums and products have one value
            operands = [rng.randint(1, max_operand) for _ in range(operand_count)]
            operators = [rng.choice(OPERATORS) for _ in operands[1:]]
            answer = len(_values(operands, operators))
        return Problem(operands=operands, operators=operators, answer=answer)

    def describe(self, problem: Problem) -> str:
        expression = str(problem.operands[0])
        for operator, operand in zip(problem.operators, problem.operands[1:], strict=True):
            expression += f" {operator} {operand}"
        return (
            f"Put parentheses into this expression until they alone determine the order of all operations:\n{expression}\n\n"
            "The numbers and operators stay as they are, in this order. Any way to parenthesize is allowed: the "
            "operations can be carried out in every order, whatever the usual precedence of * over + and -. "
            "How many different values can the expression take?"
        )


def _values(operands: list[int], operators: list[Operator]) -> set[int]:
    n = len(operands)
    # By the part from first to last operand.
    values = {(i, i): {operand} for i, operand in enumerate(operands)}
    for length in range(1, n):
        for first in range(n - length):
            last = first + length
            part: set[int] = set()
            for split in range(first, last):
                left, right, operator = values[first, split], values[split + 1, last], operators[split]
                if operator == "+":
                    part.update(a + b for a in left for b in right)
                elif operator == "-":
                    part.update(a - b for a in left for b in right)
                else:
                    part.update(a * b for a in left for b in right)
            values[first, last] = part
    return values[0, n - 1]
