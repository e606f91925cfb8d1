from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, choice, grow
from rlve_gym.envs.logic import _cnf as cnf


class Problem(core.Problem, frozen=True):
    variable_count: int
    clauses: list[tuple[cnf.Literal, cnf.Literal]]
    solution: list[int]  # derived: the planted assignment

    def __post_init__(self) -> None:
        n = self.variable_count
        if not self.clauses:
            raise ValueError("clauses must not be empty")
        if any(not 0 <= variable < n for clause in self.clauses for variable, _ in clause):
            raise ValueError(f"clauses has a variable that is not in 0..{n - 1}")
        if len(self.solution) != n or cnf.satisfied(self.clauses, self.solution) < len(self.clauses):
            raise ValueError("solution must have a value for each variable and satisfy all the clauses")


class TwoSat(core.Environment[Problem, list[int]]):
    """Find a satisfying assignment of a formula of two-literal clauses.

    Of the clauses that the planted assignment satisfies twice, three in four are left out. With all of them, as in the
    published suite, two thirds of the literals would be true, and the more frequent sign of each variable would often be
    right: in half of the problems at difficulty 3. All zeros, all ones and 0 1 0 1 ... are not right.

    Quality: (clauses satisfied / clauses) ** 10.
    Source: classic; B. Aspvall, M. F. Plass and R. E. Tarjan, "A linear-time algorithm for testing the truth of certain
    quantified Boolean formulas" (1979).
    """

    ladder = Ladder(
        variable_count=grow(3, by=1.1, plus=1),
        clause_ratio=choice(*(tenths / 10 for tenths in range(10, 51))),
        top=20,
    )
    answer_format = Integers("the values of x0, x1, and so on, each 0 or 1", example="0 1")

    def generate(self, rng: Random, *, variable_count: int, clause_ratio: float) -> Problem:
        n = variable_count
        # At most two thirds of those that hold under the plant.
        count = min(int(clause_ratio * n), n * (n - 1))
        guesses = ([0] * n, [1] * n, [variable % 2 for variable in range(n)])
        while True:
            plant = [rng.randrange(2) for _ in range(n)]
            clauses = _clauses(rng, plant, count)
            if not any(cnf.satisfied(clauses, guess) == count for guess in guesses):
                return Problem(variable_count=n, clauses=clauses, solution=plant)

    def describe(self, problem: Problem) -> str:
        n = problem.variable_count
        return (
            f"There are {n} variables x0 to x{n - 1}, each of which is 0 (false) or 1 (true). Each of these "
            f"{len(problem.clauses)} lines is a condition, which holds if at least one of its two parts is true:\n"
            f"{cnf.lines(problem.clauses)}\n\n"
            "Find values of all the variables under which all the conditions hold. Any such values will do."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        return cnf.verdict(problem.clauses, problem.variable_count, answer)

    def solve(self, problem: Problem) -> list[int]:
        return problem.solution


def _clauses(rng: Random, plant: list[int], count: int) -> list[tuple[cnf.Literal, cnf.Literal]]:
    """Distinct random clauses that hold under the planted assignment."""
    clauses: dict[tuple[cnf.Literal, cnf.Literal], None] = {}
    while len(clauses) < count:
        a, b = sorted(rng.sample(range(len(plant)), 2))
        positive_a, positive_b = rng.random() < 0.5, rng.random() < 0.5
        hits = (plant[a] == positive_a) + (plant[b] == positive_b)
        if hits == 1 or (hits == 2 and rng.random() < 0.25):
            clauses[(a, positive_a), (b, positive_b)] = None
    return list(clauses)
