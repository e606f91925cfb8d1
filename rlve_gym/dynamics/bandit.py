"""What every bandit here can say of itself, and the bandit with finitely many responses.

One *prompt* has correct responses O+ and wrong ones O-. A policy with parameters theta answers it correctly with
probability J. The *score* of a response o is the gradient of log pi(o), and

    g+ = E[score | O+],    g- = E[score | O-],    G = g+ - g-  (the gradient gap).

Since scores have mean zero under the policy, J g+ + (1 - J) g- = 0. So g+ = (1 - J) G, g- = -J G, the policy gradient is
J g+ = J (1 - J) G, and G is the gradient of logit J = log J - log(1 - J).

Source: "On the optimization dynamics of RLVR: gradient gap and step size thresholds" (arXiv 2510.08539).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Rollouts:
    """Sampled responses: a group of as many for each prompt.

    Attributes:
        scores: the gradient of log pi of each response, (prompts, group, dimension).
        correct: which are correct, (prompts, group).
        lengths: tokens of each, (prompts, group).
    """

    scores: Array
    correct: Mask
    lengths: Array


class Bandit(ABC):
    """A policy over the responses to one or several prompts, with its exact moments.

    ``theta`` is an array of shape (dimension,), shared by all prompts; ``w`` a direction of the same shape, of any length.
    What belongs to a prompt comes as an array whose first axis is the prompts.
    """

    prompts: int
    dimension: int

    @abstractmethod
    def log_odds(self, theta: Array) -> Array:
        """logit J, (prompts,). Unlike J it keeps its digits where J is next to 0 or 1 (for tokens, while neither underflows)."""

    @abstractmethod
    def mean_scores(self, theta: Array) -> tuple[Array, Array]:
        """g+ and g-, each (prompts, dimension)."""

    @abstractmethod
    def variances(self, theta: Array, w: Array) -> tuple[Array, Array]:
        """Var[w . score] over the correct and over the wrong responses, each (prompts,)."""

    @abstractmethod
    def mean_length(self, theta: Array) -> Array:
        """The expected number of tokens of a response, (prompts,)."""

    @abstractmethod
    def mean_scores_per_token(self, theta: Array) -> tuple[Array, Array]:
        """E[score / length] over the correct and over the wrong responses, each (prompts, dimension)."""

    @abstractmethod
    def rollouts(self, theta: Array, rng: np.random.Generator, size: int) -> Rollouts:
        """A group of ``size`` responses to each prompt."""

    def success(self, theta: Array) -> Array:
        """J, the probability of a correct response, (prompts,)."""
        return expit(self.log_odds(theta))

    def reward_variance(self, theta: Array) -> Array:
        """J (1 - J), the variance of the reward, (prompts,)."""
        log_odds = self.log_odds(theta)
        return expit(log_odds) * expit(-log_odds)

    def gap(self, theta: Array) -> Array:
        """G = g+ - g-, which is the gradient of logit J, (prompts, dimension)."""
        correct, wrong = self.mean_scores(theta)
        return correct - wrong

    def policy_gradient(self, theta: Array) -> Array:
        """J (1 - J) G, the gradient of J, (prompts, dimension)."""
        return self.reward_variance(theta)[:, None] * self.gap(theta)

    def alignment(self, theta: Array, w: Array) -> Array:
        """w . G, (prompts,): for |w| = 1 the gap alignment of an update in the direction w."""
        return self.gap(theta) @ w

    def curvature(self, theta: Array, w: Array) -> Array:
        """The second derivative of logit J along w, (prompts,): for a log-linear policy Var+ - Var-."""
        correct, wrong = self.variances(theta, w)
        return correct - wrong

    def critical_step(self, theta: Array, w: Array) -> Array:
        """2 w.G / (Var- - Var+), (prompts,): where the parabola of logit J along w is back at its start.

        Steps of this many times w and more are predicted to lower J, shorter ones to raise it. Infinite where the parabola
        never comes back, 0 where w leads away from the gap.
        """
        alignment, bend = self.alignment(theta, w), -self.curvature(theta, w)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(alignment <= 0, 0.0, np.where(bend > 0, 2 * alignment / bend, np.inf))

    def spread(self, theta: Array, w: Array) -> Array:
        """The most by which w . score of a wrong response exceeds its mean over the wrong ones, (prompts,)."""
        return np.full(self.prompts, np.inf)


class SoftmaxBandit(Bandit):
    """Finitely many responses to each prompt, chosen by a log-linear policy: pi(o) is proportional to exp(theta . phi(o)).

    The score is phi(o) - E[phi]. With A+ and A- the logarithms of the sums of exp(theta . phi) over O+ and O-, logit J is
    A+ - A-; their derivatives are the cumulants of phi, so that its gradient is G and its second derivative along w is
    Var+[w . phi] - Var-[w . phi].

    Args:
        features: phi, (prompts, responses, dimension), or (responses, dimension) for a single prompt.
        correct: which responses are correct, (prompts, responses) or (responses,); some and not all of each prompt.
        log_weights: of the responses at theta = 0, shaped like ``correct``; -inf for a response that a prompt does not have. By
            default all are equal.
        lengths: tokens of the responses, shaped like ``correct``; by default 1.

    Raises:
        ValueError: the shapes do not fit, a weight is no number, or a prompt has no correct or no wrong response.
    """

    def __init__(
        self,
        features: ArrayLike,
        correct: ArrayLike,
        *,
        log_weights: ArrayLike | None = None,
        lengths: ArrayLike | None = None,
    ) -> None:
        phi = np.asarray(features, dtype=float)
        phi = phi[None] if phi.ndim == 2 else phi
        if phi.ndim != 3:
            raise ValueError(f"features must have 2 or 3 axes, not {phi.ndim}")
        self.features: Array = phi
        self.prompts, self.responses, self.dimension = phi.shape
        shape = (self.prompts, self.responses)

        def table(values: ArrayLike, what: str, dtype: type) -> Any:
            array: NDArray[Any] = np.atleast_2d(np.asarray(values, dtype=dtype))
            if array.shape != shape:
                raise ValueError(f"{what} must have the shape {shape}, not {array.shape}")
            return array

        self.correct = table(correct, "correct", bool)
        self.log_weights = table(
            np.zeros(shape) if log_weights is None else log_weights, "log_weights", float
        )
        self.lengths = table(np.ones(shape) if lengths is None else lengths, "lengths", float)
        if np.isnan(self.log_weights).any() or np.isposinf(self.log_weights).any():
            raise ValueError("log_weights must be numbers or -inf")
        exists = np.isfinite(self.log_weights)
        if not ((self.correct & exists).any(axis=1) & (~self.correct & exists).any(axis=1)).all():
            raise ValueError("each prompt needs a correct and a wrong response")
        if not (self.lengths > 0).all():
            raise ValueError("lengths must be positive")

    def _logits(self, theta: Array) -> Array:
        return self.features @ theta + self.log_weights

    def _conditional(self, theta: Array) -> tuple[Array, Array]:
        """The policy given that the response is correct, and given that it is wrong; each (prompts, responses)."""
        logits = self._logits(theta)
        tables = []
        for chosen in (self.correct, ~self.correct):
            inside = np.where(chosen, logits, -np.inf)
            tables.append(np.exp(inside - np.logaddexp.reduce(inside, axis=1, keepdims=True)))
        return tables[0], tables[1]

    def policy(self, theta: Array) -> Array:
        """pi, (prompts, responses)."""
        logits = self._logits(theta)
        return np.exp(logits - np.logaddexp.reduce(logits, axis=1, keepdims=True))

    def scores(self, theta: Array) -> Array:
        """The gradient of log pi of every response, (prompts, responses, dimension)."""
        mean = np.einsum("qn,qnd->qd", self.policy(theta), self.features)
        return self.features - mean[:, None]

    def log_odds(self, theta: Array) -> Array:
        logits = self._logits(theta)
        right, wrong = (
            np.logaddexp.reduce(np.where(chosen, logits, -np.inf), axis=1)
            for chosen in (self.correct, ~self.correct)
        )
        return right - wrong

    def mean_scores(self, theta: Array) -> tuple[Array, Array]:
        scores = self.scores(theta)
        right, wrong = (np.einsum("qn,qnd->qd", part, scores) for part in self._conditional(theta))
        return right, wrong

    def mean_scores_per_token(self, theta: Array) -> tuple[Array, Array]:
        scores = self.scores(theta) / self.lengths[:, :, None]
        right, wrong = (np.einsum("qn,qnd->qd", part, scores) for part in self._conditional(theta))
        return right, wrong

    def variances(self, theta: Array, w: Array) -> tuple[Array, Array]:
        along = self.features @ w

        def variance(part: Array) -> Array:
            mean = (part * along).sum(axis=1, keepdims=True)
            return (part * (along - mean) ** 2).sum(axis=1)

        right, wrong = self._conditional(theta)
        return variance(right), variance(wrong)

    def spread(self, theta: Array, w: Array) -> Array:
        along = self.features @ w
        _, wrong = self._conditional(theta)
        exists = ~self.correct & np.isfinite(self.log_weights)
        excess = np.where(exists, along, -np.inf).max(axis=1) - (wrong * along).sum(axis=1)
        return np.maximum(excess, 0)  # where all are equal, rounding may leave less

    def mean_length(self, theta: Array) -> Array:
        return (self.policy(theta) * self.lengths).sum(axis=1)

    def rollouts(self, theta: Array, rng: np.random.Generator, size: int) -> Rollouts:
        picked = np.stack([rng.choice(self.responses, size, p=row) for row in self.policy(theta)])
        return Rollouts(
            np.take_along_axis(self.scores(theta), picked[:, :, None], axis=1),
            np.take_along_axis(self.correct, picked, axis=1),
            np.take_along_axis(self.lengths, picked, axis=1),
        )


class ProductBandit(Bandit):
    """One prompt whose responses choose a value in each of many coordinates, independently given their correctness.

    A correct response has in coordinate k the value v of ``values[k]`` with its probability in ``correct``, a wrong one with its
    probability in ``wrong``; the vector of its values is its feature. So there are exponentially many responses, and yet
    logit J is a sum over the coordinates of log E+[exp(theta_k v)] - log E-[exp(theta_k v)]. An update of a coordinate that
    was never touched meets the same distributions each time, whatever was done before: instances are built from it whose
    whole course is known.

    Args:
        values: (dimension, choices).
        correct: their probabilities in correct responses at theta = 0, (dimension, choices); rows sum to 1.
        wrong: likewise in wrong ones.
        success: J at theta = 0, between 0 and 1.

    Raises:
        ValueError: the shapes do not fit, or what should be probabilities are none.
    """

    prompts = 1

    def __init__(
        self, values: ArrayLike, correct: ArrayLike, wrong: ArrayLike, *, success: float = 0.5
    ) -> None:
        self.values, self.correct, self.wrong = (
            np.asarray(array, dtype=float) for array in (values, correct, wrong)
        )
        if self.values.ndim != 2 or not self.values.shape == self.correct.shape == self.wrong.shape:
            raise ValueError("values, correct and wrong must have the same shape (dimension, choices)")
        for array in (self.correct, self.wrong):
            if (array < 0).any() or not np.allclose(array.sum(axis=1), 1):
                raise ValueError("each row of correct and of wrong must hold probabilities that sum to 1")
        if not 0 < success < 1:
            raise ValueError(f"success must be between 0 and 1, not {success}")
        self.dimension = len(self.values)
        self.initial_log_odds = float(np.log(success) - np.log1p(-success))

    def _cumulants(self, theta: Array, base: Array) -> tuple[Array, Array, Array, Array]:
        """log E[exp(theta v)], mean and variance of each coordinate under the tilted ``base``, and that itself."""
        exponents = theta[:, None] * self.values
        highest = np.where(base > 0, exponents, -np.inf).max(axis=1, keepdims=True)
        weights = base * np.exp(np.minimum(exponents - highest, 0))
        total = weights.sum(axis=1, keepdims=True)
        tilted = weights / total
        mean = (tilted * self.values).sum(axis=1)
        variance = (tilted * (self.values - mean[:, None]) ** 2).sum(axis=1)
        return (np.log(total) + highest)[:, 0], mean, variance, tilted

    def log_odds(self, theta: Array) -> Array:
        right, wrong = (self._cumulants(theta, base)[0] for base in (self.correct, self.wrong))
        return np.array([self.initial_log_odds + (right - wrong).sum()])

    def gap(self, theta: Array) -> Array:
        return (self._cumulants(theta, self.correct)[1] - self._cumulants(theta, self.wrong)[1])[None]

    def mean_scores(self, theta: Array) -> tuple[Array, Array]:
        gap, log_odds = self.gap(theta), self.log_odds(theta)
        return expit(-log_odds)[:, None] * gap, -expit(log_odds)[:, None] * gap

    def mean_scores_per_token(self, theta: Array) -> tuple[Array, Array]:
        return self.mean_scores(theta)  # a response is one token

    def variances(self, theta: Array, w: Array) -> tuple[Array, Array]:
        right, wrong = (
            np.array([(w**2 * self._cumulants(theta, base)[2]).sum()]) for base in (self.correct, self.wrong)
        )
        return right, wrong

    def spread(self, theta: Array, w: Array) -> Array:
        along = np.where(self.wrong > 0, self.values * w[:, None], -np.inf).max(axis=1)
        return np.maximum([(along - w * self._cumulants(theta, self.wrong)[1]).sum()], 0)

    def mean_length(self, theta: Array) -> Array:
        return np.ones(1)

    def rollouts(self, theta: Array, rng: np.random.Generator, size: int) -> Rollouts:
        correct = rng.random(size) < self.success(theta)[0]
        tables = [self._cumulants(theta, base)[3] for base in (self.wrong, self.correct)]
        bounds = np.stack(tables).cumsum(axis=2)
        bounds /= bounds[:, :, -1:]  # so that rounding leaves no number without a choice
        choice = (rng.random((size, self.dimension, 1)) >= bounds[correct.astype(int)]).sum(axis=2)
        values = np.take_along_axis(self.values[None], choice[:, :, None], axis=2)[:, :, 0]
        right, wrong = (self._cumulants(theta, base)[1] for base in (self.correct, self.wrong))
        success = self.success(theta)[0]
        scores = values - (success * right + (1 - success) * wrong)
        return Rollouts(scores[None], correct[None], np.ones((1, size)))

    def enumerated(self) -> SoftmaxBandit:
        """The same as a ``SoftmaxBandit``, which lists every response; for a few coordinates only."""
        choices = self.values.shape[1]
        grid = np.indices((choices,) * self.dimension).reshape(self.dimension, -1).T
        coordinates = np.arange(self.dimension)
        features = self.values[coordinates, grid]
        with np.errstate(divide="ignore"):
            right, wrong = (
                np.log(base[coordinates, grid]).sum(axis=1) for base in (self.correct, self.wrong)
            )
        return SoftmaxBandit(
            np.concatenate([features, features]),
            np.repeat([True, False], len(grid)),
            log_weights=np.concatenate([right + self.initial_log_odds, wrong]),
        )
