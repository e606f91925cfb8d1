"""The oracle finds tail and cycle of the powers of 2 step by step; large moduli are checked by SymPy's order of 2."""

import pytest
from sympy import n_order

import rlve_gym
from rlve_gym.envs.number_theory.infinite_power_tower_mod import _limit

env = rlve_gym.make("infinite_power_tower_mod", answer_style="plain")


def limit_by_cycles(modulus):
    if modulus == 1:
        return 0
    seen, power = {}, 1
    while power not in seen:
        seen[power] = len(seen)
        power = 2 * power % modulus
    tail, period = seen[power], len(seen) - seen[power]
    exponent = limit_by_cycles(period)
    while exponent < tail:
        exponent += period
    return pow(2, exponent, modulus)


@pytest.mark.parametrize("difficulty", range(9))
def test_answer_is_that_of_the_cycles(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        expected = limit_by_cycles(problem.modulus)
        assert env.judge(problem, str(expected)).correct
        assert not env.judge(problem, str((expected + 1) % problem.modulus)).correct


def test_every_modulus():
    for modulus in range(1, 1500):
        assert _limit(modulus) == limit_by_cycles(modulus)


@pytest.mark.parametrize("difficulty", [10, 13])
def test_larger_moduli(difficulty):
    for seed in range(6):
        problem = env.sample(difficulty, seed=seed)
        assert env.solve(problem) == limit_by_cycles(problem.modulus)


def test_exact_towers():
    """Modulo these numbers, all terms from 2^65536 on are equal."""
    tower = 2**65536
    for modulus in (3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 20, 24, 100, 1000):
        assert _limit(modulus) == tower % modulus


def limit_by_orders(modulus):
    """0 modulo the power of 2 in the modulus, and 2 to the limit modulo the order of 2 in the odd part."""
    if modulus == 1:
        return 0
    power = modulus & -modulus
    odd = modulus // power
    at_odd = pow(2, limit_by_orders(int(n_order(2, odd))), odd) if odd > 1 else 0
    return at_odd * power * pow(power, -1, odd) % modulus


@pytest.mark.parametrize("difficulty", [0, 5, 10, 15, 20, 25, 28, 30])
def test_answer_is_that_of_the_orders_of_2(difficulty):
    for seed in range(12):
        problem = env.sample(difficulty, seed=seed)
        assert 3 <= problem.modulus <= 32 * 2**difficulty
        assert env.solve(problem) == limit_by_orders(problem.modulus)


@pytest.mark.parametrize("difficulty", [3, 4, 5, 8, 13])
def test_no_constant_pays(difficulty):
    """The trap of the catalogue: 16 is the limit for many small moduli, and 0 for every power of 2."""
    answers = [env.sample(difficulty, seed=seed).answer for seed in range(300)]
    assert 0 not in answers
    assert max(map(answers.count, set(answers))) < 30


@pytest.mark.parametrize(
    ("modulus", "text", "outcome", "quality"),
    [
        (7, "2", "valid", 1),
        (7, "1", "valid", 0),
        (7, "0", "valid", 0),
        (7, "7", "invalid", 0),
        (7, "16", "invalid", 0),
        (7, "-5", "invalid", 0),
        (7, "2 mod 7", "unparsed", 0),
        (7, "2.0", "unparsed", 0),
        (7, "2^2", "unparsed", 0),
        (7, "", "unparsed", 0),
        (100, "36", "valid", 1),  # 2^65536 ends in 36
        (100, "16", "valid", 0),
    ],
)
def test_hand_made_answers(modulus, text, outcome, quality):
    problem = env.problem_from({"modulus": modulus, "answer": limit_by_cycles(modulus)})
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
