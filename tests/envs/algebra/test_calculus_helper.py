"""The oracle is SymPy's evaluation with mpmath and, for derivatives, central differences at twice the precision."""

from fractions import Fraction
from random import Random

import mpmath
import numpy as np
import pytest
import sympy

from rlve_gym.core import VerifierError
from rlve_gym.core.expressions import FUNCTIONS, parse_expression
from rlve_gym.envs.algebra import _calculus as calculus
from rlve_gym.envs.algebra._calculus import Undefined, evaluate, why_not_antiderivative


def read(text):
    return parse_expression(text, variables=("x",), calculus=True)


def by_differences(text, x):
    """The value, and the derivative along the real line, to about 40 digits."""
    with mpmath.workdps(120):
        function = sympy.lambdify(sympy.Symbol("x"), sympy.sympify(text.replace("^", "**")), "mpmath")
        step = mpmath.mpf(10) ** -40
        value, ahead, behind = (function(mpmath.mpf(x) + shift) for shift in (0, step, -step))
        return complex(value), complex((ahead - behind) / (2 * step))


@pytest.mark.parametrize(
    "text",
    [
        "sin(x)", "cos(3*x)", "tan(x)", "asin(x)", "acos(x)", "atan(x)", "sinh(x)", "cosh(x)", "tanh(x)", "exp(-x)", "log(x)",
        "ln(x)", "sqrt(x)", "Abs(x)", "x**3", "x**(-2)", "x**0", "(-x)**5", "x**(1/3)", "(x**2)**(1/3)", "x**x", "(-x)**x",
        "2**x", "E**x", "pi*x", "x^2^x", "-x**2", "x/(1+x**2)", "1/(x-7)-0.125*x", "(x-1)/(x+1)/x", "x**1.5", "x**(4/2)",
        "log(-x)", "log(log(x))", "sqrt(-x)", "sqrt(x-3)*sqrt(x-4)", "asin(2*x)", "acos(-3*x)", "asin(x)*acos(x)", "atan(log(-x))",
        "Abs(log(x))", "log(Abs(x+sqrt(-1)))", "Abs(x+sqrt(-1)*x**2)", "sin(log(x))", "cosh(log(-x)/2)", "tanh(sqrt(-x))",
        "tan(sqrt(-1)*x)", "exp(log(x)**2)", "sinh(x*sqrt(-2))", "acos(sqrt(-1)+x)", "x**(sqrt(-1)*x)", "sqrt(log(x)-5)",
    ],
)  # fmt: skip
def test_value_and_derivative(text):
    """Also where they are complex, on branch cuts too."""
    for x in (-2.21875 + 2**-20, -0.65625 + 2**-18, 0.34375 + 2**-19, 2.71875 + 2**-20):
        value, derivative = evaluate(read(text), Fraction(x))
        expected_value, expected_derivative = by_differences(text, x)
        assert complex(value) == pytest.approx(expected_value, rel=1e-14, abs=1e-14)
        assert complex(derivative) == pytest.approx(expected_derivative, rel=1e-14, abs=1e-14)


def test_every_function_of_the_grammar_is_there():
    for function in FUNCTIONS:
        value, _ = evaluate(read(f"{function}(x)"), Fraction(3, 8))
        expected = mpmath.log(0.375) if function == "ln" else by_differences(f"{function}(x)", 0.375)[0]
        assert complex(value) == pytest.approx(complex(expected), rel=1e-14)


@pytest.mark.parametrize(
    "text",
    [
        "1/0", "0/0", "1/(x-x)", "log(0)", "log(x-x)", "sqrt(x-x)", "0**(-1)", "0**0", "0**x", "Abs(x-x)", "0**(1/2)",
        "exp(1001)", "exp(-1001)", "sinh(2000)", "cosh(2000*x)", "tanh(2000)", "exp(exp(exp(9)))", "exp(2000*sqrt(-1))",
        "sin(1001*sqrt(-1))", "cos(10**9*sqrt(-1))", "tan(10**9*sqrt(-1))", "9**9**9", "2^(2^(2^40))", "x**(10**7)", "10**301",
        "10**300*10**300", "(10**300)**1000000", "x**10000000", "(x+1)^(10^7)", "x**x**x**x**(99*x)", "exp(700)*exp(700)",
        "asin(1)", "acos(-1)", "atan(sqrt(-1))", "(x**999999)**999999",
    ],
)  # fmt: skip
def test_undefined_or_beyond_the_limits(text):
    with pytest.raises(Undefined):
        evaluate(read(text), Fraction(5, 4))


