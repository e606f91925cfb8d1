"""The oracle adds every pair; large rectangles are checked by a Walsh-Hadamard transform."""

import numpy as np
import pytest

import rlve_gym

env = rlve_gym.make("sum_of_xor_divisor_counts", answer_style="plain")


def divisors(limit):
    """The number of divisors of 0..limit, by crossing off multiples."""
    counts = [0] * (limit + 1)
    for k in range(1, limit + 1):
        for multiple in range(k, limit + 1, k):
            counts[multiple] += 1
    return counts


SMALL = divisors(127)


def by_pairs(problem):
    return sum(
        SMALL[i ^ j ^ problem.mask] for i in range(problem.x_limit + 1) for j in range(problem.y_limit + 1)
    )


def walsh_hadamard(values):
    half = 1
    while half < len(values):
        pairs = values.reshape(-1, 2, half)
        values = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).reshape(-1)
        half *= 2
    return values


@pytest.mark.parametrize("difficulty", range(9))
def test_answers_are_those_of_all_pairs(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_pairs(problem) > 0


def test_limits_that_end_blocks():
    """A range that is a single block, and one that has a value more."""
    wanted = {15, 16, 31, 32}
    seen = set()
    for seed in range(1500):
        problem = env.sample(7, seed=seed)
        if {problem.x_limit, problem.y_limit} <= wanted:
            seen |= {problem.x_limit, problem.y_limit}
            assert problem.answer == by_pairs(problem)
    assert seen == wanted


@pytest.mark.parametrize("difficulty", [12, 20, 25, 30])
def test_answers_are_those_of_a_transform(difficulty):
    counts = np.array(divisors(2**15 - 1))
    for seed in range(8):
        problem = env.sample(difficulty, seed=seed)
        first, second, mask = (np.zeros(2**15, dtype=np.int64) for _ in range(3))
        first[: problem.x_limit + 1] = second[: problem.y_limit + 1] = 1
        mask[problem.mask] = 1
        product = walsh_hadamard(first) * walsh_hadamard(second) * walsh_hadamard(mask)
        pairs = walsh_hadamard(product) // 2**15  # how many pairs give each value of i xor j xor mask
        assert pairs.sum() == (problem.x_limit + 1) * (problem.y_limit + 1)
        assert problem.answer == int(pairs @ counts)


EXAMPLE = {"x_limit": 2, "y_limit": 1, "mask": 3, "answer": 9}  # the values are 3 2, 2 3, 1 0


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("9", "valid", 1),
        (" 9\n", "valid", 1),
        ("10", "valid", 0),
        ("8", "valid", 0),
        ("0", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("-9", "invalid", 0),
        ("9.0", "unparsed", 0),
        ("8 + 1", "unparsed", 0),
        ("0x9", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    problem = env.problem_from(EXAMPLE)
    assert by_pairs(problem) == 9
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_limits_and_mask_are_of_one_size():
    for difficulty in range(31):
        for seed in range(10):
            problem = env.sample(difficulty, seed=seed)
            limit_max = problem.origin.parameters["limit_max"]
            assert 0 <= problem.mask <= limit_max
            for limit in (problem.x_limit, problem.y_limit):
                assert max(1, limit_max // 4) <= limit <= limit_max
