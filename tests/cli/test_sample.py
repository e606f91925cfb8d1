"""``rlve-gym sample``: what it writes, also in several processes and after interruptions."""

import json
import pathlib
import signal
import subprocess
import sys
import time

import pytest

import rlve_gym
from rlve_gym.cli import sample
from rlve_gym.dataset import Rows

PROGRAM = pathlib.Path(sys.executable).with_name("rlve-gym")
SMALL = ("--ids", "sort_integers,shortest_path", "--difficulty", "0..2", "--count", "4")


@pytest.fixture(scope="module")
def run(invoke):
    """What the command did, or its sentence about a mistake."""

    def run(*arguments, status=0):
        done = invoke("sample", *arguments, status=status)
        if status == 1:
            assert done.stderr.startswith("rlve-gym: ")
            assert done.stderr.count("\n") == 1
            return done.stderr
        return done

    return run


def run_program(*arguments):
    """In a process of its own, which the program itself may start more of."""
    done = subprocess.run([PROGRAM, "sample", *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def read(file):
    data = file.read_bytes()
    assert data.isascii()
    assert data.endswith(b"\n")
    return [json.loads(line) for line in data.split(b"\n")[:-1]]


def test_help(run):
    text = " ".join(run("--help").stdout.split())
    assert "Usage" in text
    assert "highest difficulty stands in" in text


def test_rows_of_all_environments(tmp_path):
    file = tmp_path / "all.jsonl"
    done = run_program("--output", file, "--count", "2", "--seed", "5", "--with-solutions")
    rows = read(file)
    names = rlve_gym.list_environments()
    assert f"has {2 * len(names)} problems" in done.stdout
    assert f"{2 * len(names)}/{2 * len(names)}" in done.stderr  # the progress bar
    assert [(row["environment"], row["seed"]) for row in rows] == [
        (name, seed) for seed in (5, 6) for name in names
    ]
    for row in rows:
        assert list(row) == [
            "environment", "version", "difficulty", "seed", "split", "prompt", "problem", "solution",
        ]  # fmt: skip
        env = rlve_gym.make(row["environment"])
        problem = env.sample(0, seed=row["seed"])
        assert (row["version"], row["difficulty"], row["split"]) == (env.version, 0, "train")
        assert row["prompt"] == env.prompt(problem)
        assert row["problem"] == rlve_gym.dumps(problem)
        assert rlve_gym.loads(row["problem"]) == problem
        assert env.score(problem, f"<answer>{row['solution']}</answer>") == 1


def test_difficulties_are_cut_to_the_highest(run, tmp_path):
    top = rlve_gym.make("countdown_exact").max_difficulty
    expected = {
        f"{top - 1}..{top + 2}": [top - 1, top],
        f"{top + 1}..{top + 2}": [top],
        f"{top + 5}": [top],
        "3": [3],
    }
    for number, (window, difficulties) in enumerate(expected.items()):
        file = tmp_path / f"{number}.jsonl"
        run("--ids", "countdown_exact", "--difficulty", window, "--count", "1", "--output", file)
        assert [row["difficulty"] for row in read(file)] == difficulties


def test_settings_reach_the_rows(run, tmp_path):
    file = tmp_path / "a.jsonl"
    run(
        "--family", "sequences", "--family", "puzzles", "--ids", "Sorting", "--ids", "sat",
        "--split", "test", "--answer-style", "boxed", "--count", "1", "--output", file,
    )  # fmt: skip
    names = {*rlve_gym.list_environments("sequences"), *rlve_gym.list_environments("puzzles"), "sat"}
    rows = read(file)
    assert [row["environment"] for row in rows] == sorted(names)
    for row in rows:
        env = rlve_gym.make(row["environment"], answer_style="boxed")
        problem = env.sample(0, seed=0, split="test")
        assert (row["split"], row["prompt"]) == ("test", env.prompt(problem))
        assert row["problem"] == rlve_gym.dumps(problem)
        assert "solution" not in row


def test_three_processes_write_the_same_bytes(run, tmp_path):
    arguments = ("--difficulty", "0..1", "--count", "2", "--with-solutions")
    run(*arguments, "--output", tmp_path / "1.jsonl")
    run_program(*arguments, "--processes", "3", "--output", tmp_path / "3.jsonl")
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "3.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("processes", "ends"), [(1, (signal.SIGKILL, signal.SIGKILL)), (2, (signal.SIGKILL, signal.SIGINT))]
)
def test_killed_and_continued(run, tmp_path, processes, ends):
    ids = ("sort_integers", "knapsack", "shortest_path")
    arguments = ("--ids", ",".join(ids), "--difficulty", "4..6", "--processes", str(processes))
    file = tmp_path / "a.jsonl"
    total = 2000 * 9
    command = [PROGRAM, "sample", *arguments, "--count", "2000", "--output", file]
    size = 0
    for end in ends:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        deadline = time.monotonic() + 60
        while not file.exists() or file.stat().st_size <= size:
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(end)
        # The workers end, too: they have the same output, which ends with the last of them.
        process.communicate(timeout=60)
        assert process.returncode != 0
        grown = file.stat().st_size
        assert grown > size
        size = grown
    assert file.read_bytes().count(b"\n") < total, "the runs were not interrupted"
    # Not to the end, which would take long: a smaller sample has the same rows, and ends earlier.
    have = file.read_bytes().count(b"\n")
    count = have // 9 + 2
    fresh = tmp_path / "fresh.jsonl"
    run(*arguments[:-1], "1", "--count", count, "--output", fresh)
    done = run_program(*arguments, "--count", count, "--output", file)
    assert f"{count * 9 - have} of them new" in done.stdout
    assert file.read_bytes() == fresh.read_bytes()


def test_continued_from_any_byte(tmp_path):
    rows = Rows.of(["sort_integers", "knapsack"], [0, 1], 3, 0)
    settings = sample.Settings("train", "tags", True)
    file = tmp_path / "a.jsonl"
    assert sample.sample_to_jsonl(rows, settings, file, 1) == 12
    data = file.read_bytes()
    ends = [index for index, byte in enumerate(data) if byte == 10]
    for cut in sorted({0, 1, len(data), *range(0, len(data), 211), *ends, *(end + 1 for end in ends)}):
        file.write_bytes(data[:cut])
        assert sample.sample_to_jsonl(rows, settings, file, 1) == 12 - data[:cut].count(b"\n")
        assert file.read_bytes() == data


def test_more_rows_are_added(run, tmp_path):
    file, fresh = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    run(*SMALL, "--output", file)
    assert "0 of them new" in run(*SMALL, "--output", file).stdout
    larger = (*SMALL[:-1], "6")
    assert "12 of them new" in run(*larger, "--output", file).stdout
    run(*larger, "--output", fresh)
    assert file.read_bytes() == fresh.read_bytes()
    assert "more than the 24 rows" in run(*SMALL, "--output", file, status=1)
    assert file.read_bytes() == fresh.read_bytes()


@pytest.mark.parametrize(
    "other",
    [
        ("--seed", "1"),
        ("--split", "test"),
        ("--with-solutions",),
        ("--answer-style", "boxed"),
        ("--difficulty", "0..3"),
        ("--ids", "knapsack"),
    ],
)
def test_a_file_of_other_settings_is_left_alone(run, tmp_path, other):
    file = tmp_path / "a.jsonl"
    run(*SMALL, "--output", file)
    before = file.read_bytes()
    assert "other" in run(*SMALL, *other, "--output", file, status=1)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: [*lines[:2], b"{}\n", *lines[3:]],
        lambda lines: [*lines[:2], b"\n", *lines[2:]],
        lambda lines: [*lines[:2], *lines[3:]],
        lambda lines: [*lines[:2], lines[2][:50] + b"\n", *lines[3:]],
        lambda lines: [lines[1], lines[0], *lines[2:]],
        lambda lines: [lines[0].replace(b"prompt", b"tpmorp"), *lines[1:]],
        lambda lines: [lines[0].replace(b"Put your final", b"Put the final"), *lines[1:]],
        lambda lines: [*lines[:-1], lines[-1].replace(b"Put your final", b"Put the final")],
        lambda lines: [*lines[:5], b"my notes"],
        lambda lines: [b"my notes"],
        lambda lines: [*lines, b"{"],
        lambda lines: [b"[" * 100_000 + b"\n"],
        lambda lines: [b"\xff\n"],
    ],
)
def test_a_file_with_something_else_in_it_is_left_alone(tmp_path, change):
    rows, settings = Rows.of(["sort_integers"], [0, 1], 4, 0), sample.Settings("train", "tags", False)
    file = tmp_path / "a.jsonl"
    sample.sample_to_jsonl(rows, settings, file, 1)
    data = b"".join(change(file.read_bytes().splitlines(keepends=True)))
    file.write_bytes(data)
    with pytest.raises(sample.SampleError):
        sample.sample_to_jsonl(rows, settings, file, 1)
    assert file.read_bytes() == data


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--ids", "shortest_pth"), "nearest"),
        (("--ids", ","), "all"),
        (("--family", "graph"), "graphs"),
        (("--difficulty", "4..1"), "0..4"),
        (("--difficulty", "-1"), "0..4"),
        (("--difficulty", "easy"), "0..4"),
        (("--count", "0"), "count"),
        (("--seed", "-1"), "seed"),
        (("--split", "validation"), "train or test"),
        (("--processes", "0"), "--processes"),
        (("--format", "csv"), "parquet"),
        (("--answer-style", "bold"), "boxed"),
        (("--output", "a.json"), ".jsonl"),
        (("--output", "a.jsonl", "--format", "parquet"), "folder"),
        (("--output", "nowhere/a.jsonl"), "nowhere"),
    ],
)
def test_mistakes_are_explained(run, tmp_path, monkeypatch, arguments, reason):
    monkeypatch.chdir(tmp_path)
    if arguments == ("--ids", ","):  # names nothing, like no option at all
        assert sample.parse_names([","], []) is None
        return
    assert reason in run("--output", "a.jsonl", *arguments, status=1)
    assert list(tmp_path.iterdir()) == []


