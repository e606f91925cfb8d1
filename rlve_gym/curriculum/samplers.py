"""Which environment comes next."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any


class Sampler(ABC):
    """Chooses among environments."""

    @abstractmethod
    def choose(self, environments: Sequence[str], rng: Random) -> str:
        """One of the environments, a function of the state and ``rng`` alone."""

    def update(self, environment: str, correct: int, total: int) -> None:
        """Takes in the sums of a batch for one environment; ``total`` is positive."""

    def state_dict(self) -> dict[str, Any]:
        """The state as JSON-able values."""
        return {}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Restores ``state_dict``.

        Raises:
            KeyError, TypeError, AttributeError, ValueError: the state is damaged, or of another kind of sampler.
        """
        if state != {}:
            raise ValueError(f"{type(self).__name__} has no state, but got {state!r}")


class Uniform(Sampler):
    """Every environment is equally likely."""

    def choose(self, environments: Sequence[str], rng: Random) -> str:
        """One environment, uniformly."""
        return rng.choice(environments)


class RecentPerformance(Sampler):
    """Environments in which the model does worse of late come more often.

    An environment has weight exp(-success / temperature), where success is a moving average over batches, 1/2 at first.

    Args:
        temperature: above 0. The larger, the more uniform.
        memory: weight of the past in the moving average, in [0, 1).

    Raises:
        ValueError: a setting is out of its range.
    """

    def __init__(self, temperature: float = 0.5, memory: float = 0.9) -> None:
        if not (temperature > 0 and 0 <= memory < 1):
            raise ValueError(f"temperature {temperature} must be positive, memory {memory} in [0, 1)")
        self.temperature = temperature
        self.memory = memory
        self._success: dict[str, float] = {}

    def choose(self, environments: Sequence[str], rng: Random) -> str:
        """One environment, by its weight."""
        success = [self._success.get(environment, 0.5) for environment in environments]
        worst = min(success)  # the largest weight is then 1, whatever the temperature
        weights = [math.exp((worst - value) / self.temperature) for value in success]
        return rng.choices(environments, weights)[0]

    def update(self, environment: str, correct: int, total: int) -> None:
        """Moves the average of an environment."""
        before = self._success.get(environment, 0.5)
        self._success[environment] = self.memory * before + (1 - self.memory) * correct / total

    def state_dict(self) -> dict[str, Any]:
        """The averages by environment."""
        return {"success": dict(self._success)}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Restores the averages."""
        self._success = {str(key): float(value) for key, value in state["success"].items()}


def sampler_of(sampler: str | Sampler) -> Sampler:
    """Reads the ``sampler`` argument of a curriculum: "uniform", "recent_performance", or a Sampler."""
    if isinstance(sampler, Sampler):
        return sampler
    if sampler == "uniform":
        return Uniform()
    if sampler == "recent_performance":
        return RecentPerformance()
    raise ValueError(f'sampler must be "uniform", "recent_performance" or a Sampler, not {sampler!r}')
