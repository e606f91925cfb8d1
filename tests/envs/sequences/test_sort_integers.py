"""The oracle checks order and multiplicities, without sorting."""

from collections import Counter
from itertools import pairwise

import pytest

import rlve_gym

env = rlve_gym.make("sort_integers", answer_style="plain")


def is_sorted_version(values, answer):
    return Counter(answer) == Counter(values) and all(a <= b for a, b in pairwise(answer))


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_solution_is_sorted_and_the_instance_is_not(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        assert is_sorted_version(problem.values, env.solve(problem))
        assert not env.judge(problem, env.format(problem.values)).correct
        assert all(0 <= value <= 5 * len(problem.values) for value in problem.values)


EXAMPLE = {"values": [5, 2, 0, 2], "answer": [0, 2, 2, 5]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("0 2 2 5", "valid", 1),
        ("0, 2, 2, 5", "valid", 1),
        ("0\n2\n2\n5", "valid", 1),
        ("0 2 5 2", "valid", (2 / 4) ** 10),
        ("0 2 2 6", "valid", (3 / 4) ** 10),
        ("5 0 0 0", "valid", 0),
        ("0 2 5", "invalid", 0),  # a multiplicity is lost
        ("0 2 2 5 5", "invalid", 0),
        ("", "unparsed", 0),
        ("0 2 two 5", "unparsed", 0),
        ("0 2 2 5.0", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)
