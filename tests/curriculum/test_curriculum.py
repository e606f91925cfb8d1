import json
import os
from collections import Counter

import numpy as np
import pytest

import rlve_gym
from rlve_gym import Curriculum, Fixed, RecentPerformance, SlidingWindow, TargetSuccess

IDS = ["sort_integers", "shortest_path", "knapsack"]


def master(curriculum, environment, levels):
    """Answers everything at h right until h has risen by ``levels``."""
    for _ in range(levels):
        curriculum.record(environment, curriculum.window(environment)[1], [True] * 8)
        curriculum.update()


def test_draw_is_a_pure_function_of_index_and_state():
    curriculum = Curriculum(IDS, seed=3)
    master(curriculum, "sort_integers", 5)
    twin = Curriculum(reversed(IDS), seed=3)
    twin.load_state_dict(json.loads(json.dumps(curriculum.state_dict())))
    forward = [curriculum.draw(index) for index in range(50)]
    assert forward == [twin.draw(index) for index in reversed(range(50))][::-1]
    assert forward == [curriculum.draw() for _ in range(50)]
    assert len({draw.seed for draw in forward}) == 50
    other = Curriculum(IDS, seed=4)
    assert not {draw.seed for draw in forward} & {other.draw(index).seed for index in range(50)}


def test_draws_can_be_sampled_and_stay_within_the_windows():
    curriculum = Curriculum(IDS)
    master(curriculum, "knapsack", 6)
    seen = Counter()
    for _ in range(300):
        environment, difficulty, seed = curriculum.draw()
        assert rlve_gym.make(environment).sample(difficulty, seed=seed).origin.difficulty == difficulty
        seen[environment, difficulty] += 1
    assert {difficulty for environment, difficulty in seen if environment == "knapsack"} == {3, 4, 5, 6}
    assert {difficulty for environment, difficulty in seen if environment != "knapsack"} == {0}
    for environment in IDS:
        assert sum(n for (name, _), n in seen.items() if name == environment) == pytest.approx(100, abs=30)


def test_windows_rise_only_at_update_and_once_per_batch():
    curriculum = Curriculum(IDS)
    curriculum.record("sort_integers", 0, [True] * 100)
    assert curriculum.window("sort_integers") == (0, 0)
    assert curriculum.update() == {"sort_integers": (0, 1)}
    assert curriculum.update() == {}
    assert curriculum.window("SortIntegers") == (0, 1)
    assert curriculum.window("Sorting") == (0, 1)


def test_late_samples_of_a_lower_difficulty_are_dropped():
    """Case 37: h rises from 3 to 4, then 100 late successes drawn at 3 arrive."""
    curriculum = Curriculum(["sort_integers"])
    master(curriculum, "sort_integers", 4)
    curriculum.record("sort_integers", 3, [True] * 100)
    curriculum.update()
    assert curriculum.window("sort_integers") == (1, 4)
    top = rlve_gym.make("sort_integers").max_difficulty
    master(curriculum, "sort_integers", 50)
    assert curriculum.window("sort_integers") == (top - 3, top)


@pytest.mark.parametrize("difficulty", [1, 99, -1, 0.5])
def test_impossible_difficulties_are_errors(difficulty):
    with pytest.raises(ValueError, match="difficulty"):
        Curriculum(IDS).record("sort_integers", difficulty, True)


@pytest.mark.parametrize("correct", [0.35, -0.5, [True, 0.5], float("nan"), "1", [None]])
def test_a_reward_is_no_correctness(correct):
    curriculum = Curriculum(IDS)
    with pytest.raises(ValueError, match="correct"):
        curriculum.record("sort_integers", 0, correct)
    assert curriculum.pending() == {}


def test_unknown_environments_are_errors():
    with pytest.raises(KeyError, match="not in this curriculum"):
        Curriculum(["knapsack"]).record("sort_integers", 0, True)
    with pytest.raises(KeyError, match="nearest"):
        Curriculum(["knapsack"]).window("sort_integer")
    with pytest.raises(KeyError, match="nearest"):
        Curriculum(["knapsakc"])
    with pytest.raises(ValueError, match="once"):
        Curriculum(["knapsack", "Knapsack"])
    with pytest.raises(ValueError, match="at least one"):
        Curriculum([])


def test_correct_may_be_any_kind_of_truth():
    curriculum = Curriculum(["knapsack"])
    for correct in (True, 0, np.True_, [True, False], np.array([True, True]), (1.0, 0.0), iter([1])):
        curriculum.record("knapsack", np.int64(0), correct)
    curriculum.record("knapsack", 0, [])
    assert curriculum.pending() == {"knapsack": {"0": [7, 10]}}


def test_counts_of_processes_add_up_once():
    """Case 47: two processes, 64 rollouts each, min_samples=128, all right: h rises exactly once, on both."""
    ranks = [Curriculum(IDS, SlidingWindow(min_samples=128)) for _ in range(2)]
    alone = Curriculum(IDS, SlidingWindow(min_samples=128))
    for batch in range(3):
        for rank in ranks:
            rank.record("knapsack", batch, [True] * 64)
        alone.record("knapsack", batch, [True] * 128)
        pending = [json.loads(json.dumps(rank.pending())) for rank in ranks]
        ranks[0].merge(pending[1])
        ranks[1].merge(pending[0])
        assert pending == [rank.pending() for rank in ranks]  # merged counts are not passed on again
        assert [rank.update() for rank in ranks] == [{"knapsack": (0, batch + 1)}] * 2
        alone.update()
    assert ranks[0].state_dict() == ranks[1].state_dict() == alone.state_dict()


