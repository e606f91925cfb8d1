"""The oracle counts with math.gcd and SymPy's isprime; larger limits are checked by a recursion over the gcd."""

from functools import cache
from math import gcd

import pytest
from sympy import isprime, primerange

import rlve_gym
from rlve_gym.envs.number_theory.count_pairs_with_prime_gcd import _prime_gcd_pairs

env = rlve_gym.make("count_pairs_with_prime_gcd", answer_style="plain")


def by_enumeration(n, m):
    gcds = [gcd(x, y) for x in range(1, n + 1) for y in range(1, m + 1)]
    return sum(isprime(g) for g in gcds)


@cache
def coprime_pairs(n, m):
    """All pairs but those with gcd 2, 3, ..., which are d times a coprime pair."""
    return n * m - sum(coprime_pairs(n // d, m // d) for d in range(2, min(n, m) + 1))


def by_recursion(n, m):
    return sum(coprime_pairs(n // p, m // p) for p in primerange(2, min(n, m) + 1))


def test_every_small_rectangle():
    for n in range(1, 20):
        for m in range(1, 20):
            assert _prime_gcd_pairs(n, m) == by_enumeration(n, m)


@pytest.mark.parametrize("difficulty", range(8))
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(15):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_enumeration(problem.x_limit, problem.y_limit)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [14, 18, 22, 25])
def test_large_answers_are_those_of_the_recursion(difficulty):
    for seed in range(3):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_recursion(problem.x_limit, problem.y_limit)


def test_published_counts():
    """The sample of Luogu P2257."""
    assert (_prime_gcd_pairs(10, 10), _prime_gcd_pairs(100, 100)) == (30, 2791)


EXAMPLE = {"x_limit": 4, "y_limit": 6, "answer": 7}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("7", "valid", 1),  # (2, 2) (2, 4) (2, 6) (3, 3) (3, 6) (4, 2) (4, 6)
        ("+7", "valid", 1),
        ("8", "valid", 0),  # with (4, 4)
        ("6", "valid", 0),
        ("0", "valid", 0),
        ("-1", "invalid", 0),
        ("-7", "invalid", 0),
        ("7.0", "unparsed", 0),
        ("seven", "unparsed", 0),
        ("6 or 7", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_enumeration(4, 6) == 7
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_pair_is_a_valid_answer_where_it_is_right():
    problem = env.problem_from({"x_limit": 1, "y_limit": 5, "answer": 0})
    assert env.judge(problem, "0").correct


def test_no_closeness_at_the_top():
    problem = env.sample(30, seed=0)
    assert env.judge(problem, str(problem.answer + 1)).quality == 0


def test_few_problems_share_their_answer():
    """The trap of the catalogue: with limits from 2 on, 1, 2 or 3 was right in three of four at the bottom."""
    for difficulty, share in ((0, 0.3), (3, 0.1)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
