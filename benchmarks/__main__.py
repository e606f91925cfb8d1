"""Times import, generation and verification of every environment, and prints a table, slowest first.

The limits are those of the design: a problem in a median under 0.2 ms at difficulty 0 and 5 ms at the middle, never over
1 s at the top; a verdict under 50 ms for any text. What breaks one is marked, and makes the exit status 1.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass

from rich.console import Console
from rich.table import Column, Table

import rlve_gym
from rlve_gym.testing import HOSTILE

IMPORT_LIMIT = 0.050
LIMITS = {"bottom": 0.0002, "middle": 0.005, "top": 1.0, "honest": 0.005, "hostile": 0.050}
EXCEPTIONS = {
    # SymPy builds, differentiates and simplifies each problem, and verdicts evaluate with 50 digits.
    "symbolic_antiderivative": {"bottom": 0.020, "middle": 0.100, "honest": 0.100, "hostile": 0.250},
}


@dataclass
class Timing:
    """Seconds: medians of generation with its prompt at the bottom and middle, its worst at the top, and of verdicts."""

    environment: str
    bottom: float
    middle: float
    top: float
    honest: float
    hostile: float

    @property
    def excess(self) -> float:
        """The largest ratio of a time to its limit."""
        return max(getattr(self, name) / limit for name, limit in self.limits.items())

    @property
    def limits(self) -> dict[str, float]:
        """The limits of this environment."""
        return {**LIMITS, **EXCEPTIONS.get(self.environment, {})}


def clock(function, *arguments):
    start = time.perf_counter()
    result = function(*arguments)
    return time.perf_counter() - start, result


def measure(name: str, seeds: int) -> Timing:
    env = rlve_gym.make(name)

    def generate(difficulty: int, seed: int):
        problem = env.sample(difficulty, seed=seed)
        env.prompt(problem)
        return problem

    generate(0, 0)  # imports
    difficulties = {"bottom": 0, "middle": env.max_difficulty // 2, "top": env.max_difficulty}
    times, problems = {}, []
    for place, difficulty in difficulties.items():
        timed = [clock(generate, difficulty, seed) for seed in range(seeds)]
        times[place] = [seconds for seconds, _ in timed]
        problems += [problem for _, problem in timed[:5]]
    honest = []
    for problem in problems:
        response = env.respond(env.solve(problem))
        honest.append(statistics.median(clock(env.judge, problem, response)[0] for _ in range(5)))
    hostile = max(
        min(clock(env.judge, problem, f"<answer>{text}</answer>")[0] for _ in range(2))
        for problem in problems[::5]
        for text in HOSTILE
    )
    return Timing(
        name,
        statistics.median(times["bottom"]),
        statistics.median(times["middle"]),
        max(times["top"]),
        statistics.median(honest),
        hostile,
    )


def import_time() -> float:
    """Seconds that ``import rlve_gym`` adds to ``import gymnasium``, the median of several processes."""
    script = "import gymnasium, time; start = time.perf_counter(); import rlve_gym; print(time.perf_counter() - start)"
    # An installed package has its bytecode; without it Python compiles the sources each time.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", script]
    runs = [
        subprocess.run(command, capture_output=True, text=True, check=True, env=environment) for _ in range(8)
    ]
    return statistics.median(float(run.stdout) for run in runs[1:])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--ids", nargs="+", default=rlve_gym.list_environments(), help="environments (default: all)"
    )
    parser.add_argument("--seeds", type=int, default=30, help="problems at each difficulty (default: 30)")
    arguments = parser.parse_args()

    console = Console(highlight=False)
    seconds = import_time()
    console.print(
        f"import rlve_gym: {1000 * seconds:.1f} ms on top of gymnasium (limit {1000 * IMPORT_LIMIT:.0f} ms)"
    )
    timings = sorted(
        (measure(name, arguments.seeds) for name in arguments.ids), key=lambda timing: -timing.excess
    )
    headers = [
        "generate at 0",
        "at the middle",
        "worst at the top",
        "honest verdict",
        "worst hostile verdict",
    ]
    table = Table(
        Column("environment", no_wrap=True), *headers, title="milliseconds", caption="! over the limit"
    )
    for column in table.columns[1:]:
        column.justify = "right"
    for timing in timings:
        cells = []
        for name, limit in timing.limits.items():
            value = getattr(timing, name)
            cells.append(f"{1000 * value:.3f}" + (" !" if value > limit else ""))
        table.add_row(timing.environment, *cells)
    console.print(table)
    return int(seconds > IMPORT_LIMIT or any(timing.excess > 1 for timing in timings))


if __name__ == "__main__":
    sys.exit(main())
