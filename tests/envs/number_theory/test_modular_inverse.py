"""The oracle tries every x; large moduli are checked by the definition, which has one solution in 1..m-1."""

from math import gcd

import pytest

import rlve_gym

env = rlve_gym.make("modular_inverse", answer_style="plain")


@pytest.mark.parametrize("difficulty", [0, 1, 2, 4, 6])
def test_answer_is_the_first_that_fits(difficulty):
    for seed in range(50):
        problem = env.sample(difficulty, seed=seed)
        a, m = problem.number, problem.modulus
        least = next(x for x in range(1, m) if a * x % m == 1)
        for x in range(1, min(2 * m, 60)):
            assert env.judge(problem, str(x)).correct == (x == least)
        assert env.judge(problem, str(least)).correct
        assert not env.judge(problem, str(least + m)).correct


@pytest.mark.parametrize("difficulty", range(0, 31, 2))
def test_answer_solves_the_congruence(difficulty):
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        m = problem.modulus
        assert 10 * 2**difficulty <= m <= 20 * 2**difficulty
        assert 2 <= problem.number <= 20 * 2**difficulty
        assert gcd(problem.number, m) == 1
        assert 1 < env.solve(problem) < m - 1
        assert env.solve(problem) * problem.number % m == 1


def test_numbers_on_both_sides_of_the_modulus_and_no_trivial_ones():
    """The trap of the catalogue: a = 1 (mod m) was frequent, and 1 the answer of most problems at the bottom."""
    problems = [env.sample(seed % 6, seed=seed) for seed in range(300)]
    assert 30 < sum(p.number > p.modulus for p in problems) < 150
    assert all(p.number % p.modulus not in (1, p.modulus - 1) for p in problems)


@pytest.mark.parametrize("difficulty", [3, 6])
def test_no_constant_pays(difficulty):
    answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
    assert max(map(answers.count, set(answers))) < 50


EXAMPLE = {"number": 17, "modulus": 10, "answer": 3}  # 51


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("3", "valid", 1),
        ("03\n", "valid", 1),
        ("13", "valid", 0),  # a solution, but not the least
        ("7", "invalid", 0),
        ("1", "invalid", 0),
        ("9" * 3000, "invalid", 0),
        ("0", "invalid", 0),
        ("-7", "invalid", 0),  # a solution, but not positive
        ("3 13", "unparsed", 0),
        ("x = 3", "unparsed", 0),
        ("3.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
