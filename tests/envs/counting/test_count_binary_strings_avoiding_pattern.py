"""The oracle searches every string; longer ones are checked by the correlation of the pattern with itself."""

from itertools import product

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_binary_strings_avoiding_pattern import _count

env = rlve_gym.make("count_binary_strings_avoiding_pattern", answer_style="plain")

HUGE = 10**400


def count_by_search(length, pattern):
    return sum(pattern not in "".join(bits) for bits in product("01", repeat=length))


def count_by_correlation(length, pattern):
    """The generating function c(z) / (z^m + (1 - 2z) c(z)) of L. J. Guibas and A. M. Odlyzko (1981), exactly."""
    m = len(pattern)
    correlation = [int(pattern[k:] == pattern[: m - k]) for k in range(m)]
    denominator = [*correlation, 1]
    for k in range(m):
        denominator[k + 1] -= 2 * correlation[k]
    counts = []
    for n in range(length + 1):
        count = correlation[n] if n < m else 0
        count -= sum(denominator[k] * counts[n - k] for k in range(1, min(n, m) + 1))
        counts.append(count)
    return counts[length]


def test_every_short_pattern():
    for m in range(1, 6):
        for pattern in map("".join, product("01", repeat=m)):
            for length in (0, 1, m, m + 1, 9):
                expected = count_by_search(length, pattern)
                assert _count(length, pattern, HUGE) == expected
                assert count_by_correlation(length, pattern) == expected


@pytest.mark.parametrize("difficulty", [0, 1, 2])
def test_answers_are_those_of_the_search(difficulty):
    for seed in range(80 if difficulty < 2 else 40):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == count_by_search(problem.length, problem.pattern) % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [4, 8, 12, 16, 20])
def test_longer_answers_are_those_of_the_correlation(difficulty):
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == count_by_correlation(problem.length, problem.pattern) % problem.modulus


def test_published_numbers():
    """OEIS A000045 without 11 (Fibonacci), A000073 without 111 (tribonacci), and n + 1 without 10."""
    assert [_count(n, "11", HUGE) for n in range(10)] == [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]
    assert [_count(n, "111", HUGE) for n in range(10)] == [1, 2, 4, 7, 13, 24, 44, 81, 149, 274]
    assert [_count(n, "10", HUGE) for n in range(10)] == list(range(1, 11))


@pytest.mark.parametrize("difficulty", range(0, 21, 2))
def test_sizes(difficulty):
    """The trap of the notes: lengths that double with each difficulty are out of reach by hand."""
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        parameters = problem.origin.parameters
        max_length, max_pattern = parameters["max_length"], parameters["max_pattern"]
        assert max_length <= 8 * 1.3**difficulty
        assert max(3, max_length // 2) <= problem.length <= max_length
        assert 2 <= len(problem.pattern) <= min(problem.length - 1, max_pattern)
        assert set(problem.pattern) <= {"0", "1"} and 2 <= problem.modulus <= 10_000


def test_patterns_of_ones_only_and_of_both_bits_occur():
    patterns = [env.sample(6, seed=seed).pattern for seed in range(200)]
    assert 10 < sum(len(set(pattern)) == 1 for pattern in patterns) < 150


EXAMPLE = {"length": 6, "pattern": "101", "modulus": 10, "answer": 7}  # of 37


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("7", "valid", 1),
        (" 07\n", "valid", 1),
        ("6", "valid", 0),
        ("0", "valid", 0),
        ("9", "valid", 0),
        ("10", "invalid", 0),
        ("37", "invalid", 0),  # not reduced
        ("-3", "invalid", 0),
        ("37 mod 10", "unparsed", 0),
        ("7.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert count_by_search(6, "101") == 37
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
