"""Convergence, stagnation and collapse as the constant step grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import bisect
from scipy.special import expit

from rlve_gym.dynamics.bandit import Array, ProductBandit
from rlve_gym.dynamics.course import Course, train
from rlve_gym.dynamics.experiments.instances import almost_normal, fresh_coordinate
from rlve_gym.dynamics.experiments.result import COLORS, Claim, Result
from rlve_gym.dynamics.steps import Constant

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PROMPTS, STEPS = 4, 240
REGIMES = {"convergence": "good", "stagnation": "middle", "collapse": "bad"}
FADING_STEPS, FADING_GAP, FADING_SIGNAL = 600, 0.3, 2.0
FADING_SIZES = (0.3, 0.45, 0.6, 0.75, 0.9, 1.1)
"""As shares of the threshold where the signal is strongest, at J = 1/2."""


def prompts_with_thresholds(rng: np.random.Generator) -> list[ProductBandit]:
    """Prompts whose predicted thresholds are about 1, 2, 4 and 8, with as much to learn from each step below them."""
    bandits = []
    for number in range(PROMPTS):
        threshold = 2.0**number * rng.uniform(0.9, 1.1)
        bend = 1 / threshold**2  # Var- - Var+
        share = rng.uniform(0.2, 0.5) ** 2  # Var+ / Var-
        wrong = bend / (1 - share)
        columns = [0.5 * np.sqrt(bend), np.sqrt(share * wrong), np.sqrt(wrong)]
        bandits.append(almost_normal(*(np.full(STEPS, value) for value in columns)))
    return bandits


def constant_steps(thresholds: Array) -> dict[str, float]:
    """A step below all thresholds, one with as many below as above, and one above all."""
    low, high = np.sort(thresholds)[[PROMPTS // 2 - 1, PROMPTS // 2]]
    return {
        "convergence": 0.5 * float(thresholds.min()),
        "stagnation": float(np.sqrt(low * high)),
        "collapse": 1.5 * float(thresholds.max()),
    }


def courses(bandits: list[ProductBandit], size: float) -> list[Course]:
    """Training on each prompt with a constant step."""
    return [train(bandit, fresh_coordinate, Constant(size), STEPS) for bandit in bandits]


def noisy_pair(success: float) -> tuple[ProductBandit, Array]:
    """Two coordinates, and a direction along them as groups of samples give it: a gap, and noise that does not fade.

    The first coordinate has the gap, in the second only the wrong responses vary. Normalized advantages make the mean of a group's
    gradient proportional to sqrt(J (1 - J)), while its noise is as large for every J.
    """
    bandit = almost_normal([FADING_GAP, 0], [0, 0], [0, 1], success=success)
    direction = np.array([FADING_SIGNAL * np.sqrt(success * (1 - success)), 1.0])
    return bandit, direction / np.linalg.norm(direction)


def fading_course(size: float) -> Array:
    """J before and after each constant step along a fresh noisy pair."""
    course = [0.5]
    for _ in range(FADING_STEPS):
        bandit, direction = noisy_pair(course[-1])
        course.append(float(bandit.success(size * direction)[0]))
    return np.array(course)


def fading_threshold(success: float) -> float:
    """2 dmu / (Var- - Var+) where the accuracy is ``success``."""
    bandit, direction = noisy_pair(success)
    return float(bandit.critical_step(np.zeros(2), direction)[0])


def regimes(seed: int) -> Result:
    """Convergence, stagnation strictly below 1, and collapse to 0, as the constant step grows.

    Four prompts, each with parameters of its own; every update moves a direction that was never used, which all along
    has the same alignment dmu > 0 and the same variances. Each prompt has its threshold: below, every step raises logit J by
    the same amount, above, every step lowers it, though it is aligned with the gap. A constant step between the thresholds wins some
    prompts and loses the others, and the mean accuracy stands still in between. The thresholds are found by bisection on J
    after 240 steps being above where it began, and compared with 2 dmu / (Var- - Var+).

    A single prompt stagnates where its alignment fades with success: sampled directions hold a signal proportional to
    sqrt(J (1 - J)), and noise. J then settles where the threshold has come down to the constant step, and goes to 0 if no
    J has so high a threshold.

    Args:
        seed: of the thresholds and variances.
    """
    bandits = prompts_with_thresholds(np.random.default_rng(seed))
    start = np.zeros(STEPS)
    first = fresh_coordinate(bandits[0], start)
    predicted = np.array([bandit.critical_step(start, first)[0] for bandit in bandits])

    def after(bandit: ProductBandit, size: float) -> float:
        """logit J when all coordinates have made a step of one size."""
        return float(bandit.log_odds(np.full(STEPS, size))[0])

    found = np.array(
        [
            bisect(
                lambda size, bandit=bandit: after(bandit, size) - bandit.initial_log_odds,
                guess / 4,
                guess * 4,
            )
            for bandit, guess in zip(bandits, predicted, strict=True)
        ]
    )
    table: list[dict[str, str | float]] = []
    for number, bandit in enumerate(bandits):
        right, wrong = bandit.variances(start, first)
        table.append(
            {
                "prompt": number + 1,
                "dmu": float(bandit.alignment(start, first)[0]),
                "Var+": float(right[0]),
                "Var-": float(wrong[0]),
                "predicted threshold": float(predicted[number]),
                "threshold by bisection": float(found[number]),
                "ratio": float(found[number] / predicted[number]),
            }
        )
    sizes = constant_steps(predicted)
    runs = {name: courses(bandits, size) for name, size in sizes.items()}
    accuracy = {
        name: np.mean([run.success[:, 0] for run in run_list], axis=0) for name, run_list in runs.items()
    }
    least = min(run.alignment.min() for run_list in runs.values() for run in run_list)
    deviation = float(np.abs(found / predicted - 1).max())
    strongest = fading_threshold(0.5)
    fading = {share: fading_course(share * strongest) for share in FADING_SIZES}
    settled = {
        share: bisect(lambda j, share=share: fading_threshold(j) - share * strongest, 0.5, 1 - 1e-9)
        for share in FADING_SIZES
        if share < 1
    }
    missed = max(abs(float(fading[share][-1]) - level) for share, level in settled.items())
    claims = [
        Claim("the threshold by bisection is the predicted one: largest relative difference", deviation, 0, 0.05),
        Claim("below all thresholds: mean J at the end", float(accuracy["convergence"][-1]), 0.99, 1),
        Claim("between them: mean J at the end", float(accuracy["stagnation"][-1]), 0.45, 0.55),
        Claim("between them: how much it still changes in the last half", float(np.ptp(accuracy["stagnation"][STEPS // 2 :])), 0, 0.02),
        Claim("above all: mean J at the end", float(accuracy["collapse"][-1]), 0, 0.01),
        Claim("every step is aligned with the gap: the least dmu", float(least), 1e-3, np.inf),
        Claim("one prompt, fading signal: J settles where the threshold is the step, largest difference", missed, 0, 0.03),
        Claim("one prompt, fading signal: highest level at which J settles", max(settled.values()), 0.9, 0.99),
        Claim("one prompt, fading signal: J at the end with a step above all thresholds", float(fading[FADING_SIZES[-1]][-1]), 0, 0.01),
    ]  # fmt: skip

    def draw(figure: Figure) -> None:
        time, final, single = figure.subplots(1, 3)
        for name, color in REGIMES.items():
            time.plot(accuracy[name], color=COLORS[color], label=f"{name}: step {sizes[name]:.2g}")
        time.set(
            title="A constant step", xlabel="step", ylabel="accuracy J, mean of the prompts", ylim=(0, 1.02)
        )
        time.legend(frameon=False)
        grid = np.geomspace(predicted.min() / 8, predicted.max() * 4, 300)
        ends = np.array([[expit(after(bandit, size)) for bandit in bandits] for size in grid])
        final.plot(grid, ends, color=COLORS["good"], alpha=0.3, linewidth=1)
        final.plot(grid, ends.mean(axis=1), color=COLORS["good"], label="mean of the prompts")
        for number, threshold in enumerate(predicted):
            label = "2 dmu / (Var- - Var+) of each prompt" if number == 0 else None
            final.axvline(threshold, color=COLORS["theory"], linestyle=":", linewidth=1, label=label)
        final.set(title=f"After {STEPS} steps", xlabel="constant step size", xscale="log", ylim=(0, 1.02))
        final.legend(frameon=False, loc="lower left", fontsize="small")
        for place, (share, values) in enumerate(fading.items()):
            single.plot(values, color=f"C{place}", label=f"{share:g} of the highest threshold")
            if share in settled:
                single.axhline(settled[share], color=f"C{place}", linestyle=":", linewidth=1)
        single.set(title="One prompt, fading signal", xlabel="step", ylim=(0, 1.02))
        single.legend(frameon=False, fontsize="small", loc="lower right", bbox_to_anchor=(1, 0.02))

    title = "Convergence, stagnation and collapse with a constant step"
    return Result(title, table, claims, draw, size=(15.0, 4.2))
