"""The bandit whose responses are made token by token."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.integrate import quad_vec
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order
from scipy.special import log_softmax

from rlve_gym.dynamics.bandit import Array, Bandit, Rollouts

CORRECT, WRONG = -1, -2
"""Where a token leads that ends the response."""


class TokenBandit(Bandit):
    """Responses to one prompt that are chosen token by token, until one ends them as correct or wrong.

    In each state the next token a is drawn with probability proportional to exp(theta . psi(state, a)), and leads to the next
    state. A response's score is the sum of its tokens' scores, psi - E[psi | state]. States may come again, so that
    there are infinitely many responses; their length is that of a finite Markov chain until its absorption, whose tail is
    geometric: it is sub-exponential.

    Conditioned on a correct end, the chain is a Markov chain again (Doob's h-transform: transitions weighted with the
    probability of a correct end from where they lead). All moments follow from linear systems of the size of the states. Since
    each token has a softmax of its own, log pi is curved in theta, by minus the variance of psi in each state that is
    visited: the second derivative of logit J along w is

        Var+[w . score] - Var-[w . score] - (E+ - E-)[sum over tokens of Var(w . psi | state)].

    Args:
        features: psi, (states, tokens, dimension). Responses begin in state 0.
        next_state: where a token leads, (states, tokens): a state, CORRECT or WRONG.
        log_weights: of the tokens at theta = 0, (states, tokens); -inf for a token that a state does not have. By default
            all are equal.

    Raises:
        ValueError: the shapes do not fit, both ends cannot be reached, or a response need not end.
    """

    prompts = 1

    def __init__(
        self, features: ArrayLike, next_state: ArrayLike, *, log_weights: ArrayLike | None = None
    ) -> None:
        self.features: Array = np.asarray(features, dtype=float)
        if self.features.ndim != 3:
            raise ValueError(f"features must have 3 axes, not {self.features.ndim}")
        self.states, self.tokens, self.dimension = self.features.shape
        shape = (self.states, self.tokens)
        self.next_state: NDArray[np.int64] = np.asarray(next_state, dtype=int)
        self.log_weights: Array = np.array(
            np.zeros(shape) if log_weights is None else log_weights, dtype=float
        )
        for array, what in ((self.next_state, "next_state"), (self.log_weights, "log_weights")):
            if array.shape != shape:
                raise ValueError(f"{what} must have the shape {shape}, not {array.shape}")
        if np.isnan(self.log_weights).any() or np.isposinf(self.log_weights).any():
            raise ValueError("log_weights must be numbers or -inf")
        if not ((self.next_state >= WRONG) & (self.next_state < self.states)).all():
            raise ValueError(f"next_state must be a state below {self.states}, CORRECT or WRONG")
        source, token = np.nonzero(np.isfinite(self.log_weights))
        nodes = self.states + 2
        target = self.next_state[source, token] % nodes  # the two ends come after the states
        graph = csr_array((np.ones(len(source)), (source, target)), shape=(nodes, nodes))
        wrong, correct = WRONG % nodes, CORRECT % nodes

        def reached(graph: csr_array, start: int) -> set[int]:
            return set(breadth_first_order(graph, start, return_predecessors=False).tolist())

        occurring = reached(graph, 0)
        if not {wrong, correct} <= occurring:
            raise ValueError("a correct and a wrong end must be reachable")
        endless = occurring - reached(graph.T, wrong) - reached(graph.T, correct)
        if endless:
            raise ValueError(f"from state {min(endless)} no response ends")
        # States that never occur would only make the linear systems singular; they need not even have tokens.
        self._used = np.array(sorted(occurring - {wrong, correct}))
        never = np.setdiff1d(np.arange(self.states), self._used)
        self.log_weights[never] = 0.0

    def policy(self, theta: Array) -> Array:
        """The probability of each token in each state, (states, tokens)."""
        return np.exp(log_softmax(self.features @ theta + self.log_weights, axis=1))

    def token_scores(self, theta: Array) -> Array:
        """The gradient of the log-probability of each token in each state, (states, tokens, dimension)."""
        mean = np.einsum("sa,sad->sd", self.policy(theta), self.features)
        return self.features - mean[:, None]

    def _after(self, values: Array, correct: float, wrong: float) -> Array:
        """For each token, what holds where it leads: ``values`` of states, or that of the end; (states, tokens)."""
        return np.concatenate([values, [wrong, correct]])[self.next_state]  # WRONG is -2, CORRECT is -1

    def _solve(self, transitions: Array, right: Array, *, transposed: bool = False) -> Array:
        """x = right + P x over the states that occur, P the sums of ``transitions`` (states, tokens) by state; 0 elsewhere."""
        matrix = np.zeros((self.states, self.states + 2))
        rows = np.repeat(np.arange(self.states), self.tokens)
        np.add.at(matrix, (rows, self.next_state.ravel()), transitions.ravel())
        used = self._used
        system = np.eye(len(used)) - matrix[:, : self.states][np.ix_(used, used)]
        result = np.zeros_like(right)
        result[used] = np.linalg.solve(system.T if transposed else system, right[used])
        return result

    def _conditional(self, theta: Array) -> list[tuple[float, Array, Array]]:
        """For a correct and for a wrong end: its log-probability, the tokens' probabilities given it, and how often it sees a state."""
        policy = self.policy(theta)
        start = np.zeros(self.states)
        start[0] = 1
        parts = []
        for correct, wrong in ((1.0, 0.0), (0.0, 1.0)):
            at_once = (policy * self._after(np.zeros(self.states), correct, wrong)).sum(axis=1)
            chance = self._solve(policy, at_once)
            given = np.zeros_like(policy)
            possible = chance > 0
            given[possible] = (policy * self._after(chance, correct, wrong))[possible] / chance[
                possible, None
            ]
            visits = self._solve(given, start, transposed=True)
            parts.append((float(np.log(chance[0])), given, visits))
        return parts

    def log_odds(self, theta: Array) -> Array:
        (right, _, _), (wrong, _, _) = self._conditional(theta)
        return np.array([right - wrong])

    def mean_scores(self, theta: Array) -> tuple[Array, Array]:
        scores = self.token_scores(theta)
        right, wrong = (
            np.einsum("s,sa,sad->d", visits, given, scores)[None]
            for _, given, visits in self._conditional(theta)
        )
        return right, wrong

    def _moments(self, given: Array, along: Array) -> tuple[float, float]:
        """Mean and variance of the sum of ``along`` (states, tokens) over a response, given its end."""
        mean = self._solve(given, (given * along).sum(axis=1))
        # By the law of total variance: what varies from token to token around what the state leads to expect.
        beyond = along + self._after(mean, 0.0, 0.0) - mean[:, None]
        return float(mean[0]), float(self._solve(given, (given * beyond**2).sum(axis=1))[0])

    def variances(self, theta: Array, w: Array) -> tuple[Array, Array]:
        along = self.token_scores(theta) @ w
        right, wrong = (
            np.array([self._moments(given, along)[1]]) for _, given, _ in self._conditional(theta)
        )
        return right, wrong

    def curvature(self, theta: Array, w: Array) -> Array:
        """The second derivative of logit J along w, (1,), with the curvature of log pi."""
        own = (self.policy(theta) * (self.token_scores(theta) @ w) ** 2).sum(axis=1)
        right, wrong = (float(visits @ own) for _, _, visits in self._conditional(theta))
        return super().curvature(theta, w) - (right - wrong)

    def length_moments(self, theta: Array) -> tuple[float, float]:
        """Mean and variance of the number of tokens of a response."""
        return self._moments(self.policy(theta), np.ones((self.states, self.tokens)))

    def mean_length(self, theta: Array) -> Array:
        return np.array([self.length_moments(theta)[0]])

    def tail_rate(self, theta: Array) -> float:
        """The factor by which the probability of lengths above n falls with each further token, in the long run."""
        policy = self.policy(theta)
        columns = [self._after(np.eye(self.states)[state], 0.0, 0.0) for state in range(self.states)]
        matrix = np.stack([(policy * column).sum(axis=1) for column in columns], axis=1)
        return float(np.abs(np.linalg.eigvals(matrix[np.ix_(self._used, self._used)])).max())

    def mean_scores_per_token(self, theta: Array) -> tuple[Array, Array]:
        """E[score / length] over the correct and over the wrong responses, each (1, dimension).

        By 1/n = integral of x ** (n - 1) over x from 0 to 1, and linear systems for E[score x ** length].
        """
        policy, scores = self.policy(theta), self.token_scores(theta)
        start = np.zeros(self.states)
        start[0] = 1
        means = []
        for (log_chance, _, _), ends in zip(self._conditional(theta), ((1.0, 0.0), (0.0, 1.0)), strict=True):

            def discounted(
                x: float, ends: tuple[float, float] = ends, chance: float = np.exp(log_chance)
            ) -> Array:
                """E[score x ** (length - 1)] given the end."""
                at_once = (policy * self._after(np.zeros(self.states), *ends)).sum(axis=1)
                later = self._solve(x * policy, at_once)  # E[x ** (tokens to come - 1), the end] by state
                before = self._solve(x * policy, start, transposed=True)
                # x is missing once: at the last token, which counts in the length but leads to no state.
                beyond = policy * (
                    self._after(x * later, 0.0, 0.0) + self._after(np.zeros(self.states), *ends)
                )
                return np.einsum("s,sa,sad->d", before, beyond, scores) / chance

            integral, _ = quad_vec(discounted, 0, 1, epsabs=1e-12, epsrel=1e-10)
            means.append(integral[None])
        return means[0], means[1]

    def rollouts(self, theta: Array, rng: np.random.Generator, size: int) -> Rollouts:
        bounds = self.policy(theta).cumsum(axis=1)
        bounds /= bounds[:, -1:]  # so that rounding leaves no number without a token
        token_scores = self.token_scores(theta)
        state = np.zeros(size, dtype=int)
        scores, lengths = np.zeros((size, self.dimension)), np.zeros(size)
        while (active := np.flatnonzero(state >= 0)).size:
            at = state[active]
            token = (rng.random((active.size, 1)) >= bounds[at]).sum(axis=1)
            scores[active] += token_scores[at, token]
            lengths[active] += 1
            state[active] = self.next_state[at, token]
        return Rollouts(scores[None], (state == CORRECT)[None], lengths[None])
