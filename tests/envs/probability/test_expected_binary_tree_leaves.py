"""The oracle builds every shape of up to 9 nodes, and for more nodes sums leaves over the sizes of the left subtree."""

from fractions import Fraction
from functools import cache

import pytest

import rlve_gym

env = rlve_gym.make("expected_binary_tree_leaves", answer_style="plain")


@cache
def shapes(n):
    """Every shape as a pair (left, right); None is the empty tree."""
    if n == 0:
        return [None]
    return [(left, right) for k in range(n) for left in shapes(k) for right in shapes(n - 1 - k)]


def leaves(shape):
    if shape is None:
        return 0
    return 1 if shape == (None, None) else leaves(shape[0]) + leaves(shape[1])


@cache
def totals(n):
    """How many shapes there are, and how many leaves they have together."""
    if n < 2:
        return 1, n
    count = total = 0
    for k in range(n):
        (left_count, left_leaves), (right_count, right_leaves) = totals(k), totals(n - 1 - k)
        count += left_count * right_count
        total += left_leaves * right_count + left_count * right_leaves
    return count, total


def expectation(n):
    if n <= 9:
        return Fraction(sum(map(leaves, shapes(n))), len(shapes(n)))
    count, total = totals(n)
    return Fraction(total, count)


@pytest.mark.parametrize("n", range(1, 62))
def test_answer_is_that_of_enumeration(n):
    expected = expectation(n)
    problem = env.problem_from({"vertex_count": n, "answer": f"{expected.numerator}/{expected.denominator}"})
    assert env.solve(problem) == expected
    assert env.judge(problem, f"{expected.numerator}/{expected.denominator}").correct
    assert env.judge(problem, f"{expected.numerator * 6} / {expected.denominator * 6}").correct
    assert not env.judge(problem, f"{expected.numerator + 1}/{expected.denominator}").correct
    if n > 2:  # before, the answer is 1
        assert not env.judge(problem, f"{expected.denominator}/{expected.numerator}").correct


def test_the_oracles_agree():
    for n in range(1, 9):
        count, total = totals(n)
        assert (count, total) == (len(shapes(n)), sum(map(leaves, shapes(n))))


@pytest.mark.parametrize(("difficulty", "least", "greatest"), [(0, 3, 6), (1, 3, 13), (3, 7, 61)])
def test_sampled_answers(difficulty, least, greatest):
    sizes = set()
    for seed in range(300):
        problem = env.sample(difficulty, seed=seed)
        sizes.add(problem.vertex_count)
        expected = expectation(problem.vertex_count)
        assert problem.answer == f"{expected.numerator}/{expected.denominator}"
    assert min(sizes) == least
    assert max(sizes) == greatest


def test_large_answers_are_compared_exactly():
    problem = env.sample(30, seed=1)
    numerator, denominator = map(int, problem.answer.split("/"))
    assert env.judge(problem, f"{numerator * 10**30}/{denominator * 10**30}").correct
    assert not env.judge(problem, f"{numerator * 10**30 + 1}/{denominator * 10**30}").correct
    assert not env.judge(problem, f"{numerator / denominator:.0f}").correct


EXAMPLE = {"vertex_count": 3, "answer": "6/5"}  # four chains with one leaf, one shape with two


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("6/5", "valid", 1),
        (" 12 / 10 ", "valid", 1),
        ("\\frac{6}{5}", "valid", 1),
        ("5/6", "valid", 0),
        ("1", "valid", 0),
        ("-6/5", "invalid", 0),
        ("6/-5", "invalid", 0),
        ("0/5", "invalid", 0),
        ("0", "invalid", 0),
        ("6/0", "unparsed", 0),
        ("1.2", "unparsed", 0),
        ("6/5/1", "unparsed", 0),
        ("6 5", "unparsed", 0),
        ("1 1/5", "unparsed", 0),
        ("6/5 leaves", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_a_bare_integer_is_a_fraction():
    assert env.judge(env.problem_from({"vertex_count": 2, "answer": "1/1"}), "1").correct


@pytest.mark.parametrize(
    "fields",
    [
        {"vertex_count": 3, "answer": "1e999999999"},
        {"vertex_count": 3, "answer": "1/0"},
        {"vertex_count": 0, "answer": "0/1"},
        {"vertex_count": -1, "answer": "0/1"},
    ],
)
def test_damaged_problems(fields):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from(fields)
