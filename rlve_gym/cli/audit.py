"""Measures every environment at several difficulties, and compares it with the limits of the design.

The contract (``rlve_gym.testing``) says whether an environment works; the audit says how well: how long problems and
verdicts take, how much the problems vary, and what a policy gains that never reads them.
"""

from __future__ import annotations

import json
import math
import os
import random
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any

from rich.text import Text

import rlve_gym
from rlve_gym import testing
from rlve_gym.cli.parallel import unordered_map

# The limits ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Limits:
    """What is allowed. Times are in seconds, on one core."""

    generate_bottom: float = 0.0002
    """Median time of a problem and its prompt at difficulty 0. Checked by the benchmarks only: it needs a quiet machine."""
    generate_middle: float = 0.005
    """The same up to the middle difficulty."""
    generate_worst: float = 1.0
    """Longest time of a problem and its prompt at any difficulty."""
    judge_honest: float = 0.005
    """Median time of the verdict on a right answer."""
    judge_hostile: float = 0.050
    """Longest time of the verdict on a hostile text. Checked by the benchmarks only."""
    prompt_length: int = testing.MAX_PROMPT
    """Characters."""
    variety_from: int = 5
    """From this difficulty on there are as many different problems per seed as the class's ``variety`` says."""
    chance_from: int = 3
    """From this difficulty on a constant answer may win no more often than the class's ``chance``."""
    mutations_right: float = testing.MUTATIONS_RIGHT
    """Share of the near misses of a right answer that may be right, too."""


@dataclass(frozen=True)
class Exemption:
    """Other limits for one environment, and the reason."""

    limits: Limits
    reason: str


_SYMBOLIC = Exemption(
    Limits(generate_bottom=0.020, generate_middle=0.100, judge_honest=0.100, judge_hostile=0.250),
    "SymPy builds, differentiates and simplifies each problem, and verdicts evaluate with up to 700 digits.",
)
EXEMPTIONS = {"symbolic_antiderivative": _SYMBOLIC, "symbolic_derivative": _SYMBOLIC}


def limits_of(environment: str) -> Limits:
    """The limits of an environment, by its id."""
    return EXEMPTIONS[environment].limits if environment in EXEMPTIONS else Limits()


FEW_SEEDS = 100
"""Below this many seeds, luck is allowed for: a constant answer may win by two standard deviations more."""
MUTATED = 30
"""At most this many problems have their answers mutated."""


# Measurement ---------------------------------------------------------------------------------------------------------


@dataclass
class Audit:
    """One environment at one difficulty. Times are in seconds."""

    environment: str
    difficulty: int
    top: int
    chance: float
    variety: float
    seeds: int
    generate_median: float
    generate_worst: float
    judge_median: float
    prompt_length: int
    """The longest prompt, in characters."""
    problems: int
    """Different prompts."""
    answers: int
    """Different answers of ``solve``."""
    guess: str
    """The best of the constant answers that were tried."""
    guess_wins: int
    solved: int
    """How often the answer of ``solve`` was right."""
    mutations: int
    mutations_rejected: int
    broken: list[str] = field(default_factory=list)
    """The limits that it breaks, as sentences."""


@dataclass
class Failure:
    """An environment that raised an exception instead of being measured."""

    environment: str
    difficulty: int | None
    """None where it cannot even be made."""
    error: str

    @property
    def broken(self) -> list[str]:
        """The error."""
        return [self.error]


