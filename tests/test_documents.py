"""The examples in the documents run as they are printed, and the package says what it ships."""

import contextlib
import io
import pathlib
import re
from importlib.metadata import metadata, requires, version

import pytest

import rlve_gym

ROOT = pathlib.Path(rlve_gym.__file__).parent.parent
EXAMPLES = [
    (file.name, number, code)
    for file in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", file.read_text(), re.DOTALL))
]


@pytest.mark.parametrize(
    ("file", "number", "code"), EXAMPLES, ids=[f"{file}-{number}" for file, number, _ in EXAMPLES]
)
def test_examples_run_as_printed(file, number, code):
    """What stands in a comment after print(...) is printed."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(code, {})
    for comment in re.findall(r"^print\((?!prompt)(?!.*by now).*\)  # (.*)$", code, re.MULTILINE):
        assert comment in output.getvalue()


def test_there_are_examples():
    assert len(EXAMPLES) >= 5
    first = next(code for file, _, code in EXAMPLES if file == "README.md")
    assert len([line for line in first.splitlines() if line.strip()]) <= 10


def test_metadata():
    assert version("rlve-gym-suite") == rlve_gym.__version__
    assert metadata("rlve-gym-suite")["License-Expression"] == "Apache-2.0"
    assert any(
        "python-sat" in requirement and "dev" in requirement for requirement in requires("rlve-gym-suite")
    )
    assert (ROOT / "rlve_gym" / "py.typed").exists()


def test_public_names_are_documented():
    for name in rlve_gym.__all__:
        assert (getattr(rlve_gym, name).__doc__ or "").strip(), name


def test_the_worked_example_of_the_guide_meets_the_contract(tmp_path, monkeypatch):
    import sys

    from rlve_gym.testing import check_environment

    code = re.search(r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL)[1]
    (tmp_path / "running_total_guide.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    module = __import__("running_total_guide")
    try:
        check_environment(module.RunningTotal)
        env = module.RunningTotal(answer_style="plain")
        problem = env.problem_from({"values": [4, 5, -2], "answer": [4, 9, 7]})
        assert env.judge(problem, "4 9 7").correct
        assert env.judge(problem, "4 9 8").quality == pytest.approx((2 / 3) ** 5)
    finally:
        del sys.modules["running_total_guide"]
