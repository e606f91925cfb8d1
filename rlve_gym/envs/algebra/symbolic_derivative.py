from random import Random

from rlve_gym import core
from rlve_gym.core import Expression, Formula, Ladder, Verdict, VerifierError, line
from rlve_gym.envs.algebra import _calculus as calculus

MAX_LENGTH = 1_500


class Problem(core.Problem, frozen=True):
    function: str
    answer: str  # derived: the derivative

    def __post_init__(self) -> None:
        calculus.parse(self.function)


class SymbolicDerivative(core.Environment[Problem, Expression]):
    """Differentiate a given elementary expression in x.

    An answer is compared with the derivative at random points, by value: its algebraic form does not matter.

    The rules are those of symbolic_antiderivative: they must agree wherever the function can be computed in real numbers,
    everything on the way included. (The published suite adds the points where its value is real although some root or
    logarithm in it is not; there identities such as sqrt(a) * sqrt(b) = sqrt(a * b) fail, which would reject what
    any textbook accepts.) Answers are limited to 2,000 characters, and a function that is real at hardly any point is refused.

    Quality: 1 if equal to the derivative, else 0.
    Source: classic.
    """

    ladder = Ladder(node_count=line(3), top=15)
    answer_format = Formula("the derivative F'(x)", example="x*sin(5*x) + 2")
    libraries = ("sympy",)  # it simplifies, orders and prints the expressions

    def generate(self, rng: Random, *, node_count: int) -> Problem:
        while True:
            planted = calculus.random_expression(rng, node_count)
            tree = calculus.to_sympy(planted) if _is_tame(planted) else None
            if tree is None:
                continue
            function, answer = str(tree), str(tree.diff())
            if max(len(function), len(answer)) <= MAX_LENGTH:
                try:
                    if calculus.why_not_derivative(function, self.answer_format.parse(answer)) is None:
                        return Problem(function=function, answer=answer)
                except (ValueError, VerifierError):  # beyond the grammar, such as zoo, or hardly ever real
                    continue

    def describe(self, problem: Problem) -> str:
        return (
            "Here is a function F of a real variable x (log is the natural logarithm, E its base, and ** means power):\n"
            f"F(x) = {problem.function}\n\n"
            "Find the derivative of F, that is, an expression that equals F'(x) at every real x where F has a derivative and "
            "F(x) can be computed in real numbers: without dividing by zero and without taking a logarithm or a "
            "non-integer power of a negative number. It need not be simplified. In your expression, logarithms and "
            "non-integer powers of negative numbers have their principal complex values."
        )

    def verify(self, problem: Problem, answer: Expression) -> Verdict:
        fault = calculus.why_not_derivative(problem.function, answer)
        return Verdict.exact(fault is None, fault and f"not the derivative: {fault}")

    def solve(self, problem: Problem) -> Expression:
        answer: Expression = self.answer_format.parse(problem.answer)
        return answer


def _is_tame(planted: Expression) -> bool:
    """Whether at half of the points or more the values are real and the slopes small, and the slopes are not all the same.

    The slopes are difference quotients: SymPy is slow, and most expressions fail here.
    """
    import numpy as np

    points, step = np.arange(-1023, 1024, 2) / 512, 2.0**-20  # half of them positive, for log and roots
    with np.errstate(all="ignore"):
        behind, ahead = (calculus.on_grid(planted, points + shift) for shift in (-step, step))
        slopes = (ahead - behind) / (2 * step)
    slopes = slopes[np.isfinite(slopes) & (np.abs(slopes) <= 1e4)]
    return bool(2 * len(slopes) >= len(points) and np.ptp(slopes) > 1e-6 * (1 + np.abs(slopes).max()))
