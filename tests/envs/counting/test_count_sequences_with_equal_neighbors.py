"""The oracle goes through all sequences; longer ones are counted symbol by symbol."""

from functools import cache
from itertools import pairwise, product

import pytest

import rlve_gym

env = rlve_gym.make("count_sequences_with_equal_neighbors", answer_style="plain")


@cache
def by_enumeration(n, q):
    return sum(any(a == b for a, b in pairwise(sequence)) for sequence in product(range(q), repeat=n))


@cache
def by_symbols(n, q):
    different, some_equal = q, 0  # of the sequences so far
    for _ in range(n - 1):
        different, some_equal = different * (q - 1), different + some_equal * q
    return some_equal


def test_the_two_oracles_agree():
    for q in range(2, 9):
        for n in range(2, 13):
            if q**n <= 5_000:
                assert by_enumeration(n, q) == by_symbols(n, q)


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3])
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(100):
        p = env.sample(difficulty, seed=seed)
        if p.alphabet_size**p.length <= 5_000:
            assert p.answer == by_enumeration(p.length, p.alphabet_size) % p.modulus


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_answers_are_those_of_the_symbols(difficulty):
    for seed in range(20):
        p = env.sample(difficulty, seed=seed)
        parameters = p.origin.parameters
        assert 2 <= p.length <= parameters["max_length"]
        assert 2 <= p.alphabet_size <= parameters["max_alphabet_size"]
        assert parameters["modulus_max"] // 2 <= p.modulus <= parameters["modulus_max"]
        assert p.answer == by_symbols(p.length, p.alphabet_size) % p.modulus
        assert env.judge(p, env.format(env.solve(p))).correct


def test_few_problems_share_their_answer():
    """The trap of the notes: with moduli about as small as the alphabet a few constants win often."""
    for difficulty, share in ((0, 0.17), (3, 0.06), (6, 0.04)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


EXAMPLE = {"length": 3, "alphabet_size": 3, "modulus": 10, "answer": 5}  # 27 - 12 = 15


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("5", "valid", 1),
        (" 5\n", "valid", 1),
        ("2", "valid", 0),  # the sequences without equal neighbors
        ("0", "valid", 0),
        ("10", "invalid", 0),
        ("15", "invalid", 0),  # not reduced
        ("-5", "invalid", 0),
        ("15 mod 10", "unparsed", 0),
        ("5.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_enumeration(3, 3) == 15
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