def test_impossible_counts_are_not_merged():
    curriculum = Curriculum(IDS)
    for counts in ({"knapsack": {"0": [3, 2]}}, {"sort_integers": {"0": [1, 1]}, "knapsack": {"7": [1, 1]}}):
        with pytest.raises(ValueError):
            curriculum.merge(counts)
    assert curriculum.update() == {}
    assert curriculum.state_dict() == Curriculum(IDS).state_dict()


@pytest.mark.parametrize("controller", [SlidingWindow(), TargetSuccess(), Fixed(0, 3)])
@pytest.mark.parametrize("sampler", ["uniform", "recent_performance"])
def test_resume_is_exact(tmp_path, controller, sampler):
    def batches(curriculum, count):
        draws = []
        for _ in range(count):
            for _ in range(6):
                draw = curriculum.draw()
                draws.append(draw)
                curriculum.record(draw.environment, draw.difficulty, [draw.seed % 7 > 0] * 4)
            curriculum.update()
        return draws

    whole = Curriculum(IDS, controller, sampler)
    expected = batches(whole, 20)
    first = Curriculum(IDS, controller, sampler)
    assert batches(first, 10) == expected[:60]
    first.draw(1000)
    first.save(tmp_path / "curriculum.json")
    second = Curriculum(IDS, controller, sampler)
    second.load(tmp_path / "curriculum.json")
    assert batches(second, 10) == expected[60:]
    assert second.state_dict() == whole.state_dict()


def test_a_state_in_the_middle_of_a_batch_keeps_its_counts():
    curriculum = Curriculum(IDS)
    curriculum.record("knapsack", 0, [True] * 4)
    curriculum.merge({"knapsack": {"0": [3, 3]}})
    twin = Curriculum(IDS)
    twin.load_state_dict(json.loads(json.dumps(curriculum.state_dict())))
    twin.record("knapsack", 0, True)
    assert twin.update() == {"knapsack": (0, 1)}


def test_environments_may_come_and_go():
    """Case 40."""
    old = Curriculum(["knapsack", "sort_integers"])
    master(old, "knapsack", 2)
    master(old, "sort_integers", 3)
    new = Curriculum(["knapsack", "shortest_path"])
    new.load_state_dict(old.state_dict())
    assert new.window("knapsack") == (0, 2)
    assert new.window("shortest_path") == (0, 0)


def test_another_version_of_an_environment_starts_again():
    curriculum = Curriculum(["knapsack", "sort_integers"])
    master(curriculum, "knapsack", 2)
    master(curriculum, "sort_integers", 3)
    curriculum.record("knapsack", 2, [True] * 8)
    state = curriculum.state_dict()
    state["environments"]["knapsack"]["version"] += 1
    curriculum.load_state_dict(state)
    assert curriculum.window("knapsack") == (0, 0)
    assert curriculum.window("sort_integers") == (0, 3)
    assert curriculum.update() == {}


@pytest.mark.parametrize("damage", ["environments", "next", "controller", "sampler", "pending"])
def test_a_damaged_state_changes_nothing(damage):
    curriculum = Curriculum(IDS)
    master(curriculum, "knapsack", 2)
    before = curriculum.state_dict()
    for value in (None, "x", 3.5j):
        with pytest.raises(ValueError, match="not a state"):
            curriculum.load_state_dict({**Curriculum(IDS).state_dict(), damage: value})
    broken = Curriculum(IDS).state_dict()
    del broken[damage]
    with pytest.raises(ValueError, match="not a state"):
        curriculum.load_state_dict(broken)
    assert curriculum.state_dict() == before
    with pytest.raises(ValueError, match="not a state"):
        Curriculum(IDS, Fixed(0, 1)).load_state_dict(before)


def test_a_crash_while_saving_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "curriculum.json"
    curriculum = Curriculum(IDS)
    curriculum.save(path)
    old = path.read_text()
    master(curriculum, "knapsack", 2)

    def crash(*_):
        raise OSError("power cut")

    for function in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, function, crash)
            with pytest.raises(OSError, match="power cut"):
                curriculum.save(path)
        assert path.read_text() == old
        assert list(tmp_path.iterdir()) == [path]
    curriculum.save(path)
    assert path.read_text() != old


def test_recent_performance_prefers_what_goes_badly():
    def shares(temperature):
        curriculum = Curriculum(IDS, sampler=RecentPerformance(temperature))
        for _ in range(40):
            curriculum.record("knapsack", 0, [False] * 8)
            curriculum.record("sort_integers", curriculum.window("sort_integers")[1], [True] * 8)
            curriculum.update()
        return Counter(curriculum.draw().environment for _ in range(2000))

    cold, warm, hot = shares(0.1), shares(0.5), shares(1e6)
    assert cold["knapsack"] > 1900
    assert warm["knapsack"] > warm["shortest_path"] > warm["sort_integers"] > 0
    for environment in IDS:
        assert hot[environment] == pytest.approx(2000 / 3, abs=80)


@pytest.mark.parametrize("arguments", [{"temperature": 0}, {"temperature": -1}, {"memory": 1.0}])
def test_sampler_settings_out_of_range(arguments):
    with pytest.raises(ValueError):
        RecentPerformance(**arguments)
    with pytest.raises(ValueError, match="sampler"):
        Curriculum(IDS, sampler="best")
    with pytest.raises(ValueError, match="index"):
        Curriculum(IDS).draw(-1)


def test_templates_are_not_shared():
    controller, sampler = SlidingWindow(), RecentPerformance()
    first, second = Curriculum(IDS, controller, sampler), Curriculum(IDS, controller, sampler)
    master(first, "knapsack", 3)
    assert second.window("knapsack") == (0, 0)
    assert controller == SlidingWindow()
    assert second.state_dict()["sampler"] == {"success": {}}
