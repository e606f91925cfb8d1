"""Numerical calculus on expressions in x: answers are compared by their values, so their algebraic form does not matter."""

from __future__ import annotations

import operator as operators
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from random import Random
from typing import Any

from rlve_gym.core import Expression, VerifierError
from rlve_gym.core.expressions import parse_expression

LARGEST, SMALLEST = 1e300, 1e-300
"""Values and derivatives beyond these (but not 0) count as undefined, also within an expression."""
LARGEST_ARGUMENT = 1_000
"""Of exp, sinh, cosh and tanh, and of the imaginary part in sin, cos and tan."""
LARGEST_EXPONENT = 1_000_000
"""Of a constant, integer exponent."""
UNDERFLOW = 1e-300
"""Sizes and errors below this vanish in floats, so each error grows by it: no factor makes them significant again."""
DIGITS, MORE_DIGITS, MOST_DIGITS = 50, 150, 700
"""More digits are tried where fewer find a difference, as long as they change something, and the most of them at one point
in any case. So cancellation of up to 100 digits does no harm to a right answer, and nothing within the limits above hides
from the most digits."""
POINTS, FEWEST_POINTS = 20, 8
STEPS = 3_000
"""About how many steps of evaluation one comparison may take; it cuts the number of points for very long answers."""


class Undefined(ArithmeticError):
    """There is no value or derivative at this point, or one beyond the limits."""


@lru_cache(maxsize=256)
def parse(text: str) -> Expression:
    """Reads an expression in x; raises ExpressionError, a ValueError, if it is none."""
    return parse_expression(text, variables=("x",), calculus=True)


# Evaluation ----------------------------------------------------------------------------------------------------------

Dual = tuple[
    Any, Any
]  # a value and its derivative: real numbers of mpmath, or complex ones where they are not real
VALUE, DERIVATIVE = 0, 1


def evaluate(
    expression: Expression, x: Fraction, *, real: bool = False, digits: int = DIGITS, slope: bool = True
) -> Dual:
    """The value and the derivative at x, by forward-mode differentiation, with principal values of roots and powers.

    Args:
        real: whether intermediate values that are not real count as undefined.
        slope: whether the derivative is wanted; if not, it need not exist, and 0 is in its place.

    Raises:
        Undefined: there is none, or none within the limits, which are tested before anything is computed.
    """
    algebra = _Duals(_context(digits), x, real, slope)
    try:
        return expression.fold(algebra.number, algebra.name, algebra.apply)
    except (ZeroDivisionError, OverflowError) as error:
        raise Undefined(str(error)) from None


@cache
def _context(digits: int) -> Any:
    """A context of mpmath of our own, never changed later: the global one is everybody's, and not safe in threads."""
    import mpmath

    context = mpmath.MPContext()
    context.dps = digits
    return context


