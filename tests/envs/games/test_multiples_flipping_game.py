"""The oracle plays the whole game on colorings, and knows nothing of Grundy values."""

from collections import Counter
from functools import cache
from itertools import combinations
from random import Random

import pytest

import rlve_gym

env = rlve_gym.make("multiples_flipping_game", answer_style="plain")


def moves(size, white):
    for x in range(1, size + 1):
        if white >> x & 1:
            after = white
            for k in range(1, size // x + 1):
                after ^= 1 << k * x
                yield (x, k), after


@cache
def mover_wins(size, white):
    """The colors are the bits 1..size of a number, 1 for white."""
    return any(not mover_wins(size, after) for _, after in moves(size, white))


def problem_of(size, cells):
    wins = mover_wins(size, sum(1 << cell for cell in cells))
    return env.problem_from({"size": size, "white_cells": list(cells), "first_player_wins": wins})


def check_every_answer(problem):
    size, white = problem.size, sum(1 << cell for cell in problem.white_cells)
    legal = dict(moves(size, white))
    for x in range(-1, size + 2):
        for k in range(-1, size + 2):
            verdict = env.judge(problem, f"{x} {k}")
            if x == k == 0:
                assert verdict.correct != mover_wins(size, white)
            else:
                assert (verdict.outcome == "valid") == ((x, k) in legal)
                assert verdict.correct == ((x, k) in legal and not mover_wins(size, legal[x, k]))
    assert env.judge(problem, env.format(env.solve(problem))).correct


def test_every_answer_in_played_out_games():
    for size in range(1, 6):
        for count in range(1, size + 1):
            for cells in combinations(range(1, size + 1), count):
                check_every_answer(problem_of(size, cells))
    for seed in range(15):
        check_every_answer(env.sample(seed % 4, seed=seed))


def test_winners_in_larger_games():
    rng = Random(0)
    wins = Counter()
    for _ in range(150):
        cells = rng.sample(range(1, 13), rng.randint(1, 12))
        problem = problem_of(12, cells)  # refused if the winner were wrong
        assert env.judge(problem, env.format(env.solve(problem))).correct
        wins[problem.first_player_wins] += 1
    assert min(wins.values()) >= 5


# Cells 4 and 5 have no other multiples up to 6, so they cancel, and cell 3 must go without leaving cell 6.
EXAMPLE = {"size": 6, "white_cells": [3, 4, 5], "first_player_wins": True}


@pytest.mark.parametrize(
    ("text", "outcome", "correct"),
    [
        ("3 1", "valid", True),
        ("3, 1", "valid", True),
        ("3\n1", "valid", True),
        ("3 2", "valid", False),
        ("4 1", "valid", False),
        ("0 0", "valid", False),
        ("0 1", "invalid", False),
        ("3 0", "invalid", False),
        ("3 3", "invalid", False),  # cell 9 does not exist
        ("4 2", "invalid", False),
        ("6 1", "invalid", False),  # black
        ("7 1", "invalid", False),
        ("-3 1", "invalid", False),
        ("3 -1", "invalid", False),
        ("3", "unparsed", False),
        ("3 1 1", "unparsed", False),
        ("0", "unparsed", False),
        ("", "unparsed", False),
        ("3 1.0", "unparsed", False),
        ("none", "unparsed", False),
    ],
)
def test_hand_made_answers(text, outcome, correct):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.correct) == (outcome, correct)


def test_every_winning_move_is_right():
    """Of three cells without multiples, any one may go; of the two left, Bob takes one and Alice the other."""
    problem = problem_of(7, [4, 5, 7])
    assert [env.judge(problem, f"{x} 1").correct for x in (4, 5, 7)] == [True] * 3


def test_a_lost_position():
    problem = problem_of(7, [5, 7])
    assert env.judge(problem, "0 0").correct
    assert env.judge(problem, "5 1").outcome == "valid" and not env.judge(problem, "5 1").correct


@pytest.mark.parametrize("difficulty", [0, 3, 8, 30])
def test_no_fixed_answer_wins_often(difficulty):
    """The trap of the published suite: the winner alone is a coin flip. Many white cells make some moves too good."""
    problems = [env.sample(difficulty, seed=seed) for seed in range(150)]
    size = problems[0].size
    assert all(2 <= len(problem.white_cells) <= size // 2 for problem in problems)
    lost = sum(env.judge(problem, "0 0").correct for problem in problems)
    assert 5 <= lost <= 28
    moves_ = [(x, k) for x in range(1, size + 1) for k in range(1, size // x + 1)]
    for x, k in moves_ if size < 20 else moves_[:20]:
        assert sum(env.judge(problem, f"{x} {k}").correct for problem in problems) < 30


@pytest.mark.parametrize(
    "change",
    [
        {"white_cells": []},
        {"white_cells": [3, 4, 4]},
        {"white_cells": [0, 3]},
        {"white_cells": [3, 7]},
        {"white_cells": [4, 5]},
        {"first_player_wins": False},
        {"size": 4},
    ],
)
def test_damaged_problems_are_refused(change):
    with pytest.raises(ValueError, match="white_cells"):
        env.problem_from({**EXAMPLE, **change})
