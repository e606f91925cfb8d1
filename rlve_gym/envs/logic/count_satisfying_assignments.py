from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    expression: str  # such as "_ | (_ ^ (_ & _))": each "_" is a variable of its own
    answer: int  # derived: the number of satisfying assignments

    def __post_init__(self) -> None:
        n = self.expression.count("_")
        if n < 1 or not 0 <= self.answer <= 2**n:
            raise ValueError(
                "the answer must be in 0..2^n, where n >= 1 is the number of _ in the expression"
            )


class CountSatisfyingAssignments(core.IntegerEnvironment[Problem]):
    """Count satisfying assignments of a read-once AND/OR/XOR formula.

    No two parts of the formula share a variable, so that counts of true and false combine from the leaves upwards.

    Quality: 1 if equal, else 0.
    Source: classic.
    """

    ladder = Ladder(variable_count=grow(3, by=1.1, plus=1), top=30)
    answer_format = Integer("the number of assignments", example="0")

    def generate(self, rng: Random, *, variable_count: int) -> Problem:
        while True:
            expression, true, false = _formula(rng, variable_count)
            # An XOR with a side that is true half of the time is true half of the time, too: mostly leave that out.
            if true != false or variable_count < 4 or rng.random() < 0.2:
                break
        return Problem(expression=expression[1:-1], answer=true)

    def describe(self, problem: Problem) -> str:
        n = problem.expression.count("_")
        return (
            f"Each of the {n} underscores in the following expression stands for a variable of its own, which is 0 or 1. "
            "& is AND (1 if both sides are 1, else 0), | is OR (1 if at least one side is 1, else 0) and ^ is XOR (1 if "
            f"exactly one side is 1, else 0).\n{problem.expression}\n\n"
            f"For how many of the 2^{n} assignments of 0 and 1 to these variables is the expression 1?"
        )

    def greatest(self, problem: Problem) -> int:
        return int(2 ** problem.expression.count("_"))


def _formula(rng: Random, variable_count: int) -> tuple[str, int, int]:
    """A random formula, and the numbers of assignments that make it true and false."""
    if variable_count == 1:
        return "_", 1, 1
    left_count = rng.randint(1, variable_count - 1)
    left, true1, false1 = _formula(rng, left_count)
    right, true2, false2 = _formula(rng, variable_count - left_count)
    operator = rng.choice("&|^")
    if operator == "&":
        true = true1 * true2
    elif operator == "|":
        true = 2**variable_count - false1 * false2
    else:
        true = true1 * false2 + false1 * true2
    return f"({left} {operator} {right})", true, 2**variable_count - true
