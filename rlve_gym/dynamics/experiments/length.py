"""The critical step size against the length of responses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import brentq

from rlve_gym.dynamics.bandit import Array
from rlve_gym.dynamics.experiments.result import COLORS, Claim, Result
from rlve_gym.dynamics.steps import Constant, DividedByLength, StepSize
from rlve_gym.dynamics.tokens import CORRECT, WRONG, TokenBandit
from rlve_gym.dynamics.updates import Dapo, Direction, DrGrpo, Grpo, NormalizedGradient

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LENGTHS = (16, 32, 64, 128, 256, 512)
METHODS: dict[str, tuple[Direction, Callable[[float], StepSize]]] = {
    "unit step": (NormalizedGradient().exact, Constant),
    "unit step / length": (NormalizedGradient().exact, lambda size: DividedByLength(Constant(size))),
    "Dr. GRPO": (DrGrpo().exact, Constant),
    "GRPO": (Grpo().exact, Constant),
    "DAPO": (Dapo().exact, Constant),
}


def long_answers(length: float, slip: float, reach: float, lean: float) -> TokenBandit:
    """A response is decided at its first token, and can be spoiled at each of those that follow.

    Its one parameter makes the right first token likelier, by ``lean`` per unit. It also moves the tokens that spoil, half
    of them up and half of them down: at first that cancels, but any large movement makes one of the halves likely.

    Args:
        length: mean number of tokens after the first, if nothing is spoiled.
        slip: relative weight of each of the two tokens that spoil.
        reach: their features are this and its negative.
        lean: the features of the right and the wrong first token are half of this and its negative.
    """
    good, bad = 1, 2  # the states after the first token
    nothing = -np.inf
    later = [np.log1p(-1 / length), -np.log(length), np.log(slip), np.log(slip)]  # go on, end, spoil, spoil
    features = [[lean / 2, -lean / 2, 0, 0], [0, 0, reach, -reach], [0, 0, reach, -reach]]
    return TokenBandit(
        np.array(features)[:, :, None],
        [[good, bad, WRONG, WRONG], [good, CORRECT, WRONG, WRONG], [bad, WRONG, WRONG, WRONG]],
        log_weights=[[0, 0, nothing, nothing], later, later],
    )


def critical_size(bandit: TokenBandit, direction: Direction, rule: Callable[[float], StepSize]) -> float:
    """The size at which one step from theta = 0 leaves J as it was."""
    start: Array = np.zeros(1)
    v = direction(bandit, start)
    before = bandit.log_odds(start)[0]
    predicted = bandit.critical_step(start, v)[0] / rule(1.0)(bandit, start, v)

    def gain(size: float) -> float:
        return float(bandit.log_odds(start + rule(size)(bandit, start, v) * v)[0] - before)

    return float(brentq(gain, predicted / 10, predicted * 10, rtol=1e-10))


def length(seed: int) -> Result:
    """The critical step size falls as 1 / length, and dividing by the length takes that away.

    A token-level bandit whose responses have a random length, geometric with means from 16 to 512. For each update rule,
    the critical learning rate is found by bisection: that at which one step leaves J where it was. A step of given
    length, and Dr. GRPO's sum over tokens, have a critical rate with slope -1 on log-log axes: each token adds to the variance of the
    wrong responses, none but the first to the gap. Dividing the step by the mean length, as DAPO's token mean does, makes it flat.
    GRPO's mean over each response's own tokens divides by a length, too, but weighs short responses more: with
    geometric lengths E[1 / length] is about log(mean) / mean, and its rate still falls, by the logarithm.

    Args:
        seed: of the bandit's weights and features.
    """
    rng = np.random.default_rng(seed)
    slip, reach, lean = rng.uniform(3e-5, 6e-5), rng.uniform(8, 12), rng.uniform(1e-3, 2e-3)
    start = np.zeros(1)
    bandits = [long_answers(mean, slip, reach, lean) for mean in LENGTHS]
    found = {
        name: np.array([critical_size(bandit, direction, rule) for bandit in bandits])
        for name, (direction, rule) in METHODS.items()
    }
    predicted = np.array([bandit.critical_step(start, np.ones(1))[0] for bandit in bandits])
    moments = [bandit.length_moments(start) for bandit in bandits]
    means = np.array([mean for mean, _ in moments])
    slopes = {name: float(np.polyfit(np.log(means), np.log(values), 1)[0]) for name, values in found.items()}
    table: list[dict[str, str | float]] = [
        {
            "mean length": mean,
            "sd of length": float(np.sqrt(variance)),
            "Var-": float(bandit.variances(start, np.ones(1))[1][0]),
            "predicted": float(predicted[place]),
            **{name: float(values[place]) for name, values in found.items()},
        }
        for place, (bandit, (mean, variance)) in enumerate(zip(bandits, moments, strict=True))
    ]
    deviation = float(np.abs(found["unit step"] / predicted - 1).max())
    claims = [
        Claim("slope of the critical unit step on log-log axes", slopes["unit step"], -1.05, -0.95),
        Claim("slope of Dr. GRPO's critical rate", slopes["Dr. GRPO"], -1.05, -0.95),
        Claim("slope of the unit step divided by length", slopes["unit step / length"], -0.05, 0.05),
        Claim("slope of DAPO's critical rate", slopes["DAPO"], -0.05, 0.05),
        Claim("slope of GRPO's critical rate, between the two", slopes["GRPO"], -0.5, -0.1),
        Claim("predicted against found unit step: largest relative difference", deviation, 0, 0.05),
    ]

    def draw(figure: Figure) -> None:
        plain, rates = figure.subplots(1, 2)
        plain.loglog(means, found["unit step"], "o", color=COLORS["good"], label="unit step, by bisection")
        plain.loglog(
            means, predicted, color=COLORS["theory"], linewidth=1, label="predicted by the curvature"
        )
        plain.loglog(
            means, found["unit step / length"], "o", color=COLORS["bad"], label="divided by the length"
        )
        plain.set(title="One step along the gap", xlabel="mean length", ylabel="critical step size")
        for place, name in enumerate(("Dr. GRPO", "GRPO", "DAPO")):
            relative = found[name] / found[name][0]
            label = f"{name}: slope {slopes[name]:.2f}"
            rates.loglog(means, relative, "o-", color=f"C{place}", markersize=4, label=label)
        rates.set(title="Update rules", xlabel="mean length", ylabel="critical rate / that of the shortest")
        for axes in (plain, rates):
            axes.set_xticks(LENGTHS, [str(mean) for mean in LENGTHS])
            axes.minorticks_off()
            axes.legend(frameon=False, loc="lower left")

    return Result("The critical step size against the length of responses", table, claims, draw)
