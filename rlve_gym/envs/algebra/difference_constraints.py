from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, choice, grow
from rlve_gym.kit.graphs import sample_pairs


class Problem(core.Problem, frozen=True):
    variable_count: int
    constraints: list[tuple[int, int, int]]  # (i, j, b): x_i - x_j <= b
    solution: list[int]  # derived: values that satisfy all

    def __post_init__(self) -> None:
        ends = [end for i, j, _ in self.constraints for end in (i, j)]
        if not ends or min(ends) < 0 or max(ends) >= self.variable_count:
            raise ValueError("there must be constraints, on variables in 0..variable_count-1")


class DifferenceConstraints(core.Environment[Problem, list[int]]):
    """Solve a system of difference constraints over the integers.

    Quality: (satisfied constraints / all constraints) ** 5.
    Source: classic; Luogu P5960.
    """

    ladder = Ladder(
        variable_count=grow(3, by=1.1, plus=1),
        constraint_ratio=choice(1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2.0),
        top=30,
    )
    answer_format = Integers(
        "the values of all the variables, x0 first",
        example=lambda problem: " ".join(["12"] * problem.variable_count),  # equal values are never right
    )

    def generate(self, rng: Random, *, variable_count: int, constraint_ratio: float) -> Problem:
        n = variable_count
        while True:
            solution = [rng.randint(-n, n) for _ in range(n)]
            pairs = sample_pairs(rng, n, int(constraint_ratio * n), directed=True)
            constraints = [(i, j, solution[i] - solution[j] + rng.randint(0, 5)) for i, j in pairs]
            if min(bound for _, _, bound in constraints) < 0:  # or equal values would do
                return Problem(variable_count=n, constraints=constraints, solution=solution)

    def describe(self, problem: Problem) -> str:
        constraints = "\n".join(f"x{i} - x{j} <= {bound}" for i, j, bound in problem.constraints)
        return (
            f"Find integers x0, ..., x{problem.variable_count - 1} that satisfy all of these constraints (any solution "
            f"will do; there is one):\n{constraints}"
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = problem.variable_count
        if len(answer) != n:
            return Verdict.unparsed(f"{len(answer)} integers instead of {n}")
        satisfied = sum(answer[i] - answer[j] <= bound for i, j, bound in problem.constraints)
        return Verdict.share(satisfied, len(problem.constraints), power=5)

    def solve(self, problem: Problem) -> list[int]:
        return problem.solution
