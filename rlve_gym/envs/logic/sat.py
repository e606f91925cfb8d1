from math import comb
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, choice, line
from rlve_gym.envs.logic import _cnf as cnf

# A clause of width w has t true literals with probability in proportion to C(w, t) q^t. The root q of
# (1 - q) (1 + q)^(w - 1) = 1 makes a literal true half of the time; for w = 2 that means just one true literal.
TRUE_LITERALS = {
    2: (2, 0),
    3: tuple(count * 0.6180339887498949**t for t, count in enumerate((3, 3, 1), 1)),
    4: tuple(count * 0.8392867552141612**t for t, count in enumerate((4, 6, 4, 1), 1)),
}


class Problem(core.Problem, frozen=True):
    variable_count: int
    clauses: list[list[cnf.Literal]]
    solution: list[int]  # derived: the planted assignment

    def __post_init__(self) -> None:
        n = self.variable_count
        if not self.clauses or not all(self.clauses):
            raise ValueError("clauses must not be empty, nor any clause")
        if any(not 0 <= variable < n for clause in self.clauses for variable, _ in clause):
            raise ValueError(f"clauses has a variable that is not in 0..{n - 1}")
        if len(self.solution) != n:
            raise ValueError("solution must have a value for each variable")


class Sat(core.Environment[Problem, list[int]]):
    """Find a satisfying assignment of a CNF formula.

    All clauses of a formula have the same width. Their signs do not lean towards the planted assignment, and neither
    all ones nor all zeros satisfies them.

    Quality: (clauses satisfied / clauses) ** 10.
    Source: classic; NP-complete. The sampling is that of H. Jia, C. Moore and D. Strain, "Generating hard satisfiable
    formulas by hiding solutions deceptively" (2005), with the q that balances the literals.
    """

    ladder = Ladder(
        variable_count=line(4),
        clause_ratio=choice(*(tenths / 10 for tenths in range(10, 51))),
        top=21,
    )
    answer_format = Integers("the values of x0, x1, and so on, each 0 or 1", example="0 1 1")

    def generate(self, rng: Random, *, variable_count: int, clause_ratio: float) -> Problem:
        n = variable_count
        ones = rng.randint(1, 2**n - 2)  # neither all zeros nor all ones
        plant = [ones >> variable & 1 for variable in range(n)]
        width = rng.randint(2, min(4, (n + 2) // 3))
        # At most half of the clauses that there are, so that distinct ones are found at once.
        if width == 2:
            most = n * (n - 1) // 2
        else:
            most = (2**width - 1) * comb(n, width) // 2
        count = min(most, max(int(clause_ratio * n), 2 ** (width + 1)))
        while True:
            clauses = _clauses(rng, plant, width, count)
            if not any(cnf.satisfied(clauses, [value] * n) == count for value in (0, 1)):
                return Problem(variable_count=n, clauses=clauses, solution=plant)

    def describe(self, problem: Problem) -> str:
        n = problem.variable_count
        return (
            f"There are {n} variables x0 to x{n - 1}, each of which is 0 (false) or 1 (true). Each of these "
            f"{len(problem.clauses)} lines is a condition, which holds if at least one of its parts is true:\n{cnf.lines(problem.clauses)}\n\n"
            "Find values of the variables under which all the conditions hold. Any such values will do."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        return cnf.verdict(problem.clauses, problem.variable_count, answer)

    def solve(self, problem: Problem) -> list[int]:
        return problem.solution


def _clauses(rng: Random, plant: list[int], width: int, count: int) -> list[list[cnf.Literal]]:
    """Distinct random clauses that hold under the planted assignment."""
    clauses: dict[tuple[cnf.Literal, ...], None] = {}
    while len(clauses) < count:
        variables = rng.sample(range(len(plant)), width)
        (true_count,) = rng.choices(range(1, width + 1), TRUE_LITERALS[width])
        literals = [
            (variable, (plant[variable] == 1) == (index < true_count))
            for index, variable in enumerate(variables)
        ]
        clauses[tuple(sorted(literals))] = None
    return [list(clause) for clause in clauses]
