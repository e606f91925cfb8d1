"""The state of one problem, and its text form."""

from __future__ import annotations

import json
from typing import Annotated, Any, ClassVar, TypeAlias

import msgspec

FractionText: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9]{1,4000}/[1-9][0-9]{0,3999}$")]
"""A rational number, not negative, as the field of a problem: "p/q" with q > 0. ``Fraction(text)`` reads it, and the answer format
``Fraction`` writes one."""

_LARGE = 10**4000  # Python refuses to print or read integers of more than 4300 decimal digits


class ProblemError(ValueError):
    """A problem, or the text of one, is damaged or does not belong here."""


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a sampled problem comes from: the arguments that make it again."""

    difficulty: int
    seed: int
    split: str
    parameters: dict[str, Any]


class Problem(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of every environment's ``Problem``: its fields hold all that ``verify`` needs.

    A subclass declares its fields like a dataclass and may check them in ``__post_init__`` by raising ValueError.
    Problems compare by value, and are treated as read-only by everything here.

    Attributes:
        origin: set by ``Environment.sample``; None for problems made by hand.
    """

    environment: ClassVar[str] = ""
    version: ClassVar[int] = 0

    origin: Origin | None = None


def fields_of(problem: Problem) -> dict[str, Any]:
    """The problem's own fields as plain JSON-able values, without its origin."""
    fields: dict[str, Any] = msgspec.to_builtins(problem)
    del fields["origin"]
    return fields


def dumps(problem: Problem) -> str:
    """A problem as one line of JSON in ASCII, which names its environment, version and origin.

    Returns:
        ``{"environment", "version", "difficulty", "seed", "split", "parameters", "problem": {fields}}``; the four
        entries of the origin are null for a problem made by hand.

    Raises:
        TypeError: this is not a problem of an environment.
    """
    if not isinstance(problem, Problem) or not problem.environment:
        raise TypeError(f"expected a Problem of an environment, not {type(problem).__name__}")
    origin = problem.origin
    return json.dumps(
        {
            "environment": problem.environment,
            "version": problem.version,
            "difficulty": origin and origin.difficulty,
            "seed": origin and origin.seed,
            "split": origin and origin.split,
            "parameters": origin and origin.parameters,
            "problem": _large_to_hex(fields_of(problem)),
        },
        allow_nan=False,
        separators=(",", ":"),
    )


def loads(text: str) -> Problem:
    """The problem that ``dumps`` wrote, in any process or machine.

    Raises:
        ProblemError: the text is damaged, or comes from another version of its environment.
        UnknownEnvironmentError: no such environment is registered.
    """
    from rlve_gym.core.registry import load

    try:
        document = json.loads(text)
        name, version = document["environment"], document["version"]
        origin = {key: document[key] for key in ("difficulty", "seed", "split", "parameters")}
        fields = _hex_to_large(document["problem"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ProblemError(
            f"not the text of a problem: {type(error).__name__}: {str(error)[:200]}"
        ) from error
    if not isinstance(name, str):
        raise ProblemError("not the text of a problem: the environment is no string")
    cls = load(name)
    if version != cls.version:
        raise ProblemError(
            f"this problem is of version {version!r} of {cls.id}, which is now at {cls.version}"
        )
    if any(value is not None for value in origin.values()):
        fields = {**fields, "origin": origin} if isinstance(fields, dict) else fields
    problem: Problem = convert(fields, cls.problem_type)
    return problem


def convert(fields: Any, problem_type: type[Any]) -> Any:
    """Builds and checks a problem from plain values.

    Raises:
        ProblemError: a field is missing, unknown, of the wrong type, or fails the problem's own checks.
    """
    try:
        return msgspec.convert(fields, problem_type)
    except (msgspec.ValidationError, RecursionError) as error:
        raise ProblemError(f"not a problem of {problem_type.environment}: {error}") from error


def _large_to_hex(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _large_to_hex(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_large_to_hex(item) for item in value]
    if isinstance(value, int) and not -_LARGE < value < _LARGE:
        return {"hex": hex(value)}
    return value


def _hex_to_large(value: Any) -> Any:
    if isinstance(value, dict):
        if value.keys() == {"hex"}:
            return int(value["hex"], 16)
        return {key: _hex_to_large(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_hex_to_large(item) for item in value]
    return value
