"""The bridge to Hugging Face datasets and to trainers with their own loop."""

import importlib
import multiprocessing
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import datasets
import numpy as np
import pytest

import rlve_gym
from rlve_gym.core.registry import load

COLUMNS = ["prompt", "environment", "difficulty", "seed", "problem"]


def test_import_stays_light():
    code = "import sys, rlve_gym; print(sorted({'datasets', 'pyarrow', 'pandas', 'rich'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("split", ["train", "test"])
def test_rows_are_the_environments_problems(split):
    dataset = rlve_gym.to_dataset(["SortIntegers", "shortest_path"], [2, 0], 3, 10, split=split, chat=False)
    assert isinstance(dataset, datasets.Dataset)
    expected = []
    for seed in (10, 11, 12):
        for name in ("shortest_path", "sort_integers"):
            env = rlve_gym.make(name)
            for difficulty in (0, 2):
                problem = env.sample(difficulty, seed=seed, split=split)
                values = env.prompt(problem), name, difficulty, seed, rlve_gym.dumps(problem)
                expected.append(dict(zip(COLUMNS, values, strict=True)))
    assert list(dataset) == expected
    assert [list(row) for row in dataset] == [COLUMNS] * 12
    assert dataset[-1] == expected[-1]
    assert dataset[3:5] == {name: [expected[3][name], expected[4][name]] for name in COLUMNS}
    assert dataset[3:3] == {name: [] for name in COLUMNS}
    assert dataset.select([7, 2])[0] == expected[7]
    shuffled = dataset.shuffle(seed=1)
    assert list(shuffled) != expected
    assert sorted(row["problem"] for row in shuffled) == sorted(row["problem"] for row in expected)
    kept = datasets.Dataset.from_list(list(dataset))
    assert kept.column_names == COLUMNS
    assert kept.to_list() == expected


def test_every_environment_crosses_arrow():
    """Large integers and fields of all kinds: as text they fit into one column (ecosystem.md, 8)."""
    dataset = rlve_gym.to_dataset(None, 10**5, 1, chat=False)
    rows = datasets.Dataset.from_list(list(dataset)).to_list()
    assert [row["environment"] for row in rows] == rlve_gym.list_environments()
    answers = []
    for row in rows:
        env = rlve_gym.make(row["environment"])
        assert row["difficulty"] == env.max_difficulty
        problem = rlve_gym.loads(row["problem"])
        assert env.prompt(problem) == row["prompt"]
        answers.append(env.respond(env.solve(problem)))
    assert rlve_gym.reward_function()(answers, [row["problem"] for row in rows]) == [1.0] * len(rows)


def test_difficulties_are_cut():
    top = rlve_gym.make("countdown_exact").max_difficulty
    longer = rlve_gym.make("sort_integers").max_difficulty
    assert top < longer - 2
    rows = list(
        rlve_gym.to_dataset(["countdown_exact", "sort_integers"], range(top - 1, top + 3), 1, chat=False)
    )
    assert [(row["environment"], row["difficulty"]) for row in rows] == [
        ("countdown_exact", top - 1),
        ("countdown_exact", top),
        *(("sort_integers", difficulty) for difficulty in range(top - 1, top + 3)),
    ]
    assert list(rlve_gym.to_dataset("sort_integers", np.int64(3), 1)) == list(
        rlve_gym.to_dataset(["sort_integers"], [3, 3], 1)
    )


def test_chat_and_answer_style():
    chat = rlve_gym.to_dataset("sort_integers", 1, 2, answer_style="boxed")
    text = rlve_gym.to_dataset("sort_integers", 1, 2, answer_style="boxed", chat=False)
    assert "\\boxed{" in text[0]["prompt"]
    assert chat[0]["prompt"] == [{"role": "user", "content": text[0]["prompt"]}]
    # A trainer that changes what it was given does not change the dataset.
    row = chat[0]
    row["prompt"].append({"role": "assistant", "content": "7"})
    row["prompt"][0]["content"] = "?"
    assert chat[0]["prompt"] == [{"role": "user", "content": text[0]["prompt"]}]


