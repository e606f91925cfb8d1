"""The expression parser against Python's own arithmetic, and its limits."""

import ast
import operator
import sys
import time
from contextlib import suppress
from fractions import Fraction
from random import Random

import pytest

from rlve_gym.core import AnswerFormatError, Arithmetic, Formula
from rlve_gym.core.expressions import ExpressionError, parse_expression

PYTHON = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


def by_python(text):
    """The value of an expression, by Python's parser and Fractions."""

    def value(node):
        if isinstance(node, ast.Constant):
            return Fraction(node.value)
        if isinstance(node, ast.UnaryOp):
            return -value(node.operand) if isinstance(node.op, ast.USub) else value(node.operand)
        return PYTHON[type(node.op)](value(node.left), value(node.right))

    return value(ast.parse(text, mode="eval").body)


def random_text(rng, depth):
    kind = rng.random()
    if depth == 0 or kind < 0.2:
        return str(rng.randrange(30))
    if kind < 0.35:
        return f"({random_text(rng, depth - 1)})"
    if kind < 0.45:
        return f"-{random_text(rng, depth - 1)}"
    space = rng.choice(["", " "])
    return f"{random_text(rng, depth - 1)}{space}{rng.choice('+-*/')}{space}{random_text(rng, depth - 1)}"


def test_values_agree_with_python():
    rng = Random(0)
    seen = 0
    for _ in range(3000):
        text = random_text(rng, 4)
        try:
            expected = by_python(text)
        except ZeroDivisionError:
            with pytest.raises(ZeroDivisionError):
                parse_expression(text, max_length=10_000).value()
            continue
        assert parse_expression(text, max_length=10_000).value() == expected, text
        seen += 1
    assert seen > 2000


@pytest.mark.parametrize(
    ("text", "postfix"),
    [
        ("-x**2", "x 2 ** negate"),
        ("2**-x", "2 x negate **"),
        ("2^3^x", "2 3 x ** **"),
        ("2**-3*4", "2 3 negate ** 4 *"),
        ("-x*y", "x negate y *"),
        ("2*-x**2", "2 x 2 ** negate *"),
        ("a-b-c", "a b - c -"),
        ("a/b*c", "a b / c *"),
        ("a-(b-c)", "a b c - -"),
        ("sin(x)**2", "x sin 2 **"),
        ("sin(cos(x)+1)*y", "x cos 1 + sin y *"),
        ("--+-x", "x negate negate negate"),
        ("exp(-x)", "x negate exp"),
        ("1.5*pi + .5*E", "3/2 pi * 1/2 E * +"),
        ("2.*x", "2 x *"),
        ("x × 2 − y ÷ 3", "x 2 * y 3 / -"),
    ],
)
def test_grammar(text, postfix):
    expression = parse_expression(text, variables="xyabc", calculus=True)
    assert " ".join(str(value) for _, value in expression.postfix) == postfix


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "1+", "*2", "1 2", "(1", "1)", "()", "2x", "x2", "1,5", "1e5", "1.5", "03", "2**3", "2^3", "2//3", "sin(1)", "x", "pi",
        "1_000", "１+1", "٣", "[1]", "1 if 1 else 2", "__import__('os')", "1;2", "1=1", "=1", "0x10", "1/*2",
    ],
)  # fmt: skip
def test_plain_arithmetic_refuses(text):
    with pytest.raises(ExpressionError) as error:
        parse_expression(text)
    assert len(str(error.value)) < 120
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    "text",
    ["sin x", "sin", "sin()", "sin(x, x)", "foo(x)", "y", "x(2)", "2(x)", "(x)(x)", "Integral(x, x)", "x.__class__", "x!", "I", "zoo", "1e5",
     "sinx(x)", "f'{x}'", "lambda: x", "x if x else x", "x = 1", "|x|", "x;x", "exp**2"],
)  # fmt: skip
def test_formulas_refuse(text):
    with pytest.raises(AnswerFormatError):
        Formula("f").parse(text)


def test_claims():
    expression = Arithmetic("e").parse(" (1 + 2) * 3 = 9 ")
    assert expression.claimed == 9
    assert expression.value() == 9
    assert Arithmetic("e").format(expression) == "(1 + 2) * 3 = 9"
    assert Arithmetic("e").parse("1 + 2").claimed is None
    for text in ("1 = 1 = 1", "1 = ", "= 1", "1 = x", "1 = 2 - 1"):
        with pytest.raises(AnswerFormatError):
            Arithmetic("e").parse(text)


def test_literals_are_kept_in_order():
    assert parse_expression("3 * (8 - 3) / 8").numbers == [3, 8, 3, 8]


def test_depth_limits_are_exact():
    for nested in (
        "(" * 80 + "x" + ")" * 80,
        "-" * 80 + "x",
        "**".join(["x"] * 81),
        "sin(" * 80 + "x" + ")" * 80,
    ):
        parse_expression(nested, variables="x", calculus=True)
    for nested in (
        "(" * 81 + "x" + ")" * 81,
        "-" * 81 + "x",
        "**".join(["x"] * 82),
        "sin(" * 81 + "x" + ")" * 81,
    ):
        with pytest.raises(ExpressionError, match="nested"):
            parse_expression(nested, variables="x", calculus=True)
    assert parse_expression("+".join(["-(x)"] * 300), variables="x", calculus=True)  # nesting, not number


def test_length_and_digit_limits():
    with pytest.raises(ExpressionError, match="limit"):
        parse_expression("1+" * 1000 + "1")
    with pytest.raises(ExpressionError, match="limit"):
        parse_expression("1" * 31)


@pytest.mark.parametrize("size", [100_000])
def test_deep_and_long_texts_end_soon(size):
    """Case 23: no recursion, hence no RecursionError, and the limit of the interpreter stays as it is."""
    before = sys.getrecursionlimit()
    texts = [
        "(" * size,
        "(" * size + "1" + ")" * size,
        "[" * size,
        "-" * size + "1",
        "1+" * size + "1",
        "9**" * size,
    ]
    texts += [text[:1990] for text in texts]
    for text in texts:
        for answer_format in (Arithmetic("e"), Formula("f")):
            start = time.perf_counter()
            with suppress(AnswerFormatError):
                answer_format.parse(text)
            assert time.perf_counter() - start < 1.0
    assert sys.getrecursionlimit() == before


def test_value_refuses_what_is_not_rational():
    for text in ("x", "sin(1)", "2**3", "pi"):
        with pytest.raises(ValueError, match="rational"):
            parse_expression(text, variables="x", calculus=True).value()
