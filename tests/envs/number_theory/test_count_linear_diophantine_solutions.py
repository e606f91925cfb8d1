"""The oracle tries every x of the box; larger boxes are checked by the parametric solution."""

from collections import Counter
from random import Random

import pytest
from sympy.core.intfunc import igcdex

import rlve_gym
from rlve_gym.envs.number_theory.count_linear_diophantine_solutions import _solution_count

env = rlve_gym.make("count_linear_diophantine_solutions", answer_style="plain")


def points(a, b, c, xs, ys):
    return sum(a * x + b * y + c == 0 for x in range(xs[0], xs[1] + 1) for y in range(ys[0], ys[1] + 1))


def points_by_columns(a, b, c, xs, ys):
    """One y at most for each x; b is not 0."""
    count = 0
    for x in range(xs[0], xs[1] + 1):
        y, rest = divmod(-c - a * x, b)
        count += rest == 0 and ys[0] <= y <= ys[1]
    return count


def fields(problem):
    return *problem.coefficients, problem.constant, problem.x_range, problem.y_range


@pytest.mark.parametrize("difficulty", [0, 1, 2])
def test_answer_is_that_of_all_points(difficulty):
    for seed in range(120):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == points(*fields(problem))
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", range(3, 16, 2))
def test_answer_is_that_of_all_columns(difficulty):
    for seed in range(15):
        problem = env.sample(difficulty, seed=seed)
        if problem.coefficients[1]:
            assert problem.answer == points_by_columns(*fields(problem))


def test_every_kind_of_small_equation():
    """Zero and negative coefficients, no common divisor with c, ranges of one number, boxes off the line."""
    rng = Random(0)
    for _ in range(3000):
        a, b, c = rng.randint(-4, 4), rng.randint(-4, 4), rng.randint(-9, 9)
        xs, ys = (tuple(sorted((rng.randint(-6, 6), rng.randint(-6, 6)))) for _ in range(2))
        assert _solution_count(a, b, c, xs, ys) == points(a, b, c, xs, ys), (a, b, c, xs, ys)
    assert _solution_count(0, 0, 0, (-2, 3), (5, 5)) == 6
    assert _solution_count(0, 0, 1, (-2, 3), (5, 5)) == 0


def points_by_parameter(a, b, c, xs, ys):
    """The solutions are (x + k b / gcd, y - k a / gcd) for all integers k, from any one (x, y)."""
    u, v, common = igcdex(a, b)
    if c % common:
        return 0
    first, last = -(10**30), 10**30
    for start, step, (low, high) in (
        (-c // common * u, b // common, xs),
        (-c // common * v, -a // common, ys),
    ):
        if step < 0:
            start, step, low, high = -start, -step, -high, -low
        if step:
            first, last = max(first, -((start - low) // step)), min(last, (high - start) // step)
        elif not low <= start <= high:
            return 0
    return max(0, last - first + 1)


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_answer_is_that_of_the_parameter(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == points_by_parameter(*fields(problem))


def test_counts_have_all_sizes():
    """The trap of the catalogue: with coefficients as large as the box, 1 and 2 are most of the answers."""
    for difficulty, share in ((0, 0.35), (3, 0.11), (8, 0.06)):
        answers = Counter(env.sample(difficulty, seed=seed).answer for seed in range(500))
        assert max(answers.values()) <= share * 500
        assert answers[0] >= 5
        assert answers[0] + answers[1] < 0.1 * 500


# x = 1 + 3 k, y = 3 + 2 k: in the box for k = -1, 0, 1.
EXAMPLE = {"coefficients": [2, -3], "constant": 7, "x_range": [-2, 5], "y_range": [0, 5], "answer": 3}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("3", "valid", 1),
        (" 03\n", "valid", 1),
        ("2", "valid", 0),
        ("4", "valid", 0),
        ("0", "valid", 0),
        ("-1", "invalid", 0),
        ("-3", "invalid", 0),
        ("3.0", "unparsed", 0),
        ("(1, 3)", "unparsed", 0),
        ("-2 1 1 3 4 5", "unparsed", 0),
        ("infinitely many", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    problem = env.problem_from(EXAMPLE)
    assert points(*fields(problem)) == 3
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_the_equation_shows_every_sign():
    problem = env.problem_from({**EXAMPLE, "coefficients": [-2, 0], "constant": -7})
    assert "-2*x + 0*y - 7 = 0" in env.describe(problem)
    assert "2*x - 3*y + 7 = 0" in env.describe(env.problem_from(EXAMPLE))


def test_largest_parameter_works():
    problem = env.sample(0, seed=3, parameters={"coordinate_max": 10**50})
    assert env.judge(problem, env.format(env.solve(problem))).correct
