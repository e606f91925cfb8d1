"""The oracle tries all permutations of up to 7 numbers; larger ones are multiplied out exactly."""

from itertools import accumulate, permutations
from operator import mul

import pytest

import rlve_gym

env = rlve_gym.make("permutation_distinct_prefix_products", answer_style="plain")


def distinct_remainders(permutation):
    return len({product % len(permutation) for product in accumulate(permutation, mul)})


@pytest.mark.parametrize(("n", "solution_count"), [(4, 1), (5, 2), (7, 4)])
def test_every_permutation_gets_its_quality(n, solution_count):
    problem = env.problem_from({"size": n, "solution": list(range(1, n + 1))})
    winners = 0
    for permutation in permutations(range(1, n + 1)):
        verdict = env.judge(problem, env.format(permutation))
        distinct = distinct_remainders(permutation)
        assert verdict.outcome == "valid"
        assert verdict.correct == (distinct == n)
        assert verdict.quality == pytest.approx((distinct / n) ** 10)
        winners += distinct == n
    assert winners == solution_count  # the stored one is no solution at all


def test_other_sizes_have_no_solution():
    for n in (6, 8):
        assert all(distinct_remainders(permutation) < n for permutation in permutations(range(1, n + 1)))


@pytest.mark.parametrize("difficulty", range(31))
def test_solutions_are_right_and_sizes_are_4_or_primes(difficulty):
    size_max = 7 + 4 * difficulty
    sizes = set()
    for seed in range(200):
        problem = env.sample(difficulty, seed=seed)
        n = problem.size
        if n not in sizes:
            sizes.add(n)
            assert sorted(problem.solution) == list(range(1, n + 1))
            assert distinct_remainders(problem.solution) == n
            assert env.judge(problem, env.format(problem.solution)).correct
    assert sizes == {
        n
        for n in range(max(4, size_max // 8), size_max + 1)
        if n == 4 or all(n % divisor for divisor in range(2, n))
    }


def test_the_identity_is_never_right():
    """The trap of the catalogue: it was, for n = 3."""
    for difficulty in range(31):
        problem = env.sample(difficulty, seed=difficulty)
        assert not env.judge(problem, env.format(range(1, problem.size + 1))).correct


EXAMPLE = {"size": 5, "solution": [1, 2, 4, 3, 5]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("1 2 4 3 5", "valid", 1),  # products 1, 2, 3, 4, 0
        ("1, 3, 4, 2, 5", "valid", 1),  # the other one: 1, 3, 2, 4, 0
        ("1 2 3 4 5", "valid", (4 / 5) ** 10),  # 1, 2, 1, 4, 0
        ("2 1 3 4 5", "valid", (4 / 5) ** 10),  # 2, 2, 1, 4, 0
        ("5 4 3 2 1", "valid", (1 / 5) ** 10),
        ("1 2 4 3", "invalid", 0),
        ("1 2 4 3 5 5", "invalid", 0),
        ("1 2 4 3 3", "invalid", 0),
        ("1 2 4 3 0", "invalid", 0),
        ("0 1 2 3 4", "invalid", 0),
        ("1 2 4 3 10", "invalid", 0),
        ("1 2 4 -2 5", "invalid", 0),
        ("9" * 3_999 + " 2 4 3 5", "invalid", 0),
        ("1 2 4 3 5.0", "unparsed", 0),
        ("p = 1 2 4 3 5", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)
    assert verdict.correct == (quality == 1)
