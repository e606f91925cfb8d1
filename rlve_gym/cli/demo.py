"""The main job in miniature: a tiny model, or a simulated policy, under a curriculum."""

from __future__ import annotations

import math
import shutil
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

import rlve_gym
from rlve_gym import Curriculum, Fixed, SlidingWindow
from rlve_gym.cli.plot import read_metrics, windows

PROMPTS_PER_ENVIRONMENT = 2
ROLLOUTS = 8
STATIC_RANGE = (0, 20)


@dataclass
class Policy:
    """Solves a problem with a probability that falls with its difficulty and rises with practice.

    The probability is logistic in (skill - difficulty). Practice helps where an update has a gradient: the group of
    rollouts of a prompt is neither all right nor all wrong.
    """

    rng: Random
    skill: dict[str, float] = field(default_factory=dict)

    def responses(self, environment: str, problem: rlve_gym.Problem, difficulty: int) -> list[str]:
        """One group of rollouts: right answers, near misses of them, and no answer at all."""
        env = _environment(environment)
        chance = 1 / (1 + math.exp(difficulty - self.skill.setdefault(environment, 0.5)))
        answer = env.solve(problem)
        wrong = [env.respond(near) for near in env.answer_format.mutations(answer, self.rng)] or [
            "I give up."
        ]
        return [
            env.respond(answer) if self.rng.random() < chance else self.rng.choice(wrong)
            for _ in range(ROLLOUTS)
        ]

    def learn(self, environment: str, correct: list[bool]) -> None:
        """Practice on one group."""
        rate = sum(correct) / len(correct)
        self.skill[environment] += 0.4 * rate * (1 - rate)


@dataclass
class Run:
    """One training run, and its course."""

    name: str
    curriculum: Curriculum
    policy: Policy
    ratios: list[float] = field(default_factory=list)
    mean_h: list[float] = field(default_factory=list)
    mean_skill: list[float] = field(default_factory=list)
    accuracy: dict[str, float] = field(default_factory=dict)

    def step(self) -> None:
        """Draws a batch, rolls out, judges, learns and updates the curriculum."""
        names = self.curriculum.environments
        informative = 0
        batch: dict[str, list[bool]] = {}
        for _ in range(PROMPTS_PER_ENVIRONMENT * len(names)):
            name, difficulty, seed = self.curriculum.draw()
            env = _environment(name)
            problem = env.sample(difficulty, seed=seed)
            responses = self.policy.responses(name, problem, difficulty)
            correct = [env.judge(problem, response).correct for response in responses]
            self.curriculum.record(name, difficulty, correct)
            self.policy.learn(name, correct)
            informative += len(set(correct)) > 1
            batch.setdefault(name, []).extend(correct)
        self.curriculum.update()
        self.accuracy.update({name: sum(correct) / len(correct) for name, correct in batch.items()})
        self.ratios.append(informative / (PROMPTS_PER_ENVIRONMENT * len(names)))
        self.mean_h.append(sum(self.curriculum.window(name)[1] for name in names) / len(names))
        self.mean_skill.append(sum(self.policy.skill.get(name, 0.5) for name in names) / len(names))


@cache
def _environment(name: str) -> rlve_gym.Environment:  # type: ignore[type-arg]
    return rlve_gym.make(name)


def train_tiny(steps: int | None, output: Path, seed: int) -> None:
    """Trains the tiny model and plots the run.

    Args:
        steps: of reinforcement learning; None for those of the recipe.
        output: the PNG; the run's folder has its name without the ending.
        seed: of model, problems and curriculum.

    Raises:
        TrainError: the extra ``train`` is not installed.
        OSError: a file cannot be written.
    """
    from rlve_gym.cli.train import TINY, TrainError, prepare, run_train

    if output.suffix != ".png":
        raise TrainError(f"--output {output} should end in .png")
    try:
        prepare()
    except TrainError as error:
        raise TrainError(f"{error}; or take --simulate") from None
    from rlve_gym.training import RLVEConfig
    from rlve_gym.training.tiny import TINY_RUN

    folder = output.with_suffix("")
    length = {} if steps is None else {"max_steps": steps}
    settings = RLVEConfig(output_dir=str(folder), seed=seed, **{**TINY_RUN, **length})
    plot = run_train(TINY, settings, resume=False)
    shutil.copyfile(plot, output)
    console = Console()
    for name, points in windows(read_metrics(folder)).items():
        console.print(f"{name}: h from {settings.initial_difficulty} to {points[-1][2]}", highlight=False)
    console.print(f"The run is in {folder}, the plot in {output}", markup=False, highlight=False)


