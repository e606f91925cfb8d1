"""The oracle plays the whole game on vectors of beans, and knows nothing of Grundy values or of parities."""

from collections import Counter
from functools import cache
from itertools import product

import pytest

import rlve_gym

env = rlve_gym.make("bean_splitting_game", answer_style="plain")


def moves(beans):
    n = len(beans)
    for i, j, k in product(range(n), repeat=3):
        if i < j <= k and beans[i]:
            after = list(beans)
            after[i] -= 1
            after[j] += 1
            after[k] += 1
            yield (i, j, k), tuple(after)


@cache
def mover_wins(beans):
    return any(not mover_wins(after) for _, after in moves(beans))


def problem_of(beans):
    return env.problem_from({"beans": list(beans), "first_player_wins": mover_wins(tuple(beans))})


POSITIONS = [
    beans
    for n, limit in ((1, 9), (2, 5), (3, 3), (4, 2), (5, 1))
    for beans in product(range(limit + 1), repeat=n)
    if n < 4 or sum(beans[:-2]) <= 3
]


def test_every_answer_in_played_out_games():
    assert len(POSITIONS) > 150
    for beans in POSITIONS:
        problem = problem_of(beans)
        assert env.judge(problem, "Bob").correct != mover_wins(beans)
        legal = dict(moves(beans))
        for move in product(range(-1, len(beans) + 1), repeat=3):
            verdict = env.judge(problem, "Alice " + " ".join(map(str, move)))
            assert (verdict.outcome == "valid") == (move in legal)
            assert verdict.correct == (move in legal and not mover_wins(legal[move]))
        assert env.judge(problem, env.format(env.solve(problem))).correct


# Two beans in the first bottle cancel; the one in bottle 2 of four moves to bottle 3, after which all is over.
EXAMPLE = {"beans": [2, 0, 1, 0], "first_player_wins": True}


@pytest.mark.parametrize(
    ("text", "outcome", "correct"),
    [
        ("Alice 2 3 3", "valid", True),
        ("alice 2, 3, 3", "valid", True),
        ("Alice 0 1 1", "valid", False),
        ("Bob", "valid", False),
        ("Alice 1 2 3", "invalid", False),  # empty bottle
        ("Alice 0 2 1", "invalid", False),  # j > k
        ("Alice 2 2 3", "invalid", False),  # i = j
        ("Alice 2 3 4", "invalid", False),
        ("Alice -2 3 3", "invalid", False),
        ("Alice", "unparsed", False),
        ("Alice 2 3", "unparsed", False),
        ("Bob 2 3 3", "unparsed", False),
        ("2 3 3", "unparsed", False),
        ("Alice 2 3 3\nBob", "unparsed", False),
        ("Carol", "unparsed", False),
        ("", "unparsed", False),
    ],
)
def test_hand_made_answers(text, outcome, correct):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.correct) == (outcome, correct)


def test_every_winning_move_is_right():
    """Two beans in one bottle cancel, whichever bottle that is."""
    problem = problem_of((1, 0, 1))
    right = [move for move, after in moves((1, 0, 1)) if not mover_wins(after)]
    assert right == [(0, 1, 1), (0, 2, 2)]
    assert all(env.judge(problem, "Alice " + " ".join(map(str, move))).correct for move in right)


def test_a_bean_can_only_be_lost_in_the_last_bottle():
    problem = problem_of((0, 0, 5))
    assert env.judge(problem, "Bob").correct
    assert env.judge(problem, "Alice 2 2 2").outcome == "invalid"


@pytest.mark.parametrize("difficulty", [0, 3, 9, 15])
def test_bob_is_no_good_guess(difficulty):
    """The trap of the published suite: the winner alone is a coin flip."""
    problems = [env.sample(difficulty, seed=seed) for seed in range(200)]
    assert all(len(problem.beans) == difficulty + 4 for problem in problems)
    assert all(0 <= count <= 2 * len(problem.beans) for problem in problems for count in problem.beans)
    assert 5 <= sum(env.judge(problem, "Bob").correct for problem in problems) <= 40
    answers = Counter(env.format(env.solve(problem)) for problem in problems)
    assert answers.most_common(1)[0][1] <= 40


@pytest.mark.parametrize("fields", [([], False), ([1, -1], True), ([0, 1], True), ([1, 0], False)])
def test_damaged_problems_are_refused(fields):
    with pytest.raises(ValueError, match="beans"):
        env.problem_from({"beans": fields[0], "first_player_wins": fields[1]})
