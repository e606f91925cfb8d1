"""The oracle multiplies step by step; large moduli are checked by baby steps and giant steps."""

from math import gcd, isqrt

import pytest

import rlve_gym

env = rlve_gym.make("discrete_logarithm", answer_style="plain")


def powers_of(base, modulus):
    """base^0, base^1, ... modulo the modulus, longer than any cycle and its tail."""
    return [base**y % modulus for y in range(modulus + 1)]


def baby_steps_giant_steps(base, residue, modulus):
    """The least y, for any base: the first exponents one by one, until common factors are used up, then Shanks."""
    tail = modulus.bit_length()
    for y in range(tail):
        if pow(base, y, modulus) == residue:
            return y
    width = isqrt(modulus) + 1
    start = pow(base, tail, modulus)
    # start * base^(i * width - j) = residue: candidates have start * base^(i * width) = residue * base^j.
    baby = {}
    for j in range(1, width + 1):
        baby.setdefault(residue * pow(base, j, modulus) % modulus, []).append(j)
    found = [
        tail + i * width - j
        for i in range(1, width + 1)
        for j in baby.get(start * pow(base, i * width, modulus) % modulus, ())
    ]
    return min(y for y in found if pow(base, y, modulus) == residue)


@pytest.mark.parametrize("difficulty", range(0, 13, 2))
def test_answer_is_the_first_power_that_fits(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        powers = powers_of(problem.base, problem.modulus)
        for y, power in enumerate(powers[:50]):
            expected = y == powers.index(problem.residue)
            assert env.judge(problem, str(y)).correct == expected
            assert power == problem.residue or not expected
        assert env.solve(problem) == powers.index(problem.residue)


@pytest.mark.parametrize("difficulty", [14, 18, 22, 26, 30])
def test_answer_is_that_of_baby_steps_and_giant_steps(difficulty):
    for seed in range(25):
        problem = env.sample(difficulty, seed=seed)
        assert env.solve(problem) == baby_steps_giant_steps(problem.base, problem.residue, problem.modulus)


def test_base_and_modulus_have_common_factors_now_and_then():
    for difficulty in (0, 3, 15):
        problems = [env.sample(difficulty, seed=seed) for seed in range(200)]
        assert all(2 <= p.base < p.modulus and 0 <= p.residue < p.modulus for p in problems)
        assert 10 < sum(gcd(p.base, p.modulus) > 1 for p in problems) < 120


@pytest.mark.parametrize("difficulty", [3, 4, 6, 10])
def test_no_exponent_is_likely(difficulty):
    """The trap of the catalogue: uniform residues made 1 and 0 the commonest answers."""
    answers = [env.sample(difficulty, seed=seed).optimum for seed in range(1000)]
    assert max(map(answers.count, set(answers))) < 100
    assert answers.count(0) + answers.count(1) < 30


def test_there_are_enough_powers():
    for difficulty, least in ((0, 6), (10, 12), (20, 12)):
        for seed in range(100):
            problem = env.sample(difficulty, seed=seed)
            assert len(set(powers_of(problem.base, problem.modulus))) >= least


COPRIME = {"base": 3, "modulus": 17, "residue": 13, "optimum": 4}  # 1 3 9 10 13, and again from 16 on
COMMON = {"base": 6, "modulus": 28, "residue": 20, "optimum": 3}  # 1 6 8 20, 8 again at 4


@pytest.mark.parametrize(
    ("fields", "text", "outcome", "quality"),
    [
        (COPRIME, "4", "valid", 1),
        (COPRIME, " +4 ", "valid", 1),
        (COPRIME, "20", "valid", 0),  # not the least
        (COPRIME, "3", "valid", 0),
        (COPRIME, "0", "valid", 0),
        (COPRIME, "9" * 3000, "valid", 0),
        (COPRIME, "-12", "invalid", 0),
        (COPRIME, "y = 4", "unparsed", 0),
        (COPRIME, "4.0", "unparsed", 0),
        (COPRIME, "", "unparsed", 0),
        (COMMON, "3", "valid", 1),
        (COMMON, "5", "valid", 0),
        ({"base": 5, "modulus": 7, "residue": 1, "optimum": 0}, "0", "valid", 1),
        ({"base": 5, "modulus": 7, "residue": 1, "optimum": 0}, "6", "valid", 0),
    ],
)
def test_hand_made_answers(fields, text, outcome, quality):
    assert powers_of(fields["base"], fields["modulus"]).index(fields["residue"]) == fields["optimum"]
    verdict = env.judge(env.problem_from(fields), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
