"""The oracles try all pairs of multiples of the gcd, or all the divisors of a large lcm."""

from collections import Counter
from math import gcd, lcm

import pytest
import sympy

import rlve_gym

env = rlve_gym.make("count_pairs_with_gcd_and_lcm", answer_style="plain")


def pairs(g, m):
    numbers = range(g, m + 1, g)
    return sum(gcd(p, q) == g and lcm(p, q) == m for p in numbers for q in numbers)


def pairs_by_divisors(g, m):
    """P Q = gcd * lcm, and P divides the lcm."""
    return sum(
        g * m % p == 0 and gcd(p, g * m // p) == g and lcm(p, g * m // p) == m for p in sympy.divisors(m)
    )


def test_answer_is_that_of_all_pairs():
    checked = 0
    for seed in range(400):
        problem = env.sample(0, seed=seed)
        assert 1 <= problem.gcd <= problem.lcm <= 1000
        if problem.lcm // problem.gcd <= 60:
            assert problem.answer == pairs(problem.gcd, problem.lcm)
            checked += 1
        assert env.judge(problem, env.format(env.solve(problem))).correct
    assert checked > 150


@pytest.mark.parametrize("difficulty", [*range(0, 30, 3), 30])
def test_answer_is_that_of_all_divisors(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == pairs_by_divisors(problem.gcd, problem.lcm)
        assert problem.lcm <= 1000 * 1.5**difficulty


@pytest.mark.parametrize(
    ("difficulty", "largest"), [(0, 8), (2, 16), (8, 32), (14, 64), (21, 128), (28, 256)]
)
def test_all_answers_are_equally_likely(difficulty, largest):
    """The trap of the catalogue: 2 would be the answer of half of the problems."""
    answers = Counter(env.sample(difficulty, seed=seed).answer for seed in range(600))
    assert set(answers) == {0, *(2**k for k in range(largest.bit_length()))}
    assert max(answers.values()) < 1.4 * 600 / len(answers)
    assert min(answers.values()) > 0.6 * 600 / len(answers)


def test_the_primes_are_not_always_the_first_ones_and_occur_as_squares():
    ratios = [
        problem.lcm // problem.gcd
        for problem in (env.sample(6, seed=s) for s in range(200))
        if problem.answer == 8
    ]
    assert sum(ratio % 30 == 0 for ratio in ratios) < 0.8 * len(ratios)
    assert any(ratio % (p * p) == 0 for ratio in ratios for p in (2, 3, 5))
    assert len(set(ratios)) > 5


@pytest.mark.parametrize(
    ("g", "m", "text", "outcome", "quality"),
    [
        (3, 60, "4", "valid", 1),  # (3, 60), (12, 15), and both reversed
        (3, 60, "+4\n", "valid", 1),
        (3, 60, "2", "valid", 0),  # unordered pairs
        (3, 60, "8", "valid", 0),  # as if 20 had three different primes
        (3, 60, "0", "valid", 0),
        (3, 60, "-4", "invalid", 0),
        (3, 60, "4.0", "unparsed", 0),
        (3, 60, "2^2", "unparsed", 0),
        (3, 60, "3 60 12 15", "unparsed", 0),
        (3, 60, "", "unparsed", 0),
        (1, 1, "1", "valid", 1),
        (1, 1, "2", "valid", 0),
        (7, 7, "1", "valid", 1),  # one pair, which equals its reverse
        (4, 6, "0", "valid", 1),
        (4, 6, "2", "valid", 0),
    ],
)
def test_hand_made_answers(g, m, text, outcome, quality):
    verdict = env.judge(env.problem_from({"gcd": g, "lcm": m, "answer": pairs(g, m)}), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
