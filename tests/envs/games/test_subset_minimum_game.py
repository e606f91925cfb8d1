"""The oracle plays the whole game, with all moves."""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest

import rlve_gym
from rlve_gym.envs.games.subset_minimum_game import _lead

env = rlve_gym.make("subset_minimum_game", answer_style="plain")


@cache
def searched(values):
    """The lead of the player to move, for an ascending tuple of numbers."""
    n = len(values)
    leads = [
        values[removed[0]] - searched(tuple(values[i] for i in range(n) if i not in removed))
        for count in range(1, n + 1)
        for removed in combinations(range(n), count)
    ]
    return max(leads, default=0)


def test_leads_of_all_small_games():
    for n in range(1, 6):
        for values in combinations_with_replacement(range(1, 6), n):
            assert _lead(list(values)) == _lead(list(values)[::-1]) == searched(values)


def test_leads_of_random_games():
    rng = Random(0)
    for index in range(60):
        n = 6 + index % 3
        values = [rng.randint(1, (9, 30, 100)[index // 3 % 3]) for _ in range(n)]
        assert _lead(values) == searched(tuple(sorted(values)))


@pytest.mark.parametrize("difficulty", range(5))
def test_answers_of_drawn_games(difficulty):
    for seed in range(60 if difficulty < 4 else 25):
        problem = env.sample(difficulty, seed=seed)
        n = len(problem.values)
        assert n == 3 + difficulty
        assert all(1 <= value <= 40 * n for value in problem.values)
        assert problem.answer == searched(tuple(sorted(problem.values)))
        assert env.judge(problem, str(problem.answer)).correct


# Alice takes 9 and 8, and Bob the 3. The 9 alone would only give 9 - 8 + 3, as would all numbers 3.
EXAMPLE = {"values": [8, 3, 9], "answer": 5}


@pytest.mark.parametrize(
    ("text", "outcome", "correct"),
    [
        ("5", "valid", True),
        ("+5", "valid", True),
        ("4", "valid", False),
        ("3", "valid", False),
        ("8", "valid", False),
        ("0", "valid", False),
        ("-5", "valid", False),
        ("9" * 3000, "valid", False),
        ("", "unparsed", False),
        ("8 3", "unparsed", False),
        ("8 - 3", "unparsed", False),
        ("5.0", "unparsed", False),
        ("five", "unparsed", False),
    ],
)
def test_hand_made_answers(text, outcome, correct):
    assert searched((3, 8, 9)) == EXAMPLE["answer"]
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.correct) == (outcome, correct)


def test_no_half_of_the_largest_number_either():
    """The answer is near it."""
    problems = [env.sample(difficulty, seed=seed) for difficulty in (3, 6, 12, 30) for seed in range(100)]
    for rounding in (0, 1):
        assert sum(problem.answer == (max(problem.values) + rounding) // 2 for problem in problems) < 60


@pytest.mark.parametrize("difficulty", [3, 6])
def test_no_fixed_answer_wins_often(difficulty):
    """The trap of the published suite: with one scale for all values the answers cluster."""
    answers = Counter(env.sample(difficulty, seed=seed).answer for seed in range(200))
    assert max(answers.values()) < 25


@pytest.mark.parametrize("values", [[], [3, 0], [3, -1]])
def test_damaged_values_are_refused(values):
    with pytest.raises(ValueError, match="values"):
        env.problem_from({"values": values, "answer": 0})
