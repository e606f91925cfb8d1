from random import Random

from rlve_gym import core
from rlve_gym.core import AnswerFormatError, Expression, Formula, Ladder, Verdict, VerifierError, line
from rlve_gym.envs.algebra import _calculus as calculus

MAX_LENGTH = 1_500


class Problem(core.Problem, frozen=True):
    function: str
    solution: str  # derived: an antiderivative

    def __post_init__(self) -> None:
        calculus.parse(self.function)


class SymbolicAntiderivative(core.Environment[Problem, Expression]):
    """Find an antiderivative of a given elementary expression in x.

    The function is the derivative of a random expression, so there is an elementary antiderivative. An answer is
    differentiated numerically and compared with the function at random points: its algebraic form does not matter.

    They must agree wherever the function can be computed in real numbers. (The catalogue adds the points where its
    value is real although some root or logarithm in it is not; there identities such as sqrt(a) * sqrt(b) = sqrt(a * b)
    fail, which would reject what any textbook accepts.) The absolute value of a complex u has its true derivative, so
    log(Abs(u)) is right wherever log(u) is.

    Quality: 1 if the derivative equals f, else 0.
    Source: classic.
    """

    ladder = Ladder(node_count=line(3), top=20)
    answer_format = Formula("F(x), without a constant of integration", example="x*sin(3*x)/2")

    def generate(self, rng: Random, *, node_count: int) -> Problem:
        while True:
            tree = calculus.to_sympy(calculus.random_expression(rng, node_count))
            if tree is None:
                continue
            solution, function = str(tree), str(tree.diff())
            if max(len(solution), len(function)) <= MAX_LENGTH and _is_tame(function):
                try:
                    answer = self.answer_format.parse(solution)
                    if calculus.why_not_antiderivative(function, answer) is None:
                        return Problem(function=function, solution=solution)
                except (AnswerFormatError, VerifierError):  # nested too deeply, or f hardly ever real
                    continue

    def describe(self, problem: Problem) -> str:
        return (
            "Here is a function f of a real variable x (log is the natural logarithm, E its base, and ** means power):\n"
            f"f(x) = {problem.function}\n\n"
            "Find an antiderivative of f, that is, an expression F(x) whose derivative equals f(x) at every real x where f(x) "
            "can be computed in real numbers: without dividing by zero and without taking a logarithm or a non-integer power "
            "of a negative number. Any antiderivative is right. In F, logarithms and non-integer powers of negative numbers "
            "have their principal complex values, so that log(x) and log(-x) both are antiderivatives of 1/x."
        )

    def verify(self, problem: Problem, answer: Expression) -> Verdict:
        fault = calculus.why_not_antiderivative(problem.function, answer)
        return Verdict.exact(fault is None, fault and f"the derivative of F is not f: {fault}")

    def solve(self, problem: Problem) -> Expression:
        answer: Expression = self.answer_format.parse(problem.solution)
        return answer


def _is_tame(function: str) -> bool:
    """Whether it is real at half of the points, large at none, and not constant."""
    import numpy as np

    points = np.arange(-128, 129) / 64
    try:
        values = calculus.on_grid(calculus.parse(function), points)
    except ValueError:  # a number of too many digits, or a name such as zoo or I
        return False
    values = values[np.isfinite(values)]
    if 2 * len(values) < len(points) or np.abs(values).max() > 1e4:
        return False
    return bool(np.ptp(values) > 1e-9 * (1 + np.abs(values).max()))