def test_rows_are_made_once_and_only_when_asked_for(monkeypatch):
    cls = load("sort_integers")
    made = []
    generate = cls.generate

    def spy(self, rng, **parameters):
        made.append(parameters)
        return generate(self, rng, **parameters)

    dataset = rlve_gym.to_dataset("sort_integers", 5, 10**6)
    monkeypatch.setattr(cls, "generate", spy)
    assert len(dataset) == 10**6
    assert not made
    rows = [dataset[999_999] for _ in range(8)]
    assert dataset[[999_999, 999_999, 4]]["seed"] == [999_999, 999_999, 4]
    assert rows == [rows[0]] * 8
    assert len(made) == 2


def test_a_dataset_reaches_other_processes():
    dataset = rlve_gym.to_dataset(["sort_integers", "knapsack"], range(3), 5)
    expected = list(dataset)
    assert list(pickle.loads(pickle.dumps(dataset))) == expected
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert list(pool.map(dataset.__getitem__, range(30))) == expected
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(dataset.__getitem__, range(30))) == expected


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("shortest_pth", 0, 1, 0), "nearest"),
        (([], 0, 1, 0), "at least one"),
        ((None, [], 1, 0), "at least one"),
        ((None, -1, 1, 0), "difficulty"),
        ((None, 0.5, 1, 0), "difficulty"),
        ((None, True, 1, 0), "difficulty"),
        ((None, 0, 0, 0), "count"),
        ((None, 0, 1, -1), "seed"),
    ],
)
def test_arguments_are_checked(arguments, reason):
    with pytest.raises((ValueError, rlve_gym.UnknownEnvironmentError), match=reason):
        rlve_gym.to_dataset(*arguments)


def test_settings_are_checked():
    with pytest.raises(ValueError, match="split"):
        rlve_gym.to_dataset("sort_integers", split="validation")
    with pytest.raises(ValueError, match="answer_style"):
        rlve_gym.to_dataset("sort_integers", answer_style="bold")
    with pytest.raises(ValueError, match="answer_style"):
        rlve_gym.reward_function(answer_style="bold")
    with pytest.raises(ValueError, match="RewardScheme"):
        rlve_gym.reward_function(rewards=1.0)


def test_missing_library_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(ImportError, match=r"rlve-gym-suite\[data\]"):
        rlve_gym.to_dataset("sort_integers")


# The reward -----------------------------------------------------------------------------------------------------------

SORT = rlve_gym.make("sort_integers")
FIRST, SECOND = (
    SORT.problem_from({"values": values, "answer": sorted(values)}) for values in ([3, 1, 2], [9, 8])
)
TEXTS = [rlve_gym.dumps(FIRST), rlve_gym.dumps(SECOND)]


def message(content, role="assistant"):
    return {"role": role, "content": content}


def test_rewards_in_order():
    reward = rlve_gym.reward_function()
    completions = [
        "<answer>1 2 3</answer>",
        "<answer>1 2 3</answer>",  # of the other problem
        [message("<answer>8 9</answer>")],
        [message("<answer>8 9</answer>"), message("9 8", "user"), message("no idea")],
        [message([{"type": "text", "text": "<answer>8"}, {"type": "text", "text": " 9</answer>"}])],
        [{"role": "assistant", "content": None, "tool_calls": []}],
        "\ud800\u2028<answer>8 9</answer>",
    ]
    problems = [TEXTS[0], *[TEXTS[1]] * 6]
    expected = [1.0, SORT.score(SECOND, "<answer>1 2 3</answer>"), 1.0, -1.0, 1.0, -1.0, 1.0]
    assert expected[1] < 1
    rewards = reward(prompts=[None] * 7, completions=completions, problem=problems, seed=[0] * 7)
    assert rewards == expected
    assert all(type(value) is float for value in rewards)
    assert reward([], []) == []
    assert isinstance(reward.__name__, str)