def run_demo(steps: int, output: Path, seed: int) -> None:
    """Runs adaptive and static difficulty side by side, shows both in a live table, and plots them.

    Raises:
        OSError: the plot cannot be written.
    """
    names = rlve_gym.list_environments()
    runs = [
        Run(
            "adaptive",
            Curriculum(names, SlidingWindow(min_samples=2 * ROLLOUTS), seed=seed),
            Policy(Random(seed)),
        ),
        Run("static", Curriculum(names, Fixed(*STATIC_RANGE), seed=seed), Policy(Random(seed))),
    ]
    console = Console()
    progress = Progress("step", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console)
    task = progress.add_task("step", total=steps)
    with Live(_screen(runs, progress), console=console, auto_refresh=False) as live:
        for _ in range(steps):
            for run in runs:
                run.step()
            progress.advance(task)
            live.update(_screen(runs, progress), refresh=True)
    if not console.is_terminal:
        console.print()  # the live display does not end its last line there
    adaptive, static = runs
    console.print(
        f"Prompts with both right and wrong answers, which is what training learns from, over {steps} steps: "
        f"adaptive {_mean(adaptive.ratios):.0%}, static {_mean(static.ratios):.0%}.\n"
        f"Mean skill at the end: adaptive {adaptive.mean_skill[-1]:.1f}, static {static.mean_skill[-1]:.1f}.",
        highlight=False,
    )
    try:
        plot(runs, output)
    except ImportError:
        console.print("No plot: it needs matplotlib (pip install 'rlve-gym-suite[plot]').", markup=False)
    else:
        console.print(f"The plot is in {output}", markup=False, highlight=False)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _screen(runs: list[Run], progress: Progress) -> Table:
    adaptive, static = runs
    low, high = STATIC_RANGE
    table = Table(
        "environment", "window", "accuracy", f"accuracy in {low}..{high}", title="adaptive | static"
    )
    for column in table.columns[1:]:
        column.justify = "right"
    for name in adaptive.curriculum.environments:
        table.add_row(
            name,
            "{}..{}".format(*adaptive.curriculum.window(name)),
            *(f"{run.accuracy[name]:.0%}" if name in run.accuracy else "" for run in runs),
        )
    table.add_section()
    ratios = (f"{run.ratios[-1]:.0%}" if run.ratios else "" for run in (adaptive, static))
    table.add_row("[bold]effective prompt ratio[/]", "", *ratios)
    screen = Table.grid()
    screen.add_row(table)
    screen.add_row(progress)
    return screen


def plot(runs: list[Run], output: Path) -> None:
    """Draws the effective prompt ratio, the mean h of the adaptive run, and the mean skill over the steps.

    Raises:
        ImportError: matplotlib is not installed.
        OSError: the file cannot be written.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (ratio, skill) = pyplot.subplots(1, 2, figsize=(11, 4.2), layout="constrained")
    colors = {"adaptive": "#1f6f8b", "static": "#d1603d"}
    for run in runs:
        steps = range(1, len(run.ratios) + 1)
        label = (
            run.name if run.name == "adaptive" else f"static, difficulty {STATIC_RANGE[0]}..{STATIC_RANGE[1]}"
        )
        smooth = [100 * _mean(run.ratios[max(0, step - 10) : step]) for step in steps]
        ratio.plot(steps, [100 * value for value in run.ratios], color=colors[run.name], alpha=0.25)
        ratio.plot(steps, smooth, color=colors[run.name], label=f"{label} (mean of 10 steps)")
        skill.plot(steps, run.mean_skill, color=colors[run.name], label=f"skill, {label}")
        if run.name == "adaptive":
            skill.plot(steps, run.mean_h, color=colors[run.name], linestyle="--", label="h, adaptive")
    ratio.set(
        title="Effective prompt ratio", xlabel="step", ylabel="prompts with right and wrong answers (%)"
    )
    ratio.set_ylim(0, 100)
    skill.set(title="Mean over the environments", xlabel="step", ylabel="difficulty")
    for axes in (ratio, skill):
        axes.legend(frameon=False)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.25)
    figure.suptitle("A simulated policy on rlve_gym: adaptive against static difficulty")
    figure.savefig(output, dpi=130)
    pyplot.close(figure)
