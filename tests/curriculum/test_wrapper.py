import copy
import pickle

import gymnasium as gym
import pytest

import rlve_gym
from rlve_gym import AdaptiveDifficultyWrapper


def solved(env):
    inner = env.unwrapped
    return inner.respond(inner.solve(inner.problem))


def make(**settings):
    return AdaptiveDifficultyWrapper(gym.make("rlve/SortIntegers-v0"), **settings)


def test_a_perfect_player_climbs_and_a_bad_one_does_not():
    env = make(min_samples=4)
    difficulties = []
    for episode in range(120):
        _, info = env.reset(seed=0 if episode == 0 else None)
        difficulties.append(info["difficulty"])
        low, high = info["window"]
        assert low <= info["difficulty"] <= high
        assert (
            info["parameters"]
            == env.unwrapped.sample(info["difficulty"], seed=info["seed"]).origin.parameters
        )
        _, reward, _, _, info = env.step(solved(env))
        assert reward == 1.0
    assert env.window[1] >= 6
    assert difficulties[0] == 0
    before = env.window
    for _ in range(60):
        env.reset()
        env.step("no idea")
    assert env.window == before


def test_it_rises_after_exactly_min_samples_at_h():
    env = make(min_samples=8, window=1)
    for expected in [(0, 0)] * 7 + [(1, 1)]:
        env.reset()
        *_, info = env.step(solved(env))
        assert info["window"] == env.window == expected


def test_difficulties_are_reproducible():
    def play(env):
        trace = []
        for episode in range(60):
            prompt, info = env.reset(seed=5 if episode == 0 else None)
            trace.append((prompt, info["difficulty"], info["window"]))
            env.step(solved(env))
        return trace

    assert play(make()) == play(make())
    env = make()
    env.reset(seed=5)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        twin.step(solved(twin))
        assert len(play(twin)) == 60


def test_a_given_difficulty_is_used_and_above_h_not_recorded():
    env = make(min_samples=1)
    for arguments in ({"difficulty": 5}, {"options": {"difficulty": 5}}):
        _, info = env.reset(seed=0, **arguments)
        assert info["difficulty"] == 5
        env.step(solved(env))
        assert env.window == (0, 0)
    env.reset(difficulty=0)
    env.step(solved(env))
    assert env.window == (0, 1)
    with pytest.raises(ValueError, match="difficulty"):
        env.reset(difficulty=99)


def test_options_pass_through():
    _, info = make().reset(seed=1, options={"parameters": {"length": 12}})
    assert info["parameters"] == {"length": 12}


def test_initial_and_settings():
    env = make(initial=6, window=3)
    assert env.window == (4, 6)
    with pytest.raises(ValueError, match="range"):
        make(window=0)
    with pytest.raises(TypeError, match="max_difficulty"):
        AdaptiveDifficultyWrapper(gym.make("CartPole-v1"))
    assert AdaptiveDifficultyWrapper(rlve_gym.make("knapsack")).window == (0, 0)


def test_it_wraps_in_vectors_and_specs():
    env = make(min_samples=2)
    assert gym.make(env.spec).window == (0, 0)
    vector = gym.make_vec(
        "rlve/SortIntegers-v0", num_envs=3, vectorization_mode="sync", wrappers=[AdaptiveDifficultyWrapper]
    )
    _, infos = vector.reset(seed=1)
    assert list(infos["difficulty"]) == [0, 0, 0]
    vector.close()


def test_exceptions_leave_the_counts_alone(monkeypatch):
    """Case 22: neither an interrupt nor a cancellation is a wrong answer."""
    import asyncio

    env = make(min_samples=1)
    for error in (KeyboardInterrupt, asyncio.CancelledError, KeyError):
        env.reset(seed=0)

        def fail(problem, answer, error=error):
            raise error

        response = solved(env)
        with monkeypatch.context() as patch:
            patch.setattr(env.unwrapped, "verify", fail)
            with pytest.raises(error):
                env.step(response)
        assert env.controller.state_dict() == {"h": 0, "correct": 0, "total": 0}
        env.step(response)  # the episode is still open
        env.controller.load_state_dict({"h": 0, "correct": 0, "total": 0})
