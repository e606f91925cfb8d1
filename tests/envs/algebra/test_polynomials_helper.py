"""The text of polynomials, against hand-written ones and SymPy's reading of it."""

import random

import pytest

from rlve_gym.envs.algebra import _polynomials as polynomials


@pytest.mark.parametrize(
    ("coefficients", "text"),
    [
        ([1, -2, 0, 5], "5*x^3 - 2*x + 1"),
        ([-1, 1, -1, 1, -1], "-x^4 + x^3 - x^2 + x - 1"),
        ([0, -12, 10], "10*x^2 - 12*x"),
        ([0, 0, -11], "-11*x^2"),
        ([7, 0, 0], "7"),
        ([-1], "-1"),
        ([0, 1], "x"),
        ([0, 0], "0"),
    ],
)
def test_text(coefficients, text):
    assert polynomials.text(coefficients) == text


def test_text_is_read_as_the_same_polynomial():
    import sympy

    x = sympy.Symbol("x")
    rng = random.Random(0)
    for _ in range(40):
        coefficients = [rng.choice((0, 1, -1, rng.randint(-(10**20), 10**20))) for _ in range(12)]
        read = sympy.Poly(sympy.parse_expr(polynomials.text(coefficients).replace("^", "**"), {"x": x}), x)
        assert [read.coeff_monomial(x**i) for i in range(12)] == coefficients


def test_general():
    assert [polynomials.general("a", degree) for degree in (0, 1, 2, 3, 12)] == [
        "a_0",
        "a_0 + a_1*x",
        "a_0 + a_1*x + a_2*x^2",
        "a_0 + a_1*x + ... + a_3*x^3",
        "a_0 + a_1*x + ... + a_12*x^12",
    ]
