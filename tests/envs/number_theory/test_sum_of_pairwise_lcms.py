"""The oracle adds with math.lcm; larger limits are checked by sums of products of coprime pairs, recursively."""

from functools import cache
from math import lcm

import pytest

import rlve_gym
from rlve_gym.envs.number_theory.sum_of_pairwise_lcms import _lcm_sum

env = rlve_gym.make("sum_of_pairwise_lcms", answer_style="plain")


def by_enumeration(n, m):
    return sum(lcm(i, j) for i in range(1, n + 1) for j in range(1, m + 1))


@cache
def coprime_products(n, m):
    """The sum of i * j over coprime pairs: over all pairs, less those that are d times a coprime pair, d >= 2."""
    total = sum(range(n + 1)) * sum(range(m + 1))
    return total - sum(d * d * coprime_products(n // d, m // d) for d in range(2, min(n, m) + 1))


def by_recursion(n, m):
    return sum(d * coprime_products(n // d, m // d) for d in range(1, min(n, m) + 1))


def test_every_small_rectangle():
    for n in range(1, 26):
        for m in range(1, 26):
            assert _lcm_sum(n, m) == by_enumeration(n, m)


@pytest.mark.parametrize("difficulty", range(8))
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(25):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_enumeration(problem.x_limit, problem.y_limit)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [13, 17, 21, 25])
def test_large_answers_are_those_of_the_recursion(difficulty):
    for seed in range(3):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_recursion(problem.x_limit, problem.y_limit)


def test_published_sum():
    """The sample of Luogu P1829."""
    assert _lcm_sum(4, 5) == 122


EXAMPLE = {"x_limit": 2, "y_limit": 4, "answer": 24}  # 1 + 2 + 3 + 4 and 2 + 2 + 6 + 4


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("24", "valid", 1),
        ("024", "valid", 1),
        ("30", "valid", 0),  # the products
        ("25", "valid", 0),
        ("0", "invalid", 0),
        ("-24", "invalid", 0),
        ("24.0", "unparsed", 0),
        ("10 + 14", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_enumeration(2, 4) == 24
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_closeness_at_the_top():
    problem = env.sample(30, seed=0)
    assert env.judge(problem, str(problem.answer + 1)).quality == 0


def test_few_problems_share_their_answer():
    """The trap of the catalogue: only 16 problems at the bottom."""
    for difficulty, problem_count, share in ((0, 25, 0.15), (3, 100, 0.05)):
        problems = [env.sample(difficulty, seed=seed) for seed in range(500)]
        answers = [problem.answer for problem in problems]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
        assert len({(problem.x_limit, problem.y_limit) for problem in problems}) >= problem_count
