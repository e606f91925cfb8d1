"""Sums of gradient norms converge, whatever becomes of the reward."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rlve_gym.dynamics.bandit import Array, ProductBandit
from rlve_gym.dynamics.course import train
from rlve_gym.dynamics.experiments.instances import fresh_coordinate
from rlve_gym.dynamics.experiments.regimes import (
    REGIMES,
    STEPS,
    constant_steps,
    courses,
    prompts_with_thresholds,
)
from rlve_gym.dynamics.experiments.result import COLORS, Claim, Result
from rlve_gym.dynamics.steps import Constant

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SWINGS = 60


def swinging(growth: float) -> ProductBandit:
    """A prompt on which unit steps, each of them aligned, take logit J to growth, -2 growth, 3 growth, and so on.

    Steps up: correct responses have the value u, wrong ones 0, and logit J gains u. Steps down: correct responses have the
    value 1, wrong ones R or -R, and logit J gains 1 - log cosh R.
    """
    swings = growth * (2 * np.arange(1, SWINGS + 1) - 1)
    up = np.arange(SWINGS) % 2 == 0
    reach = np.arccosh(np.exp(1 + swings))
    zero = np.zeros(SWINGS)
    values = np.stack(
        [np.where(up, swings, 1), np.where(up, zero, reach), np.where(up, zero, -reach)], axis=1
    )
    return ProductBandit(values, np.tile([1, 0, 0], (SWINGS, 1)), np.tile([0, 0.5, 0.5], (SWINGS, 1)))


def gradients(seed: int) -> Result:
    """The sum of gradient norms converges while J goes to 1, stagnates, goes to 0, or never converges.

    The gradient of J is J (1 - J) G: it vanishes where J is next to 1 and just as well where it is next to 0. So a gradient that dies
    down, even with a finite sum over all steps, does not say that the policy has learned. Shown are the three constant
    steps of the experiment ``regimes``, and a prompt on which aligned steps of length 1 take J to and fro for ever, further each time.

    Args:
        seed: of the bandits.
    """
    rng = np.random.default_rng(seed)
    bandits = prompts_with_thresholds(rng)
    start = np.zeros(STEPS)
    predicted = np.array(
        [bandit.critical_step(start, fresh_coordinate(bandit, start))[0] for bandit in bandits]
    )
    norms: dict[str, Array] = {}
    accuracy: dict[str, Array] = {}
    for name, size in constant_steps(predicted).items():
        runs = courses(bandits, size)
        # Each prompt has parameters of its own, so that their gradients are at right angles.
        norms[name] = np.linalg.norm([run.gradient_norm for run in runs], axis=0) / len(runs)
        accuracy[name] = np.mean([run.success[:, 0] for run in runs], axis=0)
    swing = train(swinging(rng.uniform(0.4, 0.6)), fresh_coordinate, Constant(1.0), SWINGS)
    norms["no convergence"], accuracy["no convergence"] = swing.gradient_norm, swing.success[:, 0]
    sums = {name: values.cumsum() for name, values in norms.items()}
    tails = {name: float(1 - values[len(values) // 2] / values[-1]) for name, values in sums.items()}
    table: list[dict[str, str | float]] = [
        {
            "course": name,
            "sum of gradient norms": float(sums[name][-1]),
            "share of its second half": tails[name],
            "last gradient norm": float(norms[name][-1]),
            "J at the end": float(accuracy[name][-1]),
            "J one step before": float(accuracy[name][-2]),
        }
        for name in norms
    ]
    swings = float(np.abs(np.diff(accuracy["no convergence"][-5:])).min())
    claims = [
        Claim("largest share that the second half of the steps has in a sum", max(tails.values()), 0, 0.05),
        Claim("convergence: J at the end", float(accuracy["convergence"][-1]), 0.99, 1),
        Claim("stagnation: J at the end", float(accuracy["stagnation"][-1]), 0.45, 0.55),
        Claim("collapse: J at the end", float(accuracy["collapse"][-1]), 0, 0.01),
        Claim("no convergence: least change of J from step to step, at the end", swings, 0.99, 1),
        Claim("no convergence: every step is aligned, the least dmu", float(swing.alignment.min()), 0.3, np.inf),
    ]  # fmt: skip

    def draw(figure: Figure) -> None:
        total, reward = figure.subplots(1, 2)
        for name in norms:
            color = COLORS[REGIMES.get(name, "theory")]
            time = np.arange(len(norms[name])) / (len(norms[name]) - 1)
            total.plot(time, sums[name] / sums[name][-1], color=color, label=name)
            reward.plot(
                time, accuracy[name], color=color, label=name, alpha=0.4 if name == "no convergence" else 1
            )
        total.set(title="Sum of gradient norms so far / in all", xlabel="share of the steps", ylim=(0, 1.05))
        reward.set(title="Accuracy J", xlabel="share of the steps", ylim=(-0.02, 1.02))
        total.legend(frameon=False, loc="lower right")

    return Result("Gradient norms die down, whatever becomes of the reward", table, claims, draw)
