"""Adaptive difficulty inside an ordinary Gymnasium loop."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium as gym
from gymnasium.utils import RecordConstructorArgs

from rlve_gym.curriculum.controllers import SlidingWindow


class AdaptiveDifficultyWrapper(gym.Wrapper[str, str, str, str], RecordConstructorArgs):
    """Draws the difficulty of each episode from a sliding window and moves the window by the results.

    ``reset`` draws the difficulty unless it is given one; ``step`` records whether the answer was correct, and h rises as
    ``SlidingWindow`` says. Episodes at a given difficulty above h, such as evaluations, are not recorded. The info
    of both carries ``window``, the pair (l, h).

    Args:
        env: an environment of this suite, possibly in other wrappers.
        window: how many difficulties the window spans.
        threshold: the accuracy at h that raises it.
        min_samples: how many episodes at h are counted before each check.
        initial: the first h.

    Raises:
        TypeError: the environment has no difficulties.
        ValueError: a setting is out of its range.
    """

    def __init__(
        self,
        env: gym.Env[str, str],
        window: int = 4,
        threshold: float = 0.9,
        min_samples: int = 8,
        initial: int = 0,
    ) -> None:
        RecordConstructorArgs.__init__(
            self, window=window, threshold=threshold, min_samples=min_samples, initial=initial
        )
        gym.Wrapper.__init__(self, env)
        top = getattr(env.unwrapped, "max_difficulty", None)
        if top is None:
            raise TypeError(f"{env} has no max_difficulty: it is not an environment of rlve_gym")
        self.controller = SlidingWindow(window, threshold, min_samples, initial).start(top)
        self._rng = Random()
        self._difficulty = 0

    @property
    def window(self) -> tuple[int, int]:
        """The least and greatest difficulty (l, h) drawn now."""
        return self.controller.bounds

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
        difficulty: int | None = None,
    ) -> tuple[str, dict[str, Any]]:
        """Starts an episode at a difficulty drawn from the window, unless one is given here or in the options.

        A seed makes this and all later draws of difficulties reproducible, for the same results.
        """
        options = dict(options or {})
        if seed is not None:
            self._rng = Random(f"window/{seed}")
        if difficulty is not None:
            options["difficulty"] = difficulty
        if options.get("difficulty") is None:
            options["difficulty"] = self.controller.draw(self._rng)
        prompt, info = self.env.reset(seed=seed, options=options)
        self._difficulty = info["difficulty"]
        return prompt, {**info, "window": self.window}

    def step(self, action: str) -> tuple[str, Any, bool, bool, dict[str, Any]]:
        """Judges a response and records whether it was correct."""
        prompt, reward, terminated, truncated, info = self.env.step(action)
        if self._difficulty <= self.controller.ceiling:
            self.controller.update({self._difficulty: (info["accuracy"], 1)})
        return prompt, reward, terminated, truncated, {**info, "window": self.window}
