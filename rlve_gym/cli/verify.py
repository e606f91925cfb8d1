"""Verdicts on the rows of a file: ``rlve-gym verify``."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import IO, Any

import msgspec

import rlve_gym
from rlve_gym.cli.parallel import ordered_map
from rlve_gym.core.extraction import AnswerStyle
from rlve_gym.core.registry import load
from rlve_gym.evaluation import verdict_fields

CHUNK_ROWS = 64
CHUNK_BYTES = 1_000_000
"""What several processes are given at a time. A single process takes rows one by one, and writes each at once."""

Chunk = tuple[int, list[bytes]]
"""The number of the first line, counted from 1, and the lines."""


class Judged(msgspec.Struct, frozen=True):
    """What came of one line: the row to write, or why there is none."""

    line: int
    row: bytes = b""
    damage: str | None = None
    environment: str = ""
    outcome: str = ""
    reward: float = 0.0
    correct: bool = False


class Totals(msgspec.Struct):
    """Sums over the rows of one environment."""

    rows: int = 0
    correct: int = 0
    reward: float = 0.0


class Summary:
    """Sums over all rows."""

    def __init__(self) -> None:
        self.damaged = 0
        self.outcomes: Counter[str] = Counter()
        self.environments: dict[str, Totals] = {}

    def add(self, judged: Judged) -> None:
        """Counts one line."""
        if judged.damage is not None:
            self.damaged += 1
            return
        self.outcomes[judged.outcome] += 1
        totals = self.environments.setdefault(judged.environment, Totals())
        totals.rows += 1
        totals.correct += judged.correct
        totals.reward += judged.reward

    def text(self) -> str:
        """The table, one line per environment, and the sums."""
        rows = sum(totals.rows for totals in self.environments.values())
        lines = []
        if rows:
            width = max(map(len, self.environments))
            lines.append(f"{'environment':<{width}}  {'rows':>9}  correct  mean reward")
            everything = Totals(
                rows,
                sum(totals.correct for totals in self.environments.values()),
                sum(totals.reward for totals in self.environments.values()),
            )
            for name, totals in [*sorted(self.environments.items()), ("all", everything)]:
                lines.append(
                    f"{name:<{width}}  {totals.rows:>9}  {totals.correct / totals.rows:>7.1%}"
                    f"  {totals.reward / totals.rows:>11.3f}"
                )
        outcomes = ", ".join(
            f"{self.outcomes[outcome]} {outcome}" for outcome in ("valid", "invalid", "unparsed")
        )
        lines.append(f"{rows} rows judged ({outcomes}), {self.damaged} damaged")
        return "\n".join(lines)


def verify_rows(
    source: str,
    output: str,
    *,
    processes: int,
    answer_style: str,
    report: Callable[[str], object],
) -> Summary:
    """Judges the response of each row, in order, in memory that does not grow with their number.

    Args:
        source: a file of rows, or "-" for standard input.
        output: the file to write, or "-" for standard output.
        processes: at least 1.
        answer_style: "tags", "boxed" or "plain".
        report: is told of each damaged row, which is left out of the output.

    Raises:
        ValueError: an argument is out of its range, or source and output are the same file.
        OSError: a file cannot be read or written.
    """
    style = AnswerStyle.of(answer_style)
    if processes < 1:
        raise ValueError(f"--processes must be at least 1, not {processes}")
    if "-" not in (source, output) and Path(output).exists() and os.path.samefile(source, output):
        raise ValueError("the output must be another file than the input")
    summary = Summary()
    with ExitStack() as stack:
        # Lines end at \n only: a response may contain U+2028 and whatever else text files know as a line end.
        reader = sys.stdin.buffer if source == "-" else stack.enter_context(open(source, "rb"))
        writer = sys.stdout.buffer if output == "-" else stack.enter_context(open(output, "wb"))
        chunks = _chunks(reader, CHUNK_ROWS if processes > 1 else 1)
        for chunk in ordered_map(partial(_judge_chunk, style=style), chunks, processes):
            for judged in chunk:
                summary.add(judged)
                if judged.damage is not None:
                    report(f"line {judged.line}: {judged.damage}")
                else:
                    writer.write(judged.row)
            writer.flush()
    return summary


def _chunks(reader: IO[bytes], rows: int) -> Iterator[Chunk]:
    lines: list[bytes] = []
    size = 0
    number = 0
    for number, line in enumerate(reader, start=1):
        lines.append(line)
        size += len(line)
        if len(lines) >= rows or size >= CHUNK_BYTES:
            yield number - len(lines) + 1, lines
            lines, size = [], 0
    if lines:
        yield number - len(lines) + 1, lines


def _judge_chunk(chunk: Chunk, style: AnswerStyle) -> list[Judged]:
    first, lines = chunk
    return [_judge(number, line, style) for number, line in enumerate(lines, start=first) if line.strip()]


def _judge(number: int, line: bytes, style: AnswerStyle) -> Judged:
    try:
        row = _row(line, first=number == 1)
        problem = rlve_gym.loads(row["problem"])
        env = load(problem.environment)(answer_style=style)
        verdict = env.judge(problem, row["response"])
        added = verdict_fields(env, verdict)
        text = json.dumps({**row, **added}).encode("ascii") + b"\n"
    # A row from elsewhere may hold any nonsense, such as a problem whose verifier fails on it.
    except Exception as error:
        what = "" if type(error) is ValueError else f"{type(error).__name__}: "
        return Judged(number, damage=" ".join(f"{what}{error}".split())[:300])
    return Judged(number, text, None, env.id, verdict.outcome, added["reward"], verdict.correct)


def _row(line: bytes, *, first: bool) -> dict[str, Any]:
    """Reads a line.

    Raises:
        ValueError: it is no row with the two texts that are needed.
    """
    try:
        row = json.loads(line.decode("utf-8-sig" if first else "utf-8"))
    except RecursionError:
        raise ValueError("not JSON that can be read: nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"not JSON: {error}") from None
    if not isinstance(row, dict):
        raise ValueError("not a JSON object")
    for name in ("problem", "response"):
        if name not in row:
            raise ValueError(f"there is no {name!r}")
        if not isinstance(row[name], str):
            raise ValueError(f"{name!r} must be text, not {type(row[name]).__name__}")
    return row
