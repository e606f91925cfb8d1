"""The oracle looks at all pairs of strings; long ones are counted by their numbers of ones, by a double sum."""

from itertools import product
from math import comb

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_bit_string_pairs_with_more_ones import _count

env = rlve_gym.make("count_bit_string_pairs_with_more_ones", answer_style="plain")


def by_pairs(length, extra_length):
    shorter = [sum(bits) for bits in product((0, 1), repeat=length)]
    longer = [sum(bits) for bits in product((0, 1), repeat=length + extra_length)]
    return sum(a > b for a in longer for b in shorter)


def by_numbers_of_ones(length, extra_length):
    longer = length + extra_length
    return sum(
        comb(longer, a) * comb(length, b) for a in range(longer + 1) for b in range(min(a, length + 1))
    )


def test_all_small_lengths():
    for length in range(1, 8):
        for extra_length in range(15 - 2 * length):
            count = by_pairs(length, extra_length)
            assert _count(length, extra_length) == by_numbers_of_ones(length, extra_length) == count


@pytest.mark.parametrize("difficulty", [0, 1, 3, 5, 8, 12, 16])
def test_answers_are_those_of_the_double_sum(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        count = by_numbers_of_ones(problem.length, problem.extra_length)
        assert problem.answer == count % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


def test_equal_lengths_at_the_top():
    """By symmetry: half of the pairs whose numbers of ones differ."""
    for length in (500, 1000, 1594):
        assert 2 * _count(length, 0) == 4**length - comb(2 * length, length)


@pytest.mark.parametrize("difficulty", range(0, 31, 5))
def test_sampling(difficulty):
    problems = [env.sample(difficulty, seed=seed) for seed in range(100)]
    assert {problem.modulus for problem in problems} == {1_000, 10_000, 100_000}
    for problem in problems:
        parameters = problem.origin.parameters
        assert 1 <= problem.length <= parameters["max_length"]
        assert 0 <= problem.extra_length <= parameters["max_extra"]


EXAMPLE = {"length": 6, "extra_length": 1, "modulus": 1_000, "answer": 96}  # half of 2^13


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("96", "valid", 1),
        ("096", "valid", 1),  # the last three digits, as they stand
        (" 96\n", "valid", 1),
        ("95", "valid", 0),
        ("0", "valid", 0),
        ("999", "valid", 0),
        ("1000", "invalid", 0),
        ("4096", "invalid", 0),  # not reduced
        ("-904", "invalid", 0),
        ("4096 mod 1000", "unparsed", 0),
        ("96.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_pairs(6, 1) == 4096
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_constant_pays():
    """The trap of the catalogue: of one digit, the constant 6 was right in a quarter of the problems."""
    for difficulty, share in ((0, 0.15), (3, 0.05), (6, 0.03)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(1000)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
