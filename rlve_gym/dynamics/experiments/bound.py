"""Accuracy against cumulative alignment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit

from rlve_gym.dynamics.bandit import SoftmaxBandit
from rlve_gym.dynamics.course import train
from rlve_gym.dynamics.experiments.result import COLORS, Claim, Result
from rlve_gym.dynamics.steps import AlignmentOverVariance
from rlve_gym.dynamics.updates import Dapo, DrGrpo, Grpo, NormalizedGradient, Reinforce

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INSTANCES, STEPS, GROUP = 60, 40, 16
RULES = {
    "REINFORCE": Reinforce(),
    "GRPO": Grpo(),
    "Dr. GRPO": DrGrpo(),
    "DAPO": Dapo(),
    "normalized gradient": NormalizedGradient(),
}
SAFE = AlignmentOverVariance()
TOO_LONG = AlignmentOverVariance(constant=6.0, radius=10.0)
"""About three times as long as where the parabola of logit J is back at its start."""


def random_bandit(rng: np.random.Generator) -> SoftmaxBandit:
    """One or three prompts with random features, lengths and correct responses; J at the start is between 2 and 50 %."""
    prompts, responses, dimension = rng.choice([1, 1, 3]), rng.integers(4, 40), rng.integers(2, 12)
    correct = rng.random((prompts, responses)) < rng.uniform(0.1, 0.6)
    correct[:, 0], correct[:, 1] = True, False
    weights = rng.normal(size=(prompts, responses))
    wanted = np.log(rng.uniform(0.02, 0.5, prompts))
    share = [
        np.log(np.exp(row[c]).sum() / np.exp(row[~c]).sum()) for row, c in zip(weights, correct, strict=True)
    ]
    weights += np.where(correct, (wanted - np.log1p(-np.exp(wanted)) - share)[:, None], 0)
    return SoftmaxBandit(
        rng.normal(size=(prompts, responses, dimension)) * rng.uniform(0.3, 3),
        correct,
        log_weights=weights,
        lengths=rng.integers(1, 30, size=(prompts, responses)),
    )


def bound(seed: int) -> Result:
    """Below the threshold, accuracy stays above a logistic curve in the cumulative alignment M, whatever the update.

    Random bandits with one or three prompts, each trained by one of five update rules, with exact or sampled directions
    (groups of 16) and the step size ``AlignmentOverVariance()``. After each step, the gain of logit J, mean over the
    prompts, is compared with M / 2. The same runs with steps that are far too long show that the bound is not empty.

    Args:
        seed: of bandits and samples.
    """
    rng = np.random.default_rng(seed)
    points: dict[str, list[tuple[np.ndarray, np.ndarray]]] = {name: [] for name in RULES}
    too_long: list[tuple[np.ndarray, np.ndarray]] = []
    for number in range(INSTANCES):
        name, rule = list(RULES.items())[number % len(RULES)]
        bandit = random_bandit(rng)
        exact = number // len(RULES) % 2 == 0
        for step, runs in ((SAFE, points[name]), (TOO_LONG, too_long)):
            direction = rule.exact if exact else rule.sampled(rng, GROUP)
            course = train(bandit, direction, step, STEPS)
            runs.append((course.cumulative_alignment.mean(axis=1), course.log_odds.mean(axis=1)))

    def ratios(runs: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
        """The gain of logit J over M after each step."""
        return np.concatenate([(odds - odds[0])[m > 0] / m[m > 0] for m, odds in runs])

    table: list[dict[str, str | float]] = [
        {
            "update rule": name,
            "runs": len(runs),
            "points": len(ratios(runs)),
            "least gain / M": float(ratios(runs).min()),
            "mean gain / M": float(ratios(runs).mean()),
            "mean J at the start": float(np.mean([expit(odds[0]) for _, odds in runs])),
            "mean J at the end": float(np.mean([expit(odds[-1]) for _, odds in runs])),
        }
        for name, runs in [*points.items(), ("all, steps too long", too_long)]
    ]
    everything = [run for runs in points.values() for run in runs]
    below = float((ratios(too_long) < 0.5).mean())
    claims = [
        Claim("least gain of logit J / M over all points, against 1/2", float(ratios(everything).min()), 0.55, np.inf),
        Claim("share of points below the bound with steps that are too long", below, 0.1, 1),
    ]  # fmt: skip

    def draw(figure: Figure) -> None:
        safe, unsafe = figure.subplots(1, 2, sharey=True)
        curve = np.linspace(-6, 10, 200)
        for axes, groups, title in (
            (safe, points, "Steps by the rule: all above the bound"),
            (unsafe, {"any rule": too_long}, "The same runs, steps too long"),
        ):
            for place, (name, runs) in enumerate(groups.items()):
                at = np.concatenate([odds[0] + m / 2 for m, odds in runs])
                success = np.concatenate([expit(odds) for _, odds in runs])
                axes.plot(at, success, ".", markersize=3, alpha=0.6, color=f"C{place}", label=name)
            axes.plot(curve, expit(curve), color=COLORS["theory"], label="logistic bound")
            axes.set(title=title, xlabel="logit J at the start + M / 2", xlim=(-6, 10))
            axes.legend(frameon=False, loc="lower right", markerscale=3)
        safe.set_ylabel("accuracy J")

    return Result("Accuracy against cumulative alignment, and the logistic bound", table, claims, draw)
