"""No answer is ever run as code, hangs a worker, or leaves anything behind (cases 19 and 20), over all environments."""

import ast
import json
import multiprocessing
import pathlib
import resource
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import rlve_gym

ROOT = pathlib.Path(rlve_gym.__file__).parent
NAMES = rlve_gym.list_environments()


def payloads(marker):
    touch = f"open({str(marker)!r}, 'w')"
    return [
        touch,
        f"__import__('pathlib').Path({str(marker)!r}).touch()",
        f"(lambda: {touch})()",
        f"[{touch} for _ in (1,)]",
        f"f'{{{touch}}}'",
        f"x.__class__.__base__.__subclasses__()[0]({touch})",
        f"().__class__.__mro__[1].__subclasses__() or {touch}",
        f"sin({touch})",
        f"1 if {touch} else 2",
        f"exec({touch!r})",
        f"{{{{{touch}}}}}",
        f"cos\nposix\nsystem\n(S'touch {marker}'\ntR.",
        f"!!python/object/apply:os.system ['touch {marker}']",
        f"$(touch {marker})",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_not_run(name, tmp_path):
    marker = tmp_path / "marker"
    for style in ("tags", "boxed", "plain"):
        env = rlve_gym.make(name, answer_style=style)
        problem = env.sample(0, seed=0)
        text = rlve_gym.dumps(problem)
        for payload in payloads(marker):
            response = env.answer_style.wrap(payload)
            assert env.score(problem, response) < 1
            env.reset(seed=0)
            env.step(response)
            with pytest.raises(ValueError):
                rlve_gym.loads(payload)
            damaged = json.loads(text)
            for field, value in damaged["problem"].items():
                if isinstance(value, str):
                    damaged["problem"][field] = payload
            try:
                damaged_problem = rlve_gym.loads(json.dumps(damaged))
                env.judge(damaged_problem, response)
            except ValueError:
                pass
    assert not marker.exists()


def test_the_command_line_runs_nothing(tmp_path):
    marker = tmp_path / "marker"
    program = pathlib.Path(sys.executable).with_name("rlve-gym")
    for payload in payloads(marker)[:3]:
        for arguments in (["show", payload], ["list", payload], ["new", payload, "--root", str(tmp_path)]):
            subprocess.run([program, *arguments], capture_output=True)
    assert not marker.exists()


def test_the_source_has_no_evaluating_calls():
    banned = {
        "eval",
        "exec",
        "compile",
        "sympify",
        "parse_expr",
        "literal_eval",
        "system",
        "popen",
        "__import__",
    }
    for file in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                plain_compile = (
                    name == "compile" and getattr(getattr(node.func, "value", None), "id", "") == "re"
                )
                assert name not in banned or plain_compile, f"{file}:{node.lineno} calls {name}"
                if getattr(getattr(node.func, "value", None), "id", "") == "yaml":
                    assert name == "safe_load", f"{file}:{node.lineno} calls yaml.{name}"
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                modules = {alias.name for alias in node.names} | {getattr(node, "module", None)}
                allowed = {"testing.py": {"pickle"}, "train.py": {"yaml"}}.get(file.name, set())
                assert not (modules & {"pickle", "marshal", "shelve", "yaml"}) - allowed, file


EXPLOSIVE = [
    "9**9**9", "factorial(10**9)", "2^(2^(2^40))", "(x+1)^(10^7)", "1e999999999", "9**9**9**9**9", "exp(exp(exp(exp(x))))",
    "9" * 29 + "**" + "9" * 29, "((x**999)**999)**999", "sin(9**9**9)", "*".join(["9" * 29] * 60),
]  # fmt: skip


def judge_all(_):
    """The rewards of 200 explosive answers; runs in threads and processes."""
    rewards = []
    for name in (
        "symbolic_antiderivative",
        "countdown_exact",
        "integer_multiplication",
        "smallest_enclosing_circle",
    ):
        env = rlve_gym.make(name)
        problem = env.sample(2, seed=0)
        rewards += [env.score(problem, f"<answer>{text}</answer>") for text in EXPLOSIVE * 5]
    return rewards


def test_explosive_answers_in_threads_and_processes():
    threads = set(threading.enumerate())  # other tests may have left some, such as that of a progress bar
    expected = judge_all(0)
    assert max(expected) < 1
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(judge_all, range(4))) == [expected] * 4
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 * 1024  # KiB
    with ProcessPoolExecutor(4, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert list(pool.map(judge_all, range(4))) == [expected] * 4
    assert set(threading.enumerate()) <= threads
    assert not multiprocessing.active_children()
