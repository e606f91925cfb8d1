"""The oracle cuts the string in all ways, and gets F from a list of all compositions or from its recurrence."""

from functools import cache
from itertools import combinations, pairwise

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_compositions_over_digit_splits import _total

env = rlve_gym.make("count_compositions_over_digit_splits", answer_style="plain")


def compositions(n, max_part):
    if n == 0:
        yield ()
    for part in range(1, min(n, max_part) + 1):
        for rest in compositions(n - part, max_part):
            yield (part, *rest)


@cache
def count_compositions(n, max_part):
    return len(set(compositions(n, max_part)))


def sums_of_pieces(digits):
    n = len(digits)
    for cut_count in range(n):
        for cuts in combinations(range(1, n), cut_count):
            yield sum(int(digits[start:end]) for start, end in pairwise((0, *cuts, n)))


def by_recurrence(digits, max_part, modulus):
    values, window = [1], 1  # the window is the sum of the last max_part values
    for n in range(1, int(digits) + 1):
        values.append(window)
        window = (window + values[n] - (values[n - max_part] if n >= max_part else 0)) % modulus
    return sum(values[total] for total in sums_of_pieces(digits)) % modulus


@pytest.mark.parametrize("max_part", [1, 2, 3, 4, 5, 6])
def test_all_strings_of_small_value(max_part):
    for width in (2, 3, 4):
        for value in range(16):
            digits = str(value).zfill(width)
            expected = sum(count_compositions(total, max_part) for total in sums_of_pieces(digits))
            assert _total(digits, max_part, 10**9) == expected
            assert _total(digits, max_part, 7) == expected % 7


def test_small_values_of_f():
    assert sorted(sums_of_pieces("123")) == [6, 15, 24, 123]
    assert [count_compositions(n, 2) for n in range(8)] == [1, 1, 2, 3, 5, 8, 13, 21]
    assert [count_compositions(n, 3) for n in range(8)] == [1, 1, 2, 4, 7, 13, 24, 44]


@pytest.mark.parametrize("difficulty", range(16))
def test_answers_are_those_of_the_recurrence(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_recurrence(problem.digits, problem.max_part, problem.modulus)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [20, 25, 30])
def test_large_answers(difficulty):
    for seed in range(2):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_recurrence(problem.digits, problem.max_part, problem.modulus)


def test_sampling():
    """The trap of the catalogue: with max_part = 1 the digits do not matter."""
    for difficulty, bound in ((0, 20), (1, 28), (2, 39), (5, 105)):
        problems = [env.sample(difficulty, seed=seed) for seed in range(300)]
        assert {problem.max_part for problem in problems} == {2, 3, 4, 5}
        for problem in problems:
            assert bound // 5 <= int(problem.digits) < bound
            assert len(problem.digits) == (2 if bound <= 100 else 3)
            modulus_max = problem.origin.parameters["modulus_max"]
            assert modulus_max // 2 <= problem.modulus <= modulus_max
    assert env.sample(30, seed=0).origin.parameters["bound"] < 10**6


# Not cut: F(12) = 233; cut once: F(1 + 2) = 3.
EXAMPLE = {"digits": "12", "max_part": 2, "modulus": 100, "answer": 36}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("36", "valid", 1),
        (" 36\n", "valid", 1),
        ("33", "valid", 0),  # without the cut
        ("3", "valid", 0),  # without the whole string
        ("0", "valid", 0),
        ("100", "invalid", 0),
        ("236", "invalid", 0),  # not reduced
        ("-64", "invalid", 0),
        ("33 + 3", "unparsed", 0),
        ("36.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert count_compositions(12, 2) + count_compositions(3, 2) == 236
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_constant_pays():
    for difficulty, share in ((0, 0.1), (3, 0.03), (6, 0.03)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(1000)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
