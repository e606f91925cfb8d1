"""Formulas in conjunctive normal form: how they are shown, and how an assignment is judged."""

from __future__ import annotations

from collections.abc import Sequence

from rlve_gym.core import Verdict

Literal = tuple[int, bool]
"""(variable, positive); False is a negation."""


def lines(clauses: Sequence[Sequence[Literal]]) -> str:
    """One clause a line, such as "x0 or not x2"."""
    return "\n".join(
        " or ".join(f"x{variable}" if positive else f"not x{variable}" for variable, positive in clause)
        for clause in clauses
    )


def satisfied(clauses: Sequence[Sequence[Literal]], values: Sequence[int]) -> int:
    """The number of clauses that hold."""
    return sum(any(values[variable] == positive for variable, positive in clause) for clause in clauses)


def verdict(clauses: Sequence[Sequence[Literal]], variable_count: int, answer: Sequence[int]) -> Verdict:
    """The judgment of an assignment: (clauses satisfied / clauses) ** 10."""
    if len(answer) != variable_count:
        return Verdict.unparsed(f"{len(answer)} values instead of {variable_count}")
    if any(value not in (0, 1) for value in answer):
        return Verdict.unparsed("a value is neither 0 nor 1")
    return Verdict.share(satisfied(clauses, answer), len(clauses), power=10)
