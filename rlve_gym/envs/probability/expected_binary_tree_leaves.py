from fractions import Fraction as Rational
from random import Random

from rlve_gym import core
from rlve_gym.core import Fraction, Ladder, Verdict, grow


class Problem(core.Problem, frozen=True):
    vertex_count: int
    answer: core.FractionText  # derived: the expectation

    def __post_init__(self) -> None:
        if self.vertex_count < 1:
            raise ValueError("vertex_count must be at least 1")


class ExpectedBinaryTreeLeaves(core.ExactEnvironment[Problem, Rational]):
    """Expected number of leaves of a uniformly random binary tree shape.

    A shape with n nodes and a marked leaf is a shape with n - 1 nodes and one of the n free places of a child in it. So
    there are n C(n-1) leaves in all C(n) shapes (Catalan numbers), which makes n(n+1) / (2(2n-1)) for each.

    Quality: 1 if equal as a rational number, else 0.
    Source: Luogu P3978.
    """

    ladder = Ladder(max_vertices=grow(6, by=2.2, low=3), top=30)
    answer_format = Fraction("the expected number of leaves, reduced or not", example="7/3")

    def generate(self, rng: Random, *, max_vertices: int) -> Problem:
        n = rng.randint(max(3, max_vertices // 8), max_vertices)
        return Problem(
            vertex_count=n, answer=self.answer_format.format(Rational(n * (n + 1), 2 * (2 * n - 1)))
        )

    def describe(self, problem: Problem) -> str:
        return (
            f"Consider all shapes of binary trees with {problem.vertex_count} nodes. Each node has at most one left child "
            "and at most one right child, and a lone left child differs from a lone right child. A leaf is a node "
            "without children. If one of these shapes is chosen uniformly at random, what is the expected number of its "
            "leaves, exactly?"
        )

    def verify(self, problem: Problem, answer: Rational) -> Verdict:
        if answer <= 0:
            return Verdict.invalid("the expected number of leaves is positive")
        return super().verify(problem, answer)

    def solve(self, problem: Problem) -> Rational:
        return Rational(problem.answer)
