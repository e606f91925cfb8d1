"""The oracle is minimax on both totals, move by move; and games small enough to be solved by hand."""

from functools import cache
from random import Random

import pytest

import rlve_gym
from rlve_gym.envs.games.doubling_take_coin_game import _first_total

env = rlve_gym.make("doubling_take_coin_game", answer_style="plain")


def play(values):
    """The totals (first, second) of perfect play."""

    @cache
    def totals(index, limit):
        """What the player to move and the other one still get."""
        results = [(0, 0)] if index == len(values) else []
        for end in range(index + 1, min(index + limit, len(values)) + 1):
            other, mover = totals(end, 2 * (end - index))
            results.append((mover + sum(values[index:end]), other))
        return max(results)

    return totals(0, 2)


@pytest.mark.parametrize("difficulty", range(12))
def test_answer_is_that_of_minimax(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        n = len(problem.values)
        assert n == 5 + difficulty
        assert all(1 <= value <= 2 * n for value in problem.values)
        first, second = play(problem.values)
        assert (problem.answer, sum(problem.values)) == (first, first + second)


@pytest.mark.parametrize(
    ("values", "answer"),
    [
        ([7], 7),  # fewer coins than the first limit
        ([7, 1], 8),
        ([1, 1, 1], 2),
        ([1, 1, 9], 2),  # after one coin the other player takes the two left
        ([5, 1, 1, 1], 6),
        ([1, 2, 100, 1], 3),  # after two coins the two left go as well, after one coin 2 and 100
        ([1, 1, 9, 9, 9, 9], 19),  # one coin each, and then the first player gets two of the four nines
    ],
)
def test_games_solved_by_hand(values, answer):
    assert _first_total(values) == play(values)[0] == answer


def test_other_sizes():
    rng = Random(1)
    for _ in range(200):
        problem = env.generate(rng, coin_count=rng.randint(1, 9))
        assert problem.answer == play(problem.values)[0]


EXAMPLE = {"values": [5, 1, 1, 1], "answer": 6}


@pytest.mark.parametrize(
    ("text", "outcome", "correct"),
    [
        ("6", "valid", True),
        (" +6\n", "valid", True),
        ("5", "valid", False),
        ("8", "valid", False),
        ("0", "invalid", False),
        ("-6", "invalid", False),
        ("9", "invalid", False),  # more than all coins
        ("6.0", "unparsed", False),
        ("6 2", "unparsed", False),
        ("six", "unparsed", False),
        ("", "unparsed", False),
    ],
)
def test_hand_made_answers(text, outcome, correct):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.correct) == (outcome, correct)


@pytest.mark.parametrize("values", [[], [3, 0], [-1]])
def test_damaged_values_are_refused(values):
    with pytest.raises(ValueError, match="values"):
        env.problem_from({"values": values, "answer": 1})
