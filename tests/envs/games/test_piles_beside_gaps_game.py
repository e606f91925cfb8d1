"""The oracle plays the whole game."""

from collections import Counter
from functools import cache
from itertools import product
from random import Random

import pytest

import rlve_gym
from rlve_gym.envs.games.piles_beside_gaps_game import _first_total

env = rlve_gym.make("piles_beside_gaps_game", answer_style="plain")


def available(piles):
    padded = (None, *piles, None)
    return [i for i, pile in enumerate(piles) if pile and 0 in (padded[i], padded[i + 2])]


@cache
def lead(piles):
    """How many more stones the player to move gets than the other one."""
    return max((piles[i] - lead((*piles[:i], 0, *piles[i + 1 :])) for i in available(piles)), default=0)


def searched(piles):
    return (sum(piles) + lead(tuple(piles))) // 2


def greedy_total(piles):
    """What Alice gets if both always take the largest pile, the leftmost of equals."""
    piles, totals, turn = list(piles), [0, 0], 0
    while moves := available(piles):
        index = max(moves, key=lambda i: piles[i])
        totals[turn] += piles[index]
        piles[index] = 0
        turn = 1 - turn
    return totals[0]


def test_totals_of_all_small_rows():
    """Sizes up to 3 have many ties."""
    for n in range(3, 6):
        for piles in product(range(4), repeat=n):
            if 0 in piles:
                assert _first_total(list(piles)) == searched(piles)
    lead.cache_clear()


def test_totals_of_random_rows():
    rng = Random(0)
    for index in range(1000):
        n = 6 + index % 5
        piles = [rng.randint(1, (3, 8, 30)[index % 3]) for _ in range(n)]
        for gap in rng.sample(range(n), rng.randint(1, 2)):
            piles[gap] = 0
        assert _first_total(piles) == searched(piles)
        lead.cache_clear()


@pytest.mark.parametrize("difficulty", range(5))
def test_answers_of_drawn_rows(difficulty):
    """The trap of the published suite: taking the largest pile is good enough in most random rows."""
    for seed in range(40):
        piles = env.sample(difficulty, seed=seed).piles
        n = len(piles)
        assert n == 5 + difficulty
        assert 1 <= piles.count(0) <= max(1, n // 4) and max(piles) <= 2 * n
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == searched(piles) != greedy_total(piles)


def test_greedy_play_fails_at_the_top_as_well():
    for difficulty in (15, 22, 30):
        for seed in range(5):
            problem = env.sample(difficulty, seed=seed)
            assert problem.answer != greedy_total(problem.piles)


# Alice takes the 3, and Bob must open the way to the 9. If she took the 7, Bob would get the 9.
EXAMPLE = {"piles": [3, 0, 7, 9, 4], "answer": 12}


@pytest.mark.parametrize(
    ("text", "outcome", "correct"),
    [
        ("12", "valid", True),
        ("+12", "valid", True),
        ("11", "valid", False),  # greedy play
        ("13", "valid", False),
        ("0", "valid", False),
        ("23", "valid", False),
        ("24", "invalid", False),
        ("-1", "invalid", False),
        ("", "unparsed", False),
        ("12 11", "unparsed", False),
        ("12 stones", "unparsed", False),
        ("12.0", "unparsed", False),
    ],
)
def test_hand_made_answers(text, outcome, correct):
    assert EXAMPLE["answer"] == searched(EXAMPLE["piles"])
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.correct) == (outcome, correct)


@pytest.mark.parametrize("difficulty", [3, 6])
def test_no_fixed_answer_wins_often(difficulty):
    answers = Counter(env.sample(difficulty, seed=seed).answer for seed in range(150))
    assert max(answers.values()) < 20


@pytest.mark.parametrize("piles", [[], [3, 4], [0, -1, 4]])
def test_damaged_piles_are_refused(piles):
    with pytest.raises(ValueError, match="piles"):
        env.problem_from({"piles": piles, "answer": 0})