@pytest.mark.parametrize(
    "text",
    [
        "exp(600)/exp(500)",
        "x**1000",
        "10**300*x/10**300",
        "exp(-600)",
        "(1+x/10**6)**1000000",
    ],
)
def test_within_the_limits(text):
    expected_value, expected_derivative = by_differences(text, 0.75)
    value, derivative = evaluate(read(text), Fraction(3, 4))
    assert complex(value) == pytest.approx(expected_value, rel=1e-12)
    assert complex(derivative) == pytest.approx(expected_derivative, rel=1e-12, abs=1e-30)


def test_real_means_real_all_the_way():
    for text, x in [
        ("sqrt(x)*sqrt(x-1)", "-1/2"),
        ("log(x)-log(x)", "-3/2"),
        ("x**(1/3)", "-1"),
        ("sqrt(-1)**2", "1/2"),
        ("asin(x)*0", "3/2"),
    ]:
        evaluate(read(text), Fraction(x))
        with pytest.raises(Undefined):
            evaluate(read(text), Fraction(x), real=True)
    assert evaluate(read("x**3+(x**2)**(1/3)+log(-x)"), Fraction(-1), real=True)[0] == 0


def agrees(function, antiderivative):
    return why_not_antiderivative(function, read(antiderivative)) is None


@pytest.mark.parametrize(
    ("function", "antiderivative"),
    [
        ("cos(x)", "sin(x) - 10**20"),
        ("cos(x)", "2*sin(x/2)*cos(x/2)"),
        ("cos(x)", "2*tan(x/2)/(1 + tan(x/2)**2)"),
        ("1/x", "log(x)"),
        ("1/x", "log(-x)"),
        ("1/x", "ln(7*Abs(x))"),
        ("1/x", "log(x**2)/2"),
        ("1/(2*x)", "log(Abs(sqrt(-x)))"),  # of complex numbers at x > 0
        ("log(x**2)", "2*x*log(Abs(x)) - 2*x"),
        ("log(x)*2/x", "log(Abs(x))**2"),  # as f is real at x > 0 only
        ("x/(x**2 + 1)", "log(Abs(x + sqrt(-1)))"),
        ("1/(1 - x**2)", "log((1 + x)/(1 - x))/2"),
        ("1/(1 - x**2)", "log(Abs((x + 1)/(x - 1)))/2"),
        ("1/sqrt(1 - x**2)", "asin(x)"),
        ("1/sqrt(1 - x**2)", "-acos(x)"),
        ("1/sqrt(1 - x**2)", "2*atan(x/(1 + sqrt(1 - x**2)))"),
        ("1/sqrt(x**2 - 1)", "log(Abs(x + sqrt(x**2 - 1)))"),
        ("1/sqrt(x**2 - 1)", "log(x + sqrt(x**2 - 1))"),
        ("1/sqrt(x**2 - 1)", "sqrt(-1)*asin(x)"),
        ("1/(1 + x**2)", "atan(x)"),
        ("1/(1 + x**2)", "-atan(1/x)"),
        ("1/(1 + x**2)", "log((sqrt(-1) + x)/(sqrt(-1) - x))*sqrt(-1)/2"),
        ("tan(x)", "-log(cos(x))"),
        ("tan(x)", "-log(Abs(cos(x)))"),
        ("1/cos(x)", "log(1/cos(x) + tan(x))"),
        ("1/(2 + cos(x))", "2/sqrt(3)*atan(tan(x/2)/sqrt(3))"),  # jumps at odd multiples of pi
        ("sqrt(x**4)", "x**3/3"),
        ("sqrt(x**2)", "x*Abs(x)/2"),
        ("x**(1/3)", "3*(x**(1/3))**4/4"),
        ("sqrt(x)*sqrt(x - 1)*(2*x - 1)/(x**2 - x)", "2*sqrt(x**2 - x)"),  # not so at x < 0 by principal values
        ("x**x*(log(x) + 1)", "exp(x*log(x))"),
        ("exp(x)", "(E**(x/3))**3"),
        ("exp(x)", "sinh(x) + cosh(x)"),
        ("-4*x**3", "log(exp(-x**4))"),  # the answer is beyond the limits at some points
        ("2*x", "x**(0.5*4) + 0*x**x"),
        ("2*x", "x**2 + (sin(x)**2 + cos(x)**2 - 1)**2"),
        ("cos(x)", "sin(x) + 10**45*x - 10**45*x"),  # cancellation: 50 digits are not enough
        ("2*x + 1", "x**2 + ((x + x*10**-40) - x)*10**40"),
        ("sin(exp(exp(x)))*exp(exp(x))*exp(x)", "-cos(exp(exp(x)))"),
        ("1001*x**1000", "x**1001"),
    ],
)  # fmt: skip
def test_right_antiderivatives(function, antiderivative):
    assert agrees(function, antiderivative)


