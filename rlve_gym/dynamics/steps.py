"""Step-size rules: by how much of its direction an update moves theta."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from rlve_gym.dynamics.bandit import Array, Bandit


class StepSize(ABC):
    """The factor of an update's direction."""

    @abstractmethod
    def __call__(self, bandit: Bandit, theta: Array, direction: Array) -> float:
        """The factor at theta, at least 0.

        Args:
            bandit: what is trained on.
            theta: the parameters, (dimension,).
            direction: of the update, of any length, (dimension,).
        """


@dataclass(frozen=True)
class Constant(StepSize):
    """The same factor each time.

    Attributes:
        size: the factor.
    """

    size: float

    def __call__(self, bandit: Bandit, theta: Array, direction: Array) -> float:
        return self.size


@dataclass(frozen=True)
class AlignmentOverVariance(StepSize):
    """Proportional to the alignment over the variance of the wrong responses: the convergent rule.

    The factor is the least of

        constant * (v . G) / Var-[v . score],    radius / excess,    radius / (v . G),

    v being the direction, G and Var- means over the prompts, and the excess the most by which v . score of a wrong response
    exceeds its mean over the wrong ones, for any prompt. The movement is the same for every length of v. A misaligned
    direction, v . G <= 0, gets 0.

    For a log-linear policy the second bound keeps the wrong responses' cumulant generating function below
    (exp(radius) - 1 - radius) / radius ** 2 times factor ** 2 Var- (Bennett). So whenever

        constant * (exp(radius) - 1 - radius) / radius ** 2 <= 1/2,

    each step raises the mean of logit J by at least half of factor * (v . G), and accuracy stays above the logistic curve
    in the cumulative alignment. It holds for the defaults with room: 0.36. The third bound, on what a step is predicted to raise
    logit J by, matters where the wrong responses hardly differ.

    Attributes:
        constant: c in c dmu / Var-; without Var+ the parabola of logit J is highest at 1 and back at its start at 2.
        radius: of the steps. The bound by the excess has no effect for policies whose responses have no largest score.
    """

    constant: float = 0.5
    radius: float = 1.0

    def __call__(self, bandit: Bandit, theta: Array, direction: Array) -> float:
        alignment = bandit.alignment(theta, direction).mean()
        if alignment <= 0:
            return 0.0
        variance = bandit.variances(theta, direction)[1].mean()
        excess = bandit.spread(theta, direction).max()
        bounds = [self.radius / alignment]
        if variance > 0:
            bounds.append(self.constant * alignment / variance)
        if 0 < excess < np.inf:
            bounds.append(self.radius / excess)
        return float(min(bounds))


@dataclass(frozen=True)
class DividedByLength(StepSize):
    """Another rule's factor, divided by the expected length of a response.

    Attributes:
        rule: the other rule.
    """

    rule: StepSize

    def __call__(self, bandit: Bandit, theta: Array, direction: Array) -> float:
        return self.rule(bandit, theta, direction) / float(bandit.mean_length(theta).mean())
