"""Five experiments, each a function of a seed: what the theory claims, measured on bandits with exact moments."""

from collections.abc import Callable

from rlve_gym.dynamics.experiments.adaptive import adaptive
from rlve_gym.dynamics.experiments.bound import bound
from rlve_gym.dynamics.experiments.gradients import gradients
from rlve_gym.dynamics.experiments.length import length
from rlve_gym.dynamics.experiments.regimes import regimes
from rlve_gym.dynamics.experiments.result import Claim, Result

EXPERIMENTS: dict[str, Callable[[int], Result]] = {
    "regimes": regimes,
    "bound": bound,
    "length": length,
    "adaptive": adaptive,
    "gradients": gradients,
}
"""By the names of ``rlve-gym dynamics``."""

__all__ = ["EXPERIMENTS", "Claim", "Result", "adaptive", "bound", "gradients", "length", "regimes"]
