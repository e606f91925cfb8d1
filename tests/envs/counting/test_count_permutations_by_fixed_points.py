"""The oracle goes through all permutations; larger sizes are checked by inclusion and exclusion."""

from collections import Counter
from functools import cache
from itertools import permutations
from math import factorial

import pytest

import rlve_gym

env = rlve_gym.make("count_permutations_by_fixed_points", answer_style="plain")


@cache
def counts_by_enumeration(n):
    return Counter(sum(i == p for i, p in enumerate(order)) for order in permutations(range(n)))


def by_inclusion_and_exclusion(n, m):
    """n! / m! times the sum of (-1)^k / k! for k = 0..n-m."""
    return sum((-1) ** k * (factorial(n) // factorial(k)) for k in range(n - m + 1)) // factorial(m)


def test_the_two_oracles_agree():
    for n in range(9):
        for m in range(n + 1):
            assert by_inclusion_and_exclusion(n, m) == counts_by_enumeration(n)[m]


@pytest.mark.parametrize("difficulty", [0, 1])
def test_answers_are_those_of_enumeration(difficulty):
    seen = set()
    for seed in range(200):
        problem = env.sample(difficulty, seed=seed)
        n, m = problem.size, problem.fixed_point_count
        assert problem.answer == counts_by_enumeration(n)[m] % problem.modulus
        seen.add((n, m))
    # Never m = n or n - 1, the traps of the notes.
    assert seen == {(n, m) for n in range(4 + difficulty, 8 + difficulty) for m in range(n - 1)}


@pytest.mark.parametrize("difficulty", range(2, 31, 4))
def test_answers_are_those_of_inclusion_and_exclusion(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        count = by_inclusion_and_exclusion(problem.size, problem.fixed_point_count)
        assert problem.answer == count % problem.modulus


def test_half_of_the_moduli_are_small_primes():
    moduli = [env.sample(0, seed=seed).modulus for seed in range(400)]
    small = [modulus for modulus in moduli if modulus < 2000]
    assert 150 < len(small) < 250 and len(set(small)) > 100
    assert all(all(modulus % d for d in range(2, 45)) and modulus > 200 for modulus in small)
    assert set(moduli) - set(small) == {666623333, 998244353, 1000000007}


def test_no_constant_pays():
    for difficulty, share in ((0, 0.15), (3, 0.06), (6, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(400)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


EXAMPLE = {"size": 7, "fixed_point_count": 2, "modulus": 211, "answer": 80}  # 924 = 4 * 211 + 80


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("80", "valid", 1),
        (" 80\n", "valid", 1),
        ("81", "valid", 0),
        ("0", "valid", 0),
        ("44", "valid", 0),  # the derangements of the other five
        ("924", "invalid", 0),  # not reduced
        ("211", "invalid", 0),
        ("-131", "invalid", 0),
        ("80 mod 211", "unparsed", 0),
        ("80.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert counts_by_enumeration(7)[2] == 924
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
