"""A step size that follows alignment and variance, against constant ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit

from rlve_gym.dynamics.course import train
from rlve_gym.dynamics.experiments.instances import almost_normal, fresh_coordinate
from rlve_gym.dynamics.experiments.result import COLORS, Claim, Result
from rlve_gym.dynamics.steps import AlignmentOverVariance, Constant

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STEPS, START = 150, 0.01
SCALES = (1.0, 1e5)
GRID = np.geomspace(1e-7, 10, 65)


def adaptive(seed: int) -> Result:
    """The adaptive step reaches J = 1 where every constant step stalls or collapses.

    Each step meets a direction with a scale of its own, between 1 and 100,000: all scores along it are that many times as large, and
    so its threshold is that many times as small. The step ``AlignmentOverVariance()`` gains as much from each. A constant step
    that is below the threshold of the largest scale gains next to nothing from the others, so that J stalls; one that is longer
    loses more there than it gains elsewhere, so that J ends below where it began. J at the start is 1 %.

    Args:
        seed: of the scales.
    """
    rng = np.random.default_rng(seed)
    scales = rng.permutation(np.geomspace(*SCALES, STEPS)) * rng.uniform(0.8, 1.25, STEPS)
    bandit = almost_normal(0.5 * scales, 0.2 * scales, scales, success=START)
    course = train(bandit, fresh_coordinate, AlignmentOverVariance(), STEPS)
    # All constant steps at once: after all of them each coordinate has the same value.
    ends = np.array([float(bandit.log_odds(np.full(STEPS, size))[0]) for size in GRID])
    best = float(GRID[ends.argmax()])
    constant = {
        size: train(bandit, fresh_coordinate, Constant(size), STEPS) for size in (best / 30, best, best * 3)
    }
    table: list[dict[str, str | float]] = [
        {"step size": "adaptive", "logit J at the end": float(course.log_odds[-1, 0]), "J at the end": float(course.success[-1, 0])}
    ]  # fmt: skip
    table += [
        {"step size": f"{size:.3g}", "logit J at the end": end, "J at the end": float(expit(end))}
        for size, end in zip(GRID.tolist(), ends.tolist(), strict=True)
    ]
    claims = [
        Claim("adaptive step: J at the end", float(course.success[-1, 0]), 0.999, 1),
        Claim("best constant step of the grid: J at the end", float(expit(ends.max())), 0, 0.5),
        Claim("the longest constant step: J at the end", float(expit(ends[-1])), 0, 0.001),
        Claim("the shortest constant step: J at the end, against 0.01 at the start", float(expit(ends[0])), 0.005, 0.02),
    ]  # fmt: skip

    def draw(figure: Figure) -> None:
        time, final = figure.subplots(1, 2)
        time.plot(course.success[:, 0], color=COLORS["good"], label="adaptive")
        for (size, run), color in zip(constant.items(), ("middle", "theory", "bad"), strict=True):
            time.plot(run.success[:, 0], color=COLORS[color], label=f"constant, {size:.2g}")
        time.set(title="Training", xlabel="step", ylabel="accuracy J", ylim=(0, 1.02))
        time.legend(frameon=False, loc="upper left")
        final.semilogx(GRID, expit(ends), ".-", color=COLORS["bad"], label="constant")
        final.axhline(float(course.success[-1, 0]), color=COLORS["good"], label="adaptive")
        final.axhline(START, color=COLORS["theory"], linestyle=":", linewidth=1, label="at the start")
        final.set(title=f"After {STEPS} steps", xlabel="constant step size", ylim=(0, 1.02))
        final.legend(frameon=False, loc="center right")

    return Result("An adaptive step size against constant ones", table, claims, draw)
