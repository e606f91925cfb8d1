"""The oracle follows the powers until the first one comes again; large cases are checked by SymPy's order."""

from math import gcd

import pytest
from sympy import n_order

import rlve_gym

env = rlve_gym.make("power_last_digits_period", answer_style="plain")


def period_by_powers(base, digit_count):
    """The least period of base^1, base^2, ..., or None if they do not come back to base^1."""
    modulus = 10**digit_count
    first = base % modulus
    seen, power, steps = set(), first, 0
    while True:
        power, steps = power * base % modulus, steps + 1
        if power == first:
            return steps
        if power in seen:
            return None
        seen.add(power)


@pytest.mark.parametrize("difficulty", range(7))
def test_answer_is_that_of_the_powers(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        expected = period_by_powers(problem.base, problem.digit_count)
        assert env.judge(problem, str(expected)).correct
        for wrong in (2 * expected, 10 * expected, expected // 2, 1, expected + 1):
            assert not env.judge(problem, str(wrong)).correct


@pytest.mark.parametrize("difficulty", range(8, 31, 2))
def test_answer_is_that_of_sympy(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        n, k = problem.base, problem.digit_count
        part = 1
        for prime in (2, 5):
            assert n % prime or n % prime**k == 0, "the powers do not repeat from the first on"
            part *= 1 if n % prime == 0 else prime**k
        assert env.solve(problem) == n_order(n % part, part)
        assert (pow(n, env.solve(problem) + 1, 10**k) - n) % 10**k == 0


def test_digit_counts_and_sizes():
    for difficulty, digit_counts in ((0, {2}), (1, {3, 4}), (3, {4, 5}), (5, {5, 6}), (30, {*range(17, 23)})):
        problems = [env.sample(difficulty, seed=seed) for seed in range(200)]
        assert {p.digit_count for p in problems} == digit_counts
        assert all(1 < p.base < 10 ** (p.digit_count + 2) for p in problems)
        assert all(p.optimum > 1 for p in problems)


def test_all_classes_of_bases_come():
    problems = [env.sample(5, seed=seed) for seed in range(400)]
    common = [gcd(p.base, 10) for p in problems]
    assert set(common) == {1, 2, 5}
    assert 200 < common.count(1) < 380


def test_all_periods_come_equally_often():
    """The traps of the catalogue: 1, 4 and the largest orders 4 * 5^(k-1) and 5 * 10^(k-2) were most of the answers."""
    answers = [env.sample(0, seed=seed).optimum for seed in range(500)]
    assert set(answers) == {2, 4, 5, 10, 20}
    assert all(60 < answers.count(answer) < 140 for answer in set(answers))
    for difficulty in (3, 4, 5, 8):
        problems = [env.sample(difficulty, seed=seed) for seed in range(500)]
        answers = [p.optimum for p in problems]
        assert max(map(answers.count, set(answers))) < 50
        for formula in (lambda k: 4 * 5 ** (k - 1), lambda k: 5 * 10 ** (k - 2)):
            assert sum(p.optimum == formula(p.digit_count) for p in problems) < 60


def test_the_oracle_knows_powers_without_a_pure_period():
    assert period_by_powers(2, 2) is None  # 02 comes once
    assert period_by_powers(10, 3) is None
    assert period_by_powers(7, 2) == 4  # 07 49 43 01
    assert period_by_powers(76, 2) == 1


@pytest.mark.parametrize(
    ("base", "digit_count", "text", "outcome", "quality"),
    [
        (7, 2, "4", "valid", 1),
        (7, 2, "+4", "valid", 1),
        (7, 2, "8", "valid", 0),  # a period, but not the least
        (7, 2, "2", "valid", 0),
        (7, 2, "9" * 3000, "valid", 0),
        (7, 2, "0", "invalid", 0),
        (7, 2, "-4", "invalid", 0),
        (7, 2, "L = 4", "unparsed", 0),
        (7, 2, "4.0", "unparsed", 0),
        (7, 2, "4 8", "unparsed", 0),
        (7, 2, "", "unparsed", 0),
        (4, 2, "10", "valid", 1),  # 04 16 64 56 24 96 84 36 44 76
        (4, 2, "5", "valid", 0),
        (76, 2, "1", "valid", 1),
        (3, 5, "5000", "valid", 1),
    ],
)
def test_hand_made_answers(base, digit_count, text, outcome, quality):
    optimum = period_by_powers(base, digit_count)
    problem = env.problem_from({"base": base, "digit_count": digit_count, "optimum": optimum})
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_the_highest_digit_count():
    problem = env.sample(30, seed=4, parameters={"digit_count": 100})
    assert problem.digit_count >= 100
    assert (
        pow(problem.base, problem.optimum + 1, 10**problem.digit_count)
        == problem.base % 10**problem.digit_count
    )
