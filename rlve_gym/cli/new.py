"""The template of a new environment."""

from __future__ import annotations

import re
from pathlib import Path

from rlve_gym.core.names import class_name
from rlve_gym.core.registry import UnknownEnvironmentError, list_environments, resolve

ENVIRONMENT = '''\
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    values: list[int]
    answer: int  # derived: the sum of the values


class CLASS_NAME(core.ExactEnvironment[Problem, int]):
    """Add up integers (TODO: the title, one sentence).

    TODO: the definition, where the title does not say it all.

    Quality: 1 if right, else 0.
    Source: TODO: classic, or where the problem comes from, and the algorithms used.
    """

    # TODO: difficulty 0 takes a person a minute by hand; the top is hard for the strongest models.
    ladder = Ladder(length=line(3), top=20)
    # TODO: the format that fits the answer, see core/answers.py. The example is hardly ever right.
    answer_format = Integer("the sum", example="7")

    def generate(self, rng: Random, *, length: int) -> Problem:
        values = [rng.randint(-10 * length, 10 * length) for _ in range(length)]
        return Problem(values=values, answer=sum(values))

    def describe(self, problem: Problem) -> str:
        return f"Add up these {len(problem.values)} integers:\\n{text.series(problem.values)}"

    # TODO: where several answers are right, derive from core.Environment and write verify and solve.
'''

TEST = '''\
"""TODO: say what the oracle is. It must be another method than the one in the environment."""

import pytest

import rlve_gym

env = rlve_gym.make("ENVIRONMENT_ID", answer_style="plain")


def oracle(problem):
    total = 0
    for value in problem.values:
        for _ in range(abs(value)):
            total += 1 if value > 0 else -1
    return total


@pytest.mark.parametrize("difficulty", range(0, env.max_difficulty + 1, 4))
def test_answer_is_that_of_the_oracle(difficulty):
    for seed in range(50):
        problem = env.sample(difficulty, seed=seed)
        assert env.solve(problem) == oracle(problem)


EXAMPLE = {"values": [3, -5, 4], "answer": 2}


@pytest.mark.parametrize(
    ("text", "outcome", "correct"),
    [
        ("2", "valid", True),
        (" +2\\n", "valid", True),
        ("3", "valid", False),
        ("-2", "valid", False),
        ("", "unparsed", False),
        ("two", "unparsed", False),
        ("3 -5 4", "unparsed", False),
    ],
)
def test_hand_made_answers(text, outcome, correct):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.correct) == (outcome, correct)
'''


class NewEnvironmentError(ValueError):
    """The files cannot be written; the message says why."""


def write_environment(path: str, root: Path) -> tuple[Path, Path]:
    """Writes the environment and its test.

    Args:
        path: "family/id".
        root: the checkout.

    Returns:
        The two files.

    Raises:
        NewEnvironmentError: the name is no name or taken, or root is no checkout.
    """
    family, _, identifier = path.partition("/")
    if not (root / "rlve_gym" / "envs").is_dir() or not (root / "tests" / "envs").is_dir():
        raise NewEnvironmentError(f"{root.resolve()} is no checkout of rlve_gym; see --root")
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", identifier):
        raise NewEnvironmentError(f"write FAMILY/ID with an ID of lower-case words joined by _, not {path!r}")
    families = sorted(
        folder.name for folder in (root / "rlve_gym" / "envs").iterdir() if (folder / "__init__.py").exists()
    )
    if family not in families:
        raise NewEnvironmentError(f"no family {family!r}; there are {', '.join(families)}")
    name = class_name(identifier)
    for taken in (identifier, name):
        try:
            resolve(taken)
        except UnknownEnvironmentError:
            continue
        raise NewEnvironmentError(f"{taken} exists already, among {len(list_environments())} environments")
    files = (
        root / "rlve_gym" / "envs" / family / f"{identifier}.py",
        root / "tests" / "envs" / family / f"test_{identifier}.py",
    )
    for file in files:
        if file.exists():
            raise NewEnvironmentError(f"{file} exists already")
    for file, template in zip(files, (ENVIRONMENT, TEST), strict=True):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(
            template.replace("CLASS_NAME", name).replace("ENVIRONMENT_ID", identifier), encoding="utf-8"
        )
    return files
