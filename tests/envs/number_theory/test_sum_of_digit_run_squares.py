"""The oracle sums directly; large ranges are checked by a dynamic program over the digits, one run at a time."""

from functools import cache
from itertools import accumulate, groupby

import pytest

import rlve_gym
from rlve_gym.envs.number_theory.sum_of_digit_run_squares import _sum_up_to

env = rlve_gym.make("sum_of_digit_run_squares", answer_style="plain")


def f(x):
    return sum(int(digit) * len(list(run)) ** 2 for digit, run in groupby(str(x)))


SUMS = list(accumulate(map(f, range(50_001))))  # f(0) = 0


def by_runs(limit):
    """The sum of f(x) for x = 0..limit; the state is the place, the last run, and whether all is equal to the limit."""
    digits = [int(character) for character in str(limit)]

    @cache
    def below(position, last, length, tight):
        if position == len(digits):
            return 1, 0
        count = total = 0
        for digit in range(digits[position] + 1 if tight else 10):
            run = length + 1 if digit == last else 1
            numbers, rest = below(position + 1, digit, run, tight and digit == digits[position])
            count += numbers
            total += rest + numbers * digit * (run * run - (run - 1) * (run - 1))
        return count, total

    return below(0, -1, 0, True)[1]


def test_the_published_example():
    assert f(2334222) == 36 and f(7722333) == 63 and f(100) == 1


def test_every_sum_up_to_50000():
    assert [_sum_up_to(limit) for limit in range(0, 50_001, 7)] == SUMS[::7]
    for limit in (9, 10, 11, 99, 100, 110, 111, 999, 1000, 1100, 1111, 22_222, 33_333, 44_444):
        assert _sum_up_to(limit) == SUMS[limit] == by_runs(limit)


@pytest.mark.parametrize("difficulty", range(18))
def test_answers_are_those_of_direct_sums(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        assert 1 <= problem.low <= problem.high - problem.high // 4
        assert problem.answer == SUMS[problem.high] - SUMS[problem.low - 1]
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("high_max", [10**8, 10**20, 10**40])
def test_large_answers_are_those_of_the_runs(high_max):
    for seed in range(5):
        problem = env.sample(30, seed=seed, parameters={"high_max": high_max})
        assert problem.answer == by_runs(problem.high) - by_runs(problem.low - 1)


def test_top_answers_are_those_of_the_runs():
    for seed in range(20):
        problem = env.sample(30, seed=seed)
        assert problem.answer == by_runs(problem.high) - by_runs(problem.low - 1)


def test_no_range_is_a_handful():
    for seed in range(300):
        problem = env.sample(0, seed=seed)
        assert problem.high >= 20 and problem.high - problem.low >= 5


@pytest.mark.parametrize(
    ("low", "high", "text", "outcome", "quality"),
    [
        (1, 20, "104", "valid", 1),  # 45 up to 9, 1, 4, 52 for 12 to 19, 2
        (1, 20, "102", "valid", 0),
        (1, 20, "0", "valid", 0),
        (11, 11, "4", "valid", 1),
        (11, 11, "2", "valid", 0),
        (2334222, 2334222, "36", "valid", 1),
        (10**7, 10**7, "1", "valid", 1),  # zeros add nothing
        (2334222, 2334222, "-36", "invalid", 0),
        (2334222, 2334222, "36.0", "unparsed", 0),
        (2334222, 2334222, "2 + 12 + 4 + 18", "unparsed", 0),
        (2334222, 2334222, "", "unparsed", 0),
    ],
)
def test_hand_made_answers(low, high, text, outcome, quality):
    problem = env.problem_from({"low": low, "high": high, "answer": sum(map(f, range(low, high + 1)))})
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_a_near_miss_of_a_large_sum_is_wrong():
    """The published suite pays closeness, and takes near misses of large sums for right."""
    problem = env.sample(30, seed=0)
    assert problem.answer > 10**7
    for near in (problem.answer - 1, problem.answer + 1):
        verdict = env.judge(problem, str(near))
        assert (verdict.outcome, verdict.quality) == ("valid", 0)
