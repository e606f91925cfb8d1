from collections.abc import Sequence
from random import Random
from typing import Any

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, choice, line

MAX_DEPTH = 150  # of a formula; the generator's have at most 102 leaves


class Problem(core.Problem, frozen=True):
    variable_count: int
    expression_tree: Any  # a variable, or [left, "&" or "|" or "^", right]
    solution: list[int]  # derived: the planted assignment

    def __post_init__(self) -> None:
        if len(self.solution) != self.variable_count or any(bit not in (0, 1) for bit in self.solution):
            raise ValueError("solution must have a 0 or 1 for each variable")
        _check(self.expression_tree, self.variable_count, MAX_DEPTH)
        if not _value(self.expression_tree, self.solution):
            raise ValueError("solution must make the expression_tree 1")


class BooleanFormulaSat(core.Environment[Problem, list[int]]):
    """Find a satisfying assignment of an AND/OR/XOR formula.

    A random formula over these operators is true under half of all assignments, and finding one among thousands of
    draws that is rarely true takes long. So the root of the formula is an AND of several random formulas, each of
    which the planted assignment makes true: about one for four leaves, so that guesses soon stop paying.

    Quality: 1 if the formula is true, else 0.
    Source: classic; NP-complete.
    """

    ladder = Ladder(
        variable_count=line(4),
        leaf_ratio=choice(*(tenths / 10 for tenths in range(20, 31))),
        top=30,
    )
    answer_format = Integers("the values of x0, x1, and so on, each 0 or 1", example="0 1 1")

    def generate(self, rng: Random, *, variable_count: int, leaf_ratio: float) -> Problem:
        n = variable_count
        leaf_count = int(leaf_ratio * n)
        part_count = max(4, leaf_count // 4)
        cuts = [leaf_count * part // part_count for part in range(part_count + 1)]
        # Bits 0, 1, 2: all ones, 0 1 0 1 ..., 1 0 1 0 ..., which would be guessed. (All zeros are never right.)
        guesses = [0b011 if variable % 2 else 0b101 for variable in range(n)]
        while True:
            plant = [rng.randrange(2) for _ in range(n)]
            leaves = [*range(n), *(rng.randrange(n) for _ in range(leaf_count - n))]
            rng.shuffle(leaves)
            groups = [leaves[cuts[part] : cuts[part + 1]] for part in range(part_count)]
            if not all(any(plant[leaf] for leaf in group) for group in groups):
                continue  # no formula is true where all its variables are 0
            tree = _conjunction(rng, [_true_formula(rng, group, plant) for group in groups])
            if not _value(tree, guesses):
                return Problem(variable_count=n, expression_tree=tree, solution=plant)

    def describe(self, problem: Problem) -> str:
        n = problem.variable_count
        formula = _text(problem.expression_tree)
        if isinstance(problem.expression_tree, list):
            formula = formula[1:-1]
        return (
            f"There are {n} variables x0 to x{n - 1}, each of which is 0 or 1. In the following expression, & is AND "
            "(1 if both sides are 1, else 0), | is OR (1 if at least one side is 1, else 0) and ^ is XOR (1 if exactly "
            f"one side is 1, else 0):\n{formula}\n\n"
            "Find values of all the variables for which the expression is 1. Any such values will do."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = problem.variable_count
        if len(answer) != n:
            return Verdict.invalid(f"{len(answer)} values instead of {n}")
        if any(value not in (0, 1) for value in answer):
            return Verdict.invalid("a value is neither 0 nor 1")
        value = _value(problem.expression_tree, answer)
        return Verdict.exact(value == 1, f"the expression is {value}")

    def solve(self, problem: Problem) -> list[int]:
        return problem.solution


def _true_formula(rng: Random, leaves: list[int], plant: list[int]) -> Any:
    """A random formula with these leaves, true under the assignment, whose root is no AND."""
    while True:
        tree = _formula(rng, leaves, "|^", (1, 5))
        if _value(tree, plant):
            return tree


def _formula(
    rng: Random, leaves: Sequence[int], operators: str = "&|^", weights: Sequence[int] = (4, 1, 5)
) -> Any:
    """A random formula whose root has one of the operators; below it, they are & 4 : | 1 : ^ 5."""
    if len(leaves) == 1:
        return leaves[0]
    cut = rng.randint(1, len(leaves) - 1)
    (operator,) = rng.choices(operators, weights)
    return [_formula(rng, leaves[:cut]), operator, _formula(rng, leaves[cut:])]


def _conjunction(rng: Random, parts: list[Any]) -> Any:
    if len(parts) == 1:
        return parts[0]
    cut = rng.randint(1, len(parts) - 1)
    return [_conjunction(rng, parts[:cut]), "&", _conjunction(rng, parts[cut:])]


def _value(tree: Any, values: list[int]) -> int:
    """The value of a formula, bit by bit: values may be masks."""
    if not isinstance(tree, list):
        return values[int(tree)]
    left, right = _value(tree[0], values), _value(tree[2], values)
    if tree[1] == "&":
        return left & right
    return left | right if tree[1] == "|" else left ^ right


def _text(tree: Any) -> str:
    if not isinstance(tree, list):
        return f"x{tree}"
    return f"({_text(tree[0])} {tree[1]} {_text(tree[2])})"


def _check(tree: Any, variable_count: int, depth: int) -> None:
    """Raises ValueError unless this is a formula in these variables."""
    match tree:
        case [left, "&" | "|" | "^", right] if isinstance(tree, list) and depth > 0:
            _check(left, variable_count, depth - 1)
            _check(right, variable_count, depth - 1)
        case _ if type(tree) is not int or not 0 <= tree < variable_count:
            raise ValueError("expression_tree has a part that is no formula, or is nested too deeply")
