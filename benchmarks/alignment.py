"""A learning rate at which training collapses, and what ``AlignmentStepSize`` makes of it, on the tiny model.

    python -m benchmarks.alignment --output docs/assets/alignment-step-size.png

Runs from one warm start, at a fixed difficulty, over several seeds: a constant learning rate that is far too high, the same with the
rule, and a constant one that works. Writes a plot, and prints the table of docs/dynamics.md.
"""

from __future__ import annotations

import math
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import mean
from typing import Annotated, Any

import torch
import typer
from transformers import PrinterCallback

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


def train(job: tuple[Path, Path, float, int, int, bool]) -> list[dict[str, Any]]:
    """One run, and the lines of its log.

    Args:
        job: the run's folder, that of the warm start, learning rate, seed, steps, and whether the rule is in force.
    """
    folder, base, rate, seed, steps, rule = job
    prepare()
    torch.set_num_threads(1)
    model, tokenizer = warm_started(settings_of(base, seed=0, max_steps=steps))
    args = settings_of(folder, seed=seed, max_steps=steps, learning_rate=rate)
    trainer = RLVETrainer(model, args, processing_class=tokenizer)
    trainer.remove_callback(PrinterCallback)
    gap = GapAlignmentCallback(trainer)
    trainer.add_callback(gap)
    if rule:
        trainer.add_callback(AlignmentStepSize(gap))
    trainer.train()
    return read_metrics(folder)


def settings_of(folder: Path, **settings: Any) -> RLVEConfig:
    return RLVEConfig(**{**SETTINGS, "output_dir": str(folder), **settings})


def main(
    output: Annotated[Path, typer.Option(help="The plot.")] = Path("docs/assets/alignment-step-size.png"),
    runs: Annotated[Path, typer.Option(help="Where the runs go.")] = Path("runs/alignment"),
    high: Annotated[float, typer.Option(help="The learning rate that is too high.")] = 3e-3,
    low: Annotated[float, typer.Option(help="One that works.")] = 1e-4,
    steps: Annotated[int, typer.Option(min=10)] = 100,
    seeds: Annotated[int, typer.Option(min=1)] = 3,
    processes: Annotated[int, typer.Option(min=1, help="Runs at a time.")] = 2,
) -> None:
    prepare()
    base = runs / "base"
    warm_started(settings_of(base, seed=0, max_steps=steps))  # once, for all runs
    kinds = dict(zip(COLORS, ((high, False), (high, True), (low, False)), strict=True))
    jobs = {
        (name, seed): (runs / f"{number}-{seed}", base, rate, seed, steps, rule)
        for number, (name, (rate, rule)) in enumerate(kinds.items())
        for seed in range(seeds)
    }
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        results = dict(zip(jobs, pool.map(train, jobs.values()), strict=True))
    print("| run | seed | accuracy, first 10 steps | last 10 steps | last scale | M | time share |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for (name, seed), rows in results.items():
        accuracy = [row["accuracy"] for row in rows]
        cumulative = [row["gap/sequences/M"] for row in rows if "gap/sequences/M" in row]
        print(
            f"| {name}: {jobs[name, seed][2]:g} | {seed} | {mean(accuracy[:10]):.1%} | {mean(accuracy[-10:]):.1%} "
            f"| {rows[-1].get('gap/lr_scale', 1):.3g} | {cumulative[-1]:.2f} "
            f"| {mean(row['gap/time_share'] for row in rows):.0%} |"
        )
    draw({name: [results[name, seed] for seed in range(seeds)] for name in kinds}, output)


def draw(courses: dict[str, list[list[dict[str, Any]]]], output: Path) -> None:
    """Accuracy and scale over the steps, and the change of the log-odds of accuracy next to M, both means of the seeds."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (accuracy, scale, odds) = pyplot.subplots(1, 3, figsize=(14, 4.2), layout="constrained")
    for name, runs in courses.items():
        steps = [row["step"] for row in runs[0]]
        for seed, rows in enumerate(runs):
            style = {"color": COLORS[name], "alpha": 0.8, "label": name if seed == 0 else None}
            accuracy.plot(steps, smoothed([row["accuracy"] for row in rows], 5), **style)
            scales = [row.get("gap/lr_scale") for row in rows]
            if None not in scales:
                scale.semilogy(steps, scales, **style)
        means = smoothed([mean(row["accuracy"] for row in rows) for rows in zip(*runs, strict=True)], 20)
        if min(means) > 0.1:
            logits = [math.log(value / (1 - value)) for value in means]
            odds.plot(steps, [value - logits[9] for value in logits], color=COLORS[name], label=name)
            sums = [[row.get("gap/sequences/M", math.nan) for row in rows] for rows in runs]
            average = [mean(column) for column in zip(*sums, strict=True)]
            odds.plot(steps, average, color=COLORS[name], linestyle="--", label=f"M, {name}")
    accuracy.set(title="Accuracy, mean of 5 steps", xlabel="step", ylim=(0, 1.02))
    scale.set(title="Scale of the learning rate", xlabel="step")
    odds.set(title="Log-odds of accuracy since the start, and M", xlabel="step")
    for axes in (accuracy, scale, odds):
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.25)
        axes.legend(frameon=False, fontsize="small")
    figure.savefig(output, dpi=130)
    pyplot.close(figure)


if __name__ == "__main__":
    typer.run(main)
