"""The work of `rlve-gym plot`: windows and effective prompt ratio of a training run, drawn from its metrics."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SINGLE = 8
"""Up to so many environments, each gets a line of its own."""


class PlotError(ValueError):
    """The run cannot be drawn."""


def read_metrics(run: Path) -> list[dict[str, Any]]:
    """The lines of a run's ``metrics.jsonl`` that belong to training steps, in order.

    Args:
        run: the folder, or the file itself.

    Raises:
        PlotError: there is no such file, it is broken, or it has no step yet.
    """
    file = run if run.is_file() else run / "metrics.jsonl"
    try:
        lines = [line for line in file.read_text(encoding="utf-8").split("\n") if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise PlotError(f"cannot read {file}: {error}") from None
    rows = []
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
        except ValueError:
            if number == len(lines):
                continue  # a run that is being written to, or was killed
            raise PlotError(f"{file}, line {number}: not JSON") from None
        if not isinstance(row, dict) or "step" not in row:
            raise PlotError(f"{file}, line {number}: not a line of a training run's metrics")
        if "effective_prompt_ratio" in row:
            rows.append(row)
    if not rows:
        raise PlotError(f"{file} has no training step yet")
    return rows


def windows(rows: list[dict[str, Any]]) -> dict[str, list[tuple[int, int, int]]]:
    """(step, l, h) of each environment, where it occurred."""
    found: dict[str, list[tuple[int, int, int]]] = {}
    for row in rows:
        for key, value in row.items():
            if key.startswith("env/") and key.endswith("/h"):
                name = key.split("/")[1]
                found.setdefault(name, []).append((row["step"], int(row[f"env/{name}/l"]), int(value)))
    return dict(sorted(found.items()))


def plot_run(run: Path, output: Path) -> None:
    """Draws a run as PNG: windows, effective prompt ratio, and accuracy over the steps.

    Raises:
        PlotError: the run cannot be drawn.
        ImportError: matplotlib is not installed.
        OSError: the file cannot be written.
    """
    rows = read_metrics(run)
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.ticker import MaxNLocator

    figure, (window, ratio, accuracy) = pyplot.subplots(1, 3, figsize=(13, 4.2), layout="constrained")
    steps = [row["step"] for row in rows]
    by_name = windows(rows)
    if len(by_name) <= SINGLE:
        for place, (name, points) in enumerate(by_name.items()):
            at, lows, highs = zip(*points, strict=True)
            # Where windows coincide, a small shift keeps the lines apart.
            shift = 0.06 * (place - (len(by_name) - 1) / 2)
            color = f"C{place}"
            window.fill_between(at, lows, highs, step="post", color=color, alpha=0.12)
            window.step(at, [high + shift for high in highs], where="post", color=color, label=name)
        window.legend(frameon=False, fontsize="small")
    else:
        last: dict[str, int] = {}
        moments = {name: {step: high for step, _, high in values} for name, values in by_name.items()}
        spread = []
        for step in steps:
            last.update({name: values[step] for name, values in moments.items() if step in values})
            order = sorted(last.values())
            spread.append([order[round(share * (len(order) - 1))] for share in (0, 0.25, 0.5, 0.75, 1)])
        least, low, middle, high, most = zip(*spread, strict=True)
        window.fill_between(steps, least, most, step="post", alpha=0.15, label="all environments")
        window.fill_between(steps, low, high, step="post", alpha=0.3, color="C0", label="the middle half")
        window.step(steps, middle, where="post", color="C0", label="median h")
        window.legend(frameon=False, fontsize="small")
    window.set(title="Windows of difficulty", xlabel="step", ylabel="difficulty")
    window.yaxis.set_major_locator(MaxNLocator(integer=True))
    for axes, key, title in (
        (ratio, "effective_prompt_ratio", "Effective prompt ratio"),
        (accuracy, "accuracy", "Accuracy of all samples"),
    ):
        values = [row[key] for row in rows if key in row]
        when = [row["step"] for row in rows if key in row]
        axes.plot(when, values, alpha=0.3, color="C0")
        axes.plot(when, smoothed(values), color="C0", label="mean of 10 lines")
        axes.set(title=title, xlabel="step", ylim=(0, 1.02))
        axes.legend(frameon=False, fontsize="small")
    for axes in (window, ratio, accuracy):
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.25)
    figure.savefig(output, dpi=130)
    pyplot.close(figure)


def smoothed(values: list[float], width: int = 10) -> list[float]:
    """The mean of each value and those before it, ``width`` in all."""
    means = []
    for end in range(1, len(values) + 1):
        part = values[max(0, end - width) : end]
        means.append(sum(part) / len(part))
    return means
