from collections import Counter
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, line
from rlve_gym.envs.algebra import _polynomials as polynomials


class Problem(core.Problem, frozen=True):
    coefficients: list[int]  # the entry at i belongs to x^i
    answer: list[int]  # derived: the roots in ascending order, each as often as its multiplicity

    def __post_init__(self) -> None:
        if not 1 <= len(self.answer) == len(self.coefficients) - 1:
            raise ValueError("there must be one root at least, and one coefficient more than roots")


class PolynomialIntegerRoots(core.Environment[Problem, list[int]]):
    """Integer roots of a polynomial that is a product of linear factors.

    The roots with their multiplicities are unique, so an answer is compared with them as a multiset.

    Quality: (numbers in common with the roots, as multisets / degree) ** 5.
    Source: classic.
    """

    ladder = Ladder(degree=line(3), top=30)
    answer_format = Integers(
        "the numbers a in any order, each as often as its factor occurs",
        example="4 -7 4",
    )

    def generate(self, rng: Random, *, degree: int) -> Problem:
        roots = sorted(rng.randint(-degree, degree) for _ in range(degree))
        coefficients = [1]
        for root in roots:
            coefficients = polynomials.product(coefficients, [-root, 1])
        return Problem(coefficients=coefficients, answer=roots)

    def describe(self, problem: Problem) -> str:
        return (
            f"The polynomial\n{polynomials.text(problem.coefficients)}\n"
            f"is a product of {len(problem.answer)} linear factors of the form (x - a), where each a is an integer; "
            f"the same factor may occur several times. Find the {len(problem.answer)} numbers a."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = len(problem.answer)
        if len(answer) != n:
            return Verdict.unparsed(f"{len(answer)} numbers instead of {n}")
        common = Counter(answer) & Counter(problem.answer)
        return Verdict.share(common.total(), n, power=5)

    def solve(self, problem: Problem) -> list[int]:
        return problem.answer
