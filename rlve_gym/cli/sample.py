"""Problems to a file: ``rlve-gym sample``.

Which problem stands in which row follows from the settings alone (:class:`rlve_gym.dataset.Rows`), so the rows that a
file has already say where to continue, and nothing else has to be kept.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

import rlve_gym
from rlve_gym.cli.parallel import ordered_map
from rlve_gym.core.environment import Split
from rlve_gym.dataset import Rows

BLOCK = 8
"""Rows that a process makes at a time."""
FOLDER_BATCH = 1000
"""Rows in one piece of a Parquet file."""


class SampleError(ValueError):
    """The problems cannot be written; the message says why."""


class Settings(msgspec.Struct, frozen=True):
    """What a row holds, beside its place in :class:`Rows`."""

    split: Split
    answer_style: str
    solutions: bool


def write_sample(
    output: Path,
    *,
    ids: Iterable[str],
    families: Iterable[str],
    difficulty: str,
    count: int,
    seed: int,
    split: str,
    processes: int,
    solutions: bool,
    answer_style: str,
    format: str,
) -> tuple[int, int]:
    """Checks the options of the command and does what they say.

    Returns:
        How many rows the output has, and how many of them are new.

    Raises:
        UnknownEnvironmentError: there is no such environment or family.
        ValueError: an option is out of its range, or the output has something else in it.
        OSError: a file cannot be read or written.
        concurrent.futures.process.BrokenProcessPool: a process was killed.
    """
    if format not in ("jsonl", "parquet"):
        raise SampleError(f"--format must be jsonl or parquet, not {format!r}")
    if split not in ("train", "test"):
        raise SampleError(f"--split must be train or test, not {split!r}")
    if answer_style not in ("tags", "boxed", "plain"):
        raise SampleError(f"--answer-style must be tags, boxed or plain, not {answer_style!r}")
    if processes < 1:
        raise SampleError(f"--processes must be at least 1, not {processes}")
    if (output.suffix == ".jsonl") != (format == "jsonl"):
        raise SampleError(
            f"--output {output} should end in .jsonl"
            if format == "jsonl"
            else f"--output {output} should be a folder, since --format is parquet"
        )
    rows = Rows.of(parse_names(ids, families), parse_difficulties(difficulty), count, seed)
    settings = Settings(split, answer_style, solutions)  # type: ignore[arg-type]
    write = sample_to_jsonl if format == "jsonl" else sample_to_folder
    return len(rows), write(rows, settings, output, processes)


def parse_difficulties(text: str) -> range:
    """Reads "3" or "0..4", both ends included.

    Raises:
        SampleError: it is neither.
    """
    match = re.fullmatch(r"([0-9]{1,6})(?:\.\.([0-9]{1,6}))?", text.strip())
    if match:
        low, high = int(match[1]), int(match[2] or match[1])
        if low <= high:
            return range(low, high + 1)
    raise SampleError(f"write the difficulty as an integer or a window such as 0..4, not {text!r}")


def parse_names(ids: Iterable[str], families: Iterable[str]) -> list[str] | None:
    """The environments of both options; None, which stands for all, if neither was given.

    Raises:
        UnknownEnvironmentError: there is no such family.
    """
    names = [name for text in ids for name in text.replace(",", " ").split()]
    groups = [name for text in families for name in text.replace(",", " ").split()]
    if not names and not groups:
        return None
    return [*names, *(name for family in groups for name in rlve_gym.list_environments(family))]


def make_row(place: tuple[str, int, int], settings: Settings) -> dict[str, Any]:
    """One row, as the file has it."""
    name, difficulty, seed = place
    env = _environment(name, settings.answer_style)
    problem = env.sample(difficulty, seed=seed, split=settings.split)
    row = {**_key(place, settings), "prompt": env.prompt(problem), "problem": rlve_gym.dumps(problem)}
    if settings.solutions:
        row["solution"] = env.format(env.solve(problem), problem)
    return row


def sample_to_jsonl(rows: Rows, settings: Settings, file: Path, processes: int) -> int:
    """Writes the rows that the file does not have yet.

    Returns:
        How many that were.

    Raises:
        SampleError: the file has something else in it.
        OSError: it cannot be read or written.
    """
    done, size = _existing(file, rows, settings)
    with file.open("ab") as stream:
        stream.truncate(size)
        blocks = (
            [rows[index] for index in range(start, min(start + BLOCK, len(rows)))]
            for start in range(done, len(rows), BLOCK)
        )
        with _progress() as progress:
            task = progress.add_task("problems", total=len(rows), completed=done)
            for count, lines in ordered_map(partial(_lines, settings=settings), blocks, processes):
                stream.write(lines)
                stream.flush()
                progress.advance(task, count)
    return len(rows) - done


def sample_to_folder(rows: Rows, settings: Settings, folder: Path, processes: int) -> int:
    """Writes ``<folder>/<split>.parquet``, which ``datasets.load_dataset(folder)`` reads.

    The rows are collected in ``<folder>/<split>.partial.jsonl`` first, from which the next run continues.

    Returns:
        How many rows were made now.

    Raises:
        SampleError: ``datasets`` is missing, a seed is too large, or a file has something else in it.
        OSError: a file cannot be read or written.
    """
    try:
        import datasets
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise SampleError(
            "--format parquet needs the library datasets: pip install 'rlve-gym-suite[data]'"
        ) from None
    if rows.seed + rows.count > 2**63:
        raise SampleError("Parquet has no seeds of 2**63 and above")
    target = folder / f"{settings.split}.parquet"
    collected = folder / f"{settings.split}.partial.jsonl"
    if target.exists():
        try:
            with pyarrow.parquet.ParquetFile(target) as table:
                batches = table.iter_batches(FOLDER_BATCH)
                count = _check(
                    (row for batch in batches for row in batch.to_pylist()), target, rows, settings
                )
        except pyarrow.ArrowInvalid:
            raise SampleError(f"{target} is no Parquet file") from None
        if count < len(rows):
            raise SampleError(
                f"{target} is complete with {count} rows; remove it, or use another folder for {len(rows)}"
            )
        collected.unlink(missing_ok=True)  # the last run was killed just before it could do so
        return 0
    folder.mkdir(parents=True, exist_ok=True)
    made = sample_to_jsonl(rows, settings, collected, processes)
    columns = {
        name: datasets.Value("int64" if name in ("version", "difficulty", "seed") else "string")
        for name in _names(settings)
    }
    schema = datasets.Features(columns).arrow_schema
    unfinished = folder / f"{settings.split}.partial.parquet"
    with collected.open("rb") as lines, pyarrow.parquet.ParquetWriter(unfinished, schema) as writer:
        batch: list[Any] = []
        for index, line in enumerate(lines, start=1):
            batch.append(json.loads(line))
            if len(batch) == FOLDER_BATCH or index == len(rows):
                writer.write_table(pyarrow.Table.from_pylist(batch, schema=schema))
                batch = []
    os.replace(unfinished, target)
    collected.unlink()
    return made


def _key(place: tuple[str, int, int], settings: Settings) -> dict[str, Any]:
    """The columns that say which problem a row is."""
    name, difficulty, seed = place
    return {
        "environment": name,
        "version": _environment(name, settings.answer_style).version,
        "difficulty": difficulty,
        "seed": seed,
        "split": settings.split,
    }


def _names(settings: Settings) -> list[str]:
    names = ["environment", "version", "difficulty", "seed", "split", "prompt", "problem"]
    return [*names, "solution"] if settings.solutions else names


def _line(place: tuple[str, int, int], settings: Settings) -> bytes:
    return json.dumps(make_row(place, settings), allow_nan=False).encode("ascii") + b"\n"


def _lines(places: list[tuple[str, int, int]], settings: Settings) -> tuple[int, bytes]:
    return len(places), b"".join(_line(place, settings) for place in places)


@cache
def _environment(name: str, answer_style: str) -> rlve_gym.Environment[Any, Any]:
    return rlve_gym.make(name, answer_style=answer_style)


def _existing(file: Path, rows: Rows, settings: Settings) -> tuple[int, int]:
    """The number of complete rows in the file, and of the bytes that they take.

    Raises:
        SampleError: it has something else in it than the first of these rows, perhaps with the last one cut short.
    """
    if not file.exists():
        return 0, 0
    size = 0
    rest = b""

    def complete() -> Iterator[Any]:
        nonlocal size, rest
        with file.open("rb") as stream:
            for line in stream:
                if not line.endswith(b"\n"):
                    rest = line
                    return
                try:
                    row = json.loads(line)
                except (ValueError, RecursionError):
                    row = None
                yield row
                size += len(line)

    done = _check(complete(), file, rows, settings)
    # A row that was cut short is removed, but not somebody else's text.
    if rest and (done == len(rows) or not _line(rows[done], settings).startswith(rest)):
        raise _other_settings(file, done)
    return done, size


def _check(found: Iterable[Any], file: Path, rows: Rows, settings: Settings) -> int:
    """The number of rows, all of them as they should be.

    The columns that name the problem are compared in every row, the first and the last are made again.

    Raises:
        SampleError: a row is not what these settings put there.
    """
    count = 0
    row = None
    for row in found:
        if count == len(rows):
            raise SampleError(f"{file} has more than the {len(rows)} rows of these settings")
        key = _key(rows[count], settings)
        if (
            not isinstance(row, dict)
            or list(row) != _names(settings)
            or any(row[name] != value for name, value in key.items())
            or (count == 0 and row != make_row(rows[0], settings))
        ):
            raise _other_settings(file, count)
        count += 1
    if count and row != make_row(rows[count - 1], settings):
        raise _other_settings(file, count - 1)
    return count


def _other_settings(file: Path, index: int) -> SampleError:
    return SampleError(
        f"{file} was not written with these settings: its row {index + 1} is another one. "
        "Repeat the command that began it, or write to another file"
    )


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.0f} a second")


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TextColumn("remaining"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )
