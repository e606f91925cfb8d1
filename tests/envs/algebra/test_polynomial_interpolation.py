"""The oracle is Lagrange's formula in fractions."""

from fractions import Fraction
from itertools import product

import pytest

import rlve_gym

env = rlve_gym.make("polynomial_interpolation", answer_style="plain")


def lagrange(points):
    """The coefficients of the sum over i of y_i times the product over j != i of (x - x_j) / (x_i - x_j)."""
    total = [Fraction(0)] * len(points)
    for i, (xi, yi) in enumerate(points):
        term = [Fraction(yi)]
        for j, (xj, _) in enumerate(points):
            if i != j:
                shifted = [Fraction(0), *term]
                scaled = [-xj * coefficient for coefficient in term] + [Fraction(0)]
                term = [(a + b) / (xi - xj) for a, b in zip(shifted, scaled, strict=True)]
        total = [a + b for a, b in zip(total, term, strict=True)]
    return total


@pytest.mark.parametrize("difficulty", [*range(10), 15, 22, 30])
def test_answer_is_that_of_lagrange(difficulty):
    for seed in range(12 if difficulty < 15 else 2):
        problem = env.sample(difficulty, seed=seed)
        expected = lagrange(problem.points)
        assert env.solve(problem) == expected
        assert env.judge(problem, " ".join(map(str, expected))).correct
        wrong = [*expected[:-1], expected[-1] + 1]
        verdict = env.judge(problem, " ".join(map(str, wrong)))
        assert not verdict.correct and verdict.quality == pytest.approx((1 - 1 / len(wrong)) ** 10)


def test_only_one_small_polynomial_fits():
    for seed in range(20):
        problem = env.sample(0, seed=seed)
        fits = [
            coefficients
            for coefficients in product(range(-3, 4), range(-3, 4), range(1, 4))
            if all(sum(a * x**i for i, a in enumerate(coefficients)) == y for x, y in problem.points)
        ]
        assert [tuple(problem.answer)] == fits


@pytest.mark.parametrize(("difficulty", "degree"), [(0, 2), (1, 2), (2, 3), (3, 4), (6, 6), (30, 22)])
def test_sampling(difficulty, degree):
    orders, heads, seen = set(), set(), set()
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        xs = [x for x, _ in problem.points]
        assert len(set(xs)) == len(xs) == degree + 1
        assert max(map(abs, problem.answer)) <= 3 + difficulty and problem.answer[-1] >= 1
        orders.add(xs == sorted(xs))
        heads.add(0 in xs)
        seen.update(xs)
    assert False in orders and heads == {True, False}
    assert seen == set(range(-degree, degree + 1))


# 2 - x + 3 x^2
EXAMPLE = {"points": [[1, 4], [-1, 6], [2, 12]], "answer": [2, -1, 3]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("2 -1 3", "valid", 1),
        ("2, -1, 3", "valid", 1),
        ("2 \N{MINUS SIGN}1 3", "valid", 1),
        ("3 -1 2", "valid", (1 / 3) ** 10),  # highest degree first
        ("2 -1 4", "valid", (2 / 3) ** 10),
        ("2 1 3", "valid", (2 / 3) ** 10),
        ("0 0 0", "valid", 0),
        (f"2 -1 {'9' * 3_999}", "valid", (2 / 3) ** 10),
        ("2 -1", "invalid", 0),
        ("2 -1 3 0", "invalid", 0),
        ("0 " * 9_000, "invalid", 0),
        ("", "unparsed", 0),
        ("2 -1 3.0", "unparsed", 0),
        ("2 - x + 3x^2", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_prompt():
    prompt = env.prompt(env.problem_from(EXAMPLE))
    assert "f(x) = a_0 + a_1*x + a_2*x^2 has degree 2" in prompt
    assert "\n1 4\n-1 6\n2 12\n" in prompt


@pytest.mark.parametrize("fields", [{"points": []}, {"points": [[1, 4], [2, 12]]}, {"answer": [2, -1]}])
def test_damaged_problems_are_refused(fields):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, **fields})
