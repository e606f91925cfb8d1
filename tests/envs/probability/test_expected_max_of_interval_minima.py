"""The oracles go through all arrays, and through all sets of positions with an entry of at least t."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import sympy

import rlve_gym

env = rlve_gym.make("expected_max_of_interval_minima", answer_style="plain")


def expectation_by_arrays(n, max_value, intervals):
    total = 0
    for array in product(range(1, max_value + 1), repeat=n):
        total += max(min(array[first - 1 : last]) for first, last in intervals)
    return Fraction(total, max_value**n)


def expectation_by_sets(n, max_value, intervals):
    sets = np.arange(2**n)
    good = np.zeros(2**n, dtype=bool)  # the sets that contain a whole interval
    for first, last in intervals:
        mask = sum(1 << (position - 1) for position in range(first, last + 1))
        good |= (sets & mask) == mask
    sizes = sum((sets[good] >> position) & 1 for position in range(n))
    counts = np.bincount(sizes, minlength=n + 1).tolist()
    total = sum(
        count * (max_value - t + 1) ** size * (t - 1) ** (n - size)
        for t in range(1, max_value + 1)
        for size, count in enumerate(counts)
    )
    return Fraction(total, max_value**n)


def is_residue(answer, fraction, modulus):
    return 0 <= answer < modulus and (answer * fraction.denominator - fraction.numerator) % modulus == 0


@pytest.mark.parametrize(("difficulty", "count"), [(0, 120), (1, 60), (2, 60), (3, 15), (4, 15)])
def test_answers_are_those_of_all_arrays(difficulty, count):
    for seed in range(count):
        problem = env.sample(difficulty, seed=seed)
        expected = expectation_by_arrays(problem.length, problem.max_value, problem.intervals)
        assert expected == expectation_by_sets(problem.length, problem.max_value, problem.intervals)
        assert is_residue(problem.answer, expected, problem.modulus)
        assert env.judge(problem, str(problem.answer)).correct
        assert not env.judge(problem, str((problem.answer + 1) % problem.modulus)).correct


@pytest.mark.parametrize(("difficulty", "count"), [(5, 40), (9, 40), (13, 40), (18, 20), (24, 8), (30, 8)])
def test_answers_are_those_of_all_sets(difficulty, count):
    for seed in range(count):
        problem = env.sample(difficulty, seed=seed)
        expected = expectation_by_sets(problem.length, problem.max_value, problem.intervals)
        assert is_residue(problem.answer, expected, problem.modulus)


@pytest.mark.parametrize(
    ("difficulty", "n", "cap", "modulus"),
    [(0, 3, 3, 101), (2, 4, 3, 1009), (3, 5, 4, 1009), (8, 7, 6, 10007), (9, 8, 7, 1000003), (30, 18, 17, 998244353)],
)  # fmt: skip
def test_instances(difficulty, n, cap, modulus):
    problems = [env.sample(difficulty, seed=seed) for seed in range(200)]
    assert {problem.max_value for problem in problems} == set(range(2, cap + 1))
    assert {len(problem.intervals) for problem in problems} == set(range(2, n + 1))
    for problem in problems:
        assert (problem.length, problem.modulus) == (n, modulus)
        assert all(1 <= first <= last <= n for first, last in problem.intervals)
    assert sympy.isprime(modulus)


@pytest.mark.parametrize("difficulty", [0, 1, 4, 12])
def test_never_a_plain_minimum(difficulty):
    """The trap: an interval inside all the others decides alone."""
    for seed in range(150):
        intervals = env.sample(difficulty, seed=seed).intervals
        assert not any(all(a <= b and c <= d for a, d in intervals) for b, c in intervals)


def test_values_do_not_exceed_the_length():
    for seed in range(40):
        problem = env.sample(30, seed=seed, parameters={"length": 2})
        assert problem.max_value == 2
        assert sorted(map(tuple, problem.intervals)) == [(1, 1), (2, 2)]
        assert is_residue(problem.answer, Fraction(7, 4), problem.modulus)


@pytest.mark.parametrize("modulus", [100, 17, 2, 998_244_351])
def test_bad_moduli_are_refused(modulus):
    with pytest.raises(ValueError, match="prime"):
        env.sample(30, seed=1, parameters={"modulus": modulus})


def test_no_constant_pays():
    for difficulty, share in ((0, 0.25), (3, 0.1), (5, 0.07)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(600)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


def test_the_prompt_defines_the_residue_of_a_fraction():
    assert "0 <= r < 101 and r * q = p (mod 101)" in env.prompt(env.problem_from(EXAMPLE))


# The maximum is 2 for the four arrays that end in 2 and for 2 2 1, else 1: 13/8, and 8 * 90 = 720 = 13 modulo 101.
EXAMPLE = {"length": 3, "max_value": 2, "intervals": [[1, 2], [3, 3]], "modulus": 101, "answer": 90}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("90", "valid", 1),
        (" 90\n", "valid", 1),
        ("89", "valid", 0),
        ("0", "valid", 0),
        ("191", "invalid", 0),  # not reduced
        ("101", "invalid", 0),
        ("-11", "invalid", 0),
        ("13/8", "unparsed", 0),
        ("1.625", "unparsed", 0),
        ("90 90", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert expectation_by_arrays(3, 2, [(1, 2), (3, 3)]) == Fraction(13, 8)
    assert is_residue(90, Fraction(13, 8), 101)
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
