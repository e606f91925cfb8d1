"""The commands that have no tests of their own, some of them through the program a user calls."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

import rlve_gym

PROGRAM = pathlib.Path(sys.executable).with_name("rlve-gym")
ROOT = pathlib.Path(rlve_gym.__file__).parent.parent


def run_program(*arguments, cwd=None, path=None, program=(PROGRAM,)):
    environment = {**os.environ, "COLUMNS": "200", **({"PYTHONPATH": str(path)} if path else {})}
    done = subprocess.run([*program, *arguments], capture_output=True, text=True, cwd=cwd, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


@pytest.fixture
def run(invoke):
    """The command's output, or what it says on stderr if it fails."""

    def run(*arguments, status=0):
        done = invoke(*arguments, status=status)
        return done.stdout if status == 0 else done.stderr

    return run


def test_help(run):
    text = run_program("--help")
    commands = "list show new demo play sample verify train plot eval dynamics audit snapshot doctor"
    for command in commands.split():
        assert command in text
        assert "Usage" in run(command, "--help")


def test_list(run):
    text = run("list")
    for name in rlve_gym.list_environments():
        if rlve_gym.make(name).family != "custom":
            assert name in text
    assert "sort_integers" in run("list", "--family", "sequences")
    assert "shortest_path" not in run("list", "--family", "sequences")
    searched = run("list", "SHORTEST")
    assert "shortest_path" in searched
    assert "sort_integers" not in searched
    assert "graphs" in run("list", "--family", "graph", status=1)


@pytest.mark.parametrize("name", ["shortest_path", "ShortestPath", "Sorting"])
def test_show(run, name):
    text = run("show", name, "--difficulty", "3", "--seed", "5")
    env = rlve_gym.make(name)
    problem = env.sample(3, seed=5)
    assert env.prompt(problem) in text
    assert text.rstrip().endswith(env.format(env.solve(problem)))
    for parameter in env.ladder.parameters:
        assert parameter in text
    assert type(env).title() in text


def test_mistakes_are_explained(run):
    assert "nearest" in run("show", "shortest_pth", status=1)
    assert "0..16" in run("show", "shortest_path", "--difficulty", "99", status=1)
    assert "seed" in run("show", "shortest_path", "--seed", "-1", status=1)
    assert "checkout" in run("new", "sequences/thing", "--root", "/", status=1)
    assert "No such command" in run("shwo", status=2)


def test_demo(run, tmp_path, monkeypatch):
    text = run_program("demo", "--simulate", "--steps", "3", "--output", str(tmp_path / "plot.png"))
    assert "effective prompt ratio" in text
    assert "adaptive" in text
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
    monkeypatch.setattr(rlve_gym, "list_environments", lambda: ["sort_integers"])
    assert "nowhere" in run(
        "demo", "--simulate", "--steps", "1", "--output", str(tmp_path / "nowhere" / "plot.png"), status=1
    )


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of the package and of the contract tests, to write into."""
    root = tmp_path_factory.mktemp("checkout")
    shutil.copytree(ROOT / "rlve_gym", root / "rlve_gym")
    (root / "tests" / "envs").mkdir(parents=True)
    shutil.copytree(ROOT / "tests" / "contract", root / "tests" / "contract")
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


def test_new_writes_an_environment_that_meets_the_contract(run, checkout, monkeypatch):
    monkeypatch.chdir(checkout)
    text = run("new", "sequences/running_total_7")
    assert "rlve-gym show running_total_7" in text
    files = [
        checkout / "rlve_gym/envs/sequences/running_total_7.py",
        checkout / "tests/envs/sequences/test_running_total_7.py",
    ]
    assert all(file.exists() for file in files)
    python = (sys.executable, "-m")
    assert "Add up" in run_program(
        "show", "RunningTotal7", cwd=checkout, path=checkout, program=(*python, "rlve_gym.cli")
    )
    tests = run_program(
        "-q", "-p", "no:cacheprovider", str(files[1]), "tests/contract/test_contract.py", "-k", "running_total_7",
        cwd=checkout, path=checkout, program=(*python, "pytest"),
    )  # fmt: skip
    assert " passed" in tests
    assert "failed" not in tests
    ruff = pathlib.Path(sys.executable).with_name("ruff")
    run_program("check", *map(str, files), cwd=checkout, program=(ruff,))
    run_program("format", "--check", *map(str, files), cwd=checkout, program=(ruff,))


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("sequences/sort_integers", "exists"),
        ("graphs/sort_integers", "exists"),
        ("sequence/thing", "sequences"),
        ("thing", "FAMILY/ID"),
        ("sequences/Thing", "lower-case"),
        ("sequences/a b", "lower-case"),
        ("sequences/_hidden", "lower-case"),
        ("sequences/../../evil", "lower-case"),
        ("../sequences/thing", "lower-case"),
    ],
)
def test_new_refuses(run, checkout, path, reason):
    before = sorted(checkout.rglob("*"))
    assert reason in run("new", path, "--root", checkout, status=1)
    assert sorted(checkout.rglob("*")) == before
