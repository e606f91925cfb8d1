"""A learning rate at which training collapses, and what ``AlignmentStepSize`` makes of it, on the tiny model.

    python -m benchmarks.alignment --output docs/assets/alignment-step-size.png

Runs from one warm start, at a fixed difficulty, over several seeds: a constant learning rate that is far too high, the same with the
rule, and a constant one that works. Writes a plot, and prints the table of docs/dynamics.md.
"""

from __future__ import annotations

import math
import shutil
from pathlib import Path
from statistics import mean
from typing import Annotated, Any

import typer

from rlve_gym.cli.plot import read_metrics, smoothed
from rlve_gym.cli.train import prepare
from rlve_gym.training import AlignmentStepSize, GapAlignmentCallback, RLVEConfig, RLVETrainer
from rlve_gym.training.tiny import TINY_RUN, warm_started

SETTINGS: dict[str, Any] = {
    **TINY_RUN,
    "static_difficulty": "1",
    "reward_scheme": "binary",
    "temperature": 1.5,
    "dynamic_sampling": False,
    "per_device_train_batch_size": 128,
    "save_strategy": "no",
    "disable_tqdm": True,
}
COLORS = {"constant, too high": "#d1603d", "with AlignmentStepSize": "#1f6f8b", "constant, lower": "#e0a030"}


def train(
    folder: Path, warm_start: Path, *, rate: float, seed: int, steps: int, rule: bool
) -> list[dict[str, Any]]:
    """One run, and the lines of its log."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # The seed of the settings is that of the warm start, too: it is made once, with seed 0.
    args = RLVEConfig(**{**SETTINGS, "output_dir": str(warm_start), "max_steps": steps, "seed": 0})
    model, tokenizer = warm_started(args)
    args = RLVEConfig(
        **{**SETTINGS, "output_dir": str(folder), "max_steps": steps, "seed": seed, "learning_rate": rate}
    )
    trainer = RLVETrainer(model, args, processing_class=tokenizer)
    gap = GapAlignmentCallback(trainer)
    trainer.add_callback(gap)
    if rule:
        trainer.add_callback(AlignmentStepSize(gap))
    trainer.train()
    return read_metrics(folder)


def main(
    output: Annotated[Path, typer.Option(help="The plot.")] = Path("docs/assets/alignment-step-size.png"),
    runs: Annotated[Path, typer.Option(help="Where the runs go.")] = Path("runs/alignment"),
    high: Annotated[float, typer.Option(help="The learning rate that is too high.")] = 1e-2,
    low: Annotated[float, typer.Option(help="One that works.")] = 3e-4,
    steps: Annotated[int, typer.Option(min=10)] = 60,
    seeds: Annotated[int, typer.Option(min=1)] = 3,
) -> None:
    prepare()
    kinds = dict(zip(COLORS, ((high, False), (high, True), (low, False)), strict=True))
    courses: dict[str, list[list[dict[str, Any]]]] = {name: [] for name in kinds}
    print(
        "| run | seed | accuracy, first 5 steps | last 10 steps | last scale | M | time share |", flush=True
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |", flush=True)
    for seed in range(seeds):
        for name, (rate, rule) in kinds.items():
            folder = runs / f"{name.replace(', ', '-').replace(' ', '-')}-{seed}"
            rows = train(folder, runs / "base", rate=rate, seed=seed, steps=steps, rule=rule)
            courses[name].append(rows)
            accuracy = [row["accuracy"] for row in rows]
            cumulative = [row["gap/sequences/M"] for row in rows if "gap/sequences/M" in row]
            print(
                f"| {name}: {rate:g} | {seed} | {mean(accuracy[:5]):.0%} | {mean(accuracy[-10:]):.0%} "
                f"| {rows[-1].get('gap/lr_scale', 1):.3f} | {cumulative[-1]:.1f} "
                f"| {mean(row['gap/time_share'] for row in rows):.0%} |",
                flush=True,
            )
    draw(courses, output)


def draw(courses: dict[str, list[list[dict[str, Any]]]], output: Path) -> None:
    """Accuracy and scale over the steps, and the log-odds of accuracy over M."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (accuracy, scale, odds) = pyplot.subplots(1, 3, figsize=(14, 4.2), layout="constrained")
    for name, runs in courses.items():
        for seed, rows in enumerate(runs):
            style = {"color": COLORS[name], "alpha": 0.8, "label": name if seed == 0 else None}
            values = smoothed([row["accuracy"] for row in rows], 5)
            accuracy.plot([row["step"] for row in rows], values, **style)
            scales = [(row["step"], row["gap/lr_scale"]) for row in rows if "gap/lr_scale" in row]
            if scales:
                scale.semilogy(*zip(*scales, strict=True), **style)
            points = [
                (row["gap/sequences/M"], math.log(value / (1 - value)))
                for row, value in zip(rows, values, strict=True)
                if "gap/sequences/M" in row and 0 < value < 1
            ]
            odds.plot(*zip(*points, strict=True), ".-", markersize=3, **style)
    accuracy.set(title="Accuracy, mean of 5 steps", xlabel="step", ylim=(0, 1.02))
    scale.set(title="Scale of the learning rate", xlabel="step")
    odds.set(title="Log-odds of that accuracy", xlabel="M")
    for axes in (accuracy, scale, odds):
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.25)
        axes.legend(frameon=False, fontsize="small")
    figure.savefig(output, dpi=130)
    pyplot.close(figure)


if __name__ == "__main__":
    typer.run(main)
