"""The oracle counts the divisors of every product; larger rectangles are checked by coprime pairs."""

import numpy as np
import pytest

import rlve_gym

env = rlve_gym.make("sum_of_product_divisor_counts", answer_style="plain")


def by_products(n, m):
    counts = [0] * (n * m + 1)
    for k in range(1, n * m + 1):
        for multiple in range(k, n * m + 1, k):
            counts[multiple] += 1
    return sum(counts[i * j] for i in range(1, n + 1) for j in range(1, m + 1))


def by_coprime_pairs(n, m):
    """The sum of floor(n / x) floor(m / y) over coprime x and y, which needs no Moebius function."""
    x, y = np.arange(1, n + 1), np.arange(1, m + 1)
    return int((n // x) @ (np.gcd.outer(x, y) == 1) @ (m // y))


@pytest.mark.parametrize("difficulty", range(7))
def test_answers_are_those_of_all_products(difficulty):
    for seed in range(25):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_products(problem.x_limit, problem.y_limit)


@pytest.mark.parametrize("difficulty", [9, 12, 16, 19])
def test_answers_are_those_of_coprime_pairs(difficulty):
    assert by_coprime_pairs(9, 20) == by_products(9, 20)
    for seed in range(3):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_coprime_pairs(problem.x_limit, problem.y_limit)


def test_both_limits_are_of_one_size():
    for difficulty in range(20):
        for seed in range(10):
            problem = env.sample(difficulty, seed=seed)
            limit_max = problem.origin.parameters["limit_max"]
            for limit in (problem.x_limit, problem.y_limit):
                assert 2 <= limit_max // 3 <= limit <= limit_max


EXAMPLE = {"x_limit": 2, "y_limit": 3, "answer": 14}  # 1 + 2 + 2 + 2 + 3 + 4


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("14", "valid", 1),
        (" 14\n", "valid", 1),
        ("15", "valid", 0),
        ("13", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("0", "invalid", 0),
        ("-14", "invalid", 0),
        ("1 + 2 + 2 + 2 + 3 + 4", "unparsed", 0),
        ("14.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
