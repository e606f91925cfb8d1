"""The oracle goes through all sequences; longer ones are counted by their sums, term by term."""

from collections import Counter
from itertools import product

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_sequences_with_bounded_sum import _count

env = rlve_gym.make("count_sequences_with_bounded_sum", answer_style="plain")


def by_enumeration(k, b, s):
    terms = product(range(1, s + 1), *[range(1, b + 1)] * (k - 1))
    return sum(sum(x) <= s for x in terms)


def by_sums(k, b, s):
    sums = Counter(range(1, s + 1))  # of the terms so far
    for _ in range(k - 1):
        longer = Counter()
        for total, count in sums.items():
            for x in range(1, min(b, s - total) + 1):
                longer[total + x] += count
        sums = longer
    return sum(sums.values())


def test_all_small_counts():
    checked = 0
    for k in range(2, 6):
        for s in range(k, 16):
            for b in range(1, (s - 1) // (k - 1) + 1):
                exact = by_sums(k, b, s)
                if s * b ** (k - 1) <= 3_000:
                    assert by_enumeration(k, b, s) == exact
                for modulus in (2, 6, 10**9):
                    assert _count(k, b, s, modulus) % modulus == exact % modulus
                checked += 1
    assert checked > 200


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 5, 8, 10])
def test_answers_are_those_of_the_sums(difficulty):
    for seed in range(30 if difficulty < 8 else 6):
        p = env.sample(difficulty, seed=seed)
        assert p.answer == by_sums(p.length, p.max_term, p.max_sum) % p.modulus
        assert env.judge(p, env.format(env.solve(p))).correct


@pytest.mark.parametrize("difficulty", [0, 5, 10, 20, 30])
def test_problems_are_as_specified(difficulty):
    """The trap of the notes: where all bounded terms have to be 1, the answer is seen at once."""
    for seed in range(100):
        p = env.sample(difficulty, seed=seed)
        sum_bound, modulus_max = p.origin.parameters["sum_bound"], p.origin.parameters["modulus_max"]
        assert sum_bound // 2 <= p.max_sum <= sum_bound and modulus_max // 2 <= p.modulus <= modulus_max
        assert p.max_term >= 2 <= p.length and p.max_term * (p.length - 1) < p.max_sum


def test_few_problems_share_their_answer():
    for difficulty, share in ((0, 0.12), (3, 0.04)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


EXAMPLE = {"length": 3, "max_term": 2, "max_sum": 6, "modulus": 9, "answer": 3}  # of 4 + 3 + 3 + 2 = 12


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("3", "valid", 1),
        (" 3\n", "valid", 1),
        ("4", "valid", 0),
        ("0", "valid", 0),
        ("9", "invalid", 0),
        ("12", "invalid", 0),  # not reduced
        ("-6", "invalid", 0),
        ("12 mod 9", "unparsed", 0),
        ("3.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_enumeration(3, 2, 6) == 12
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
