"""``python -m benchmarks``, on two environments."""

import json
import pathlib
import subprocess
import sys

import pytest

import rlve_gym

ROOT = pathlib.Path(rlve_gym.__file__).parent.parent


def run(*arguments, statuses=(0, 1)):
    """The output; a busy machine may break a limit, which is no failure here."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", *map(str, arguments)], capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode in statuses, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    file = tmp_path_factory.mktemp("benchmarks") / "report.json"
    page = file.with_suffix(".md")
    text = run(
        "--ids", "SortIntegers", "sat", "--seeds", 2, "--rounds", 1, "--json", file, "--markdown", page
    )
    return file, page, text


def test_report(report):
    file, page, text = report
    content = json.loads(file.read_text())
    assert set(content["environments"]) == {"sort_integers", "sat"}
    for times in content["environments"].values():
        assert {"sample 0", "sample top", "worst top", "judge 0", "hostile", "dumps", "loads"} <= set(times)
        assert all(0 < seconds < 60 for seconds in times.values())
    assert content["import"] > 0
    assert {"1", "2"} <= set(content["scaling"])
    for name in content["environments"]:
        assert name in text
        assert f"| {name} |" in page.read_text()


def test_comparison_with_an_earlier_run(report, tmp_path):
    file, _, _ = report
    earlier = json.loads(file.read_text())
    for times in earlier["environments"].values():
        times["dumps"] *= 1e6
    del earlier["environments"]["sat"]
    (tmp_path / "earlier.json").write_text(json.dumps(earlier))
    text = run(
        "--ids", "sort_integers", "sat", "--seeds", 2, "--rounds", 1, "--against", tmp_path / "earlier.json"
    )
    ratios = text[text.index("ratios") :]
    assert "0.00" in ratios  # dumps has become a million times faster
    assert "sort_integers" in ratios
    assert " sat " not in ratios


def test_mistakes_are_explained(tmp_path):
    assert "nearest" in run("--ids", "sort_integer", statuses=(2,))
    assert "at least 1" in run("--seeds", "0", statuses=(2,))
    assert "No such file" in run("--against", tmp_path / "none.json", statuses=(2,))
