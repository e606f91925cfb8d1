"""The oracle plays the whole game on the piles themselves."""

from functools import cache
from itertools import combinations_with_replacement

import pytest

import rlve_gym

env = rlve_gym.make("monotone_nim", answer_style="plain")


def moves(piles):
    for index in range(len(piles)):
        for removed in range(1, piles[index] + 1):
            after = (*piles[:index], piles[index] - removed, *piles[index + 1 :])
            if list(after) == sorted(after):
                yield (index, removed), after


@cache
def mover_wins(piles):
    return any(not mover_wins(after) for _, after in moves(piles))


def problem_of(piles):
    return env.problem_from({"piles": list(piles), "first_player_wins": mover_wins(tuple(piles))})


@pytest.mark.parametrize(("pile_count", "largest"), [(1, 10), (2, 10), (3, 7), (4, 5), (5, 4)])
def test_every_answer_in_played_out_games(pile_count, largest):
    for piles in combinations_with_replacement(range(largest + 1), pile_count):
        problem = problem_of(piles)
        assert env.judge(problem, "Bob").correct != mover_wins(piles)
        assert env.judge(problem, env.format(env.solve(problem))).correct
        legal = dict(moves(piles))
        for index in range(-1, pile_count + 1):
            for removed in range(-1, largest + 2):
                verdict = env.judge(problem, f"Alice {index} {removed}")
                move = index, removed
                assert (verdict.outcome == "valid") == (move in legal)
                assert verdict.correct == (move in legal and not mover_wins(legal[move]))


# The steps are 1, 2, 3, of which the first and the last count: Alice must make the last one 1, too.
EXAMPLE = {"piles": [1, 3, 6], "first_player_wins": True}


@pytest.mark.parametrize(
    ("text", "outcome", "correct"),
    [
        ("Alice 2 2", "valid", True),
        ("ALICE 2, 2", "valid", True),
        ("Alice 2 3", "valid", False),
        ("Alice 1 2", "valid", False),
        ("Alice 0 1", "valid", False),  # the first pile may become empty
        ("Bob", "valid", False),
        ("Alice 2 4", "invalid", False),  # below the pile before it
        ("Alice 0 2", "invalid", False),
        ("Alice 2 0", "invalid", False),
        ("Alice 2 -2", "invalid", False),
        ("Alice 3 2", "invalid", False),
        ("Alice -1 2", "invalid", False),
        ("Alice", "unparsed", False),
        ("Alice 2", "unparsed", False),
        ("Bob 2 2", "unparsed", False),
        ("2 2", "unparsed", False),
        ("Carol", "unparsed", False),  # a format error, unlike in the published suite
        ("", "unparsed", False),
    ],
)
def test_hand_made_answers(text, outcome, correct):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.correct) == (outcome, correct)


def test_raising_a_step_can_win_as_well():
    """Of the steps 3, 2, 1, the first can become 1, or the last one 3."""
    piles = (3, 5, 6)
    right = [move for move, after in moves(piles) if not mover_wins(after)]
    assert right == [(0, 2), (1, 2)]
    problem = problem_of(piles)
    assert all(env.judge(problem, f"Alice {index} {removed}").correct for index, removed in right)


@pytest.mark.parametrize("difficulty", [0, 3, 9, 15])
def test_bob_is_no_good_guess(difficulty):
    """The trap of the published suite: the winner alone is a coin flip. Nor does a large last step tell that Bob wins."""
    problems = [env.sample(difficulty, seed=seed) for seed in range(200)]
    assert 5 <= sum(env.judge(problem, "Bob").correct for problem in problems) <= 38
    for problem in problems:
        n = len(problem.piles)
        assert n == difficulty + 3 and 1 <= problem.piles[0] <= n
        assert all(0 <= problem.piles[i] - problem.piles[i - 1] <= n for i in range(1, n))


@pytest.mark.parametrize(
    ("piles", "first_player_wins"),
    [([], False), ([-1], True), ([3, 2], True), ([2, 3], False), ([2, 2], True)],
)
def test_damaged_problems_are_refused(piles, first_player_wins):
    with pytest.raises(ValueError, match="piles"):
        env.problem_from({"piles": piles, "first_player_wins": first_player_wins})