# Parquet --------------------------------------------------------------------------------------------------------------


def test_parquet_is_a_dataset(run, tmp_path):
    import datasets

    folder, file = tmp_path / "set", tmp_path / "rows.jsonl"
    for split in ("train", "test"):
        arguments = (*SMALL, "--split", split, "--with-solutions")
        command, processes = (run_program, "2") if split == "train" else (run, "1")
        command(*arguments, "--format", "parquet", "--output", folder, "--processes", processes)
        assert "0 of them new" in run(*arguments, "--format", "parquet", "--output", folder).stdout
    assert sorted(path.name for path in folder.iterdir()) == ["test.parquet", "train.parquet"]
    loaded = datasets.load_dataset(str(folder), cache_dir=str(tmp_path / "cache"))
    run(*arguments, "--output", file)
    assert loaded["test"].to_list() == read(file)
    assert len(loaded["train"]) == 24
    assert loaded["train"].features["seed"] == datasets.Value("int64")
    before = (folder / "train.parquet").read_bytes()
    for other, reason in (
        (("--seed", "1"), "other"),
        (("--count", "5"), "complete"),
        (("--count", "3"), "more"),
    ):
        arguments = (*SMALL, "--with-solutions", *other, "--format", "parquet", "--output", folder)
        assert reason in run(*arguments, status=1)
    assert (folder / "train.parquet").read_bytes() == before