def measure(name: str, difficulty: int, seeds: int) -> Audit:
    """Measures one environment at one difficulty, on the problems of seeds 0 to ``seeds - 1``."""
    env = rlve_gym.make(name)

    def generate(seed: int) -> tuple[Any, str]:
        problem = env.sample(difficulty, seed=seed)
        return problem, env.prompt(problem)

    env.respond(env.solve(generate(0)[0]))  # imports and tables, which every process makes once
    generation, judging, sample, prompts, solutions = [], [], [], [], []
    solved = 0
    for seed in range(seeds):
        seconds, (problem, prompt) = _clock(generate, seed)
        answer = env.solve(problem)
        generation.append(seconds)
        seconds, verdict = _clock(env.judge, problem, env.respond(answer))
        judging.append(seconds)
        solved += verdict.correct
        sample.append(problem)
        prompts.append(prompt)
        solutions.append(env.format(answer))

    guesses = testing.constant_answers(solutions)
    wins = [sum(testing.is_right(env, problem, guess) for problem in sample) for guess in guesses]
    rng = random.Random(0)
    near = [
        env.judge(problem, env.respond(mutation)).correct
        for problem in sample[:MUTATED]
        for mutation in testing.near_misses(env, problem, rng)
    ]
    return Audit(
        environment=name,
        difficulty=difficulty,
        top=env.max_difficulty,
        chance=env.chance,
        variety=env.variety,
        seeds=seeds,
        generate_median=statistics.median(generation),
        generate_worst=max(generation),
        judge_median=statistics.median(judging),
        prompt_length=max(map(len, prompts)),
        problems=len(set(prompts)),
        answers=len(set(solutions)),
        guess=guesses[wins.index(max(wins))],
        guess_wins=max(wins),
        solved=solved,
        mutations=len(near),
        mutations_rejected=near.count(False),
    )


