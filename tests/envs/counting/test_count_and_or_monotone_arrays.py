"""The oracle tries every array; larger ones are counted by extending all submasks one position at a time."""

from itertools import pairwise, product
from math import comb

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_and_or_monotone_arrays import _count

env = rlve_gym.make("count_and_or_monotone_arrays", answer_style="plain")


def arrays(bit_count, values):
    """Every valid array, by the definition."""
    for b in product(range(2**bit_count), repeat=len(values)):
        pairs = pairwise(zip(values, b, strict=True))
        if all(a & x <= c & y and a | x >= c | y for (a, x), (c, y) in pairs):
            yield list(b)


def count_by_extension(bit_count, values):
    """The arrays that end in each number, for one position after the other."""
    ending = [1] * 2**bit_count
    for a, c in pairwise(values):
        ending = [
            sum(ending[x] for x in range(2**bit_count) if a & x <= c & y and a | x >= c | y)
            for y in range(2**bit_count)
        ]
    return sum(ending)


def test_every_pair_of_small_numbers():
    for bit_count in (1, 2, 3):
        for values in product(range(2**bit_count), repeat=2):
            assert _count(bit_count, list(values)) == len(list(arrays(bit_count, values)))


def test_every_triple_and_quadruple_of_two_bits():
    for length in (3, 4):
        for values in product(range(4), repeat=length):
            assert _count(2, list(values)) == len(list(arrays(2, values)))


@pytest.mark.parametrize("difficulty", [0, 1])
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(100):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == len(list(arrays(problem.bit_count, problem.values)))
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("length", [3, 8, 17])
def test_longer_answers_are_those_of_the_extension(length):
    for seed in range(25):
        problem = env.sample(3, seed=seed, parameters={"length": length})
        assert problem.answer == count_by_extension(problem.bit_count, problem.values)


def test_one_number_repeated():
    """The submasks of k bits rise as the numbers below 2^k do: a binomial coefficient."""
    for bit_count, value in ((18, 0b10110), (18, 2**18 - 1), (12, 0)):
        ones = bin(value).count("1")
        zeros = bit_count - ones
        assert _count(bit_count, [value] * 17) == comb(2**ones + 16, 17) * comb(2**zeros + 16, 17)


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_the_complement_is_always_valid(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        assert 2 <= problem.bit_count <= 3 + (difficulty + 1) // 2
        assert len(problem.values) == 2 + difficulty // 2
        assert all(0 <= value < 2**problem.bit_count for value in problem.values)
        assert problem.answer >= 1


EXAMPLE = {"bit_count": 2, "values": [1, 2], "answer": 6}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("6", "valid", 1),
        (" 6\n", "valid", 1),
        ("7", "valid", 0),
        ("16", "valid", 0),  # all arrays
        ("0", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("-6", "invalid", 0),
        ("2 * 3", "unparsed", 0),
        ("6.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert len(list(arrays(2, [1, 2]))) == EXAMPLE["answer"]
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_a_wrong_answer_near_a_large_one_is_wrong():
    """The trap of the notes: off by one counted as right beyond 10^7."""
    problem = max((env.sample(30, seed=seed) for seed in range(10)), key=lambda problem: problem.answer)
    assert problem.answer > 10**16
    for wrong in (problem.answer - 1, problem.answer + 1):
        verdict = env.judge(problem, str(wrong))
        assert not verdict.correct and verdict.quality == 0
