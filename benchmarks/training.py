"""What dynamic sampling costs and what the curriculum is worth, measured on the tiny model.

    python -m benchmarks.training --output docs/assets

Four runs from one warm start, with one seed: adaptive difficulty with and without dynamic sampling, and two static
ranges. Writes a plot for each, and prints the table of docs/trl.md.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from statistics import mean
from typing import Annotated, Any

import typer

from rlve_gym.cli.plot import plot_run, read_metrics
from rlve_gym.cli.train import TINY, run_train
from rlve_gym.training import RLVEConfig
from rlve_gym.training.tiny import TINY_RUN

RUNS: dict[str, dict[str, Any]] = {
    "adaptive": {},
    "adaptive-all-groups": {"dynamic_sampling": False},
    "static-0-1": {"static_difficulty": "0..1"},
    "static-0-20": {"static_difficulty": "0..20"},
}


def main(
    output: Annotated[Path, typer.Option(help="Where the plots go.")] = Path("docs/assets"),
    runs: Annotated[Path, typer.Option(help="Where the runs go.")] = Path("runs/benchmark"),
    steps: Annotated[int, typer.Option(min=1)] = 25,
) -> None:
    output.mkdir(parents=True, exist_ok=True)
    print(
        "| run | effective prompt ratio | groups generated per batch | of which have a gradient | accuracy |"
    )
    print("| --- | ---: | ---: | ---: | ---: |")
    warm_start = runs / "warm_start"
    for name, settings in RUNS.items():
        folder = runs / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        if warm_start.exists():
            shutil.copytree(warm_start, folder / "warm_start")
        options = {
            **TINY_RUN,
            "output_dir": str(folder),
            "max_steps": steps,
            "disable_tqdm": True,
            **settings,
        }
        args = RLVEConfig(**options)
        run_train(TINY, args, resume=False)
        if not warm_start.exists():
            shutil.copytree(folder / "warm_start", warm_start)
        plot_run(folder, output / f"training-{name}.png")
        rows = read_metrics(folder)
        samples = [sum(value for key, value in row.items() if key.endswith("/count")) for row in rows]
        groups = [count / args.num_generations for count in samples]
        useful = [row["effective_prompt_ratio"] * count for row, count in zip(rows, groups, strict=True)]
        ratio, accuracy = (mean([row[key] for row in rows]) for key in ("effective_prompt_ratio", "accuracy"))
        print(
            f"| {name} | {ratio:.0%} | {mean(groups):.0f} | {mean(useful):.1f} | {accuracy:.0%} |", flush=True
        )


if __name__ == "__main__":
    typer.run(main)
