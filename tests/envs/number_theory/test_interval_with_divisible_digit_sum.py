"""The oracle adds digits one number after the other."""

from itertools import accumulate

import pytest

import rlve_gym
from rlve_gym.envs.number_theory.interval_with_divisible_digit_sum import _interval

env = rlve_gym.make("interval_with_divisible_digit_sum", answer_style="plain")

DIGIT_SUMS = [sum(map(int, str(x))) for x in range(70_001)]
TOTALS = list(accumulate(DIGIT_SUMS))  # of 0..x


@pytest.mark.parametrize("modulus", [1, 2, 7, 10, 23, 40])
def test_every_interval_gets_its_verdict(modulus):
    problem = env.problem_from({"modulus": modulus, "solution": [1, 1]})
    wins = 0
    for first in range(1, 10 * modulus + 1):
        for last in range(first, 10 * modulus + 1, 1 + modulus // 4):
            right = sum(DIGIT_SUMS[first : last + 1]) % modulus == 0
            assert env.judge(problem, f"{first} {last}").correct == right
            wins += right
    assert wins


@pytest.mark.parametrize("difficulty", range(8))
def test_solutions_are_right_by_addition(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        first, last = env.solve(problem)
        assert 1 <= first <= last <= 10 * problem.modulus
        total = TOTALS[last] - TOTALS[first - 1]
        assert total % problem.modulus == 0
        assert env.judge(problem, f"{first} {last}").correct


@pytest.mark.parametrize("difficulty", [10, 15, 20, 25, 30])
def test_large_intervals_by_counting_each_digit(difficulty):
    """How often each digit stands at each place in 0..n: another formula than that of the code."""

    def total(n):
        text = str(n)
        result = 0
        for i, own in enumerate(text):
            left, right, place = int(text[:i] or 0), int(text[i + 1 :] or 0), 10 ** (len(text) - 1 - i)
            for digit in range(1, 10):
                result += digit * (left * place + (place if digit < int(own) else 0))
                result += digit * (right + 1 if digit == int(own) else 0)
        return result

    assert [total(n) for n in range(3000)] == TOTALS[:3000]
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        first, last = env.solve(problem)
        assert 1 <= first <= last <= 10 * problem.modulus
        assert (total(last) - total(first - 1)) % problem.modulus == 0
        assert env.judge(problem, f"{first} {last}").correct
        wrong = (total(last + 1) - total(first - 1)) % problem.modulus != 0
        assert wrong and not env.judge(problem, f"{first} {last + 1}").correct


def test_there_is_an_interval_for_every_modulus():
    for modulus in [*range(1, 3001), 8_999, 9_000, 9_001, 9_999, 10_000, 10_001]:
        first, last = _interval(modulus)
        assert 1 <= first <= last <= 10 * modulus
        assert (TOTALS[last] - TOTALS[first - 1]) % modulus == 0


def test_no_single_number_is_right():
    """The trap of the catalogue: L = R = m was right for every m up to 9."""
    for seed in range(100):
        problem = env.sample(0, seed=seed)
        assert not any(DIGIT_SUMS[x] % problem.modulus == 0 for x in range(1, 10 * problem.modulus + 1))


def test_no_constant_interval_pays_from_difficulty_3_on():
    """All intervals, by their totals: one wins for every modulus that divides its total."""
    moduli = range(97, 196)
    assert {env.sample(3, seed=seed).modulus for seed in range(1500)} == set(moduli)
    totals = {TOTALS[last] - TOTALS[first] for last in range(971) for first in range(last)}
    assert max(sum(total % m == 0 for m in moduli) for total in totals) < 0.1 * len(moduli)


EXAMPLE = {"modulus": 20, "solution": [15, 24]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("15 24", "valid", 1),  # 6 + 7 + 8 + 9 + 10 + 2 + 3 + 4 + 5 + 6 = 60
        ("15, 24", "valid", 1),
        ("8 12", "valid", 0),  # 8 + 9 + 1 + 2 + 3 = 23
        ("9 19", "valid", 0),
        ("78 79", "valid", 0),  # 15 + 16 = 31
        ("188 199", "valid", 1),  # 17 + 18 + 10 + 11 + ... + 19 = 180
        ("188 198", "valid", 0),
        ("2 6", "valid", 1),  # 2 + 3 + 4 + 5 + 6 = 20
        ("20 20", "valid", 0),  # 20 itself is divisible, but its digit sum is not
        ("24 15", "invalid", 0),
        ("0 24", "invalid", 0),
        ("-2 24", "invalid", 0),
        ("15 201", "invalid", 0),
        ("15 " + "9" * 3_999, "invalid", 0),
        ("15", "unparsed", 0),
        ("15 24 24", "unparsed", 0),
        ("[15, 24]", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_damaged_problems():
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, "modulus": 0})
