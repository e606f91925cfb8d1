"""The plot of the curriculum page: three controllers on one simulated policy.

    python docs/hooks/curriculum_plot.py curriculum.svg

The policy solves a problem with a probability that is logistic in (skill - difficulty), and its skill grows with each
group of rollouts that is neither all right nor all wrong. No problems are made: only correctness matters here.
"""

from __future__ import annotations

import io
import math
import sys
from pathlib import Path
from random import Random

from rlve_gym import Curriculum, Fixed, SlidingWindow, TargetSuccess

ENVIRONMENT, TOP = "integer_multiplication", 30  # only its highest difficulty matters
STEPS, PROMPTS, ROLLOUTS = 150, 8, 8


def simulate(controller: SlidingWindow | TargetSuccess | Fixed) -> tuple[list[tuple[int, int]], list[float]]:
    """Window and skill after each step."""
    curriculum, rng = Curriculum([ENVIRONMENT], controller, seed=0), Random(0)
    skill, windows, skills = 0.5, [], []
    for _ in range(STEPS):
        for _ in range(PROMPTS):
            name, difficulty, _ = curriculum.draw()
            chance = 1 / (1 + math.exp(difficulty - skill))
            correct = [rng.random() < chance for _ in range(ROLLOUTS)]
            curriculum.record(name, difficulty, correct)
            rate = sum(correct) / ROLLOUTS
            skill += 0.12 * rate * (1 - rate)
        curriculum.update()
        windows.append(curriculum.window(ENVIRONMENT))
        skills.append(skill)
    return windows, skills


def svg() -> bytes:
    """The plot, as SVG."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    runs = {
        "SlidingWindow()": SlidingWindow(min_samples=8 * ROLLOUTS),
        "TargetSuccess()": TargetSuccess(),
        f"Fixed(0, {TOP})": Fixed(0, TOP),
    }
    style = {"svg.hashsalt": "rlve_gym", "svg.fonttype": "none", "font.family": "sans-serif"}
    with matplotlib.rc_context(style):
        figure, panels = pyplot.subplots(1, 3, figsize=(10, 3.4), sharey=True, layout="constrained")
        steps = range(1, STEPS + 1)
        for axes, (title, controller) in zip(panels, runs.items(), strict=True):
            windows, skills = simulate(controller)
            lows, highs = zip(*windows, strict=True)
            axes.fill_between(
                steps, lows, highs, step="post", color="#1f6f8b", alpha=0.25, label="window l..h"
            )
            axes.step(steps, highs, where="post", color="#1f6f8b", linewidth=1)
            axes.plot(steps, skills, color="#d1603d", label="skill of the policy")
            axes.set(title=title, xlabel="step")
            axes.spines[["top", "right"]].set_visible(False)
            axes.grid(alpha=0.25)
        panels[0].set_ylabel("difficulty")
        panels[0].set_yticks(range(0, TOP + 1, 5))
        panels[0].legend(frameon=False, loc="upper left")
        output = io.BytesIO()
        figure.savefig(output, format="svg", metadata={"Date": None}, facecolor="white")
        pyplot.close(figure)
    return output.getvalue()


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(svg())
