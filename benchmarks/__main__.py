"""Times everything: import, sampling, prompts, verdicts, storing, and how sampling scales over processes.

    python -m benchmarks                                   # all environments, a table, slowest first
    python -m benchmarks --ids sat knapsack --json new.json --against old.json

Each time is the median of several rounds. What is over a limit of the design is marked, and makes the exit status 1.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Column, Table

import rlve_gym
from benchmarks.measure import COLUMNS, Times, excess, import_time, limits, measure, scaling

IMPORT_LIMIT = 0.050


def milliseconds(value: float) -> str:
    """A time for a table."""
    return f"{1000 * value:.3g}"


def rows(environments: dict[str, Times]) -> list[list[str]]:
    """The cells of the table, slowest environment first."""
    ordered = sorted(environments.items(), key=lambda item: -excess(*item))
    return [
        [
            name,
            *(
                milliseconds(times[key]) + (" !" if times[key] > limits(name).get(key, 1e9) else "")
                for key in COLUMNS
            ),
        ]
        for name, times in ordered
    ]


def comparison(report: dict[str, Any], earlier: dict[str, Any]) -> list[list[str]]:
    """Ratios of the times to those of an earlier report, largest increase first; "" where one is missing."""
    shared = [name for name in report["environments"] if name in earlier["environments"]]

    def ratios(name: str) -> dict[str, float]:
        new, old = report["environments"][name], earlier["environments"][name]
        return {key: new[key] / old[key] for key in COLUMNS if old.get(key)}

    ordered = sorted(shared, key=lambda name: -max(ratios(name).values(), default=0))
    return [
        [name, *(f"{ratios(name)[key]:.2f}" if key in ratios(name) else "" for key in COLUMNS)]
        for name in ordered
    ]


def markdown(report: dict[str, Any]) -> str:
    """The page docs/benchmarks.md."""
    machine = report["machine"]
    lines = [
        "# Benchmarks",
        "",
        f"Times in milliseconds on {machine['processor']} with {machine['cores']} cores, Python {machine['python']}, "
        f"{machine['date'][:10]}. `python -m benchmarks --markdown docs/benchmarks.md` makes this page again.",
        "",
        f"`import rlve_gym` adds {1000 * report['import']:.0f} ms to `import gymnasium`. Problems per second at difficulty 3, all "
        "environments in turn: "
        + ", ".join(f"{rate:.0f} with {n} processes" for n, rate in report["scaling"].items())
        + ".",
        "",
        "Sampling includes the prompt. *judge* takes a right answer, *hostile* the slowest of many nasty ones; dumps and loads are "
        "those of a problem at the top. Medians, apart from the worst problem at the top. The slowest come first; `!` marks what is "
        "over a limit of the design.",
        "",
        "| " + " | ".join(["environment", *COLUMNS]) + " |",
        "| --- |" + " ---: |" * len(COLUMNS),
        *("| " + " | ".join(row) + " |" for row in rows(report["environments"])),
        "",
    ]
    return "\n".join(lines)


def processor() -> str:
    """What the machine calls its processor."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the benchmarks; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=(__doc__ or "").split("\n")[0])
    parser.add_argument(
        "--ids", nargs="+", metavar="ID", default=rlve_gym.list_environments(), help="default: all"
    )
    parser.add_argument("--seeds", type=int, default=20, help="problems at each difficulty (default: 20)")
    parser.add_argument(
        "--rounds", type=int, default=3, help="rounds of which the median counts (default: 3)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all times there")
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="write the page of the documentation there"
    )
    parser.add_argument(
        "--against", type=Path, metavar="FILE", help="compare with the --json of an earlier run"
    )
    options = parser.parse_args(arguments)
    try:
        names = [rlve_gym.make(name).id for name in options.ids]
        earlier = json.loads(options.against.read_text()) if options.against else None
    except (KeyError, OSError, ValueError) as error:
        parser.error(str(error))
    if options.seeds < 1 or options.rounds < 1:
        parser.error("--seeds and --rounds must be at least 1")

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(170, console.width)  # a file or a log has room for the table
    environments = {
        name: measure(name, options.seeds, options.rounds)
        for name in track(names, "measuring", console=Console(stderr=True), transient=True)
    }
    report: dict[str, Any] = {
        "machine": {
            "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
            "python": platform.python_version(),
            "processor": processor(),
            "cores": os.cpu_count(),
        },
        "import": import_time(),
        "scaling": scaling(names, 10 * options.seeds),
        "environments": environments,
    }
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n")
    if options.markdown:
        options.markdown.write_text(markdown(report))
    console.print(
        f"import: {milliseconds(report['import'])} ms on top of gymnasium (limit {milliseconds(IMPORT_LIMIT)} ms)"
    )
    for processes, rate in report["scaling"].items():
        console.print(f"sampling at difficulty 3 with {processes} processes: {rate:.0f} problems per second")
    tables = [("milliseconds, slowest first; ! is over the limit", rows(environments))]
    if earlier is not None:
        tables.append((f"ratios to {options.against}, largest increase first", comparison(report, earlier)))
    for title, cells in tables:
        headers = [Column(key, justify="right") for key in COLUMNS]
        table = Table(Column("environment", no_wrap=True), *headers, title=title)
        for row in cells:
            table.add_row(*row)
        console.print(table)
    over = any(excess(name, times) > 1 for name, times in environments.items())
    return int(over or report["import"] > IMPORT_LIMIT)


if __name__ == "__main__":
    sys.exit(main())
