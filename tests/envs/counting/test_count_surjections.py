"""The oracle goes through all maps; more balls are counted by SymPy's Stirling numbers."""

from functools import cache
from itertools import product
from math import factorial

import pytest
from sympy import isprime
from sympy.functions.combinatorial.numbers import stirling

import rlve_gym

env = rlve_gym.make("count_surjections", answer_style="plain")


@cache
def by_enumeration(n, r):
    return sum(len(set(boxes)) == r for boxes in product(range(r), repeat=n))


@cache
def by_stirling(n, r):
    return factorial(r) * int(stirling(n, r))


def test_the_two_oracles_agree():
    for r in range(2, 7):
        for n in range(r, 13):
            if r**n <= 10_000:
                assert by_enumeration(n, r) == by_stirling(n, r)


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3])
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(100):
        p = env.sample(difficulty, seed=seed)
        if p.box_count**p.ball_count <= 10_000:
            assert p.answer == by_enumeration(p.ball_count, p.box_count) % p.modulus


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_answers_are_those_of_stirling_numbers(difficulty):
    for seed in range(10):
        p = env.sample(difficulty, seed=seed)
        parameters = p.origin.parameters
        assert max(3, parameters["max_balls"] // 2) <= p.ball_count <= parameters["max_balls"]
        assert 2 <= p.box_count <= min(p.ball_count, parameters["max_boxes"])
        assert parameters["modulus_max"] // 10 <= p.modulus <= parameters["modulus_max"]
        assert isprime(p.modulus) and p.modulus > p.box_count
        assert p.answer == by_stirling(p.ball_count, p.box_count) % p.modulus
        assert env.judge(p, env.format(env.solve(p))).correct


def test_the_prime_is_greater_than_the_number_of_boxes():
    """Else the answer would be 0, as it is a multiple of r!."""
    for seed in range(200):
        parameters = {"max_balls": 180, "max_boxes": 130}
        p = env.sample(0, seed=seed, parameters=parameters)
        assert p.modulus > p.box_count


def test_few_problems_share_their_answer():
    """The trap of the notes: with two boxes and one large modulus there are few answers."""
    for difficulty, share in ((0, 0.28), (3, 0.1), (6, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


EXAMPLE = {"ball_count": 4, "box_count": 3, "modulus": 11, "answer": 3}  # of 36


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("3", "valid", 1),
        (" 3\n", "valid", 1),
        ("6", "valid", 0),  # the Stirling number, for equal boxes
        ("0", "valid", 0),
        ("11", "invalid", 0),
        ("36", "invalid", 0),  # not reduced
        ("-8", "invalid", 0),
        ("36 mod 11", "unparsed", 0),
        ("3.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_enumeration(4, 3) == 36
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