def _clock(function: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    start = time.perf_counter()
    result = function(*arguments)
    return time.perf_counter() - start, result


def broken_limits(audit: Audit, *, times: bool) -> list[str]:
    """Which limits a measurement breaks, as sentences.

    Args:
        times: whether the limits on time count, which a busy machine breaks easily.
    """
    limits = limits_of(audit.environment)
    seeds, broken = audit.seeds, []
    if times:
        if audit.difficulty <= audit.top // 2 and audit.generate_median > limits.generate_middle:
            broken.append(
                f"a problem takes {_ms(audit.generate_median)} in the median, more than {_ms(limits.generate_middle)}"
            )
        if audit.generate_worst > limits.generate_worst:
            broken.append(
                f"a problem took {_ms(audit.generate_worst)}, more than {_ms(limits.generate_worst)}"
            )
        if audit.judge_median > limits.judge_honest:
            broken.append(
                f"a verdict takes {_ms(audit.judge_median)} in the median, more than {_ms(limits.judge_honest)}"
            )
    if audit.prompt_length > limits.prompt_length:
        broken.append(f"a prompt has {audit.prompt_length} characters, more than {limits.prompt_length}")
    if audit.difficulty >= limits.variety_from and audit.problems < audit.variety * seeds:
        broken.append(
            f"{audit.problems} different problems in {seeds} seeds, fewer than {audit.variety * seeds:g}"
        )
    if audit.difficulty >= limits.chance_from and audit.guess_wins > allowed_wins(audit.chance, seeds):
        broken.append(
            f"the constant answer {_shortened(audit.guess)!r} wins {audit.guess_wins} of {seeds}, more than "
            f"{allowed_wins(audit.chance, seeds):.3g}"
        )
    if audit.solved < seeds:
        broken.append(f"solve is right in {audit.solved} of {seeds}")
    won = audit.mutations - audit.mutations_rejected
    if won > limits.mutations_right * audit.mutations:
        broken.append(f"{won} of {audit.mutations} mutated answers are right")
    return broken


def allowed_wins(chance: float, seeds: int) -> float:
    """How many of the problems a constant answer may win."""
    luck = 2 * math.sqrt(seeds * chance * (1 - chance)) if seeds < FEW_SEEDS else 0
    return chance * seeds + luck


# All of them ---------------------------------------------------------------------------------------------------------

Unit = tuple[str, int]
"""An environment and a difficulty: what a process measures at a time."""


def parse_difficulties(text: str) -> tuple[int | str, ...]:
    """Reads a list such as "0,3,middle,top".

    Raises:
        ValueError: a part is neither a number nor one of the two words.
    """
    places: list[int | str] = []
    for part in text.replace(",", " ").split():
        if part not in ("middle", "top") and not (part.isascii() and part.isdigit() and len(part) < 10):
            raise ValueError(f"a difficulty is a number, middle or top, not {part!r}")
        places.append(part if part in ("middle", "top") else int(part))
    if not places:
        raise ValueError("give at least one difficulty")
    return tuple(places)


def audit_units(names: Iterable[str], places: Sequence[int | str]) -> tuple[list[Unit], list[Failure]]:
    """The difficulties to measure each environment at, and the environments that cannot even be made.

    Args:
        names: ids of environments.
        places: see ``parse_difficulties``; numbers above the top of an environment mean its top.
    """
    units: list[tuple[float, Unit]] = []
    failures: list[Failure] = []
    for name in names:
        try:
            top = rlve_gym.make(name).max_difficulty
        except Exception as error:  # whatever is wrong with one environment, the others are measured
            failures.append(Failure(name, None, _one_line(error)))
            continue
        values = {"middle": top // 2, "top": top}
        for difficulty in {min(top, place if isinstance(place, int) else values[place]) for place in places}:
            units.append((difficulty / max(1, top), (name, difficulty)))
    # The slow ones come first, so that at the end none is left over for a single process.
    units.sort(key=lambda unit: (-unit[0], unit[1]))
    return [unit for _, unit in units], failures


def audit_unit(unit: Unit, seeds: int, *, times: bool) -> Audit | Failure:
    """Measures one environment at one difficulty, and compares it with the limits."""
    name, difficulty = unit
    try:
        audit = measure(name, difficulty, seeds)
        return replace(audit, broken=broken_limits(audit, times=times))
    except Exception as error:
        return Failure(name, difficulty, _one_line(error))


def run_audit(
    names: Iterable[str],
    places: Sequence[int | str],
    seeds: int,
    *,
    times: bool,
    processes: int | None,
) -> list[Audit | Failure]:
    """Measures environments under a progress bar on stderr, and prints a table and what is broken.

    Args:
        names: ids of environments.
        places: difficulties, see :func:`parse_difficulties`.
        processes: None for one per core.

    Returns:
        The results by environment and difficulty.

    Raises:
        concurrent.futures.process.BrokenProcessPool: a process was killed.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    units, failures = audit_units(names, places)
    results: list[Audit | Failure] = [*failures]
    processes = max(1, min(processes or os.cpu_count() or 1, len(units)))
    errors = Console(stderr=True)
    columns = (TextColumn("measured"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task("", total=len(units))
        for result in unordered_map(partial(audit_unit, seeds=seeds, times=times), units, processes):
            results.append(result)
            progress.advance(bar)
    results.sort(key=lambda result: (result.environment, result.difficulty or 0))

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(140, console.width)  # a file or a log has room for the table
    console.print(_table([result for result in results if isinstance(result, Audit)], seeds))
    for result in results:
        for sentence in result.broken:
            place = "" if result.difficulty is None else f" at difficulty {result.difficulty}"
            console.print(Text(f"{result.environment}{place}: {sentence}", "red"), soft_wrap=True)
    count = sum(len(result.broken) for result in results)
    checked = "all limits" if times else "all limits but those on time"
    environments = len({result.environment for result in results})
    console.print(
        f"{environments} environments: {count} broken limits or errors" if count
        else f"{environments} environments are within {checked}"
    )  # fmt: skip
    return results


def _table(audits: Sequence[Audit], seeds: int) -> Any:
    from rich import box
    from rich.table import Table

    headers = "at generate worst judge prompt problems answers best-guess wins solved rejected"
    table = Table("environment", *headers.split(), title=f"{seeds} seeds", box=box.SIMPLE_HEAD)
    table.caption = "times in ms, prompt in characters, different problems and answers, near misses rejected"
    for column in table.columns:
        column.no_wrap = True
        column.justify = "left" if column.header == "environment" else "right"
    previous = None
    for audit in audits:
        times = (audit.generate_median, audit.generate_worst, audit.judge_median)
        table.add_row(
            audit.environment if audit.environment != previous else "",
            Text(f"{audit.difficulty}*", "red") if audit.broken else str(audit.difficulty),
            *(f"{1000 * seconds:.2f}" for seconds in times),
            str(audit.prompt_length),
            str(audit.problems),
            str(audit.answers),
            Text(_shortened(audit.guess)),
            f"{audit.guess_wins / audit.seeds:.0%}",
            f"{audit.solved / audit.seeds:.0%}",
            f"{audit.mutations_rejected / max(1, audit.mutations):.0%}",
        )
        previous = audit.environment
    return table


def to_json(results: Sequence[Audit | Failure]) -> str:
    """The results as a JSON list of objects; failures have "error"."""
    return json.dumps([asdict(result) for result in results], indent=1) + "\n"


def _one_line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.3g} ms"


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 16 else f"{line[:15]}…"
