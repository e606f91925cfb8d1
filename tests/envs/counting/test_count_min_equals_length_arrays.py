"""The oracle tries every cut of every array."""

from functools import cache
from itertools import combinations, pairwise, product

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_min_equals_length_arrays import _count

env = rlve_gym.make("count_min_equals_length_arrays", answer_style="plain")


def good_cuts(array):
    n = len(array)
    for inner_count in range(n):
        for inner in combinations(range(1, n), inner_count):
            cut = [array[start:end] for start, end in pairwise([0, *inner, n])]
            if all(min(segment) == len(segment) for segment in cut):
                yield inner


@cache
def is_good(array):
    return any(True for _ in good_cuts(array))


def count_by_enumeration(length, values):
    return sum(map(is_good, product(values, repeat=length)))


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
def test_every_set_against_enumeration(length):
    for size in range(1, length + 1):
        for values in combinations(range(1, length + 1), size):
            assert _count(length, list(values)) == count_by_enumeration(length, values)


def test_sets_of_longer_arrays():
    for length, values in ((6, (2, 4)), (6, (1, 3, 5)), (7, (2, 5)), (8, (1, 4))):
        assert _count(length, list(values)) == count_by_enumeration(length, values)


def test_cuts_are_unique():
    """What the count rests on."""
    for array in product(range(1, 6), repeat=5):
        assert len(list(good_cuts(array))) <= 1


@pytest.mark.parametrize("length", [3, 4, 5, 6])
def test_sampled_answers_are_those_of_enumeration(length):
    for seed in range(40 if length < 6 else 6):
        problem = env.sample(0, seed=seed, parameters={"length": length})
        count = count_by_enumeration(length, tuple(problem.allowed_values))
        assert count > 0 and problem.answer == count % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


def count_by_runs(length, values):
    """Arrays of n values by the cut still open: (size of the open segment, elements left, whether its minimum came)."""
    states = {(0, 0, True): 1}
    for _ in range(length):
        following = {}
        for (size, left, met), ways in states.items():
            for value in values:
                for opened in [size] if left else range(1, length + 1):
                    if value >= opened:
                        state = (opened, (left or opened) - 1, (met and left > 0) or value == opened)
                        if state[1] == 0:
                            if not state[2]:
                                continue
                            state = (0, 0, True)
                        following[state] = following.get(state, 0) + ways
        states = following
    return states.get((0, 0, True), 0)


@pytest.mark.parametrize("difficulty", [3, 6, 10])
def test_larger_answers_are_those_of_the_open_segments(difficulty):
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        assert (
            problem.answer == count_by_runs(problem.length, tuple(problem.allowed_values)) % problem.modulus
        )


def test_no_constant_pays_and_counts_are_positive():
    """The traps of the catalogue: few sets, tiny moduli, and sets without 1 that admit no array."""
    for difficulty, share in ((0, 0.4), (3, 0.1), (6, 0.1)):
        problems = [env.sample(difficulty, seed=seed) for seed in range(500)]
        answers = [problem.answer for problem in problems]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
        for problem in problems:
            n, values = problem.length, problem.allowed_values
            assert max(2, n // 3) <= len(values) <= 2 * n // 3
            assert problem.modulus >= 1_000 and _count(n, values) > 0
    assert any(1 not in env.sample(3, seed=seed).allowed_values for seed in range(50))


# Of the 8 arrays with values 1 and 2 these are good: 1|1|1, 1|2 2, 2 2|1.
EXAMPLE = {"length": 3, "allowed_values": [1, 2], "modulus": 1000, "answer": 3}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("3", "valid", 1),
        (" 3\n", "valid", 1),
        ("4", "valid", 0),
        ("0", "valid", 0),
        ("999", "valid", 0),
        ("1000", "invalid", 0),
        ("1003", "invalid", 0),
        ("-997", "invalid", 0),
        ("3 arrays", "unparsed", 0),
        ("111 122 221", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert [array for array in product((1, 2), repeat=3) if is_good(array)] == [
        (1, 1, 1),
        (1, 2, 2),
        (2, 2, 1),
    ]
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
