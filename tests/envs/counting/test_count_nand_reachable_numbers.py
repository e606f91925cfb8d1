"""The oracle applies NAND until nothing new comes; more bits are checked by testing every integer for its bits."""

from itertools import combinations
from random import Random

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_nand_reachable_numbers import _count_up_to

env = rlve_gym.make("count_nand_reachable_numbers", answer_style="plain")


def closure(bit_count, values):
    obtained, fresh = set(), set(values)
    while fresh:
        obtained |= fresh
        fresh = {~(x & y) & (2**bit_count - 1) for x in obtained for y in obtained} - obtained
    return obtained


def count_by_bits(problem):
    """The integers of the range in which all pairs of bits agree that agree in every given value."""
    k = problem.bit_count
    tied = [
        (i, j)
        for i, j in combinations(range(k), 2)
        if all(value >> i & 1 == value >> j & 1 for value in problem.values)
    ]
    return sum(all(x >> i & 1 == x >> j & 1 for i, j in tied) for x in range(problem.low, problem.high + 1))


@pytest.mark.parametrize("bit_count", [2, 3, 4, 5, 6])
def test_every_limit_against_the_closure(bit_count):
    rng = Random(bit_count)
    for _ in range(20):
        values = [rng.randrange(2**bit_count) for _ in range(rng.randint(1, 4))]
        obtained = closure(bit_count, values)
        assert _count_up_to(-1, bit_count, values) == 0
        for limit in range(2**bit_count):
            expected = sum(x <= limit for x in obtained)
            assert _count_up_to(limit, bit_count, values) == expected


@pytest.mark.parametrize("difficulty", [0, 1])
def test_sampled_answers_are_those_of_the_closure(difficulty):
    for seed in range(100):
        problem = env.sample(difficulty, seed=seed)
        obtained = closure(problem.bit_count, problem.values)
        assert problem.answer == sum(problem.low <= x <= problem.high for x in obtained)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [2, 4, 6, 8])
def test_larger_answers_are_those_of_the_bits(difficulty):
    for seed in range(12):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == count_by_bits(problem)


def test_counts_cannot_be_guessed():
    """The trap of the catalogue: few groups of bits made the counts 0 and 1 in most problems."""
    for difficulty, share in ((0, 0.35), (3, 0.11), (6, 0.08)):
        problems = [env.sample(difficulty, seed=seed) for seed in range(500)]
        answers = [problem.answer for problem in problems]
        assert min(answers) >= 5
        assert max(map(answers.count, set(answers))) <= share * len(answers)
        for problem in problems:
            assert 0 <= problem.low <= problem.high < 2**problem.bit_count
            assert all(0 <= value < 2**problem.bit_count for value in problem.values)


# Bits 1 and 2 agree in both values, so the integers are those made of 6, 1 and 8: in 1..8 these are 1, 6, 7 and 8.
EXAMPLE = {"bit_count": 4, "values": [6, 1], "low": 1, "high": 8, "answer": 4}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("4", "valid", 1),
        (" 4\n", "valid", 1),
        ("3", "valid", 0),
        ("8", "valid", 0),  # those outside the range, too
        ("0", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("-4", "invalid", 0),
        ("1 6 7 8", "unparsed", 0),
        ("4.0", "unparsed", 0),
        ("four", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert closure(4, [6, 1]) == {0, 1, 6, 7, 8, 9, 14, 15}
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
