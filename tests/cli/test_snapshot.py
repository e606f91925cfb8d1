"""``rlve-gym snapshot`` in a copy of the package, and the golden files that it writes."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

import rlve_gym
from rlve_gym.cli import snapshot
from rlve_gym.core.registry import load

ROOT = pathlib.Path(rlve_gym.__file__).parent.parent
SORT = pathlib.Path("tests/golden/sequences/sort_integers.md")
PATH = pathlib.Path("tests/golden/graphs/shortest_path.md")
SAT = pathlib.Path("tests/golden/logic/sat.md")
MAZE = pathlib.Path("tests/golden/grids/shortest_maze_path.md")
NAMES = ("sort_integers", "shortest_path")


@pytest.fixture
def checkout(tmp_path):
    shutil.copytree(ROOT / "rlve_gym", tmp_path / "rlve_gym")
    for file in (SORT, PATH, SAT, MAZE):
        (tmp_path / file).parent.mkdir(parents=True)
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


@pytest.fixture
def run(invoke, monkeypatch):
    """The command, on this checkout."""
    monkeypatch.chdir(ROOT)

    def run(*arguments, status=0):
        done = invoke("snapshot", *arguments, status=status)
        assert (done.stdout == "") == bool(done.stderr)
        return done.stdout or done.stderr

    return run


def run_copy(*arguments, root, status=0):
    """The command, on the package in ``root``."""
    environment = {**os.environ, "COLUMNS": "200", "PYTHONPATH": str(root)}
    done = subprocess.run(
        [sys.executable, "-m", "rlve_gym.cli", "snapshot", *map(str, arguments)],
        capture_output=True, text=True, cwd=root, env=environment,
    )  # fmt: skip
    assert done.returncode == status, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert (done.stdout == "") == bool(done.stderr)
    return done.stdout or done.stderr


def edit(file, old, new):
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def test_check_of_this_checkout(run):
    assert "up to date" in run("--check", *NAMES)
    assert "up to date" in run(*NAMES)
    text = run("--help")
    assert "--check" in text
    assert "--root" in text


def test_changes_are_stale(checkout):
    """A prompt, problems that are not shown, a version; and an environment that is as it was."""
    edit(checkout / "rlve_gym/envs/graphs/shortest_path.py", "Find a path", "Look for a path")
    edit(
        checkout / "rlve_gym/envs/sequences/sort_integers.py",
        "        return Problem(",
        "        if values[0] % 5 == 1:\n            values[0] += 1\n        return Problem(",
    )
    edit(
        checkout / "rlve_gym/envs/versions.py",
        "VERSIONS: dict[str, Version] = {}",
        'VERSIONS: dict[str, Version] = {"sat": Version(1, "2030-01-01", "a test")}',
    )
    names = [file.stem for file in (PATH, SORT, SAT, MAZE)]
    before = {file: (checkout / file).read_text() for file in (PATH, SORT, SAT, MAZE)}
    text = run_copy("--check", *names, root=checkout, status=1)
    for file in (PATH, SORT, SAT):
        assert f"stale {file}\n" in text
    assert "maze" not in text
    assert "rlve-gym snapshot" in text
    assert "version" in text
    assert before == {file: (checkout / file).read_text() for file in before}
    assert run_copy(*names, root=checkout) == f"wrote {PATH}\nwrote {SORT}\nwrote {SAT}\n"
    after = {file: (checkout / file).read_text() for file in before}
    assert "Look for a path" in after[PATH]
    changed = set(after[SORT].split("\n")) - set(before[SORT].split("\n"))
    assert all(line.startswith("- digest: ") for line in changed), changed
    assert "- version: 1\n" in after[SAT]
    assert after[MAZE] == before[MAZE]


def test_missing_and_leftover_files(checkout):
    # Most environments would only cost time here.
    for file in (checkout / "rlve_gym/envs").glob("*/[!_]*.py"):
        if file.parent.name != "envs" and file.stem not in NAMES:
            file.unlink()
    old = checkout / "tests/golden/strings/once.md"
    old.parent.mkdir()
    old.write_text("# once\n")
    double = pathlib.Path("tests/golden/sequences/shortest_path.md")
    shutil.copy(checkout / PATH, checkout / double)
    before = (checkout / SORT).read_bytes()
    (checkout / SORT).unlink()
    assert "up to date" in run_copy("--check", "shortest_path", root=checkout)  # only of what is named
    text = run_copy("--check", root=checkout, status=1)
    lines = {
        f"missing {SORT}",
        *(f"left over {file}" for file in (old.relative_to(checkout), double, SAT, MAZE)),
    }
    assert lines < set(text.split("\n"))
    assert old.exists()
    assert not (checkout / SORT).exists()
    text = run_copy(root=checkout)
    assert {line.replace("missing", "wrote").replace("left over", "removed") for line in lines} == set(
        text.split("\n")[:-1]
    )
    assert (checkout / SORT).read_bytes() == before
    assert sorted((checkout / "tests/golden").rglob("*.md")) == [checkout / PATH, checkout / SORT]
    assert "up to date" in run_copy("--check", root=checkout)


def test_another_right_answer_is_as_good():
    """Which of several right answers solve gives may depend on the version of a solver library."""
    cls = load("min_graph_coloring")
    text = snapshot.read(ROOT / snapshot.golden_file(cls))
    problem = cls().sample(cls.ladder.top, seed=0)
    right = cls().format(cls().solve(problem))
    renamed = " ".join({"0": "1", "1": "0"}.get(color, color) for color in right.split())
    wrong = " ".join(["0"] * problem.vertex_count)
    assert text.count(f"\n{right}\n") == 1
    assert renamed != right
    assert snapshot.differences(cls, text) == []
    assert snapshot.differences(cls, text.replace(f"\n{right}\n", f"\n{renamed}\n")) == []
    for bad in (wrong, "1 2", "none", f"{right} ", f" {renamed}", ""):
        changes = snapshot.differences(cls, text.replace(f"\n{right}\n", f"\n{bad}\n"))
        assert f"-{bad}" in changes
        assert f"+{right}" in changes


def test_other_versions_of_a_library_that_prints_the_problems(monkeypatch):
    library = re.compile(r"^- libraries: sympy \d+(\.\d+)+$", re.MULTILINE)
    assert library.search(snapshot.read(ROOT / snapshot.golden_file(load("symbolic_antiderivative"))))
    cls = load("sort_integers")
    text = snapshot.read(ROOT / SORT)
    # Where no library matters, no such line excuses anything.
    assert snapshot.differences(cls, text.replace("- digest", "- libraries: sympy 0.1\n- digest"))
    monkeypatch.setattr(cls, "libraries", ("sympy",))  # which is faster than the one that needs it
    text = snapshot.snapshot(cls)
    assert library.search(text)
    assert snapshot.differences(cls, text) == []
    other = re.sub("sympy .*", "sympy 0.1", text)
    redrawn = re.sub("digest: .*", "digest: 0", other)
    assert snapshot.differences(cls, other) == []
    assert snapshot.differences(cls, redrawn) == []
    assert snapshot.differences(cls, re.sub("digest: .*", "digest: 0", text))
    assert snapshot.differences(cls, redrawn.replace(cls.title(), "Another title."))
    assert snapshot.differences(cls, redrawn.replace("version: 0", "version: 1"))
    assert snapshot.snapshot(cls, other) != other  # but writing brings the file up to date


@pytest.mark.parametrize("name", NAMES)
def test_what_a_file_shows(name):
    env = rlve_gym.make(name)
    text = snapshot.read(ROOT / snapshot.golden_file(type(env)))
    assert text.startswith(f"# {name}\n\n{type(env).title()}\n\n- version: 0\n- digest: ")
    for difficulty in (0, env.max_difficulty // 2, env.max_difficulty):
        problem = env.sample(difficulty, seed=0)
        assert f"\n## Difficulty {difficulty}, seed 0\n\n```text\n{env.prompt(problem)}\n```\n" in text
        assert f"\n```text\n{env.format(env.solve(problem))}\n```\n" in text


@pytest.mark.parametrize(
    ("text", "fence"),
    [
        ("", "```"),
        ("a `b` c", "```"),
        ("a ``` b", "````"),
        ("```text\nx\n```", "````"),
        ("`````\nx\n```", "``````"),
    ],
)
def test_no_text_breaks_out_of_its_fence(text, fence):
    block = snapshot.fenced(text)
    assert block == f"{fence}text\n{text}\n{fence}"
    assert snapshot._blocks(f"# Title\n\n{block}\n\nand\n\n{snapshot.fenced('7')}\n") == [text, "7"]


def test_line_ends_of_windows_do_no_harm(tmp_path):
    copy = tmp_path / "copy.md"
    copy.write_bytes((ROOT / SORT).read_bytes().replace(b"\n", b"\r\n"))
    assert snapshot.differences(load("sort_integers"), snapshot.read(copy)) == []


def test_mistakes_are_explained(run, checkout):
    assert "nearest" in run("sort_integer", status=1)
    assert "checkout" in run("--root", "/", status=1)
    assert "not those of" in run("--root", checkout, "sort_integers", status=1)  # from the package in ROOT
