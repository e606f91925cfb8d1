"""How the difficulty of one environment follows the model's success in it."""

from __future__ import annotations

import copy
import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

Counts = Mapping[int, tuple[int, int]]
"""Samples of one batch: difficulty -> (how many were correct, how many there were)."""

ControllerT = TypeVar("ControllerT", bound="Controller")


class Controller(ABC):
    """Decides which difficulties of one environment are drawn.

    A controller as it is constructed is a template; ``start`` makes the one of an environment.
    """

    top: int = 0
    """The environment's highest difficulty."""

    def start(self: ControllerT, top: int) -> ControllerT:
        """A fresh controller with these settings for an environment of difficulties 0..top."""
        fresh = copy.deepcopy(self)
        fresh.top = top
        fresh._begin()
        return fresh

    @abstractmethod
    def _begin(self) -> None:
        """Sets the initial state, for ``self.top``."""

    @property
    @abstractmethod
    def bounds(self) -> tuple[int, int]:
        """The least and greatest difficulty that is drawn now."""

    @property
    def ceiling(self) -> int:
        """No sample recorded now can have been drawn above this."""
        return self.top

    def draw(self, rng: Random) -> int:
        """A difficulty, uniform within the bounds."""
        return rng.randint(*self.bounds)

    @abstractmethod
    def update(self, counts: Counts) -> None:
        """Takes in the samples of a batch. Only sums matter, so the order of samples and processes does not."""

    @abstractmethod
    def state_dict(self) -> dict[str, Any]:
        """The state, without the settings, as JSON-able values."""

    @abstractmethod
    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Restores ``state_dict``; raises KeyError, TypeError or ValueError if it is damaged."""


@dataclass
class SlidingWindow(Controller):
    """The window of RLVE (arXiv 2511.07317): h rises by one whenever the model masters difficulty h.

    A difficulty is drawn uniformly from max(0, h - window + 1)..h. Only samples of the current h count; once at least
    ``min_samples`` of them are in, h rises by one if their accuracy is at least ``threshold``, and the counts start
    again either way. h never falls and stops at the environment's highest difficulty.

    Args:
        window: d_delta, how many difficulties the window spans, at least 1.
        threshold: tau_acc, in [0, 1].
        min_samples: tau_num, at least 1. RLVE: 8 prompts x rollouts per prompt.
        initial: the first h; an environment whose highest difficulty is lower starts there.

    Raises:
        ValueError: a setting is out of its range.
    """

    window: int = 4
    threshold: float = 0.9
    min_samples: int = 8
    initial: int = 0
    h: int = field(default=0, init=False)
    correct: int = field(default=0, init=False)
    total: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        if self.window < 1 or self.min_samples < 1 or self.initial < 0 or not 0 <= self.threshold <= 1:
            raise ValueError(f"a setting is out of its range: {self}")

    def _begin(self) -> None:
        self.h, self.correct, self.total = min(self.initial, self.top), 0, 0

    @property
    def bounds(self) -> tuple[int, int]:
        """(l, h)."""
        return max(0, self.h - self.window + 1), self.h

    @property
    def ceiling(self) -> int:
        """h, since it never falls."""
        return self.h

    def update(self, counts: Counts) -> None:
        """Counts the samples at h, drops the others, and checks whether h rises."""
        correct, total = counts.get(self.h, (0, 0))
        self.correct += correct
        self.total += total
        if self.total >= self.min_samples:
            if self.correct / self.total >= self.threshold:
                self.h = min(self.h + 1, self.top)
            self.correct = self.total = 0

    def state_dict(self) -> dict[str, Any]:
        """h and the counts at h."""
        return {"h": self.h, "correct": self.correct, "total": self.total}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Restores h and the counts at h."""
        h, correct, total = (int(state[key]) for key in ("h", "correct", "total"))
        if h < 0 or not 0 <= correct <= total:
            raise ValueError(f"impossible counts {dict(state)}")
        if h > self.top:  # the ladder has become shorter
            h, correct, total = self.top, 0, 0
        self.h, self.correct, self.total = h, correct, total


@dataclass
class TargetSuccess(Controller):
    """Holds a moving average of success near a target by scaling the difficulty.

    After each batch the difficulty, counted from 1, is multiplied by ``up`` if the average is above the target and by
    ``down`` if it is below. A difficulty between two integers draws these two with the fitting probabilities.

    Args:
        target: the success rate to hold, in [0, 1].
        up: factor after too much success, above 1.
        down: factor after too little success, in (0, 1).
        memory: weight of the past in the moving average, in [0, 1).
        initial: the first difficulty.

    Raises:
        ValueError: a setting is out of its range.
    """

    target: float = 0.5
    up: float = 1.1
    down: float = 0.95
    memory: float = 0.9
    initial: int = 0
    scale: float = field(default=1.0, init=False)
    average: float | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        if not (0 <= self.target <= 1 and self.up > 1 and 0 < self.down < 1 and 0 <= self.memory < 1):
            raise ValueError(f"a setting is out of its range: {self}")
        if self.initial < 0:
            raise ValueError(f"initial must be at least 0, not {self.initial}")

    def _begin(self) -> None:
        self.scale, self.average = float(min(self.initial, self.top) + 1), None

    @property
    def bounds(self) -> tuple[int, int]:
        """The two integers around the current difficulty."""
        return math.floor(self.scale) - 1, math.ceil(self.scale) - 1

    def draw(self, rng: Random) -> int:
        """One of the two, such that the mean is the current difficulty."""
        low, high = self.bounds
        return high if rng.random() < self.scale - math.floor(self.scale) else low

    def update(self, counts: Counts) -> None:
        """Moves the average, then the difficulty."""
        correct = sum(hits for hits, _ in counts.values())
        total = sum(samples for _, samples in counts.values())
        if total == 0:
            return
        rate = correct / total
        self.average = rate if self.average is None else self.memory * self.average + (1 - self.memory) * rate
        factor = self.up if self.average > self.target else self.down if self.average < self.target else 1.0
        self.scale = min(max(self.scale * factor, 1.0), self.top + 1.0)

    def state_dict(self) -> dict[str, Any]:
        """The scale (difficulty + 1) and the average, null before the first batch."""
        return {"scale": self.scale, "average": self.average}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Restores the scale and the average."""
        scale, average = float(state["scale"]), state["average"]
        if not (scale >= 1 and (average is None or 0 <= average <= 1)):
            raise ValueError(f"impossible state {dict(state)}")
        self.scale, self.average = min(scale, self.top + 1.0), average


@dataclass
class Fixed(Controller):
    """A static distribution, the baseline: uniform in low..high, whatever the model does.

    Args:
        low: the least difficulty.
        high: the greatest; both are cut to the environment's highest difficulty.

    Raises:
        ValueError: not 0 <= low <= high.
    """

    low: int = 0
    high: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high:
            raise ValueError(f"0 <= low <= high is required, not {self.low}, {self.high}")

    def _begin(self) -> None:
        pass

    @property
    def bounds(self) -> tuple[int, int]:
        """(low, high), as far as the environment goes."""
        return min(self.low, self.top), min(self.high, self.top)

    def update(self, counts: Counts) -> None:
        """Does nothing."""

    def state_dict(self) -> dict[str, Any]:
        """Nothing."""
        return {}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Does nothing."""
