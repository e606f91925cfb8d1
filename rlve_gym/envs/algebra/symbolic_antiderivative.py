from random import Random
from typing import Any

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
    libraries = ("sympy",)  # it simplifies, orders and prints the expressions

    def generate(self, rng: Random, *, node_count: int) -> Problem:
        while True:
            planted = calculus.random_expression(rng, node_count)
            # Differences of the planted expression tell roughly what its derivative is like: SymPy is slow.
            tree = calculus.to_sympy(planted) if _is_tame(_slopes(planted), 1e5, 1e-4) else None
            if tree is None:
                continue
            solution, function = str(tree), str(tree.diff())
            if max(len(solution), len(function)) <= MAX_LENGTH and _is_tame(_values(function), 1e4, 1e-9):
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


def _grid() -> Any:
    import numpy as np

    return np.arange(-128, 129) / 64


def _values(function: str) -> Any:
    """The values on the grid, NaN where they are not real; nothing but NaN for what is beyond the grammar, like zoo."""
    import numpy as np

    try:
        return calculus.on_grid(calculus.parse(function), _grid())
    except ValueError:
        return np.full(_grid().shape, np.nan)


def _slopes(planted: Expression) -> Any:
    """Difference quotients on the grid, NaN where they are not real."""
    import numpy as np

    points, step = _grid() + 0j, 2.0**-20
    with np.errstate(all="ignore"):
        behind, middle, ahead = (calculus.on_grid(planted, points + shift) for shift in (-step, 0, step))
        slopes = (ahead - behind) / (2 * step)
        real = np.isfinite(middle) & (np.abs(slopes.imag) <= 1e-3 * (1 + np.abs(slopes.real)))
    return np.where(real, slopes.real, np.nan)


def _is_tame(values: Any, largest: float, spread: float) -> bool:
    """Whether at least half of the values are real, none is large, and they are not all the same."""
    import numpy as np

    real = values[np.isfinite(values)]
    if 2 * len(real) < len(values) or np.abs(real).max() > largest:
        return False
    return bool(np.ptp(real) > spread * (1 + np.abs(real).max()))