class _Duals:
    def __init__(self, context: Any, x: Fraction, real: bool, slope: bool) -> None:
        self.mp = context
        self.real = real
        self.slope = slope
        self.x = context.mpf(x.numerator) / x.denominator
        self.negligible = context.mpf(10) ** (10 - context.dps)

    def number(self, number: Fraction) -> Dual:
        return self.mp.mpf(number.numerator) / number.denominator, self.mp.zero

    def name(self, name: str) -> Dual:
        if name == "x":
            return self.x, self.mp.one if self.slope else self.mp.zero
        return +(self.mp.pi if name == "pi" else self.mp.e), self.mp.zero

    def apply(self, operator: str, arguments: Sequence[Dual]) -> Dual:
        if len(arguments) == 2:
            value, derivative = self.binary(operator, *arguments)
        else:
            value, derivative = self.unary(operator, *arguments[0])
        return self.checked(value), self.checked(derivative)

    def checked(self, number: Any) -> Any:
        if number != 0 and not SMALLEST <= abs(number) <= LARGEST:
            raise Undefined("a number is too large or too small")
        if isinstance(number, self.mp.mpc):
            # On a branch cut, an imaginary part that is mere rounding would decide by its sign.
            if abs(number.imag) <= self.negligible * abs(number.real):
                return number.real
            if self.real:
                raise Undefined("a number is not real")
        return number

    def binary(self, operator: str, left: Dual, right: Dual) -> Dual:
        (u, du), (v, dv) = left, right
        if operator == "+":
            return u + v, du + dv
        if operator == "-":
            return u - v, du - dv
        if operator == "*":
            return u * v, du * v + u * dv
        if operator == "/":
            return u / v, (du * v - u * dv) / (v * v)
        return self.power(u, du, v, dv)

    def power(self, u: Any, du: Any, v: Any, dv: Any) -> Dual:
        if dv == 0 and self.mp.isint(v) and abs(v) <= LARGEST_EXPONENT:
            exponent = int(v.real)
            if u == 0 and exponent <= 0:
                raise Undefined("a power of zero")
            return u**exponent, (exponent * u ** (exponent - 1) * du if exponent else self.mp.zero)
        if u == 0:
            raise Undefined("a power of zero")
        logarithm = self.mp.log(u)
        exponent, slope = v * logarithm, dv * logarithm + v * du / u
        return self.unary("exp", exponent, slope)

    def unary(self, function: str, u: Any, du: Any) -> Dual:
        mp = self.mp
        if function == "negate":
            return -u, -du
        if function in ("exp", "sinh", "cosh", "tanh") and abs(u) > LARGEST_ARGUMENT:
            raise Undefined("an argument is too large")
        if function in ("sin", "cos", "tan") and abs(u.imag) > LARGEST_ARGUMENT:
            raise Undefined("an argument is too large")
        if u == 0 and function in (("log", "ln", "sqrt", "Abs") if self.slope else ("log", "ln")):
            raise Undefined(f"{function} of zero")
        if not self.slope:
            return abs(u) if function == "Abs" else getattr(mp, function)(u), du
        if function == "exp":
            value = mp.exp(u)
            return value, value * du
        if function in ("log", "ln"):
            return mp.log(u), du / u
        if function == "sqrt":
            value = mp.sqrt(u)
            return value, du / (2 * value)
        if function == "Abs":  # of complex numbers, too: the derivative along the real line
            return abs(u), (mp.conj(u) * du).real / abs(u)
        if function == "sin":
            return mp.sin(u), mp.cos(u) * du
        if function == "cos":
            return mp.cos(u), -mp.sin(u) * du
        if function == "tan":
            return mp.tan(u), du / mp.cos(u) ** 2
        if function == "asin":
            return mp.asin(u), du / (mp.sqrt(1 - u) * mp.sqrt(1 + u))
        if function == "acos":
            return mp.acos(u), -du / (mp.sqrt(1 - u) * mp.sqrt(1 + u))
        if function == "atan":
            return mp.atan(u), du / (1 + u * u)
        if function == "sinh":
            return mp.sinh(u), mp.cosh(u) * du
        if function == "cosh":
            return mp.cosh(u), mp.sinh(u) * du
        return mp.tanh(u), du / mp.cosh(u) ** 2


# Comparison ----------------------------------------------------------------------------------------------------------


def why_not_antiderivative(function: str, answer: Expression) -> str | None:
    """Compares the derivative of an answer with a function, as ``_why_not_equal`` says."""
    return _why_not_equal(function, VALUE, answer, DERIVATIVE)


def why_not_derivative(function: str, answer: Expression) -> str | None:
    """Compares the value of an answer with the derivative of a function, as ``_why_not_equal`` says."""
    return _why_not_equal(function, DERIVATIVE, answer, VALUE)


