"""The oracle goes through the table; large tables are checked by NumPy, and by the digits of i, j and their XOR."""

from collections import Counter

import numpy as np
import pytest

import rlve_gym
from rlve_gym.envs.counting.sum_of_xor_excess_over_threshold import _excess

env = rlve_gym.make("sum_of_xor_excess_over_threshold", answer_style="plain")


def by_table(n, m, k):
    return sum(max((i ^ j) - k, 0) for i in range(n) for j in range(m))


def by_arrays(n, m, k):
    values = np.bitwise_xor.outer(np.arange(n), np.arange(m)) - k
    return int(values[values > 0].sum())


def by_digits(n, m, k):
    """Bit by bit from the highest: pairs (and sums of their XOR), by whether i, j and XOR still equal n, m and k so far."""
    counts, sums = Counter({(True, True, True): 1}), Counter()
    for bit in reversed(range(max(n, m, k).bit_length())):
        next_counts, next_sums = Counter(), Counter()
        n_bit, m_bit, k_bit = n >> bit & 1, m >> bit & 1, k >> bit & 1
        for state, count in counts.items():
            for i in (0, 1):
                for j in (0, 1):
                    i_tied, j_tied, k_tied = state
                    if (i_tied and i > n_bit) or (j_tied and j > m_bit) or (k_tied and i ^ j < k_bit):
                        continue
                    key = (i_tied and i == n_bit, j_tied and j == m_bit, k_tied and i ^ j == k_bit)
                    next_counts[key] += count
                    next_sums[key] += sums[state] + count * ((i ^ j) << bit)
        counts, sums = next_counts, next_sums
    return sums[False, False, False] - k * counts[False, False, False]


def test_every_small_table():
    for n in range(1, 14):
        for m in range(1, 14):
            for k in (0, 1, 2, 3, 5, 8, 13, 15, 16, 20):
                expected = by_table(n, m, k)
                assert _excess(n, m, k) == expected
                assert by_digits(n, m, k) == expected


@pytest.mark.parametrize("difficulty", range(9))
def test_answers_are_those_of_the_table(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_table(problem.row_count, problem.column_count, problem.threshold)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [12, 16, 20])
def test_answers_are_those_of_the_arrays(difficulty):
    for seed in range(5):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_arrays(problem.row_count, problem.column_count, problem.threshold)


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_answers_are_those_of_the_digits(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_digits(problem.row_count, problem.column_count, problem.threshold)


def test_the_sum_is_never_zero_and_every_other_threshold_comes():
    """A trap of the published suite: the sum was 0 in half of the problems at the bottom, in a fifth above."""
    thresholds = {}
    for seed in range(1500):
        problem = env.sample(0, seed=seed)
        assert 2 <= problem.row_count <= 5 and 2 <= problem.column_count <= 5 and problem.answer > 0
        thresholds.setdefault((problem.row_count, problem.column_count), set()).add(problem.threshold)
    assert len(thresholds) == 16
    for (n, m), found in thresholds.items():
        assert found == set(range(max(i ^ j for i in range(n) for j in range(m))))
    assert all(env.sample(difficulty, seed=seed).answer > 0 for difficulty in range(31) for seed in range(20))


EXAMPLE = {"row_count": 3, "column_count": 4, "threshold": 1, "answer": 9}  # XOR 2 and 3, three times each


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("9", "valid", 1),
        (" 9\n", "valid", 1),
        ("10", "valid", 0),
        ("0", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("-1", "invalid", 0),
        ("9.0", "unparsed", 0),
        ("3 6", "unparsed", 0),
        ("3 + 6 = 9", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_table(3, 4, 1) == 9
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_constant_pays():
    for difficulty, share in ((0, 0.22), (3, 0.07)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
