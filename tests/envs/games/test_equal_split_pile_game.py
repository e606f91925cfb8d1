"""The oracle plays the whole game on sorted piles, and deals the stones of a split out one by one."""

from functools import cache

import pytest

import rlve_gym
from rlve_gym.envs.games.equal_split_pile_game import _grundy

env = rlve_gym.make("equal_split_pile_game", answer_style="plain")


def deal(size, parts):
    piles = [0] * parts
    for stone in range(size):
        piles[stone % parts] += 1
    return piles


def moves(piles, threshold):
    for index, size in enumerate(piles):
        for parts in range(2, size + 1):
            if size >= threshold:
                yield (index + 1, parts), [*piles[:index], *deal(size, parts), *piles[index + 1 :]]


@cache
def mover_wins(piles, threshold):
    """Whether the player to move wins; the piles are a sorted tuple."""
    return any(not wins(after, threshold) for _, after in moves(list(piles), threshold))


def wins(piles, threshold):
    # Piles that can never be split do not matter; the search knows fewer positions without them.
    return mover_wins(tuple(sorted(size for size in piles if size >= max(2, threshold))), threshold)


def partitions(total, largest):
    """The lists of positive integers, largest first, with this sum."""
    if total == 0:
        yield []
    for first in range(min(total, largest), 0, -1):
        for rest in partitions(total - first, first):
            yield [first, *rest]


@pytest.mark.parametrize("threshold", [1, 2, 3, 4, 6])
def test_every_answer_in_played_out_games(threshold):
    tried = 0
    for total in range(1, 13):
        for piles in partitions(total, total):
            first_player_wins = wins(piles, threshold)
            problem = env.problem_from(
                {"piles": piles, "threshold": threshold, "first_player_wins": first_player_wins}
            )
            assert env.judge(problem, env.format(env.solve(problem))).correct
            assert env.judge(problem, "0 0").correct != first_player_wins
            if total > 9:
                continue
            legal = dict(moves(piles, threshold))
            for pile in range(len(piles) + 2):
                for parts in range(max(piles) + 2):
                    if (pile, parts) == (0, 0):
                        continue
                    tried += 1
                    verdict = env.judge(problem, f"{pile} {parts}")
                    assert (verdict.outcome == "valid") == ((pile, parts) in legal)
                    assert verdict.correct == (
                        (pile, parts) in legal and not wins(legal[pile, parts], threshold)
                    )
    assert tried > 1000


@pytest.mark.parametrize("threshold", [1, 2, 3, 5, 8, 13])
def test_grundy_values_are_those_of_all_splits(threshold):
    values = []
    for size in range(90):
        reached = set()
        for parts in range(2, size + 1) if size >= threshold else ():
            value = 0
            for part in deal(size, parts):
                value ^= values[part]
            reached.add(value)
        values.append(next(value for value in range(size + 1) if value not in reached))
    assert [_grundy(size, threshold) for size in range(90)] == values


# 5 into 3 piles leaves 2, 2 and 1, which cancel; a pile of 1 stone cannot be split.
EXAMPLE = {"piles": [1, 5], "threshold": 2, "first_player_wins": True}


@pytest.mark.parametrize(
    ("text", "outcome", "correct"),
    [
        ("2 3", "valid", True),
        ("2, 3", "valid", True),
        ("2 5", "valid", True),  # five piles of 1
        ("2 2", "valid", False),
        ("2 4", "valid", False),
        ("0 0", "valid", False),
        ("0 3", "invalid", False),
        ("3 2", "invalid", False),
        ("-1 3", "invalid", False),
        ("2 1", "invalid", False),
        ("2 0", "invalid", False),
        ("2 6", "invalid", False),  # parts without stones
        ("1 2", "invalid", False),
        ("2", "unparsed", False),
        ("2 3 3", "unparsed", False),
        ("2 3 2 5", "unparsed", False),
        ("none", "unparsed", False),
        ("", "unparsed", False),
    ],
)
def test_hand_made_answers(text, outcome, correct):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.correct) == (outcome, correct)


def test_a_pile_of_one_cannot_be_split_even_at_threshold_one():
    """The trap of the published suite, whose text says that only piles below the threshold end the game."""
    problem = env.problem_from({"piles": [1, 1, 1], "threshold": 1, "first_player_wins": False})
    assert env.judge(problem, "0 0").correct
    assert env.judge(problem, "1 1").outcome == "invalid"
    assert env.judge(problem, "1 2").outcome == "invalid"


@pytest.mark.parametrize("difficulty", [0, 3, 8, 14])
def test_few_moves_win_and_few_positions_are_lost(difficulty):
    """The traps of the published suite: guessing the winner is right half of the time, any move in most won positions."""
    problems = [env.sample(difficulty, seed=seed) for seed in range(100)]
    max_total = problems[0].origin.parameters["max_total"]
    assert 2 <= sum(env.judge(problem, "0 0").correct for problem in problems) <= 20
    for problem in problems:
        assert max(2, max_total // 2) <= sum(problem.piles) <= max_total
        assert 2 <= problem.threshold <= max(2, max(problem.piles) // 2)
        if problem.first_player_wins:
            legal = [move for move, _ in moves(problem.piles, problem.threshold)]
            right = sum(env.judge(problem, f"{pile} {parts}").correct for pile, parts in legal)
            assert 0 < right <= len(legal) / (2 if max_total < 12 else 3)


@pytest.mark.parametrize(
    "fields", [([], 2, False), ([0, 3], 2, True), ([3], 0, True), ([3], 2, False), ([1], 2, True)]
)
def test_damaged_problems_are_refused(fields):
    piles, threshold, first_player_wins = fields
    with pytest.raises(ValueError, match="piles"):
        env.problem_from({"piles": piles, "threshold": threshold, "first_player_wins": first_player_wins})
