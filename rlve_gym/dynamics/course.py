"""The course of a training run on a bandit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from rlve_gym.dynamics.bandit import Array, Bandit
from rlve_gym.dynamics.steps import StepSize
from rlve_gym.dynamics.updates import Direction


@dataclass(frozen=True)
class Course:
    """K steps theta + eta w with |w| = 1, and what the theory says of each.

    Attributes:
        theta: before the first step and after each, (K + 1, dimension).
        log_odds: logit J of each prompt, (K + 1, prompts).
        step: eta, the length of each movement, (K,).
        alignment: dmu = w . G of each prompt, (K, prompts); 0 for a step that moves nothing.
        gradient_norm: of the gradient of J, mean over the prompts, (K + 1,).
    """

    theta: Array
    log_odds: Array
    step: Array
    alignment: Array
    gradient_norm: Array

    @property
    def success(self) -> Array:
        """J of each prompt, (K + 1, prompts)."""
        return expit(self.log_odds)

    @property
    def cumulative_alignment(self) -> Array:
        """M, the sum of eta dmu over the steps before, (K + 1, prompts)."""
        terms = self.step[:, None] * self.alignment
        return np.concatenate([np.zeros((1, terms.shape[1])), terms.cumsum(axis=0)])


def train(
    bandit: Bandit,
    direction: Direction,
    step: StepSize,
    steps: int,
    *,
    theta: Sequence[float] | Array | None = None,
) -> Course:
    """Trains a policy: ``steps`` times, theta moves by ``step`` times ``direction``.

        train(bandit, Grpo().exact, Constant(0.1), 200)
        train(bandit, Dapo().sampled(rng, group_size=16), AlignmentOverVariance(), 200)

    Args:
        bandit: what is trained on.
        direction: a rule's ``exact`` or ``sampled(...)``, or a function of one's own.
        step: the factor of the direction. It may look at exact moments, also where the direction is sampled.
        steps: how many.
        theta: where to begin, (dimension,); by default at 0.
    """
    at = np.zeros(bandit.dimension) if theta is None else np.array(theta, dtype=float)
    places, log_odds, lengths, alignments = [at], [bandit.log_odds(at)], [], []
    norms = [np.linalg.norm(bandit.policy_gradient(at).mean(axis=0))]
    for _ in range(steps):
        v = direction(bandit, at)
        movement = step(bandit, at, v) * v
        length = float(np.linalg.norm(movement))
        alignments.append(bandit.alignment(at, movement / length) if length > 0 else np.zeros(bandit.prompts))
        lengths.append(length)
        at = at + movement
        places.append(at)
        log_odds.append(bandit.log_odds(at))
        norms.append(np.linalg.norm(bandit.policy_gradient(at).mean(axis=0)))
    return Course(
        np.array(places),
        np.array(log_odds),
        np.array(lengths),
        np.array(alignments).reshape(steps, bandit.prompts),
        np.array(norms),
    )
