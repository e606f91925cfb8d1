"""The oracle applies all permutations in small arrays; in longer ones it fills places with unused elements."""

from itertools import permutations, product
from math import comb

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_bounded_displacement_bit_arrays import _count

env = rlve_gym.make("count_bounded_displacement_bit_arrays", answer_style="plain")


def by_permutations(bits, max_shift):
    n = range(len(bits))
    return len(
        {
            tuple(bits[j] for j in permutation)
            for permutation in permutations(n)
            if all(abs(i - j) <= max_shift for i, j in zip(n, permutation, strict=True))
        }
    )


def by_unused_elements(bits, max_shift):
    """All pairs of an array's beginning and the set of elements in it, place by place."""
    beginnings = {((), 0)}
    for i in range(len(bits)):
        beginnings = {
            ((*array, bits[j]), used | 1 << j)
            for array, used in beginnings
            for j in range(max(0, i - max_shift), min(len(bits), i + max_shift + 1))
            if not used >> j & 1
        }
    return len({array for array, _ in beginnings})


def test_all_arrays_of_six():
    for bits in product((0, 1), repeat=6):
        for max_shift in range(1, 6):
            assert _count(list(bits), max_shift) == by_unused_elements(bits, max_shift)
    for bits in product((0, 1), repeat=5):
        for max_shift in range(1, 5):
            assert _count(list(bits), max_shift) == by_permutations(bits, max_shift)


@pytest.mark.parametrize("difficulty", range(4))
def test_answers_are_those_of_the_permutations(difficulty):
    for seed in range(50):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_unused_elements(problem.bits, problem.max_shift)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("length", [12, 20, 30, 36])
def test_a_bound_beyond_the_length_leaves_only_the_number_of_ones(length):
    """The trap of the published suite: from 2^32 on, as in the longest arrays here, its counts overflow."""
    for ones in range(2, length - 1, 5):
        bits = [1] * ones + [0] * (length - ones)
        assert _count(bits, length) == comb(length, ones)


@pytest.mark.parametrize("length", [5, 11, 20, 29])
def test_a_single_one_moves_freely_and_alternating_bits_by_swaps(length):
    for place in range(length):
        for max_shift in range(1, length):
            reach = range(max(0, place - max_shift), min(length, place + max_shift + 1))
            # The zeros between move by one.
            assert _count([int(i == place) for i in range(length)], max_shift) == len(reach)
    # By at most one: disjoint swaps of neighbors, of which each makes another array.
    fibonacci = [1, 1]
    while len(fibonacci) <= length:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert _count([i % 2 for i in range(length)], 1) == fibonacci[length]


@pytest.mark.parametrize("difficulty", range(0, 31, 5))
def test_sampling(difficulty):
    for seed in range(100):
        problem = env.sample(difficulty, seed=seed)
        assert len(problem.bits) == 7 + difficulty
        limits = []
        for symbol in (0, 1):
            p = [i for i, bit in enumerate(problem.bits, 1) if bit == symbol]
            assert len(p) >= 2
            limits += [p[0] - 2, len(problem.bits) - 1 - p[-1]]
            limits += [(p[i + 1] - p[i] - 2) // 2 for i in range(len(p) - 1)]
        assert 1 <= problem.max_shift <= max(limits)
        assert problem.answer >= 2


# Neighbors that differ: 2 3, 4 5, 5 6. No swap, one, or the first and another.
EXAMPLE = {"bits": [0, 0, 1, 1, 0, 1], "max_shift": 1, "answer": 6}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("6", "valid", 1),
        (" +6\n", "valid", 1),
        ("5", "valid", 0),  # without the given array itself
        ("8", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("0", "invalid", 0),
        ("-6", "invalid", 0),
        ("6 arrays", "unparsed", 0),
        ("6.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_permutations(EXAMPLE["bits"], 1) == 6
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_constant_pays():
    """The trap of the catalogue: at length 4 the answer was always 2, at length 5 mostly 4."""
    for difficulty, share in ((0, 0.35), (3, 0.12), (6, 0.07)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(1000)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
