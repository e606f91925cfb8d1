"""Gymnasium's own functions over every environment: make, make_vec, spaces."""

import pickle

import gymnasium as gym
import pytest

import rlve_gym
from rlve_gym.core.registry import load, resolve
from rlve_gym.core.spaces import AnyText

NAMES = [name for name in rlve_gym.list_environments() if load(name).family != "custom"]


@pytest.mark.parametrize("name", NAMES)
def test_make(name):
    env = gym.make(resolve(name).gym_id, difficulty=1)
    assert env.spec.id == resolve(name).gym_id
    assert env.reset(seed=2)[0] == rlve_gym.make(name).reset(seed=2, difficulty=1)[0]
    prompt, info = env.reset(seed=2, difficulty=2)
    assert info["difficulty"] == 2
    assert env.reset(seed=2, options={"difficulty": 2})[0] == prompt
    assert gym.make(env.spec).reset(seed=2)[0] == env.reset(seed=2)[0]
    env.close()


def prompts_of_single_environments(name, seeds, difficulty):
    env = rlve_gym.make(name)
    return tuple(env.prompt(env.sample(difficulty, seed=seed)) for seed in seeds)


@pytest.mark.parametrize("arguments", [{}, {"vectorization_mode": "sync"}], ids=["default", "sync"])
@pytest.mark.parametrize("name", NAMES)
def test_vectors_show_the_prompts_of_single_environments(name, arguments):
    """Case 29, too: eight copies, eight problems."""
    envs = gym.make_vec(resolve(name).gym_id, num_envs=8, **arguments)
    prompts, infos = envs.reset(seed=5, options={"difficulty": 4})
    assert prompts == prompts_of_single_environments(name, range(5, 13), 4)
    assert len(set(prompts)) > 4
    assert list(infos["seed"]) == list(range(5, 13))
    env = rlve_gym.make(name)
    actions = [env.respond(env.solve(env.sample(4, seed=seed))) for seed in range(5, 13)]
    actions[3] = "no answer"
    _, rewards, terminated, truncated, infos = envs.step(tuple(actions))
    assert list(rewards) == [1, 1, 1, -1, 1, 1, 1, 1]
    assert all(terminated)
    assert not any(truncated)
    envs.close()


def test_the_default_vector_starts_new_problems_at_once():
    envs = gym.make_vec("rlve/SortIntegers-v0", num_envs=3)
    envs.reset(seed=0)
    for difficulty in (2, 5):
        envs.set_attr("difficulty", [difficulty, difficulty + 1, difficulty + 2])
        prompts, _, _, _, infos = envs.step(("", "<answer>1</answer>", "x"))
        assert list(infos["difficulty"]) == [difficulty, difficulty + 1, difficulty + 2]
        assert (
            list(infos["outcome"])
            == list(infos["final_info"]["outcome"])
            == ["unparsed", "invalid", "unparsed"]
        )
        sampled = [
            rlve_gym.make("sort_integers").sample(int(d), seed=int(s))
            for d, s in zip(infos["difficulty"], infos["seed"], strict=True)
        ]
        assert prompts == tuple(rlve_gym.make("sort_integers").prompt(problem) for problem in sampled)
    with pytest.raises(TypeError):
        envs.step((None, "", ""))
    envs.close()


def test_vector_arguments():
    envs = gym.make_vec("rlve/SortIntegers-v0", num_envs=2, difficulty=3, answer_style="boxed")
    prompts, infos = envs.reset(seed=1)
    assert list(infos["difficulty"]) == [3, 3]
    assert "\\boxed" in prompts[0]
    prompts, _ = envs.reset(seed=1, options={"difficulty": 1}, difficulty=5)
    assert prompts == envs.reset(seed=[1, 2], options={"difficulty": 5})[0]
    assert envs.metadata["autoreset_mode"] == gym.vector.AutoresetMode.SAME_STEP
    assert len(gym.make_vec("rlve/SortIntegers-v0").reset(seed=1)[0]) == 1


def test_async_works_without_shared_memory():
    envs = gym.make_vec(
        "rlve/ShortestPath-v0",
        num_envs=2,
        vectorization_mode="async",
        vector_kwargs={"shared_memory": False, "autoreset_mode": gym.vector.AutoresetMode.SAME_STEP},
    )
    try:
        for seed in (3, 9):
            prompts, _ = envs.reset(seed=seed, options={"difficulty": 2})
            assert prompts == prompts_of_single_environments("shortest_path", (seed, seed + 1), 2)
            env = rlve_gym.make("shortest_path")
            actions = tuple(env.respond(env.solve(env.sample(2, seed=seed + i))) for i in (0, 1))
            assert list(envs.step(actions)[1]) == [1.0, 1.0]
    finally:
        envs.close()


def test_async_with_shared_memory_fails_with_advice():
    with pytest.raises(ValueError, match="shared_memory=False") as error:
        gym.make_vec("rlve/ShortestPath-v0", num_envs=2, vectorization_mode="async")
    assert "vector_kwargs={'shared_memory': False}" in str(error.value.__cause__)


def test_text_spaces():
    """Case 52."""
    space = rlve_gym.make("sort_integers").action_space
    for text in ("", "\U0001f600", "a\nb\r\n", "x" * 10**6, "\x00", "\ud800", "\u2028"):
        assert text in space
    for other in (None, 3, b"x", ["x"]):
        assert other not in space
    space.seed(3)
    samples = [space.sample() for _ in range(50)]
    assert all(sample in space for sample in samples)
    assert len(set(samples)) > 40
    space.seed(3)
    assert [space.sample() for _ in range(50)] == samples
    twin = pickle.loads(pickle.dumps(space))
    assert twin == space
    assert twin.sample() == space.sample()
    assert space != gym.spaces.Text(10)
    batch = gym.vector.utils.batch_space(space, 3)
    assert ("a", "", "é") in batch
    assert len(batch.sample()) == 3
    assert "abc" in AnyText()
    assert len(space.sample(mask=(7, None))) == 7
    assert repr(space) == "AnyText()"


def test_spaces_are_not_shared_between_environments():
    first, second = rlve_gym.make("sort_integers"), rlve_gym.make("sort_integers")
    assert first.action_space is not second.action_space
    assert first.action_space is not first.observation_space
    assert first.action_space is first.action_space


@pytest.mark.parametrize("mode", ["vector_entry_point", "sync"])
def test_vectors_take_answers_of_every_size_and_none(mode):
    for answers in (("7", "", "9" * 100), ("", "7", "-1"), ("9" * 100, "1", "x")):
        envs = gym.make_vec("rlve/IntegerMultiplication-v0", num_envs=3, vectorization_mode=mode)
        envs.reset(seed=0)
        *_, infos = envs.step(tuple(f"<answer>{answer}</answer>" for answer in answers))
        assert list(infos["answer"]) == [answer if answer not in ("", "x") else None for answer in answers]
        assert list(infos["accuracy"]) == [0, 0, 0]
        envs.close()
