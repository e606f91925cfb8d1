"""The oracle tries every multiset of small integers, and for larger degrees compares values at more points than the degree."""

from collections import Counter
from itertools import combinations_with_replacement
from math import prod

import pytest

import rlve_gym

env = rlve_gym.make("polynomial_integer_roots", answer_style="plain")


def value(coefficients, x):
    return sum(coefficient * x**i for i, coefficient in enumerate(coefficients))


def are_roots(coefficients, roots):
    """Two polynomials of degree n with equal values at n + 1 points are equal."""
    points = range(-len(roots), len(roots) + 1)
    return len(coefficients) == len(roots) + 1 and all(
        value(coefficients, x) == prod(x - root for root in roots) for x in points
    )


@pytest.mark.parametrize("difficulty", [0, 1])
def test_every_multiset_gets_its_quality(difficulty):
    n = 3 + difficulty
    for seed in range(8 if difficulty == 0 else 2):
        problem = env.sample(difficulty, seed=seed)
        multisets = list(combinations_with_replacement(range(-n, n + 1), n))
        (right,) = [roots for roots in multisets if are_roots(problem.coefficients, roots)]
        for roots in multisets:
            verdict = env.judge(problem, " ".join(map(str, roots)))
            common = sum(min(count, right.count(root)) for root, count in Counter(roots).items())
            assert verdict.outcome == "valid" and verdict.correct == (roots == right)
            assert verdict.quality == pytest.approx((common / n) ** 5)


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_answer_gives_the_polynomial(difficulty):
    n = 3 + difficulty
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        roots = env.solve(problem)
        assert are_roots(problem.coefficients, roots)
        assert len(roots) == n and all(-n <= root <= n for root in roots)
        assert env.judge(problem, env.format(roots[::-1])).correct
        assert not env.judge(problem, env.format([*roots[:-1], roots[-1] + 1])).correct


def test_all_roots_in_the_range_occur():
    roots = {root for seed in range(60) for root in env.sample(2, seed=seed).answer}
    assert roots == set(range(-5, 6))


EXAMPLE = {"coefficients": [-12, 16, -7, 1], "answer": [2, 2, 3]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("2 2 3", "valid", 1),
        ("3, 2, 2", "valid", 1),
        ("2\n3\n2", "valid", 1),
        ("2 3 3", "valid", (2 / 3) ** 5),  # as sets these would be equal
        ("2 2 2", "valid", (2 / 3) ** 5),
        ("3 0 1", "valid", (1 / 3) ** 5),
        ("-2 -2 -3", "valid", 0),  # the numbers in the factors, not their negatives
        ("0 1 4", "valid", 0),
        (f"2 2 {'9' * 3_999}", "valid", (2 / 3) ** 5),
        ("2 3", "unparsed", 0),  # each root only once
        ("2 2 3 3", "unparsed", 0),
        ("2 " * 9_000, "unparsed", 0),
        ("", "unparsed", 0),
        ("2 2 3.0", "unparsed", 0),
        ("(x - 2)^2 (x - 3)", "unparsed", 0),
        ("x = 2, 2, 3", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_zero_roots_and_the_printed_polynomial():
    problem = env.problem_from({"coefficients": [0, 0, -1, 1], "answer": [0, 0, 1]})
    assert "\nx^3 - x^2\n" in env.prompt(problem)
    assert env.judge(problem, "0 1 0").correct
    assert not env.judge(problem, "0 1 1").correct
    assert "\nx^3 - 7*x^2 + 16*x - 12\n" in env.prompt(env.problem_from(EXAMPLE))


@pytest.mark.parametrize("fields", [{"coefficients": []}, {"coefficients": [1, 1]}, {"answer": [2, 3]}])
def test_damaged_problems_are_refused(fields):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, **fields})
