"""The oracle adds with math.gcd; larger numbers are checked by the number of i with each gcd, with SymPy's totient."""

from math import gcd

import pytest
from sympy import divisors, isprime, totient

import rlve_gym
from rlve_gym.envs.number_theory.pillai_gcd_sum import _gcd_sum

env = rlve_gym.make("pillai_gcd_sum", answer_style="plain")


def by_enumeration(n):
    return sum(gcd(i, n) for i in range(1, n + 1))


def by_totients(n):
    return sum(d * totient(n // d) for d in divisors(n))


def test_every_small_number():
    for n in range(1, 600):
        assert _gcd_sum(n) == by_enumeration(n)


@pytest.mark.parametrize("difficulty", range(0, 9, 2))
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_enumeration(problem.number)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [12, 18, 24, 30])
def test_large_answers_are_those_of_the_totients(difficulty):
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_totients(problem.number)


def test_published_sums():
    """OEIS A018804."""
    sums = [1, 3, 5, 8, 9, 15, 13, 20, 21, 27, 21, 40, 25, 39, 45, 48, 33, 63, 37, 72]
    assert [_gcd_sum(n) for n in range(1, 21)] == sums


EXAMPLE = {"number": 12, "answer": 40}  # 1 2 3 4 1 6 1 4 3 2 1 12


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("40", "valid", 1),
        ("+40", "valid", 1),
        ("28", "valid", 0),  # without i = 12; also the sum of the divisors
        ("23", "valid", 0),  # as if 12 were a prime
        ("41", "valid", 0),
        ("0", "invalid", 0),
        ("-40", "invalid", 0),
        ("40.0", "unparsed", 0),
        ("28 + 12", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_enumeration(12) == 40
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_few_numbers_are_primes_and_all_kinds_occur():
    """The trap of the catalogue: the sum for a prime is 2n - 1."""
    for difficulty in (0, 10, 20):
        numbers = [env.sample(difficulty, seed=seed).number for seed in range(400)]
        assert 0 < sum(map(isprime, numbers)) < 0.15 * len(numbers)
    assert {env.sample(0, seed=seed).number for seed in range(2000)} == set(range(40, 81))


def test_few_problems_share_their_answer():
    for difficulty, share in ((0, 0.1), (3, 0.07)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
