"""Constructed bandits on which each step meets a direction that was never used before."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rlve_gym.dynamics.bandit import Array, Bandit, ProductBandit

NODES = np.sqrt(3) * np.array([-1.0, 0.0, 1.0])
NODE_WEIGHTS = np.array([1, 4, 1]) / 6
"""Three values with the first five moments of a standard normal variable (Gauss-Hermite quadrature)."""


def almost_normal(
    gap: ArrayLike, correct_deviation: ArrayLike, wrong_deviation: ArrayLike, *, success: float = 0.5
) -> ProductBandit:
    """A coordinate for each step: correct responses score ``gap`` on average, wrong ones 0, both with almost normal noise.

    The log-odds along a coordinate are then eta gap - eta ** 2 (Var- - Var+) / 2 but for terms of the sixth order, so that
    a step of 2 gap / (Var- - Var+) leads back to where it began.

    Args:
        gap: of each coordinate, (dimension,).
        correct_deviation: of the correct responses' scores, (dimension,).
        wrong_deviation: of the wrong responses' scores, (dimension,).
        success: J at the start.
    """
    gap, correct_deviation, wrong_deviation = (
        np.asarray(array, dtype=float)[:, None] for array in (gap, correct_deviation, wrong_deviation)
    )
    values = np.concatenate([gap + correct_deviation * NODES, wrong_deviation * NODES], axis=1)
    none = np.zeros_like(NODE_WEIGHTS)
    correct = np.tile(np.concatenate([NODE_WEIGHTS, none]), (len(values), 1))
    wrong = np.tile(np.concatenate([none, NODE_WEIGHTS]), (len(values), 1))
    return ProductBandit(values, correct, wrong, success=success)


def fresh_coordinate(bandit: Bandit, theta: Array) -> Array:
    """The unit vector of the first coordinate that is still 0: the direction of each step."""
    direction = np.zeros(bandit.dimension)
    direction[np.flatnonzero(theta == 0)[0]] = 1.0
    return direction
