"""The oracle searches the game, and for large numbers follows the forced moves."""

from functools import cache
from itertools import product

import pytest

import rlve_gym

env = rlve_gym.make("euclid_game", answer_style="plain")


def moves(x, y):
    return [(x, rest) for rest in range(y - x, -1, -x)] + [(rest, y) for rest in range(x - y, -1, -y)]


@cache
def mover_wins(x, y):
    return any(0 in after or not mover_wins(*after) for after in moves(x, y))


def wins_by_forced_moves(x, y):
    small, large = sorted((x, y))
    if small == large or large >= 2 * small:
        return True
    return not wins_by_forced_moves(small, large - small)


def problem_of(x, y):
    return env.problem_from({"values": [x, y], "answer": "First" if mover_wins(x, y) else "Second"})


def test_every_answer_in_played_out_games():
    for x, y in product(range(1, 25), repeat=2):
        problem = problem_of(x, y)
        assert env.judge(problem, "Second").correct != mover_wins(x, y)
        assert env.judge(problem, env.format(env.solve(problem))).correct
        legal = set(moves(x, y))
        for after in {
            *legal,
            *((x, v) for v in range(-2, y + 2)),
            *((u, y) for u in range(-2, x + 2)),
            (0, 0),
        }:
            verdict = env.judge(problem, f"First {after[0]} {after[1]}")
            assert (verdict.outcome == "valid") == (after in legal)
            right = after in legal and (0 in after or not mover_wins(*after))
            assert verdict.correct == right


def test_winner_of_all_pairs_up_to_90():
    for x, y in product(range(1, 91), repeat=2):
        assert mover_wins(x, y) == wins_by_forced_moves(x, y)
        assert problem_of(x, y).values == (x, y)  # refused if the winner were wrong


@pytest.mark.parametrize("difficulty", [0, 5, 12, 20, 30])
def test_winner_of_drawn_pairs(difficulty):
    max_value = 16 * 2**difficulty
    for seed in range(150):
        problem = env.sample(difficulty, seed=seed)
        x, y = problem.values
        assert min(x, y) >= 1 and max(x, y) <= max_value
        assert (problem.answer == "First") == wins_by_forced_moves(x, y)
        word, *after = env.solve(problem)[0]
        assert word == problem.answer
        if word == "First" and 0 not in after:
            assert not wins_by_forced_moves(*after)


def test_near_the_golden_ratio_with_many_digits():
    """Floating point numbers cannot tell neighboring Fibonacci numbers from the golden ratio."""
    a, b = 1, 1
    for _ in range(400):
        a, b = b, a + b
        for change in (-1, 0, 1):
            small, large = sorted((a, b + change))
            winner = "First" if wins_by_forced_moves(small, large) else "Second"
            problem = env.problem_from({"values": [large, small], "answer": winner})
            assert env.judge(problem, env.format(env.solve(problem))).correct


# 23 = 2 * 9 + 5 and 9 / 5 is more than the golden ratio: First leaves 14, from where Second must go to 5.
EXAMPLE = {"values": [9, 23], "answer": "First"}


@pytest.mark.parametrize(
    ("text", "outcome", "correct"),
    [
        ("First 9 14", "valid", True),
        ("first 9, 14", "valid", True),
        ("First 9 5", "valid", False),
        ("Second", "valid", False),
        ("SECOND", "valid", False),
        ("First 14 9", "invalid", False),  # the order of the numbers
        ("First 9 23", "invalid", False),  # nothing subtracted
        ("First 9 -4", "invalid", False),
        ("First 9 13", "invalid", False),
        ("First 9 32", "invalid", False),
        ("First 0 23", "invalid", False),
        ("First 5 14", "invalid", False),
        ("First", "unparsed", False),
        ("First 14", "unparsed", False),
        ("Second 9 14", "unparsed", False),
        ("9 14", "unparsed", False),
        ("Alice", "unparsed", False),
        ("", "unparsed", False),
    ],
)
def test_hand_made_answers(text, outcome, correct):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.correct) == (outcome, correct)


def test_either_of_two_equal_numbers_may_become_0():
    problem = problem_of(6, 6)
    assert env.judge(problem, "First 6 0").correct
    assert env.judge(problem, "First 0 6").correct
    assert env.judge(problem, "Second").outcome == "valid"


@pytest.mark.parametrize("difficulty", [0, 3, 12, 30])
def test_second_is_no_good_guess(difficulty):
    """The trap of the published suite: the winner alone is a coin flip."""
    problems = [env.sample(difficulty, seed=seed) for seed in range(200)]
    assert 5 <= sum(env.judge(problem, "Second").correct for problem in problems) <= 38
    forced = [problem for problem in problems if max(problem.values) < 2 * min(problem.values)]
    second = sum(problem.answer == "Second" for problem in forced)
    assert (
        len(forced) / 5 < second < len(forced) * 4 / 5
    )  # there is no move to find, so that the winner must be in doubt


@pytest.mark.parametrize(
    ("values", "answer"), [([0, 3], "First"), ([3, -1], "First"), ([3, 2], "First"), ([4, 2], "Second")]
)
def test_damaged_problems_are_refused(values, answer):
    with pytest.raises(ValueError, match="values"):
        env.problem_from({"values": values, "answer": answer})
    with pytest.raises(ValueError):
        env.problem_from({"values": [3, 2], "answer": "Alice"})
