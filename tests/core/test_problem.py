import json
import subprocess
import sys

import pytest

import rlve_gym
from rlve_gym import ProblemError, core
from rlve_gym.core import Integer, Ladder, choice, line


class Problem(core.Problem, frozen=True):
    number: int
    words: list[str]
    ratio: float
    answer: int

    def __post_init__(self):
        if self.number < 0:
            raise ValueError("number is negative")


class StoredThings(core.ExactEnvironment[Problem, int]):
    """For these tests.

    Source: none.
    """

    ladder = Ladder(size=line(1), shape=choice("a", "b"), top=3)
    answer_format = Integer("the number")

    def generate(self, rng, *, size, shape):
        return Problem(
            number=rng.randrange(10**9), words=[shape] * size, ratio=0.1, answer=rng.randrange(10**9)
        )

    def describe(self, problem):
        return f"Say {problem.answer}."


env = StoredThings()


@pytest.fixture(scope="module", autouse=True)
def registration(register):
    register(StoredThings)


def test_text_names_everything():
    problem = env.sample(2, seed=9, parameters={"shape": "b"}, split="test")
    document = json.loads(rlve_gym.dumps(problem))
    assert document == {
        "environment": "stored_things",
        "version": 0,
        "difficulty": 2,
        "seed": 9,
        "split": "test",
        "parameters": {"size": 3, "shape": "b"},
        "problem": {
            "number": problem.number,
            "words": ["b", "b", "b"],
            "ratio": 0.1,
            "answer": problem.answer,
        },
    }
    assert rlve_gym.loads(rlve_gym.dumps(problem)) == problem


@pytest.mark.parametrize("exponent", [0, 30, 5000])
def test_integers_of_any_size(exponent):
    """Case 49."""
    number = 10**exponent + 7
    problem = env.problem_from({"number": number, "words": [], "ratio": 0.5, "answer": -number})
    text = rlve_gym.dumps(problem)
    assert rlve_gym.loads(text) == problem
    assert "\n" not in text


@pytest.mark.parametrize("word", ["\u2028", "\x85", "\x00", "\ud800", "\U0001f600", '"\\', "</answer>"])
def test_strings_of_any_kind(word):
    problem = env.problem_from({"number": 1, "words": [word], "ratio": 0.5, "answer": 1})
    text = rlve_gym.dumps(problem)
    assert text.isascii()
    assert len(text.splitlines()) == 1
    assert rlve_gym.loads(text) == problem


def test_problems_made_by_hand_have_no_origin():
    problem = env.problem_from({"number": 1, "words": [], "ratio": 0.5, "answer": 1})
    document = json.loads(rlve_gym.dumps(problem))
    assert document["difficulty"] is document["seed"] is document["parameters"] is None
    assert rlve_gym.loads(rlve_gym.dumps(problem)) == problem


GOOD = {"number": 1, "words": ["x"], "ratio": 0.5, "answer": 1}


@pytest.mark.parametrize(
    "fields",
    [
        {}, {**GOOD, "extra": 1}, {**GOOD, "number": "1"}, {**GOOD, "number": 1.5}, {**GOOD, "number": True}, {**GOOD, "words": "x"},
        {**GOOD, "words": [1]}, {**GOOD, "number": None}, {**GOOD, "number": -1}, {**GOOD, "origin": None}, None, [], "x",
    ],
)  # fmt: skip
def test_damaged_problems(fields):
    with pytest.raises(ProblemError):
        env.problem_from(fields)


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:-1],
        lambda text: "",
        lambda text: "[]",
        lambda text: "null",
        lambda text: "[" * 100_000,
        lambda text: text.replace('"version":0', '"version":1'),
        lambda text: text.replace('"number"', '"numbre"'),
        lambda text: text.replace('"environment":"stored_things"', '"environment":3'),
        lambda text: text.replace('"seed":0', '"seed":"x"'),
        lambda text: text.replace('"problem":{', '"problem":3,"x":{'),
        lambda text: text.replace('"seed":0,', ""),
    ],
)
def test_damaged_texts(damage):
    text = rlve_gym.dumps(env.sample(0, seed=0))
    assert damage(text) != text
    with pytest.raises(ProblemError):
        rlve_gym.loads(damage(text))


def test_texts_of_unknown_environments():
    text = rlve_gym.dumps(env.sample(0, seed=0)).replace("stored_things", "stored_thing")
    with pytest.raises(rlve_gym.UnknownEnvironmentError, match="stored_things"):
        rlve_gym.loads(text)


def test_nan_is_not_stored():
    problem = Problem(number=1, words=[], ratio=float("nan"), answer=1)
    with pytest.raises(ValueError, match="JSON"):
        rlve_gym.dumps(problem)


@pytest.mark.parametrize("thing", [None, "x", core.Problem(), {"number": 1}])
def test_only_problems_are_stored(thing):
    with pytest.raises(TypeError):
        rlve_gym.dumps(thing)


def test_problems_are_frozen():
    with pytest.raises(AttributeError):
        env.sample(0, seed=0).number = 3


def test_texts_are_read_in_another_process():
    problem = rlve_gym.make("shortest_path").sample(3, seed=7)
    script = "import sys, rlve_gym; sys.stdout.write(rlve_gym.dumps(rlve_gym.loads(sys.stdin.read())))"
    text = rlve_gym.dumps(problem)
    done = subprocess.run(
        [sys.executable, "-c", script], input=text, capture_output=True, text=True, check=True
    )
    assert done.stdout == text
