"""The oracle goes through all sequences; longer ones are counted by choosing which entries are not 0, block by block."""

from functools import cache
from itertools import pairwise, product
from random import Random

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_sparse_increasing_sequences import _count

env = rlve_gym.make("count_sparse_increasing_sequences", answer_style="plain")


def by_enumeration(intervals):
    total = 0
    for a in product(*([0, *range(left, right + 1)] for left, right in intervals)):
        nonzero = [x for x in a if x]
        total += bool(nonzero) and all(x < y for x, y in pairwise(nonzero))
    return total


def by_recursion(intervals):
    """From the left, with the last nonzero entry as the state."""

    @cache
    def ways(i, last):
        if i == len(intervals):
            return 1
        left, right = intervals[i]
        return ways(i + 1, last) + sum(ways(i + 1, x) for x in range(max(left, last + 1), right + 1))

    return ways(0, 0) - 1


@pytest.mark.parametrize("length", [2, 3, 4])
def test_answers_are_those_of_enumeration(length):
    for seed in range(100):
        problem = env.sample(0, seed=seed, parameters={"length": length})
        assert len(problem.intervals) == length
        assert problem.answer == by_enumeration(problem.intervals)
        assert env.judge(problem, env.format(env.solve(problem))).correct


def test_wide_intervals():
    """Up to n^2, as in the published suite."""
    rng = Random(0)
    for n in range(2, 5):
        for _ in range(40):
            lefts = [rng.randint(1, n * n) for _ in range(n)]
            intervals = [(left, rng.randint(left, n * n)) for left in lefts]
            assert _count(intervals, n * n) == by_enumeration(intervals)


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_answers_are_those_of_recursion(difficulty):
    for seed in range(8):
        problem = env.sample(difficulty, seed=seed)
        n = len(problem.intervals)
        assert n == 3 + difficulty
        assert all(1 <= left <= right <= 2 * n for left, right in problem.intervals)
        assert problem.answer == by_recursion(problem.intervals) % 1_000_000_007


def test_counts_in_closed_form():
    """Intervals that follow each other leave every entry free; equal ones give choices of k places and k values."""
    assert _count([(1, 2), (3, 5), (6, 6)], 6) == 3 * 4 * 2 - 1
    assert _count([(1, 4)] * 3, 4) == 3 * 4 + 3 * 6 + 1 * 4


EXAMPLE = {"intervals": [[1, 2], [2, 2]], "modulus": 1_000_000_007, "answer": 4}  # 1 0, 2 0, 0 2, 1 2


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("4", "valid", 1),
        (" 4\n", "valid", 1),
        ("5", "valid", 0),  # with 0 0
        ("3", "valid", 0),
        ("0", "valid", 0),
        ("1000000006", "valid", 0),
        ("1000000007", "invalid", 0),
        ("1000000011", "invalid", 0),  # not reduced
        ("-1", "invalid", 0),
        ("4 sequences", "unparsed", 0),
        ("4.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    problem = env.problem_from(EXAMPLE)
    assert by_enumeration(problem.intervals) == 4
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_few_problems_share_their_answer():
    for difficulty, share in ((0, 0.2), (3, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
