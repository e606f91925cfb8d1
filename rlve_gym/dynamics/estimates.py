"""What a group of sampled responses says of the gap, with standard errors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rlve_gym.dynamics.bandit import Array, Mask, Rollouts


@dataclass(frozen=True)
class Estimate:
    """A value and its standard error, arrays of the same shape; nan where too few responses say nothing."""

    value: Array
    error: Array


@dataclass(frozen=True)
class GapEstimate:
    """Estimates from the responses to each prompt.

    Attributes:
        success: J, (prompts,).
        correct_score: g+, (prompts, dimension).
        wrong_score: g-, (prompts, dimension).
        gap: G, (prompts, dimension).
        alignment: w . G, (prompts,).
        correct_variance: Var+[w . score], (prompts,).
        wrong_variance: Var-[w . score], (prompts,).
    """

    success: Estimate
    correct_score: Estimate
    wrong_score: Estimate
    gap: Estimate
    alignment: Estimate
    correct_variance: Estimate
    wrong_variance: Estimate


def estimate_gap(rollouts: Rollouts, w: Array) -> GapEstimate:
    """Estimates the gap from sampled responses.

    Means over the correct and over the wrong responses, unbiased variances, and the standard errors of both from the
    sample itself. A mean's error needs two responses of its kind, a variance four.

    Args:
        rollouts: of one or several prompts.
        w: the direction of the alignment and the variances, (dimension,).
    """
    size = rollouts.correct.shape[1]
    success = rollouts.correct.mean(axis=1)
    right, wrong = (_mean(rollouts.scores, kind) for kind in (rollouts.correct, ~rollouts.correct))
    along = (rollouts.scores @ w)[:, :, None]
    right_along, wrong_along = (_mean(along, kind) for kind in (rollouts.correct, ~rollouts.correct))
    along_gap = _difference(right_along, wrong_along)
    return GapEstimate(
        Estimate(success, np.sqrt(success * (1 - success) / size)),
        right,
        wrong,
        _difference(right, wrong),
        Estimate(along_gap.value[:, 0], along_gap.error[:, 0]),
        _variance(along[:, :, 0], rollouts.correct),
        _variance(along[:, :, 0], ~rollouts.correct),
    )


def _mean(values: Array, kind: Mask) -> Estimate:
    """The mean of those rows of (prompts, group, ...) that are of a kind."""
    count = kind.sum(axis=1)[:, None].astype(float)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.where(count > 0, np.einsum("qn,qnd->qd", kind, values) / count, np.nan)
        squares = np.einsum("qn,qnd->qd", kind, (values - mean[:, None]) ** 2)
        error = np.where(count > 1, np.sqrt(squares / (count * (count - 1))), np.nan)
    return Estimate(mean, error)


def _difference(first: Estimate, second: Estimate) -> Estimate:
    return Estimate(first.value - second.value, np.hypot(first.error, second.error))


def _variance(values: Array, kind: Mask) -> Estimate:
    """The unbiased variance of those of (prompts, group) that are of a kind."""
    count = kind.sum(axis=1).astype(float)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = (kind * values).sum(axis=1) / count
        centered = np.where(kind, values - mean[:, None], 0.0)
        variance = np.where(count > 1, (centered**2).sum(axis=1) / (count - 1), np.nan)
        fourth = (centered**4).sum(axis=1) / count
        spread = np.maximum(fourth - variance**2 * (count - 3) / (count - 1), 0.0)
        error = np.where(count > 3, np.sqrt(spread / count), np.nan)
    return Estimate(variance, error)
