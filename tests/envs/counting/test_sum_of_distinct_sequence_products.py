"""The oracle multiplies every sequence; larger cases are checked by Newton's identities."""

from itertools import permutations
from math import factorial, prod

import pytest
from sympy import isprime

import rlve_gym
from rlve_gym.envs.counting.sum_of_distinct_sequence_products import _sum_of_products

env = rlve_gym.make("sum_of_distinct_sequence_products", answer_style="plain")


def by_sequences(length, max_value):
    return sum(map(prod, permutations(range(1, max_value + 1), length)))


def by_newton(length, max_value):
    """n! e_n from the power sums: m e_m = the alternating sum of e_(m-i) p_i."""
    powers = [sum(v**i for v in range(1, max_value + 1)) for i in range(length + 1)]
    elementary = [1]
    for m in range(1, length + 1):
        total = sum((-1) ** (i - 1) * elementary[m - i] * powers[i] for i in range(1, m + 1))
        assert total % m == 0
        elementary.append(total // m)
    return factorial(length) * elementary[length]


def test_every_small_case_by_all_sequences():
    for max_value in range(1, 9):
        for length in range(1, min(5, max_value) + 1):
            expected = by_sequences(length, max_value)
            assert by_newton(length, max_value) == expected
            for modulus in (2, 97, 10**9 + 7):  # the sum is also right where the modulus is small
                assert _sum_of_products(length, max_value, modulus) == expected % modulus
    assert by_sequences(2, 3) == 2 * (2 + 3 + 6)


@pytest.mark.parametrize("difficulty", [0, 1, 2])
def test_answers_are_those_of_all_sequences(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_sequences(problem.length, problem.max_value) % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", range(3, 31, 3))
def test_large_answers_are_those_of_newton(difficulty):
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_newton(problem.length, problem.max_value) % problem.modulus


@pytest.mark.parametrize("difficulty", range(0, 31, 5))
def test_the_modulus_is_a_prime_above_the_values(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        assert isprime(problem.modulus) and 2 <= problem.length < problem.max_value < problem.modulus
        assert problem.max_value <= problem.origin.parameters["value_bound"]
        assert problem.length <= 3 + difficulty // 2


@pytest.mark.parametrize(
    "parameters", [{"max_length": 18}, {"value_bound": 1333}, {"max_length": 8}, {"value_bound": 500}]
)
def test_settings_without_problems_are_refused(parameters):
    with pytest.raises(ValueError, match="value_bound must be"):
        env.sample(0, seed=0, parameters=parameters)


EXAMPLE = {"length": 3, "max_value": 5, "modulus": 101, "answer": 37}  # 6 * 225 = 1350


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("37", "valid", 1),
        (" 37\n", "valid", 1),
        ("23", "valid", 0),  # 225, order ignored
        ("0", "valid", 0),
        ("1350", "invalid", 0),  # not reduced
        ("101", "invalid", 0),
        ("-64", "invalid", 0),
        ("9" * 3_000, "invalid", 0),
        ("37 mod 101", "unparsed", 0),
        ("37.0", "unparsed", 0),
        ("6 225", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_sequences(3, 5) == 1350 == 13 * 101 + 37
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_constant_pays():
    """A trap of the published suite: large moduli left the answers alone, of which there were five at the bottom."""
    for difficulty, share in ((0, 0.17), (3, 0.08)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