def test_parquet_continues(tmp_path):
    rows, settings = Rows.of(["sort_integers"], [0, 1], 4, 0), sample.Settings("train", "tags", False)
    whole, folder = tmp_path / "whole", tmp_path / "set"
    assert sample.sample_to_folder(rows, settings, whole, 1) == 8
    sample.sample_to_jsonl(rows, settings, tmp_path / "a.jsonl", 1)
    data = (tmp_path / "a.jsonl").read_bytes()
    folder.mkdir()
    (folder / "train.partial.jsonl").write_bytes(data[: len(data) // 2])
    (folder / "train.partial.parquet").write_bytes(b"PAR1")
    assert 0 < sample.sample_to_folder(rows, settings, folder, 1) < 8
    assert [path.name for path in folder.iterdir()] == ["train.parquet"]
    assert (folder / "train.parquet").read_bytes() == (whole / "train.parquet").read_bytes()
    # Killed between the last two steps.
    (folder / "train.partial.jsonl").write_bytes(data)
    assert sample.sample_to_folder(rows, settings, folder, 1) == 0
    assert [path.name for path in folder.iterdir()] == ["train.parquet"]
    (folder / "train.parquet").write_bytes(b"my notes")
    with pytest.raises(sample.SampleError, match="no Parquet"):
        sample.sample_to_folder(rows, settings, folder, 1)


def test_parquet_in_several_pieces(tmp_path, monkeypatch):
    import datasets

    monkeypatch.setattr(sample, "FOLDER_BATCH", 5)
    rows, settings = Rows.of(["sort_integers"], [0, 1], 6, 2**63 - 6), sample.Settings("train", "tags", False)
    sample.sample_to_folder(rows, settings, tmp_path / "set", 1)
    loaded = datasets.load_dataset(str(tmp_path / "set"), cache_dir=str(tmp_path / "cache"), split="train")
    assert loaded.to_list() == [sample.make_row(rows[index], settings) for index in range(12)]
    assert sample.sample_to_folder(rows, settings, tmp_path / "set", 1) == 0
    with pytest.raises(sample.SampleError, match="2\\*\\*63"):
        sample.sample_to_folder(Rows.of(["sort_integers"], [0], 1, 2**63), settings, tmp_path / "b", 1)


def test_parquet_without_the_library(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "datasets", None)
    text = run("--format", "parquet", "--output", tmp_path / "set", status=1)
    assert "rlve-gym-suite[data]" in text
    assert not (tmp_path / "set").exists()
