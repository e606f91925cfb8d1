"""The oracle tests every pair; larger limits are checked by divisors of squares, and by another formula."""

from itertools import accumulate
from math import isqrt

import numpy as np
import pytest
from sympy import mobius

import rlve_gym

env = rlve_gym.make("count_pairs_sum_divides_product", answer_style="plain")


def by_enumeration(n):
    return sum(a * b % (a + b) == 0 for b in range(1, n + 1) for a in range(1, b))


def by_squares(n):
    """The counts for all limits up to n. With s = a + b, s divides a * b exactly if it divides b * b; b < s < 2 b."""
    pairs = [np.count_nonzero(b * b % np.arange(b + 1, 2 * b) == 0) for b in range(1, n + 1)]
    return [0, *accumulate(map(int, pairs))]


def by_inversion(n):
    """Moebius inversion over the common divisor i of x and y in a = k x (x + y), b = k y (x + y)."""
    total = 0
    for i in range(1, isqrt(n) + 1):
        for y in range(1, isqrt(n) // i + 1):
            total += mobius(i) * sum(n // (i * i * y * s) for s in range(y + 1, 2 * y))
    return total


COUNTS = by_squares(3_000)


def test_the_oracles_agree():
    for n in [*range(6, 90), 300]:
        assert by_enumeration(n) == COUNTS[n] == by_inversion(n)


@pytest.mark.parametrize("difficulty", range(0, 18, 2))
def test_answers_are_those_of_the_squares(difficulty):
    for seed in range(60 if difficulty < 10 else 15):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == COUNTS[problem.limit]
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [22, 25, 28, 30])
def test_large_answers_are_those_of_the_inversion(difficulty):
    for seed in range(2):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_inversion(problem.limit)


def test_published_count():
    """The sample of Luogu P4466: 4 pairs up to 15."""
    problem = next(p for p in (env.sample(0, seed=seed) for seed in range(300)) if p.limit == 15)
    assert problem.answer == 4


EXAMPLE = {"limit": 12, "answer": 3}  # (3, 6) (4, 12) (6, 12)


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("3", "valid", 1),
        ("03", "valid", 1),
        ("6", "valid", 0),  # ordered pairs
        ("9", "valid", 0),  # with a = b, which is right for even ones
        ("0", "invalid", 0),
        ("-3", "invalid", 0),
        ("3.0", "unparsed", 0),
        ("(3, 6) (4, 12) (6, 12)", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_enumeration(12) == 3
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_closeness_at_the_top():
    problem = env.sample(30, seed=0)
    assert env.judge(problem, str(problem.answer + 1)).quality == 0


def test_few_problems_share_their_answer():
    """The trap of the catalogue: with uniform limits 1 was right in half of the problems at the bottom."""
    for difficulty, share in ((0, 0.25), (3, 0.1), (5, 0.07)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(600)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
        assert len(set(answers)) >= 6 * (1 + difficulty // 2)


def test_every_limit_of_the_range_occurs():
    """Also those in the middle of a stretch with the same count."""
    limits = {env.sample(5, seed=seed).limit for seed in range(2000)}
    assert limits == set(range(94 // 8, 94 + 1))
    assert {env.sample(0, seed=seed).limit for seed in range(600)} == set(range(6, 25))


def test_a_limit_below_the_first_pair_is_refused():
    with pytest.raises(rlve_gym.ProblemError, match="at least 6"):
        env.problem_from({"limit": 5, "answer": 0})