@pytest.mark.parametrize(
    ("function", "antiderivative"),
    [
        ("cos(x)", "-sin(x)"),
        ("cos(x)", "1.0000001*sin(x)"),
        ("cos(x)", "1.00000000000001*sin(x)"),
        ("cos(x)", "sin(x) + x/10**14"),
        ("cos(x)", "Abs(sin(x))"),
        ("log(x**2)", "2*x*log(x) - 2*x"),  # no real derivative at x < 0
        ("sqrt(x**2)", "x**2/2"),
        ("sqrt(x**4)", "Abs(x)**3/3"),
        ("1/sqrt(x**2 - 1)", "asin(x)"),
        ("sqrt((x - 3)**2)*sin(x)", "(x - 3)*cos(x) - sin(x)"),  # so only beyond x = 3
        ("sqrt((x - 3)**2)*sin(x)", "(3 - x)*(-cos(x)) - sin(x)"),  # so only up to x = 3
        ("2*x", "x**2 + log(0)"),
        ("2*x", "x**2 + 1/(sin(x)**2 + cos(x)**2 - 1)"),
        ("2*x", "x**2 + log(sin(x)**2 + cos(x)**2 - 1)"),
        ("2*x", "10**60*x + x - 10**60*x + x**2"),  # the term x is lost in rounding to 50 digits
        ("2*x", "10**290*x + x - 10**290*x + x**2"),
        ("2*x", "((x + x/10**200/10**95) - x)*10**200*10**95 + x**2"),
        ("2*x", "x**2 + ((x + x/10**300/10**300/10**300) - x)*10**300*10**300*10**300"),
        ("cos(x)", "sin(x) + sin(10**200*x)/10**215"),
    ],
)  # fmt: skip
def test_wrong_antiderivatives(function, antiderivative):
    assert not agrees(function, antiderivative)


def test_a_reference_that_is_never_real_is_an_error():
    with pytest.raises(VerifierError):
        why_not_antiderivative("sqrt(-1-x**2)", read("x"))


def test_random_expressions_have_the_right_number_of_nodes():
    rng = Random(5)
    seen = set()
    for _ in range(300):
        expression = calculus.random_expression(rng, 9)
        kinds = [value for kind, value in expression.postfix if kind != "number" and value != "negate"]
        # (1/3) is the exponent of one step
        assert len(kinds) - expression.text.count("(1/") == 9
        seen |= {value for kind, value in expression.postfix if kind != "number"}
    assert seen == {"x", "+", "-", "*", "/", "**", "negate", "sin", "cos", "exp", "log"}


def test_sympy_form_has_the_same_values():
    rng = Random(6)
    points = np.linspace(0.3, 1.7, 5)
    compared = 0
    for _ in range(60):
        expression = calculus.random_expression(rng, rng.randint(1, 8))
        tree = calculus.to_sympy(expression)
        if tree is not None:
            for point, value in zip(points, calculus.on_grid(expression, points), strict=True):
                if np.isfinite(value) and abs(value) < 1e6:
                    assert complex(tree.subs("x", point).evalf()) == pytest.approx(value, rel=1e-6, abs=1e-9)
                    compared += 1
    assert compared > 100


def test_what_loses_x_is_refused():
    for text in ("x-x", "x/x+x", "sin(x-x)+x", "(x/x+3)**(x/x+7)"):
        assert calculus.to_sympy(read(text)) is None
