"""``rlve-gym audit``: what it measures, and that each limit can be broken."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace

import pytest

import rlve_gym
from rlve_gym.cli.audit import (
    EXEMPTIONS,
    Audit,
    allowed_wins,
    broken_limits,
    limits_of,
    measure,
    parse_difficulties,
)

PROGRAM = pathlib.Path(sys.executable).with_name("rlve-gym")
ROOT = pathlib.Path(rlve_gym.__file__).parent.parent


@pytest.fixture
def run(invoke):
    def run(*arguments, status=0):
        done = invoke("audit", *arguments, status=status)
        return done.stdout or done.stderr

    return run


def run_program(*arguments, status=0, root=None):
    """In processes of its own, which the program itself may start more of."""
    program = [PROGRAM] if root is None else [sys.executable, "-m", "rlve_gym.cli"]
    environment = {**os.environ, "COLUMNS": "160", **({"PYTHONPATH": str(root)} if root else {})}
    done = subprocess.run(
        [*program, "audit", *map(str, arguments)], capture_output=True, text=True, env=environment, cwd=root
    )
    assert done.returncode == status, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout or done.stderr


def test_table_and_json(run, tmp_path):
    file = tmp_path / "audit.json"
    names = ["shortest_path", "SortIntegers"]  # a class name will do, too
    text = run_program(*names, "--seeds", 12, "--no-times", "--processes", 2, "--json", file)
    assert "2 environments are within all limits but those on time" in text
    results = json.loads(file.read_text())
    assert [(result["environment"], result["difficulty"]) for result in results] == [
        ("shortest_path", 0), ("shortest_path", 3), ("shortest_path", 8), ("shortest_path", 16),
        ("sort_integers", 0), ("sort_integers", 3), ("sort_integers", 15), ("sort_integers", 30),
    ]  # fmt: skip
    for result in results:
        assert result["environment"] in text
        assert f"{result['prompt_length']}" in text
        assert (result["seeds"], result["solved"], result["broken"]) == (12, 12, [])
        assert 0 < result["generate_median"] <= result["generate_worst"]
        env = rlve_gym.make(result["environment"])
        sample = [env.sample(result["difficulty"], seed=seed) for seed in range(12)]
        prompts = [env.prompt(problem) for problem in sample]
        assert result["prompt_length"] == max(map(len, prompts))
        assert result["problems"] == len(set(prompts))
        assert result["answers"] == len({env.format(env.solve(problem)) for problem in sample})
        wins = [env.judge(problem, f"<answer>{result['guess']}</answer>").correct for problem in sample]
        assert result["guess_wins"] == sum(wins) > 0
    # One process finds the same.
    run(*names, "--seeds", 12, "--no-times", "--processes", 1, "--json", file)
    again = json.loads(file.read_text())
    for result in results + again:
        for name in ("generate_median", "generate_worst", "judge_median"):
            assert result.pop(name) > 0
    assert again == results


def test_broken_and_failing_environments_are_reported(tmp_path):
    """In a copy of the package with a wrong solution, a constant answer, a generator that raises, and one that is fine."""
    shutil.copytree(ROOT / "rlve_gym", tmp_path / "rlve_gym")
    folder = tmp_path / "rlve_gym" / "envs" / "sequences"
    template = '''
from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line


class Problem(core.Problem, frozen=True):
    values: list[int]
    answer: int


class NAME(core.ExactEnvironment[Problem, int]):
    """Add up.

    Source: a test.
    """

    ladder = Ladder(length=line(3), top=20)
    answer_format = Integer("the sum")

    def generate(self, rng, *, length):
        values = [rng.randint(1, 1000) for _ in range(length)]
        return Problem(values=values, answer=sum(values))

    def describe(self, problem):
        return f"Add up {problem.values}"
'''
    always_seven = template.replace("answer=sum(values)", "answer=7")
    same = template.replace("rng.randint(1, 1000)", "5")
    raising = template.replace("values = [", "values = [1 // (length != 13) and ")
    wrong = template + (
        "\n    def verify(self, problem, answer):"
        "\n        return core.Verdict.exact(answer == problem.answer and problem.values[0] % 2 == 0)\n"
    )
    lax = template + "\n    def verify(self, problem, answer):\n        return core.Verdict.exact(True)\n"
    for name, code in {
        "a_fine": template, "a_seven": always_seven, "a_same": same, "a_raising": raising, "a_wrong": wrong, "a_lax": lax,
        "a_syntax": "class",
    }.items():  # fmt: skip
        (folder / f"{name}.py").write_text(code.replace("NAME", name.title().replace("_", "")))

    names = ("a_fine", "a_seven", "a_same", "a_raising", "a_wrong", "a_lax", "a_syntax")
    arguments = (*names, "--seeds", 20, "--no-times", "--json", tmp_path / "json")
    text = run_program(*arguments, root=tmp_path, status=1)
    results = json.loads((tmp_path / "json").read_text())
    assert [(result["environment"], result["difficulty"]) for result in results] == [
        (name, difficulty)
        for name in sorted(names)
        for difficulty in ((None,) if name == "a_syntax" else (0, 3, 10, 20))
    ]
    broken = {name: [] for name in names}
    for result in results:
        broken[result["environment"]] += [result["error"]] if "error" in result else result["broken"]
    assert broken["a_fine"] == []
    assert "a_seven at difficulty 3: the constant answer '7' wins 20 of 20" in text
    assert "a_same at difficulty 10: 1 different problems in 20 seeds" in text
    assert "a_same at difficulty 3: 1 different problems" not in text  # easy ones may be few
    assert "a_raising at difficulty 10: ZeroDivisionError" in text
    assert len(broken["a_raising"]) == 1
    assert "a_wrong at difficulty 0: solve is right in" in text
    assert re.search("^a_lax at difficulty 0: .* mutated answers are right$", text, re.MULTILINE)
    assert "a_syntax: SyntaxError" in text
    assert len(broken["a_syntax"]) == 1
    assert f"\n7 environments: {sum(map(len, broken.values()))} broken limits or errors\n" in text


GOOD = Audit(
    environment="sort_integers", difficulty=5, top=10, chance=0.2, variety=0.2, seeds=1000, generate_median=0.005,
    generate_worst=1.0, judge_median=0.005, prompt_length=8000, problems=200, answers=1, guess="7", guess_wins=200, solved=1000, mutations=10,
    mutations_rejected=5,
)  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, None),
        ({"generate_median": 0.0051}, "a problem takes 5.1 ms in the median, more than 5 ms"),
        ({"generate_median": 0.0051, "difficulty": 6}, None),  # above the middle only the worst counts
        ({"generate_worst": 1.1, "difficulty": 10}, "a problem took 1.1e+03 ms, more than 1e+03 ms"),
        ({"judge_median": 0.006}, "a verdict takes 6 ms in the median, more than 5 ms"),
        ({"prompt_length": 8001}, "a prompt has 8001 characters, more than 8000"),
        ({"problems": 199}, "199 different problems in 1000 seeds, fewer than 200"),
        ({"problems": 199, "difficulty": 4}, None),
        ({"problems": 50, "variety": 0.05}, None),
        ({"problems": 49, "variety": 0.05}, "49 different problems in 1000 seeds, fewer than 50"),
        ({"guess_wins": 201}, "the constant answer '7' wins 201 of 1000, more than 200"),
        ({"guess_wins": 201, "difficulty": 3}, "the constant answer '7' wins 201 of 1000, more than 200"),
        ({"guess_wins": 201, "chance": 0.3}, None),
        ({"guess_wins": 1000, "difficulty": 2}, None),
        ({"solved": 999}, "solve is right in 999 of 1000"),
        ({"mutations_rejected": 4}, "6 of 10 mutated answers are right"),
        ({"environment": "symbolic_antiderivative", "generate_median": 0.05, "judge_median": 0.05}, None),
        ({"environment": "symbolic_antiderivative", "prompt_length": 8001}, "a prompt has 8001"),
    ],
)
def test_limits(changes, sentence):
    broken = broken_limits(replace(GOOD, **changes), times=True)
    assert len(broken) == (sentence is not None)
    assert all(text.startswith(sentence) for text in broken)


def test_without_times():
    slow = replace(GOOD, generate_median=9.0, generate_worst=9.0, judge_median=9.0)
    assert len(broken_limits(slow, times=True)) == 3
    assert broken_limits(slow, times=False) == []


def test_times_are_measured(monkeypatch):
    """Sleeping generators and verifiers are found out."""
    import time

    cls = type(rlve_gym.make("sort_integers"))
    generate, verify = cls.generate, cls.verify
    monkeypatch.setattr(cls, "generate", lambda *a, **k: (time.sleep(0.02), generate(*a, **k))[1])
    monkeypatch.setattr(cls, "verify", lambda *a: (time.sleep(0.01), verify(*a))[1])
    audit = measure("sort_integers", 3, 3)
    assert 0.02 <= audit.generate_median <= audit.generate_worst
    assert audit.judge_median >= 0.01
    assert len(broken_limits(audit, times=True)) >= 2


def test_few_seeds_allow_for_luck():
    assert allowed_wins(0.2, 100) == pytest.approx(20)
    assert allowed_wins(0.2, 1000) == pytest.approx(200)
    assert allowed_wins(0.2, 25) == pytest.approx(5 + 2 * 2)
    assert allowed_wins(0.5, 4) == pytest.approx(2 + 2)


def test_exemptions_have_reasons_and_belong_to_environments():
    for name, exemption in EXEMPTIONS.items():
        assert name in rlve_gym.list_environments()
        assert len(exemption.reason) > 20
        assert limits_of(name) == exemption.limits != limits_of("sort_integers")


def test_difficulties():
    assert parse_difficulties("0,3, middle,top") == (0, 3, "middle", "top")
    for bad in ("", ",", "-1", "easy", "1.5", "²", "9" * 30):
        with pytest.raises(ValueError, match="difficult"):
            parse_difficulties(bad)


def test_mistakes_are_explained(run, tmp_path):
    assert "nearest" in run("shortest_pth", "--json", tmp_path / "not written", status=1)
    assert not (tmp_path / "not written").exists()
    assert "middle or top" in run("--difficulties", "easy", status=1)
    assert "nowhere" in run("sat", "--json", tmp_path / "nowhere" / "file", status=1)
    assert "--seeds" in run("--help")


def test_a_killed_process_is_explained(run, monkeypatch):
    def killed(*arguments, **settings):
        raise BrokenProcessPool

    monkeypatch.setattr("rlve_gym.cli.audit.run_audit", killed)
    assert run("sat", status=1) == "rlve-gym: a process was killed\n"


def test_difficulties_above_the_top_are_the_top(run, tmp_path):
    arguments = ("--difficulties", "99 top 1", "--seeds", 2, "--no-times", "--json", tmp_path / "json")
    run("sat", *arguments)
    top = rlve_gym.make("sat").max_difficulty
    assert [result["difficulty"] for result in json.loads((tmp_path / "json").read_text())] == [1, top]