def _why_not_equal(function: str, expected: int, answer: Expression, given: int) -> str | None:
    """Compares the value or derivative of an answer with that of a function at random points, the same ones each time.

    They are compared where the function, its intermediate values included, is real: there no branch of a root or
    logarithm is in doubt. The answer may be complex on its way. Points where it is undefined are passed over, unless
    these are more than a quarter.

    Returns:
        None if they agree, else what is wrong.

    Raises:
        VerifierError: the function is real at too few points.
    """
    points = _real_points(function)[: max(FEWEST_POINTS, STEPS // len(answer.postfix))]
    if len(points) < FEWEST_POINTS:
        raise VerifierError(f"hardly a point where {function} is real")

    def agree(x: Fraction, precisions: Sequence[int]) -> bool | None:
        """Whether the two are equal at x; None if one is undefined.

        Numbers of digits are tried in turn until they agree, or the answer's no longer changes with more of them.
        """
        before = None
        for digits in precisions:
            reference = _real_dual(function, x, digits)
            try:
                number = evaluate(answer, x, digits=digits, slope=given == DERIVATIVE)[given]
            except Undefined:
                return None
            if reference is None:
                return None
            if _close(number, reference[expected]):
                return True
            if before is not None and _close(number, before):
                return False
            before = number
        return False

    undefined = 0
    for index, x in enumerate(points):
        equal = agree(x, (DIGITS, MORE_DIGITS, MOST_DIGITS))
        if equal and index == 0:
            equal = agree(x, (MOST_DIGITS,))
        if equal is False:
            return f"not equal near x = {float(x):.6f}"
        undefined += equal is None
        if 4 * undefined > len(points):
            return "undefined at too many of the points"
    return None


def _close(given: Any, expected: Any) -> bool:
    return bool(abs(given - expected) <= 1e-15 * abs(expected) + 1e-30)


@lru_cache(maxsize=4096)
def _real_dual(function: str, x: Fraction, digits: int) -> Dual | None:
    """The function's value and derivative at x; None if one, or something on the way, is not real or undefined."""
    try:
        return evaluate(parse(function), x, real=True, digits=digits)
    except Undefined:
        return None


@lru_cache(maxsize=256)
def _real_points(function: str) -> list[Fraction]:
    """Random points at which the function is real, most of them between -2 and 2, a quarter between -16 and 16.

    Their denominator is a large prime: nothing special happens there.
    """
    rng = Random(function)
    points: list[Fraction] = []
    for attempt in range(10 * POINTS):
        x = Fraction(rng.randint(-200_000, 200_000), 100_003) * (8 if attempt % 4 == 3 else 1)
        if _real_dual(function, x, DIGITS) is not None:
            points.append(x)
        if len(points) == POINTS:
            break
    return points


# Random expressions --------------------------------------------------------------------------------------------------

_UNARY = {"sin": 2, "cos": 2, "exp": 1, "log": 1, "**": 2, "+": 5, "*": 5, "/": 2}
_BINARY = {"+": 4, "-": 4, "*": 6, "/": 4, "**": 2}


def random_expression(rng: Random, node_count: int) -> Expression:
    """A random tree of ``node_count`` nodes: functions, operators with a constant, binary operators, and x's."""
    return parse(_random_text(rng, node_count))


def _random_text(rng: Random, node_count: int) -> str:
    if node_count == 1:
        return "x"
    if node_count > 2 and rng.random() < 0.5:
        left_count = rng.randint(1, node_count - 2)
        left, right = _random_text(rng, left_count), _random_text(rng, node_count - 1 - left_count)
        return f"({left}){rng.choices(list(_BINARY), list(_BINARY.values()))[0]}({right})"
    inner = _random_text(rng, node_count - 1)
    step = rng.choices(list(_UNARY), list(_UNARY.values()))[0]
    constant = rng.randint(2, 4)
    if step == "**":
        return f"({inner})**{rng.choice((f'{constant}', f'(1/{constant})'))}"
    if step == "+":
        return f"({inner}){rng.choice('+-')}{rng.randint(1, 2)}"
    if step == "*":
        return f"({inner})*{rng.choice(('', '-'))}{constant}"
    return f"({inner})/{constant}" if step == "/" else f"{step}({inner})"


def to_sympy(expression: Expression) -> Any:
    """The expression as SymPy simplifies it; None if x cancels in some part, which could leave a tower of constants."""
    import sympy

    x = sympy.Symbol("x")

    def apply(operator: str, arguments: Sequence[Any]) -> Any:
        function = _PYTHON.get(operator) or getattr(sympy, operator)
        result = function(*arguments)
        if not result.has(x) and any(argument.has(x) for argument in arguments):
            raise _VariableCancelsError
        return result

    try:
        return expression.fold(
            lambda number: sympy.Rational(number.numerator, number.denominator), lambda _: x, apply
        )
    except _VariableCancelsError:
        return None


class _VariableCancelsError(Exception):
    pass


_PYTHON: dict[str, Callable[..., Any]] = {
    "+": operators.add,
    "-": operators.sub,
    "*": operators.mul,
    "/": operators.truediv,
    "**": operators.pow,
    "negate": operators.neg,
}


def on_grid(expression: Expression, points: Any) -> Any:
    """The values at an array of real points in double precision, NaN where something on the way is not real."""
    import numpy as np

    def apply(operator: str, arguments: Sequence[Any]) -> Any:
        return (_PYTHON.get(operator) or getattr(np, operator))(*arguments)

    names = {"x": points, "pi": np.pi, "E": np.e}
    with np.errstate(all="ignore"):
        return np.broadcast_to(expression.fold(np.float64, names.__getitem__, apply), points.shape)
