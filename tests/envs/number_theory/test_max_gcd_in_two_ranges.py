"""The oracle tries all pairs; long ranges are checked by stepping through every divisor."""

from itertools import product
from math import gcd

import pytest

import rlve_gym

env = rlve_gym.make("max_gcd_in_two_ranges", answer_style="plain")


def numbers(bounds):
    return range(bounds[0], bounds[1] + 1)


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 5])
def test_optimum_is_that_of_all_pairs(difficulty):
    for seed in range(60 if difficulty < 5 else 15):
        problem = env.sample(difficulty, seed=seed)
        pairs = list(product(numbers(problem.x_range), numbers(problem.y_range)))
        best = max(gcd(*pair) for pair in pairs)
        assert problem.optimum == best
        for pair in pairs[:: 1 + len(pairs) // 40]:
            verdict = env.judge(problem, env.format(pair))
            assert verdict.correct == (gcd(*pair) == best)
            assert verdict.quality == pytest.approx((gcd(*pair) / best) ** 3)


@pytest.mark.parametrize("difficulty", [8, 12, 16, 20])
def test_optimum_is_that_of_all_divisors(difficulty):
    """A range has a multiple of g if the first one from its start on is within."""
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        (a, b), (c, d) = problem.x_range, problem.y_range
        g = min(b, d)
        while a + -a % g > b or c + -c % g > d:
            g -= 1
        assert problem.optimum == g


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_ranges_are_disjoint_and_easy_guesses_fail(difficulty):
    """The trap of the catalogue: the two last numbers were optimal in a third of the easy problems."""
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        (a, b), (c, d) = problem.x_range, problem.y_range
        assert 1 <= a <= b < c <= d or 1 <= c <= d < a <= b
        assert max(b, d) <= env.ladder.parameters["value_max"].at(difficulty)
        assert not env.judge(problem, f"{b} {d}").correct
        assert problem.optimum not in (b - a + 1, d - c + 1)
        assert env.judge(problem, env.format(env.solve(problem))).correct


def test_either_range_comes_first():
    first_is_lower = sum(p.x_range < p.y_range for p in (env.sample(4, seed=seed) for seed in range(200)))
    assert 70 < first_is_lower < 130


EXAMPLE = {"x_range": [17, 19], "y_range": [5, 13], "optimum": 9, "solution": [18, 9]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("18 9", "valid", 1),
        ("18, 9", "valid", 1),
        ("18\n9", "valid", 1),
        ("18 12", "valid", (6 / 9) ** 3),
        ("19 13", "valid", (1 / 9) ** 3),
        ("17 5", "valid", (1 / 9) ** 3),
        ("9 18", "invalid", 0),  # the wrong way round
        ("16 8", "invalid", 0),
        ("18 14", "invalid", 0),
        ("20 10", "invalid", 0),
        ("18 -9", "invalid", 0),
        ("18 0", "invalid", 0),
        ("18 " + "9" * 3_999, "invalid", 0),
        ("18", "unparsed", 0),
        ("18 9 9", "unparsed", 0),
        ("X = 18, Y = 9", "unparsed", 0),
        ("18.0 9", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)
    assert verdict.correct == (quality == 1)


def test_every_optimum_wins():
    x_range, y_range = (5, 10), (15, 15)
    best = [(5, 15), (10, 15)]
    assert [pair for pair in product(numbers(x_range), numbers(y_range)) if gcd(*pair) >= 5] == best
    problem = env.problem_from({"x_range": x_range, "y_range": y_range, "optimum": 5, "solution": best[0]})
    assert all(env.judge(problem, env.format(pair)).correct for pair in best)
