"""A safe parser for expressions: text is only ever matched against a grammar, never evaluated as code.

    sum     = term (("+" | "-") term)*
    term    = sign (("*" | "/") sign)*
    sign    = ("+" | "-")* power
    power   = atom (("**" | "^") sign)?          right associative, above the signs
    atom    = number | name | function "(" sum ")" | "(" sum ")"

The plain grammar has only whole numbers, + - * / and parentheses. An expression is kept in postfix order, so that neither
parsing nor evaluating recurses: nesting and length are limited by plain comparisons.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

import msgspec

ValueT = TypeVar("ValueT")

FUNCTIONS = (
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "ln", "sqrt", "Abs",
)  # fmt: skip
CONSTANTS = ("pi", "E")

_TOKEN = re.compile(r"\s*(?:([0-9]+(?:\.[0-9]*)?|\.[0-9]+)|([A-Za-z_][A-Za-z_0-9]*)|(\*\*|[-+*/^()])|(\S))")
_TYPOGRAPHY = str.maketrans({"\N{MINUS SIGN}": "-", "\N{MULTIPLICATION SIGN}": "*", "\N{DIVISION SIGN}": "/"})
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "negate": 3, "**": 4}


class ExpressionError(ValueError):
    """The text is not an expression of the grammar; the message says why, in one short line."""


class Expression(msgspec.Struct, frozen=True):
    """A parsed expression.

    Attributes:
        text: the text it was read from.
        postfix: its steps in postfix order: ("number", Fraction), ("name", str), ("call", function name), or
            ("operator", one of + - * / ** or "negate", which takes one operand).
        claimed: the integer after a trailing "=", if any.
    """

    text: str
    postfix: tuple[tuple[str, Fraction | str], ...]
    claimed: int | None = None

    def claiming(self, value: int) -> Expression:
        """The same expression with a trailing "= value"."""
        return msgspec.structs.replace(self, text=f"{self.text} = {value}", claimed=value)

    @property
    def numbers(self) -> list[Fraction]:
        """The literals, from left to right, with repetitions."""
        return [value for _, value in self.postfix if isinstance(value, Fraction)]

    def fold(
        self,
        number: Callable[[Fraction], ValueT],
        name: Callable[[str], ValueT],
        apply: Callable[[str, Sequence[ValueT]], ValueT],
    ) -> ValueT:
        """Evaluates in any algebra.

        Args:
            number: the value of a literal.
            name: the value of a variable or constant.
            apply: the value of an operator or function at its one or two arguments.
        """
        stack: list[ValueT] = []
        for kind, value in self.postfix:
            if isinstance(value, Fraction):
                stack.append(number(value))
            elif kind == "name":
                stack.append(name(value))
            else:
                arity = 2 if kind == "operator" and value != "negate" else 1
                arguments = stack[-arity:]
                del stack[-arity:]
                stack.append(apply(value, arguments))
        return stack.pop()

    def value(self) -> Fraction:
        """The exact value of an expression in numbers and + - * / alone.

        Raises:
            ZeroDivisionError: a division by zero.
            ValueError: it has names, functions or powers.
        """
        return self.fold(lambda number: number, _no_names, _rational)


def _no_names(name: str) -> Fraction:
    raise ValueError(f"{name} has no rational value")


def _rational(operator: str, arguments: Sequence[Fraction]) -> Fraction:
    if operator == "negate":
        return -arguments[0]
    if operator not in ("+", "-", "*", "/"):
        raise ValueError(f"{operator} has no rational value")
    left, right = arguments
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    return left * right if operator == "*" else left / right


def parse_expression(
    text: str,
    *,
    variables: Sequence[str] = (),
    calculus: bool = False,
    max_length: int = 2_000,
    max_depth: int = 80,
    max_digits: int = 30,
) -> Expression:
    """Reads an expression by operator precedence (Dijkstra's shunting yard).

    Args:
        text: any string.
        variables: the names that may occur.
        calculus: allow decimals, powers, functions, pi and E.
        max_length: the greatest number of characters.
        max_depth: the deepest nesting of parentheses, signs and powers.
        max_digits: the greatest number of characters of a number.

    Raises:
        ExpressionError: the text is not of the grammar, or beyond a limit.
    """
    if len(text) > max_length:
        raise ExpressionError(f"the expression has {len(text)} characters, over the limit of {max_length}")
    names = {*variables, *(CONSTANTS if calculus else ())}
    output: list[tuple[str, Fraction | str]] = []
    waiting: list[str] = []  # operators, "(" and functions whose argument is being read
    depth = 0
    operand_next = True

    def release() -> None:
        nonlocal depth
        operator = waiting.pop()
        depth -= operator in ("negate", "**")
        output.append(("operator", operator))

    def nest() -> None:
        nonlocal depth
        depth += 1
        if depth > max_depth:
            raise ExpressionError(f"the expression is nested more than {max_depth} deep")

    stripped = text.strip().translate(_TYPOGRAPHY)
    position = 0
    while position < len(stripped):
        match = _TOKEN.match(stripped, position)
        if match is None:
            break
        position = match.end()
        number, name, symbol, foreign = match.groups()
        if foreign:
            raise ExpressionError(f"{foreign!a} does not belong in an expression")
        if symbol == "^":
            symbol = "**"
        if operand_next:
            if number:
                output.append(("number", _read_number(number, calculus, max_digits)))
                operand_next = False
            elif name in names:
                output.append(("name", name))
                operand_next = False
            elif name and calculus and name in FUNCTIONS:
                opening = _TOKEN.match(stripped, position)
                if opening is None or opening[3] != "(":
                    raise ExpressionError(f"the function {name} needs a parenthesis after it")
                waiting.append(name)
            elif name:
                raise ExpressionError(f"unknown name {name[:40]!a}")
            elif symbol == "(":
                nest()
                waiting.append("(")
            elif symbol == "-":
                nest()
                waiting.append("negate")
            elif symbol == "+":  # a sign without effect; it nests nothing
                continue
            else:
                raise ExpressionError(f"a number or name is missing before {symbol}")
        elif number or name:
            raise ExpressionError(f"an operator is missing before {(number or name)[:40]!a}")
        elif symbol == "(":
            raise ExpressionError("an operator is missing before (")
        elif symbol == ")":
            while waiting and waiting[-1] != "(":
                release()
            if not waiting:
                raise ExpressionError("a closing parenthesis without an opening one")
            waiting.pop()
            depth -= 1
            if waiting and waiting[-1] in FUNCTIONS:
                output.append(("call", waiting.pop()))
        else:
            if symbol == "**":
                if not calculus:
                    raise ExpressionError("powers are not allowed")
                nest()
            else:
                while waiting and _PRECEDENCE.get(waiting[-1], 0) >= _PRECEDENCE[symbol]:
                    release()
            waiting.append(symbol)
            operand_next = True
    if operand_next:
        raise ExpressionError("the expression ends too early" if stripped else "the answer is empty")
    while waiting:
        if waiting[-1] == "(":
            raise ExpressionError("a parenthesis is not closed")
        release()
    return Expression(stripped, tuple(output))


def _read_number(token: str, calculus: bool, max_digits: int) -> Fraction:
    if len(token) > max_digits:
        raise ExpressionError(f"a number of {len(token)} characters is over the limit of {max_digits}")
    if not calculus:
        if "." in token:
            raise ExpressionError(f"{token} is not a whole number")
        if len(token) > 1 and token[0] == "0":
            raise ExpressionError(f"{token} has a leading zero")
    return Fraction(int(token)) if token.isdigit() else Fraction(token.removesuffix("."))
