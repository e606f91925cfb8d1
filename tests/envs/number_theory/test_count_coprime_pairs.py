"""The oracle counts with math.gcd; larger limits are checked by a recursion over the common divisor, and published counts."""

from functools import cache
from math import gcd

import pytest

import rlve_gym
from rlve_gym.envs.number_theory.count_coprime_pairs import _coprime_pairs

env = rlve_gym.make("count_coprime_pairs", answer_style="plain")


def by_enumeration(n, m):
    return sum(gcd(x, y) == 1 for x in range(1, n + 1) for y in range(1, m + 1))


@cache
def by_recursion(n, m):
    """All pairs but those with gcd 2, 3, ..., which are d times a coprime pair."""
    return n * m - sum(by_recursion(n // d, m // d) for d in range(2, min(n, m) + 1))


def test_every_small_rectangle():
    for n in range(1, 26):
        for m in range(1, 26):
            assert _coprime_pairs(n, m) == by_enumeration(n, m)


@pytest.mark.parametrize("difficulty", range(7))
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_enumeration(problem.x_limit, problem.y_limit)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [10, 13, 16, 18])
def test_large_answers_are_those_of_the_recursion(difficulty):
    for seed in range(3):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_recursion(problem.x_limit, problem.y_limit)


def test_published_counts():
    """OEIS A018805 and A064018."""
    assert [_coprime_pairs(n, n) for n in range(1, 11)] == [1, 3, 7, 11, 19, 23, 35, 43, 55, 63]
    assert [_coprime_pairs(10**k, 10**k) for k in (2, 3, 4, 5)] == [6087, 608383, 60794971, 6079301507]


EXAMPLE = {"x_limit": 3, "y_limit": 4, "answer": 9}  # all 12 but (2, 2), (2, 4), (3, 3)


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("9", "valid", 1),
        (" 9\n", "valid", 1),
        ("8", "valid", 0),  # (1, 1) forgotten
        ("6", "valid", 0),  # without regard to order
        ("10", "valid", 0),  # close is not enough
        ("0", "invalid", 0),
        ("-9", "invalid", 0),
        ("9.0", "unparsed", 0),
        ("9 pairs", "unparsed", 0),
        ("9 9", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_enumeration(3, 4) == 9
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_closeness_at_the_top():
    problem = env.sample(25, seed=0)
    assert env.judge(problem, str(problem.answer + 1)).quality == 0
    assert env.judge(problem, str(problem.answer)).quality == 1


def test_limits_come_from_a_quarter_on_and_independently():
    problems = [env.sample(0, seed=seed) for seed in range(1000)]
    assert {(p.x_limit, p.y_limit) for p in problems} == {(n, m) for n in range(2, 9) for m in range(2, 9)}
