"""The oracle reverses every substring of every integer; long ranges are checked block by block."""

from functools import cache
from itertools import combinations

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_numbers_containing_palindromes import _palindrome_free

env = rlve_gym.make("count_numbers_containing_palindromes", answer_style="plain")


@cache
def contains_palindrome(x):
    digits = str(x)
    substrings = (digits[i:j] for i, j in combinations(range(len(digits) + 1), 2) if j - i >= 2)
    return any(substring == substring[::-1] for substring in substrings)


def by_substrings(low, high):
    return sum(contains_palindrome(x) for x in range(low, high + 1))


@cache
def free_endings(end, length):
    """How many digit strings can follow the last one or two digits without making a palindrome."""
    return (
        sum(free_endings((end + d)[-2:], length - 1) for d in "0123456789" if d not in end) if length else 1
    )


def by_blocks(low, high):
    """The same number: blocks of integers with a common beginning, split until they are all in or all out."""

    def free(beginning, length):
        first, last = int(beginning + "0" * length), int(beginning + "9" * length)
        if last < low or first > high or contains_palindrome(beginning):
            return 0
        if low <= first and last <= high:
            return free_endings(beginning[-2:], length)
        return sum(free(beginning + d, length - 1) for d in "0123456789")

    return high - low + 1 - sum(free(d, length) for length in range(len(str(high))) for d in "123456789")


def test_the_two_oracles_agree():
    for low, high in combinations([1, 7, 10, 42, 99, 100, 105, 230, 987, 1000, 1013], 2):
        assert by_blocks(low, high) == by_substrings(low, high)


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 5])
def test_answers_are_those_of_all_substrings(difficulty):
    for seed in range(80):
        problem = env.sample(difficulty, seed=seed)
        assert 1 <= problem.low < problem.high
        assert problem.answer == by_substrings(problem.low, problem.high) > 0


def test_every_small_limit():
    free = 0
    for limit in range(1, 5000):
        free += not contains_palindrome(limit)
        assert _palindrome_free(limit) == free
    assert _palindrome_free(0) == 0


@pytest.mark.parametrize("difficulty", range(8, 31, 2))
def test_long_ranges(difficulty):
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_blocks(problem.low, problem.high)


def test_no_constant_pays():
    """A trap of the published suite, where the answer was 1 or 0 in the easiest problems."""
    for difficulty, share in ((0, 0.2), (3, 0.08), (6, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(400)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


EXAMPLE = {"low": 95, "high": 113, "answer": 7}  # 99, 100, 101, 110, 111, 112, 113


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("7", "valid", 1),
        (" 7\n", "valid", 1),
        ("6", "valid", 0),
        ("0", "valid", 0),
        ("3", "valid", 0),  # the palindromes themselves: 99, 101, 111
        ("9" * 3_000, "valid", 0),
        ("-7", "invalid", 0),
        ("7.0", "unparsed", 0),
        ("99 100 101", "unparsed", 0),
        ("seven", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
