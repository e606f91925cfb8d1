"""``rlve-gym doctor``, on this installation and on ones that were broken on purpose."""

import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys

import pytest

import rlve_gym
from rlve_gym.cli import doctor
from rlve_gym.core.registry import load

PROGRAM = pathlib.Path(sys.executable).with_name("rlve-gym")
ROOT = pathlib.Path(rlve_gym.__file__).parent.parent


FEWER = """
import rlve_gym
from rlve_gym.cli import app, doctor

doctor.requirements = lambda: {"": ["sympy", "scipy"], "plot": ["matplotlib"]}
rlve_gym.list_environments = lambda: ["knapsack", "sort_integers", "symbolic_antiderivative"]
app(prog_name="rlve-gym")
"""
"""The program with less to look at, which it does in a tenth of the time."""


def run(*arguments, status=0, path=None, program=(sys.executable, "-c", FEWER)):
    environment = {**os.environ, **({"PYTHONPATH": str(path)} if path else {})}
    done = subprocess.run(
        [*program, "doctor", *arguments], capture_output=True, text=True, env=environment, cwd=path
    )
    assert done.returncode == status, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout or done.stderr


def test_report(tmp_path):
    # Where these are installed, their imports would take most of the time.
    for name in ("accelerate", "transformers", "trl"):
        (tmp_path / f"{name}.py").write_text("raise ImportError")
    text = run(path=tmp_path, program=(PROGRAM,))
    assert f"rlve_gym  {rlve_gym.__version__}" in text
    assert f"Python    {platform.python_version()}" in text
    for name in (
        "gymnasium",
        "numpy",
        "msgspec",
        "sympy",
        "networkx",
        "scipy",
        "python-sat",
        "typer",
        "rich",
    ):
        assert re.search(rf"^  ok    {name} \d", text, re.MULTILINE)
    for extra in ("plot", "train", "vllm", "eval", "docs", "dev"):
        (line,) = re.findall(rf"^  (?:ok|none)  +{extra}: .*$", text, re.MULTILINE)
        assert line.startswith("  ok") or line.endswith(f"pip install 'rlve-gym-suite[{extra}]'")
    assert re.search(r"^  ok    plot: .*matplotlib \d", text, re.MULTILINE)  # these tests run with it
    assert re.search(r"^  ok    (\d+) of \1$", text, re.MULTILINE)
    assert text.endswith("Everything essential works.\n")


def test_a_broken_dependency_is_essential(tmp_path):
    (tmp_path / "sympy.py").write_text('print("noise")\nraise ImportError("no such symbol")\n')
    text = run(path=tmp_path, status=1)
    assert re.search(
        r"^  FAIL  sympy [\d.]+: ImportError: no such symbol: pip install .* sympy$", text, re.MULTILINE
    )
    assert re.search(r"^  FAIL  symbolic_antiderivative: ImportError", text, re.MULTILINE)
    assert re.search(r"^  ok    scipy ", text, re.MULTILINE)
    assert "sort_integers" not in text
    assert text.endswith("Not everything works.\n")


def test_a_broken_extra_is_not_essential(tmp_path):
    (tmp_path / "matplotlib.py").write_text("import os\nos._exit(7)\n")  # as bad as a crash
    text = run(path=tmp_path)
    (line,) = re.findall(r"^  none  plot: .*$", text, re.MULTILINE)
    assert "matplotlib" in line
    assert "ended Python with status 7" in line
    assert line.endswith("pip install 'rlve-gym-suite[plot]'")
    assert text.endswith("Everything essential works.\n")


def test_a_broken_environment_is_found(tmp_path):
    shutil.copytree(ROOT / "rlve_gym", tmp_path / "rlve_gym")
    source = tmp_path / "rlve_gym" / "envs" / "sequences" / "sort_integers.py"
    source.write_text(source.read_text() + "\n\nSortIntegers.solve = lambda self, problem: [1, 2, 3]\n")
    text = run(path=tmp_path, status=1)
    assert re.search(
        r"^  FAIL  sort_integers: AssertionError: the answer of solve is not right", text, re.MULTILINE
    )
    assert text.count("FAIL") == 1
    assert str(tmp_path) in text
    assert "  ok    2 of 3\n" in text
    text = run("--ids", "SortIntegers", path=tmp_path, status=1)
    assert "the whole contract" in text
    assert "FAIL  sort_integers" in text


def test_chosen_environments_meet_the_whole_contract(monkeypatch, capsys):
    checked = []
    monkeypatch.setattr(doctor.testing, "check_environment", checked.append)
    monkeypatch.setattr(doctor, "import_errors", lambda distributions: {})
    assert doctor.run_doctor(["sat", "ShortestPath", "sat"])
    assert checked == [load("sat"), load("shortest_path")]
    assert "2 of 2" in capsys.readouterr().out


@pytest.mark.parametrize("damage", ["loads", "prompt"])
def test_quick_check_finds_problems_that_change_in_a_round_trip(monkeypatch, damage):
    doctor.quick_check("sort_integers")
    if damage == "loads":
        other = rlve_gym.make("sort_integers").sample(0, seed=99)
        monkeypatch.setattr(rlve_gym, "loads", lambda text: other)
    else:
        cls, count = load("sort_integers"), iter(range(100))
        monkeypatch.setattr(cls, "describe", lambda self, problem: f"{next(count)}")
    with pytest.raises(AssertionError, match="not the same after dumps and loads"):
        doctor.quick_check("sort_integers")


def test_requirements_are_those_of_the_project():
    text = (ROOT / "pyproject.toml").read_text()
    groups = doctor.requirements()
    assert set(groups) == {"", "plot", "data", "train", "vllm", "eval", "docs", "dev"}
    for names in groups.values():
        for name in names:
            assert f'"{name}' in text
    assert len(groups[""]) == len(
        re.search(r"^dependencies = \[\n(.*?)^\]", text, re.DOTALL | re.MULTILINE)[1].split()
    )


def test_mistakes_are_explained(invoke):
    assert "nearest" in invoke("doctor", "--ids", "shortest_pth", status=1).stderr
    assert "--ids" in invoke("doctor", "--help").stdout


def test_files_in_the_working_directory_are_no_modules(tmp_path, monkeypatch):
    (tmp_path / "sympy.py").write_text("raise ImportError")
    (tmp_path / "no_such_module.py").write_text("")
    monkeypatch.chdir(tmp_path)
    assert doctor.import_errors(["sympy", "no-such-module"]) == {
        "no-such-module": "ModuleNotFoundError: No module named 'no_such_module'"
    }
