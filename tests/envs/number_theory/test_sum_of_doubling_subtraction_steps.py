"""The oracle runs the process for every pair; the largest limits are checked by counting pairs by their gcd and sum."""

from functools import cache

import numpy as np
import pytest

import rlve_gym

env = rlve_gym.make("sum_of_doubling_subtraction_steps", answer_style="plain")


def steps(a, b):
    seen = set()
    while a != b:
        if (a, b) in seen:
            return 0
        seen.add((a, b))
        a, b = (a - b, 2 * b) if a > b else (2 * a, b - a)
    return len(seen)


@cache
def by_simulation(limit):
    return sum(steps(a, b) for a in range(1, limit + 1) for b in range(1, limit + 1))


@cache
def table_of_steps(limit, rounds):
    """The number of steps of every pair that stops within so many rounds, else 0."""
    a, b = np.meshgrid(np.arange(1, limit + 1), np.arange(1, limit + 1))
    count = np.where(a == b, 0, -1)
    for step in range(1, rounds + 1):
        a, b = np.where(a > b, a - b, np.where(a < b, 2 * a, a)), np.where(a > b, 2 * b, b - (a < b) * a)
        count[(count == -1) & (a == b)] = step
    return np.maximum(count, 0)


def by_gcd_and_sum(limit):
    """Pairs g (a, b) of coprime a, b with a + b = 2^t, that is with a odd: t - 1 steps each."""
    total = 0
    for g in range(1, limit + 1):
        most, t = limit // g, 1
        while 2**t <= 2 * most:
            first, last = max(1, 2**t - most), min(most, 2**t - 1)
            total += (t - 1) * ((last + 1) // 2 - first // 2)  # odd numbers in first..last
            t += 1
    return total


@pytest.mark.parametrize("difficulty", range(6))
def test_answers_are_those_of_simulation(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_simulation(problem.limit)


def test_larger_answers_are_those_of_simulation():
    # No pair that stops takes many steps: ten times as many rounds change nothing.
    assert (table_of_steps(60, 150) == table_of_steps(60, 15)).all()
    table = table_of_steps(600, 30)
    assert table[:20, :20].sum() == by_simulation(20)
    for seed in range(200):
        problem = env.sample(11 + seed % 4, seed=seed)
        assert problem.limit <= 600
        assert problem.answer == table[: problem.limit, : problem.limit].sum()


@pytest.mark.parametrize("difficulty", [16, 20, 25, 30])
def test_answers_are_those_of_counting_by_gcd_and_sum(difficulty):
    assert [by_gcd_and_sum(n) for n in range(1, 31)] == [by_simulation(n) for n in range(1, 31)]
    for seed in range(3):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_gcd_and_sum(problem.limit)


def test_all_limits_but_powers_of_two_come():
    """The trap of the notes: with one or three limits a whole difficulty can be learned by heart."""
    limits = {env.sample(0, seed=seed).limit for seed in range(200)}
    assert limits == {5, 6, 7, 9, 10, 11, 12}
    problems = [env.sample(3, seed=seed) for seed in range(600)]
    assert {problem.limit for problem in problems} == set(range(5, 25)) - {8, 16}
    answers = [problem.answer for problem in problems]
    assert max(map(answers.count, set(answers))) < 0.1 * len(answers)


EXAMPLE = {"limit": 5, "answer": 6}  # (1, 3) and (3, 1) take 1 step, (3, 5) and (5, 3) take 2


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("6", "valid", 1),
        (" 6\n", "valid", 1),
        ("3", "valid", 0),  # pairs in one order only
        ("7", "valid", 0),
        ("0", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("-6", "invalid", 0),
        ("1 + 1 + 2 + 2", "unparsed", 0),
        ("6.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_simulation(5) == 6
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
