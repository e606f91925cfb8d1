"""The oracle adds binomial coefficients; subsets are counted where they are few, and Pascal's triangle goes to the top."""

from itertools import combinations
from math import comb

import pytest

import rlve_gym
from rlve_gym.envs.counting.sum_of_binomials_in_residue_class import _row_sums

env = rlve_gym.make("sum_of_binomials_in_residue_class", answer_style="plain")


def by_binomials(n, k, r):
    return sum(comb(n * k, i * k + r) for i in range(n + 1))


def by_pascal(row, step, modulus):
    """Row after row of Pascal's triangle, of which only the sums are kept."""
    sums = [1 % modulus] + [0] * (step - 1)
    for _ in range(row):
        sums = [(sums[j] + sums[(j - 1) % step]) % modulus for j in range(step)]
    return sums


def test_small_rows_count_subsets():
    for row in range(1, 13):
        sizes = [size for size in range(row + 1) for _ in combinations(range(row), size)]
        for step in range(2, 15):
            expected = [sum(size % step == r for size in sizes) for r in range(step)]
            for modulus in (2, 12, 10**9):
                assert _row_sums(row, step, modulus) == [count % modulus for count in expected]


@pytest.mark.parametrize("difficulty", range(16))
def test_answers_are_sums_of_binomials(difficulty):
    for seed in range(25):
        problem = env.sample(difficulty, seed=seed)
        expected = by_binomials(problem.multiplier, problem.step, problem.residue)
        assert problem.answer == expected % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [18, 22, 26, 30])
def test_large_answers_are_those_of_pascals_triangle(difficulty):
    for seed in range(4):
        problem = env.sample(difficulty, seed=seed)
        row = problem.multiplier * problem.step
        assert problem.answer == by_pascal(row, problem.step, problem.modulus)[problem.residue]


def test_the_trivial_step_never_comes():
    """For step 2 the sum is 2^(2n-1)."""
    for seed in range(300):
        difficulty = seed % 31
        problem = env.sample(difficulty, seed=seed)
        most = problem.origin.parameters
        assert 3 <= problem.step <= 4 + difficulty // 2 and 0 <= problem.residue < problem.step
        assert 2 <= problem.multiplier <= most["max_multiplier"]
        assert most["max_modulus"] // 2 <= problem.modulus <= most["max_modulus"] <= 10**6


EXAMPLE = {
    "multiplier": 3,
    "step": 3,
    "residue": 1,
    "modulus": 100,
    "answer": 71,
}  # C(9, 1), C(9, 4), C(9, 7)


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("71", "valid", 1),
        (" 71\n", "valid", 1),
        ("72", "valid", 0),
        ("0", "valid", 0),
        ("171", "invalid", 0),  # not reduced
        ("100", "invalid", 0),
        ("-29", "invalid", 0),
        ("9" * 3_000, "invalid", 0),
        ("71 mod 100", "unparsed", 0),
        ("71.0", "unparsed", 0),
        ("9 126 36", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert 9 + 126 + 36 == 171
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_constant_pays():
    for difficulty, share in ((0, 0.25), (3, 0.09)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