def test_scheme_and_style():
    reward = rlve_gym.reward_function(rewards=rlve_gym.RewardScheme.binary(), answer_style="boxed")
    assert reward(["\\boxed{1 2 3}", "<answer>1 2 3</answer>"], [TEXTS[0]] * 2) == [1.0, 0.0]
    reward = rlve_gym.reward_function(answer_style=("[[", "]]"))
    assert reward(["[[1 2 3]]", "1 2 3"], [TEXTS[0]] * 2) == [1.0, -1.0]


def contradiction():
    """A problem with an answer better than its stored optimum, and that answer."""
    import json

    env = rlve_gym.make("knapsack")
    problem = env.sample(0, seed=0)
    document = json.loads(rlve_gym.dumps(problem))
    document["problem"]["optimum"] = 1
    return json.dumps(document), env.respond(env.solve(problem))


@pytest.mark.parametrize(
    ("problem", "completion", "reason"),
    [
        ("{", "7", "ProblemError"),
        ("[]", "7", "ProblemError"),
        (TEXTS[0].replace("sort_integers", "sort_integer"), "7", "no environment"),
        (TEXTS[0].replace('"version":0', '"version":99'), "7", "version 99"),
        (None, "7", "NoneType"),
        ({"environment": "sort_integers"}, "7", "dict"),
        (TEXTS[0], None, "completion"),
        (TEXTS[0], [], "completion"),
        (TEXTS[0], [message("7", "user")], "completion"),
        (TEXTS[0], ["7"], "completion"),
        (TEXTS[0], [message(7)], "completion"),
        (*contradiction(), "VerifierError"),
    ],
)
def test_a_broken_row_is_named(problem, completion, reason):
    reward = rlve_gym.reward_function()
    with pytest.raises(ValueError, match=rf"(?s)^row 2: .*{reason}"):
        reward(["a", "b", completion, "c"], [TEXTS[0], TEXTS[1], problem, TEXTS[0]])


def test_lengths_must_agree():
    reward = rlve_gym.reward_function()
    with pytest.raises(ValueError, match="2 completions, but 1 problem"):
        reward(["a", "b"], TEXTS[:1])
    with pytest.raises(ValueError, match="lists"):
        reward("a", TEXTS[:1])
    with pytest.raises(ValueError, match="lists"):
        reward(["a"], TEXTS[0])


def test_reward_in_threads_and_processes():
    reward = rlve_gym.reward_function(answer_style="plain")
    batches, expected = [], []
    for name in rlve_gym.list_environments():
        env = rlve_gym.make(name, answer_style="plain")
        problem = env.sample(1, seed=3)
        batches.append(([env.respond(env.solve(problem)), "?"], [rlve_gym.dumps(problem)] * 2))
        expected.append([1.0, env.score(problem, "?")])
    assert any(pair[1] < 0 for pair in expected)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(reward, *zip(*batches * 5, strict=True))) == expected * 5
    copy = pickle.loads(pickle.dumps(reward))
    assert copy.__name__ == reward.__name__
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert list(pool.map(copy, *zip(*batches, strict=True))) == expected


def test_a_user_s_own_environment(register):
    """Registered here, in this process: it works as the suite's own do."""
    from rlve_gym import core

    class Problem(core.Problem, frozen=True):
        answer: int

    class EchoNumber(core.ExactEnvironment[Problem, int]):
        """Repeat a number.

        Source: made for this test.
        """

        ladder = core.Ladder(size=core.line(5), top=9)
        answer_format = core.Integer("the number")

        def generate(self, rng, *, size):
            return Problem(answer=rng.randrange(size))

        def describe(self, problem):
            return f"Repeat {problem.answer}."

    register(EchoNumber)
    row = rlve_gym.to_dataset("echo_number", 3, 1)[0]
    answer = rlve_gym.loads(row["problem"]).answer
    assert rlve_gym.reward_function()([f"<answer>{answer}</answer>"], [row["problem"]]) == [1.0]


def test_public_names():
    module = importlib.import_module("rlve_gym.dataset")
    assert rlve_gym.to_dataset is module.to_dataset
    assert {"to_dataset", "reward_function"} <= set(rlve_gym.__all__)
