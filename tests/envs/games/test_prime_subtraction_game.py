"""The oracle plays the game as its rules say: each player looks at all moves, with the wish of a winner or a loser."""

from collections import Counter
from functools import cache

import pytest

import rlve_gym

env = rlve_gym.make("prime_subtraction_game", answer_style="plain")


PRIMES = [n for n in range(2, 1500) if not any(n % d == 0 for d in range(2, n))]


@cache
def play(stones):
    """Whether the player to move wins, and how many moves both make."""
    results = [play(stones - prime) for prime in PRIMES if prime <= stones]
    wins = [count + 1 for other_wins, count in results if not other_wins]
    if wins:
        return True, min(wins)
    return False, max((count + 1 for _, count in results), default=0)


def right_answers(stones):
    wins, count = play(stones)
    if not wins:
        return {"-1"}
    return {f"{count} {p}" for p in PRIMES if p <= stones and play(stones - p) == (False, count - 1)}


def problem_of(stones):
    wins, count = play(stones)
    return env.problem_from({"stone_count": stones, "answer": count if wins else -1})


def test_every_answer_for_small_piles():
    for stones in range(1, 61):
        problem, right = problem_of(stones), right_answers(stones)
        for count in (-1, *range(8)):
            for prime in range(-2, stones + 4):
                verdict = env.judge(problem, f"{count} {prime}")
                assert verdict.correct == (f"{count} {prime}" in right)
                assert (verdict.outcome == "valid") == (prime in PRIMES and prime <= stones)
        assert env.judge(problem, "-1").correct == ("-1" in right)
        assert env.format(env.solve(problem)) in right


def test_outcomes_of_larger_piles():
    for stones in range(61, 1200):
        problem = problem_of(stones)  # refused if the answer were wrong
        assert env.format(env.solve(problem)) in right_answers(stones)


def test_a_loser_plays_for_time():
    """From 25 stones the loser goes to 22 or 15, say, where the winner needs 3 moves, and not to 2, where it is one."""
    assert [stones for stones in range(1, 50) if not play(stones)[0]] == [1, 9, 10, 25, 34, 35, 49]
    assert [play(stones)[1] for stones in (1, 9, 10, 25, 34, 35, 49)] == [0, 2, 2, 4, 4, 4, 6]


@pytest.mark.parametrize("difficulty", [0, 3, 5, 9])
def test_drawn_problems(difficulty):
    """The trap of the published suite: few lengths, so that one of them is a good guess."""
    limit = 30 + 14 * difficulty**2
    problems = [env.sample(difficulty, seed=seed) for seed in range(300)]
    assert all(1 <= problem.stone_count <= limit for problem in problems)
    assert all(env.format(env.solve(problem)) in right_answers(problem.stone_count) for problem in problems)
    assert 15 <= sum(env.judge(problem, "-1").correct for problem in problems) <= 50
    guesses = Counter(answer for problem in problems for answer in right_answers(problem.stone_count))
    assert max(guesses.values()) < 50
    lengths = Counter(problem.answer for problem in problems)
    assert len(lengths) >= (3 if difficulty == 0 else 4)
    if difficulty >= 5:
        assert len({problem.stone_count for problem in problems}) > 100


# 36 = 25 + 11 = 34 + 2: Alice leaves 25 or 34 stones, where Bob can last for 4 moves.
EXAMPLE = {"stone_count": 36, "answer": 5}


@pytest.mark.parametrize(
    ("text", "outcome", "correct"),
    [
        ("5 11", "valid", True),
        ("5, 2", "valid", True),
        ("5\n2", "valid", True),
        ("5 3", "valid", False),
        ("3 11", "valid", False),
        ("4 11", "valid", False),
        ("-1", "valid", False),
        ("-1 11", "valid", False),
        ("5 1", "invalid", False),
        ("5 9", "invalid", False),  # leaves 27, but is no prime
        ("5 0", "invalid", False),
        ("5 -11", "invalid", False),
        ("5 37", "invalid", False),  # more than there are
        ("5 1" + "0" * 3000, "invalid", False),
        ("5", "unparsed", False),
        ("5 11 2", "unparsed", False),
        ("", "unparsed", False),
        ("5 moves, 11", "unparsed", False),
        ("5.0 11", "unparsed", False),
    ],
)
def test_hand_made_answers(text, outcome, correct):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.correct) == (outcome, correct)


@pytest.mark.parametrize(
    ("text", "outcome", "correct"),
    [
        ("-1", "valid", True),
        ("2 7", "valid", False),
        ("-1 7", "valid", False),
        ("-1 4", "invalid", False),
        ("1", "unparsed", False),
    ],
)
def test_answers_to_a_lost_pile(text, outcome, correct):
    verdict = env.judge(problem_of(10), text)
    assert (verdict.outcome, verdict.correct) == (outcome, correct)


def test_only_the_shortest_win_is_right():
    """Alice also wins from 51 stones if she removes 2, but more slowly."""
    assert not play(49)[0] and play(51) == (True, 3)
    assert not env.judge(problem_of(51), "3 2").correct
    assert not env.judge(problem_of(51), "7 2").correct
    assert env.judge(problem_of(51), "3 41").correct


@pytest.mark.parametrize(("stones", "answer"), [(0, -1), (-3, -1), (36, -1), (36, 3), (10, 2), (10**9, 1)])
def test_damaged_problems_are_refused(stones, answer):
    with pytest.raises(ValueError, match="stone_count"):
        env.problem_from({"stone_count": stones, "answer": answer})
