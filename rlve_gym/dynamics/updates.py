"""Update rules: the direction in which each method of RLVR moves, exactly or from sampled groups.

Exact means with infinitely many responses to each prompt. With s a response's score, r = 1 if it is correct and 0 if not,
and |o| its tokens, the means over prompts of

    REINFORCE        E[r s]                         = J (1 - J) G
    Dr. GRPO         E[(r - J) s] / L               = J (1 - J) G / L
    GRPO             E[(r - J) s / |o|] / sd(r)     = sqrt(J (1 - J)) (E+ - E-)[s / |o|]
    DAPO             E[(r - J) s] / sd(r) / E|o|    = sqrt(J (1 - J)) G / E|o|
    normalized       G / |G|
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rlve_gym.dynamics.bandit import Array, Bandit, Mask, Rollouts

Direction = Callable[[Bandit, Array], Array]
"""What moves theta: a function of the bandit and theta, (dimension,) to (dimension,)."""


class UpdateRule(ABC):
    """A method's direction of ascent, of shape (dimension,)."""

    @abstractmethod
    def exact(self, bandit: Bandit, theta: Array) -> Array:
        """The direction with infinitely many responses to each prompt."""

    @abstractmethod
    def estimate(self, rollouts: Rollouts) -> Array:
        """The direction from one group of responses to each prompt; zero where no group is mixed."""

    def sampled(self, rng: np.random.Generator, group_size: int) -> Direction:
        """The direction from fresh groups each time.

        Args:
            rng: draws the responses.
            group_size: responses to each prompt.
        """
        return lambda bandit, theta: self.estimate(bandit.rollouts(theta, rng, group_size))


def _deviation(bandit: Bandit, theta: Array) -> Array:
    """sd(r) = sqrt(J (1 - J)) of each prompt, (prompts, 1)."""
    return np.sqrt(bandit.reward_variance(theta))[:, None]


def _advantages(correct: Mask) -> Array:
    """Reward minus its mean over the group, over its standard deviation; 0 where all rewards are equal."""
    rewards = correct.astype(float)
    centered = rewards - rewards.mean(axis=1, keepdims=True)
    deviation = rewards.std(axis=1, keepdims=True)
    return np.divide(centered, deviation, out=np.zeros_like(centered), where=deviation > 0)


class Reinforce(UpdateRule):
    """The policy gradient, without a baseline (Williams 1992)."""

    def exact(self, bandit: Bandit, theta: Array) -> Array:
        return bandit.policy_gradient(theta).mean(axis=0)

    def estimate(self, rollouts: Rollouts) -> Array:
        return (rollouts.correct[:, :, None] * rollouts.scores).mean(axis=(0, 1))


class Grpo(UpdateRule):
    """Rewards normalized in their group, and the mean over each response's tokens (GRPO, arXiv 2402.03300)."""

    def exact(self, bandit: Bandit, theta: Array) -> Array:
        right, wrong = bandit.mean_scores_per_token(theta)
        return (_deviation(bandit, theta) * (right - wrong)).mean(axis=0)

    def estimate(self, rollouts: Rollouts) -> Array:
        weights = _advantages(rollouts.correct) / rollouts.lengths
        return np.einsum("qn,qnd->d", weights, rollouts.scores) / weights.size


@dataclass(frozen=True)
class DrGrpo(UpdateRule):
    """Rewards minus their group's mean, and the sum over tokens over a constant (Dr. GRPO, arXiv 2503.20783).

    Attributes:
        length: the constant L, such as the most tokens of a response.
    """

    length: float = 1.0

    def exact(self, bandit: Bandit, theta: Array) -> Array:
        return bandit.policy_gradient(theta).mean(axis=0) / self.length

    def estimate(self, rollouts: Rollouts) -> Array:
        rewards = rollouts.correct.astype(float)
        centered = rewards - rewards.mean(axis=1, keepdims=True)
        return np.einsum("qn,qnd->d", centered, rollouts.scores) / centered.size / self.length


class Dapo(UpdateRule):
    """Rewards normalized in their group, and the mean over the tokens of all responses (DAPO, arXiv 2503.14476)."""

    def exact(self, bandit: Bandit, theta: Array) -> Array:
        mean = (_deviation(bandit, theta) * bandit.gap(theta)).mean(axis=0)
        return mean / bandit.mean_length(theta).mean()

    def estimate(self, rollouts: Rollouts) -> Array:
        weights = _advantages(rollouts.correct)
        return np.einsum("qn,qnd->d", weights, rollouts.scores) / rollouts.lengths.sum()


class NormalizedGradient(UpdateRule):
    """The unit vector along the mean of the prompts' gaps: each step is as long as its step size says."""

    def exact(self, bandit: Bandit, theta: Array) -> Array:
        return _unit(bandit.gap(theta).mean(axis=0))

    def estimate(self, rollouts: Rollouts) -> Array:
        mixed = rollouts.correct.any(axis=1) & ~rollouts.correct.all(axis=1)
        correct, scores = rollouts.correct[mixed], rollouts.scores[mixed]
        gaps = [
            group[right].mean(axis=0) - group[~right].mean(axis=0)
            for group, right in zip(scores, correct, strict=True)
        ]
        return _unit(np.sum(gaps, axis=0)) if gaps else np.zeros(rollouts.scores.shape[2])


def _unit(vector: Array) -> Array:
    length = np.linalg.norm(vector)
    return vector / length if length > 0 else np.zeros_like(vector)
