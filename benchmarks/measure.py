"""The measurements."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import rlve_gym
from rlve_gym.cli.audit import limits_of
from rlve_gym.testing import HOSTILE

COLUMNS = (
    "sample 0", "sample 5", "sample middle", "sample 10", "sample top", "worst top", "judge 0", "judge top", "hostile", "dumps", "loads",
)  # fmt: skip
"""Sampling includes the prompt. "judge" takes a right answer, "hostile" the slowest of many nasty ones; dumps and loads
are those of a problem at the top."""

Times = dict[str, float]


def seconds(function: Callable[..., Any], *arguments: Any) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - start


def measure(name: str, seeds: int, rounds: int) -> Times:
    """The times of one environment, in seconds."""
    env = rlve_gym.make(name)
    top = env.max_difficulty
    difficulties = {"0": 0, "5": min(5, top), "middle": top // 2, "10": min(10, top), "top": top}

    def problem_with_prompt(difficulty: int, seed: int) -> None:
        env.prompt(env.sample(difficulty, seed=seed))

    problem_with_prompt(0, 0)  # imports what it needs
    times: dict[str, list[float]] = {}
    for _ in range(rounds):
        for place, difficulty in difficulties.items():
            sampling = [seconds(problem_with_prompt, difficulty, seed) for seed in range(seeds)]
            times.setdefault(f"sample {place}", []).append(statistics.median(sampling))
            if place == "top":
                times.setdefault("worst top", []).append(max(sampling))
    for place in ("0", "top"):
        for seed in range(min(seeds, 10)):
            problem = env.sample(difficulties[place], seed=seed)
            response = env.respond(env.solve(problem))
            for _ in range(rounds):
                times.setdefault(f"judge {place}", []).append(seconds(env.judge, problem, response))
    text = rlve_gym.dumps(problem)
    for _ in range(10 * rounds):
        times.setdefault("dumps", []).append(seconds(rlve_gym.dumps, problem))
        times.setdefault("loads", []).append(seconds(rlve_gym.loads, text))
    result = {key: statistics.median(values) for key, values in times.items()}
    result["hostile"] = max(
        min(
            seconds(env.judge, env.sample(difficulty, seed=1), f"<answer>{text}</answer>")
            for _ in range(rounds)
        )
        for difficulty in {difficulties["0"], difficulties["middle"], top}
        for text in HOSTILE
    )
    return result


def excess(name: str, times: Times) -> float:
    """The largest ratio of a time to its limit."""
    return max(times[key] / limit for key, limit in limits(name).items())


def limits(name: str) -> Times:
    """The limits of an environment, in seconds; those of the audit."""
    limit = limits_of(name)
    return {
        "sample 0": limit.generate_bottom,
        "sample middle": limit.generate_middle,
        "worst top": limit.generate_worst,
        "judge 0": limit.judge_honest,
        "judge top": limit.judge_honest,
        "hostile": limit.judge_hostile,
    }


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


def sample_many(names: Sequence[str], first_seed: int, count: int) -> int:
    """A share of the work of :func:`scaling`: problems with prompts at difficulty 3."""
    for seed in range(first_seed, first_seed + count):
        for name in names:
            env = rlve_gym.make(name)
            env.prompt(env.sample(min(3, env.max_difficulty), seed=seed))
    return count * len(names)


def scaling(names: Sequence[str], per_environment: int) -> dict[str, float]:
    """Problems per second with 1, 2, 4, ... processes, up to twice the number of cores."""
    rates = {}
    processes = 1
    while processes <= 2 * (os.cpu_count() or 1):
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            list(pool.map(sample_many, [names] * processes, [0] * processes, [1] * processes))  # imports
            share = -(-per_environment // processes)
            start = time.perf_counter()
            done = sum(
                pool.map(sample_many, [names] * processes, range(0, 10**6, share), [share] * processes)
            )
            rates[str(processes)] = done / (time.perf_counter() - start)
        processes *= 2
    return rates
