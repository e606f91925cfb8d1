"""Polynomials as lists of integer coefficients, lowest degree first."""

from __future__ import annotations

from collections.abc import Sequence


def text(coefficients: Sequence[int]) -> str:
    """A polynomial in the style "5*x^3 - 2*x + 1", the same in every prompt."""
    terms = []
    for exponent in reversed(range(len(coefficients))):
        coefficient = coefficients[exponent]
        if coefficient:
            power = f"x^{exponent}" if exponent > 1 else "x" * exponent
            factors = [power] if power and abs(coefficient) == 1 else [str(abs(coefficient)), power]
            terms.append(("- " if coefficient < 0 else "+ ") + "*".join(filter(None, factors)))
    if not terms:
        return "0"
    first = terms[0].removeprefix("+ ").replace("- ", "-")
    return " ".join([first, *terms[1:]])


def general(name: str, degree: int) -> str:
    """A polynomial with unknown coefficients: "a_0 + a_1*x + ... + a_4*x^4"."""
    terms = [f"{name}_0", f"{name}_1*x", f"{name}_2*x^2"][: degree + 1]
    if degree > 2:
        terms[2:] = ["...", f"{name}_{degree}*x^{degree}"]
    return " + ".join(terms)


def product(first: Sequence[int], second: Sequence[int]) -> list[int]:
    """The product of two polynomials, neither of them empty."""
    result = [0] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            result[i + j] += a * b
    return result


def evaluate(coefficients: Sequence[int], numerator: int, denominator: int = 1) -> int:
    """The value at numerator / denominator times denominator ** degree: Horner's rule in integers, exact and fast."""
    value, scale = 0, 1
    for coefficient in reversed(coefficients):
        value = value * numerator + coefficient * scale
        scale *= denominator
    return value
