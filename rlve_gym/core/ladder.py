"""The ladder: every parameter of a generator as a function of difficulty.

    ladder = Ladder(vertices=grow(4, by=1.1, plus=1), density=choice(0.1, 0.2, 0.3), top=16)

A parameter is a growth, a line, a table, a uniform choice, or any function of difficulty. A user may override
single parameters; what is allowed lies between ``low`` and ``high``, which are the least and greatest value on the
ladder unless the author widens them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any

import msgspec

Value = int | float | str | bool


class Parameter(msgspec.Struct, frozen=True):
    """One rung-by-rung parameter: ``at(difficulty)`` is its value."""

    at: Callable[[int], Value]
    text: str
    low: Value | None = None
    high: Value | None = None

    @property
    def is_random(self) -> bool:
        """Whether the value is drawn for each problem."""
        return isinstance(self, Choice)

    def values(self, top: int) -> list[Value]:
        """Every value on the ladder, in order of difficulty."""
        return [self.at(difficulty) for difficulty in range(top + 1)]

    def draw(self, difficulty: int, rng: Random) -> Value:
        """The value for one problem."""
        return self.at(difficulty)


class Choice(Parameter, frozen=True):
    """A parameter drawn uniformly from a list, the same at each difficulty."""

    options: tuple[Value, ...] = ()

    def values(self, top: int) -> list[Value]:
        """The options."""
        return list(self.options)

    def draw(self, difficulty: int, rng: Random) -> Value:
        """One of the options."""
        return rng.choice(self.options)


def grow(
    start: int, *, by: float = 1.0, plus: float = 0, cap: int | None = None, low: int | None = None,
    high: int | None = None,
) -> Parameter:  # fmt: skip
    """``start`` at difficulty 0, then value <- int(by * value + plus) per step, at most ``cap``.

    Raises:
        ValueError: the value would not grow.
    """
    if int(by * start + plus) <= start:
        raise ValueError(f"grow({start}, by={by}, plus={plus}) does not grow")

    @cache
    def at(difficulty: int) -> int:
        value = start
        for _ in range(difficulty):
            value = int(by * value + plus)
        return value if cap is None else min(value, cap)

    limit = "" if cap is None else f", at most {cap}"
    return Parameter(at, f"{start}, then x -> int({by:g} x + {plus:g}){limit}", low, high)


def line(
    start: int, *, step: int = 1, every: int = 1, cap: int | None = None, low: int | None = None,
    high: int | None = None,
) -> Parameter:  # fmt: skip
    """``start + step * (difficulty // every)``, at most ``cap`` (at least, for a negative step)."""
    bound = min if step >= 0 else max

    def at(difficulty: int) -> int:
        value = start + step * (difficulty // every)
        return value if cap is None else bound(value, cap)

    per = "difficulty" if every == 1 else f"{every} difficulties"
    limit = "" if cap is None else f", up to {cap}"
    return Parameter(at, f"{start}, {step:+d} per {per}{limit}", low, high)


def table(*values: Value, low: Value | None = None, high: Value | None = None) -> Parameter:
    """The listed values, one per difficulty; the last one holds from there on."""
    return Parameter(lambda difficulty: values[min(difficulty, len(values) - 1)], f"{values}", low, high)


def function(
    at: Callable[[int], Value], text: str, *, low: Value | None = None, high: Value | None = None
) -> Parameter:
    """Any function of the difficulty, with a text that documents it."""
    return Parameter(at, text, low, high)


def choice(*options: Value, low: Value | None = None, high: Value | None = None) -> Choice:
    """Drawn uniformly from the options, from a random stream of its own."""
    return Choice(lambda difficulty: options[0], f"one of {options}", low, high, options)


class Ladder:
    """The parameters of a generator at each difficulty 0..top.

    Args:
        top: the highest difficulty.
        parameters: by the names of the keyword arguments of ``generate``.
    """

    def __init__(self, *, top: int, **parameters: Parameter) -> None:
        if top < 0 or not parameters:
            raise ValueError("a ladder needs a top of at least 0 and at least one parameter")
        self.top = top
        self.parameters: Mapping[str, Parameter] = parameters
        self.has_choices = any(isinstance(parameter, Choice) for parameter in parameters.values())
        self._bounds: dict[str, tuple[Value, Value]] = {}
        for name, parameter in parameters.items():
            values = parameter.values(top)
            if isinstance(values[0], (int, float)):  # others are chosen from a list and have no bounds
                low = min(values) if parameter.low is None else parameter.low
                high = max(values) if parameter.high is None else parameter.high
                self._bounds[name] = (low, high)

    def check(self, difficulty: int) -> None:
        """Raises ValueError, naming the range, if the difficulty is not an integer in 0..top."""
        if not isinstance(difficulty, int) or isinstance(difficulty, bool) or not 0 <= difficulty <= self.top:
            raise ValueError(f"difficulty must be an integer in 0..{self.top}, not {difficulty!r}")

    def draw(
        self, difficulty: int, rng: Random, overrides: Mapping[str, Any] | None = None
    ) -> dict[str, Value]:
        """The parameters of one problem.

        Args:
            difficulty: in 0..top.
            rng: the stream of the choices. Every choice is drawn, in order, so that overriding one leaves the
                rest alone.
            overrides: values given by the user.

        Raises:
            ValueError: the difficulty is out of range, or an override has an unknown name, the wrong type or is
                out of bounds.
        """
        self.check(difficulty)
        drawn = {name: parameter.draw(difficulty, rng) for name, parameter in self.parameters.items()}
        for name, value in (overrides or {}).items():
            drawn[name] = self._checked(name, value)
        return drawn

    def _checked(self, name: str, value: Any) -> Value:
        if name not in self.parameters:
            raise ValueError(f"unknown parameter {name!r}; there are {', '.join(self.parameters)}")
        if name not in self._bounds:
            options = self.parameters[name].values(self.top)
            if value not in options:
                raise ValueError(f"parameter {name} must be one of {options}, not {value!r}")
            return value  # type: ignore[no-any-return]
        low, high = self._bounds[name]
        whole = all(isinstance(bound, int) for bound in self.parameters[name].values(self.top))
        if isinstance(value, bool) != isinstance(low, bool) or not isinstance(
            value, int if whole else (int, float)
        ):
            raise ValueError(
                f"parameter {name} must be {'an integer' if whole else 'a number'}, not {value!r}"
            )
        if not low <= value <= high:  # type: ignore[operator]
            raise ValueError(f"parameter {name} must be in {low}..{high}, not {value}")
        return value

    def bounds(self, name: str) -> tuple[Value, Value] | tuple[Value, ...]:
        """The least and greatest value an override may take, or all the allowed ones if they are not numbers."""
        return self._bounds.get(name) or tuple(self.parameters[name].values(self.top))
