"""The oracle intersects every subset; many intervals are checked by the segments of the least length that subsets contain."""

from itertools import combinations
from random import Random

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_long_overlap_interval_subsets import _subsets

env = rlve_gym.make("count_long_overlap_interval_subsets", answer_style="plain")


def by_enumeration(intervals, min_length):
    return sum(
        min(right for _, right in chosen) - max(left for left, _ in chosen) >= min_length
        for size in range(1, len(intervals) + 1)
        for chosen in combinations(intervals, size)
    )


def by_segments(intervals, min_length):
    """An intersection of length s >= L contains s - L + 1 segments [x, x + L] and s - L segments [x, x + L + 1]."""
    total = 0
    for length, sign in ((min_length, 1), (min_length + 1, -1)):
        for x in range(max(right for _, right in intervals) + 1):
            around = sum(left <= x and x + length <= right for left, right in intervals)
            total += sign * (2**around - 1)
    return total


@pytest.mark.parametrize(("difficulty", "count"), [(0, 100), (1, 100), (2, 60), (3, 40), (5, 5)])
def test_answers_are_those_of_enumeration(difficulty, count):
    for seed in range(count):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_enumeration(problem.intervals, problem.min_length)
        assert env.judge(problem, env.format(env.solve(problem))).correct


def test_any_intervals():
    """Many equal ones, points, and lengths that none has."""
    rng = Random(0)
    nothing = 0
    for _ in range(400):
        n, width = rng.randint(1, 8), rng.randint(1, 5)
        intervals = [tuple(sorted(rng.choices(range(width + 1), k=2))) for _ in range(n)]
        min_length = rng.randint(1, width + 1)
        count = by_enumeration(intervals, min_length)
        nothing += count == 0
        assert _subsets(intervals, min_length) == count == by_segments(intervals, min_length)
    assert 20 < nothing < 250


@pytest.mark.parametrize("difficulty", [4, 8, 12, 16, 20, 25, 30])
def test_large_answers_are_those_of_the_segments(difficulty):
    for seed in range(15):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_segments(problem.intervals, problem.min_length)


@pytest.mark.parametrize(("difficulty", "share"), [(6, 0.2), (10, 0.5), (20, 0.8), (30, 0.8)])
def test_the_least_length_matters(difficulty, share):
    """The trap of the notes: drawn up to the length of the shortest interval, it is 1 in nearly all problems."""
    matters = 0
    for seed in range(100):
        problem = env.sample(difficulty, seed=seed)
        n, lengths = len(problem.intervals), [right - left for left, right in problem.intervals]
        assert all(0 <= left <= right <= n for left, right in problem.intervals)
        assert problem.min_length == 1 or sum(s >= problem.min_length for s in lengths) > n // 2
        matters += problem.answer < by_segments(problem.intervals, 1)
    assert matters > share * 100


def test_no_constant_pays():
    for difficulty, share in ((0, 0.25), (3, 0.1), (6, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


# Alone: all but [3, 4]. Two: 1 with 2, 1 with 4, 2 with 4, 4 with 5. Three: 1, 2 and 4.
EXAMPLE = {"intervals": [[0, 5], [1, 4], [3, 4], [2, 7], [4, 9]], "min_length": 2, "answer": 9}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("9", "valid", 1),
        (" 9\n", "valid", 1),
        ("10", "valid", 0),  # with the empty subset
        ("8", "valid", 0),
        ("0", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("-9", "invalid", 0),
        ("4 + 5", "unparsed", 0),
        ("1 2 4", "unparsed", 0),
        ("9.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_enumeration(EXAMPLE["intervals"], 2) == 9
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_equal_intervals_are_different():
    assert _subsets([(0, 3), (0, 3)], 3) == by_enumeration([(0, 3), (0, 3)], 3) == 3
    assert _subsets([(0, 3), (3, 6)], 1) == 2  # a common point has length 0
