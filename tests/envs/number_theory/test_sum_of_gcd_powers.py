"""The oracle adds with math.gcd; larger limits are checked by counting the pairs of each gcd, recursively."""

from functools import cache
from math import gcd

import pytest

import rlve_gym
from rlve_gym.envs.number_theory.sum_of_gcd_powers import _gcd_power_sum

env = rlve_gym.make("sum_of_gcd_powers", answer_style="plain")


def by_enumeration(n, m, k):
    return sum(gcd(i, j) ** k for i in range(1, n + 1) for j in range(1, m + 1))


@cache
def coprime_pairs(n, m):
    """All pairs but those with gcd 2, 3, ..., which are d times a coprime pair."""
    return n * m - sum(coprime_pairs(n // d, m // d) for d in range(2, min(n, m) + 1))


def by_recursion(n, m, k):
    return sum(d**k * coprime_pairs(n // d, m // d) for d in range(1, min(n, m) + 1))


def test_every_small_problem():
    for n in range(1, 14):
        for m in range(1, 14):
            for k in range(1, 6):
                assert _gcd_power_sum(n, m, k) == by_enumeration(n, m, k)


@pytest.mark.parametrize("difficulty", range(7))
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_enumeration(problem.x_limit, problem.y_limit, problem.exponent)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [9, 12, 15, 18])
def test_large_answers_are_those_of_the_recursion(difficulty):
    for seed in range(3):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_recursion(problem.x_limit, problem.y_limit, problem.exponent)


EXAMPLE = {"x_limit": 2, "y_limit": 4, "exponent": 3, "answer": 22}  # gcds 1 1 1 1 and 1 2 1 2


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("22", "valid", 1),
        ("+22", "valid", 1),
        ("10", "valid", 0),  # exponent 1
        ("23", "valid", 0),
        ("0", "invalid", 0),
        ("-22", "invalid", 0),
        ("22.0", "unparsed", 0),
        ("6 + 2 * 8", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_enumeration(2, 4, 3) == 22
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_relative_error_does_not_count():
    """The trap of the catalogue: an error of one in ten million was right."""
    problem = env.sample(20, seed=0)
    assert problem.answer > 10**9
    for wrong in (problem.answer + 1, problem.answer - 1, problem.answer + problem.answer // 10**8):
        assert env.judge(problem, str(wrong)).quality == 0


def test_exponents_grow_and_low_answers_are_short():
    for difficulty, exponents, digits in ((0, {1, 2}, 3), (3, {1, 2, 3}, 5), (6, {1, 2, 3, 4, 5}, 12)):
        problems = [env.sample(difficulty, seed=seed) for seed in range(300)]
        assert {problem.exponent for problem in problems} == exponents
        assert max(problem.answer for problem in problems) < 10**digits
