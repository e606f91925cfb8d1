"""The oracle counts the numbers with a common divisor directly, for large intervals in NumPy."""

from math import gcd

import numpy as np
import pytest

import rlve_gym

env = rlve_gym.make("sum_of_cototients", answer_style="plain")


def cototient(x):
    return sum(gcd(x, y) > 1 for y in range(1, x + 1))


def test_published_numbers():
    """OEIS A051953."""
    assert [cototient(x) for x in range(1, 17)] == [0, 1, 1, 2, 1, 4, 1, 4, 3, 6, 1, 8, 1, 8, 7, 8]


@pytest.mark.parametrize("difficulty", range(6))
def test_answers_are_those_of_counting(difficulty):
    for seed in range(50):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == sum(map(cototient, range(problem.low, problem.high + 1))) >= 1


@pytest.mark.parametrize(("difficulty", "count"), [(12, 10), (20, 4), (30, 2)])
def test_large_answers_are_those_of_counting(difficulty, count):
    for seed in range(count):
        problem = env.sample(difficulty, seed=seed)
        total = 0
        for x in range(problem.low, problem.high + 1):
            total += int((np.gcd(x, np.arange(1, x + 1)) > 1).sum())
        assert problem.answer == total


def test_intervals_stay_in_their_ranges():
    lows = set()
    for seed in range(300):
        problem = env.sample(0, seed=seed)
        lows.add(problem.low)
        assert 1 <= problem.high - problem.low <= 5
    assert lows == set(range(1, 26))


def test_a_near_miss_of_a_large_answer_is_wrong():
    problem = env.sample(30, seed=0)
    assert problem.answer > 10**5
    for step in (-1, 1):
        assert env.judge(problem, str(problem.answer + step)).quality == 0


EXAMPLE = {"low": 1, "high": 6, "answer": 9}  # 0 + 1 + 1 + 2 + 1 + 4


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("9", "valid", 1),
        (" 9\n", "valid", 1),
        ("10", "valid", 0),  # with F(1) = 1
        ("12", "valid", 0),  # the sum of phi
        ("0", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("-9", "invalid", 0),
        ("0 1 1 2 1 4", "unparsed", 0),
        ("9.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
