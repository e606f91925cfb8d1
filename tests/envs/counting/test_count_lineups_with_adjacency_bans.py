"""The oracle lines up all the people; larger groups are checked by building the line from left to right."""

from functools import cache
from itertools import pairwise, permutations
from math import factorial

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_lineups_with_adjacency_bans import _lineups

env = rlve_gym.make("count_lineups_with_adjacency_bans", answer_style="plain")


@cache
def by_enumeration(boys, girls):
    people = [*(f"b{i}" for i in range(boys)), *(f"g{i}" for i in range(girls)), "t0", "t1"]
    return sum(not any(a[0] == b[0] != "b" for a, b in pairwise(order)) for order in permutations(people))


@cache
def from_the_left(boys, girls, teachers=2, last=""):
    """Chooses the next person, who must not be of the kind of the last one unless a boy."""
    if boys == girls == teachers == 0:
        return 1
    ways = boys * from_the_left(boys - 1, girls, teachers, "b") if boys else 0
    if girls and last != "g":
        ways += girls * from_the_left(boys, girls - 1, teachers, "g")
    if teachers and last != "t":
        ways += teachers * from_the_left(boys, girls, teachers - 1, "t")
    return ways


def test_every_small_pair():
    for people in range(7):
        for boys in range(people + 1):
            assert _lineups(boys, people - boys) == by_enumeration(boys, people - boys)


def test_every_pair():
    """Also those without any lineup, which are never drawn."""
    for boys in range(24):
        for girls in range(30):
            assert _lineups(boys, girls) == from_the_left(boys, girls)
            assert (_lineups(boys, girls) > 0) == (girls <= boys + 3 and (boys, girls) != (0, 0))


@pytest.mark.parametrize("difficulty", range(0, 31, 2))
def test_pairs_are_drawn_alike_and_solved(difficulty):
    size = int(3 + 2 * difficulty / 3)
    pairs = []
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        pairs.append((problem.boy_count, problem.girl_count))
        assert 1 <= problem.boy_count <= size and 1 <= problem.girl_count <= min(size, problem.boy_count + 3)
        assert 0 < problem.answer == from_the_left(*pairs[-1]) < 10**52
        assert env.judge(problem, env.format(env.solve(problem))).correct
    assert len(set(pairs)) > 0.6 * min(60, size * size)


def test_one_is_singular():
    prompt = env.prompt(env.problem_from({"boy_count": 1, "girl_count": 1, "answer": 12}))
    assert "1 boy, 1 girl and 2 teachers" in prompt
    assert "4 boys, 3 girls and" in env.prompt(
        env.problem_from({"boy_count": 4, "girl_count": 3, "answer": 1})
    )


def test_no_constant_pays():
    for difficulty, share in ((0, 0.2), (3, 0.1)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


EXAMPLE = {
    "boy_count": 2,
    "girl_count": 1,
    "answer": 72,
}  # 5! - 4! * 2 orders with the teachers apart, any girl


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("72", "valid", 1),
        (" 72\n", "valid", 1),
        ("73", "valid", 0),  # no credit for closeness
        ("36", "valid", 0),  # teachers who cannot be told apart
        ("0", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("-72", "invalid", 0),
        ("5! - 48", "unparsed", 0),
        ("72 orders", "unparsed", 0),
        ("72.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_enumeration(2, 1) == factorial(5) - 2 * factorial(4) == 72
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
