"""The oracle divides with remainders and looks where the period begins; larger limits are checked with NumPy's gcds."""

from fractions import Fraction

import numpy as np
import pytest

import rlve_gym
from rlve_gym.envs.number_theory.count_purely_periodic_fractions import _purely_periodic

env = rlve_gym.make("count_purely_periodic_fractions", answer_style="plain")


def period_starts_at_once(value, base):
    """Long division: whether the remainder that repeats first is the very first one."""
    start = remainder = value.numerator % value.denominator
    for _ in range(value.denominator):
        remainder = remainder * base % value.denominator
        if remainder == start:
            return True
    return False


def by_long_division(n, m, base):
    values = {Fraction(x, y) for x in range(1, n + 1) for y in range(1, m + 1)}
    return sum(period_starts_at_once(value, base) for value in values)


def by_arrays(n, m, base):
    x, y = np.arange(1, n + 1), np.arange(1, m + 1)
    y = y[np.gcd(y, base) == 1]
    return int(np.count_nonzero(np.gcd.outer(x, y) == 1))


def test_every_small_problem():
    for n in range(1, 9):
        for m in range(1, 9):
            for base in (2, 3, 4, 6, 7, 10, 12):
                assert _purely_periodic(n, m, base) == by_long_division(n, m, base)


@pytest.mark.parametrize("difficulty", range(6))
def test_answers_are_those_of_long_division(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        fields = problem.numerator_limit, problem.denominator_limit, problem.base
        assert problem.answer == by_long_division(*fields)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [8, 12, 16, 20])
def test_large_answers_are_those_of_the_arrays(difficulty):
    for seed in range(8):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_arrays(problem.numerator_limit, problem.denominator_limit, problem.base)


def test_published_count():
    """The sample of Luogu P1587: 1/1, 1/3, 2/1, 2/3."""
    assert _purely_periodic(2, 6, 10) == 4


# 1/1 2/1 3/1 1/3 2/3 1/5 2/5 3/5; not 1/2 3/2 1/4 3/4 1/6, and 2/2 2/4 3/3 2/6 3/6 are among these.
EXAMPLE = {"numerator_limit": 3, "denominator_limit": 6, "base": 2, "answer": 8}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("8", "valid", 1),
        (" 8 ", "valid", 1),
        ("5", "valid", 0),  # without the integers
        ("9", "valid", 0),  # 3/3 as another value than 1/1
        ("13", "valid", 0),  # every value
        ("0", "invalid", 0),
        ("-8", "invalid", 0),
        ("8/1", "unparsed", 0),
        ("8.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_long_division(3, 6, 2) == 8
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_few_problems_share_their_answer():
    for difficulty, share in ((0, 0.2), (3, 0.08)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


def test_the_prompt_says_that_values_are_counted_once():
    """The trap of the catalogue: whether 2/4 counts beside 1/2 was unclear."""
    assert "Equal fractions, such as 1/1 and 2/2, are one value." in env.prompt(env.sample(0, seed=0))
