"""The oracle counts upward; long numbers are checked by the digits that any palindrome in between would need."""

from itertools import pairwise

import pytest

import rlve_gym
from rlve_gym.envs.number_theory.next_palindrome import _next_palindrome

env = rlve_gym.make("next_palindrome", answer_style="plain")


def is_palindrome(number):
    digits = str(number)
    return all(digits[i] == digits[len(digits) - 1 - i] for i in range(len(digits)))


def by_counting(number):
    number += 1
    while not is_palindrome(number):
        number += 1
    return number


def previous_palindrome(number):
    """The greatest palindrome below a palindrome of at least two digits: half less one, mirrored, or a row of nines."""
    digits = str(number)
    half = str(int(digits[: (len(digits) + 1) // 2]) - 1)
    if len(half) < (len(digits) + 1) // 2 or half == "0":
        return 10 ** (len(digits) - 1) - 1
    return int(half + half[: len(digits) // 2][::-1])


def test_all_small_numbers():
    expected = by_counting(30_000)
    for number in range(30_000, 0, -1):
        assert _next_palindrome(number) == expected
        expected = number if is_palindrome(number) else expected


def test_the_second_oracle_is_right():
    palindromes = [number for number in range(9, 100_100) if is_palindrome(number)]
    assert palindromes[1:] == sorted(palindromes[1:])
    for before, palindrome in pairwise(palindromes):
        assert previous_palindrome(palindrome) == before


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 4])
def test_answers_are_those_of_counting(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        assert len(str(problem.number)) == 3 + difficulty
        assert problem.optimum == by_counting(problem.number)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", range(5, 31))
def test_no_palindrome_lies_between(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        assert is_palindrome(problem.optimum)
        assert previous_palindrome(problem.optimum) <= problem.number < problem.optimum


def test_carries_are_common():
    """A trap of the published suite: uniform numbers hardly ever need the carry through nines."""
    for difficulty in (0, 5, 15, 30):
        carries = all_nines = 0
        for seed in range(400):
            problem = env.sample(difficulty, seed=seed)
            digits = str(problem.number)
            half = digits[: (len(digits) + 1) // 2]
            all_nines += set(digits) == {"9"}
            carries += half[-1] == "9" and str(problem.optimum)[: len(half)] != half
        assert carries > 0.2 * 400
        assert 0.02 * 400 < all_nines < 0.1 * 400


@pytest.mark.parametrize(
    ("number", "text", "outcome", "quality"),
    [
        (1, "2", "valid", 1),
        (9, "11", "valid", 1),
        (999, "1001", "valid", 1),
        (808, "818", "valid", 1),  # greater than a palindrome itself
        (2133, "2222", "valid", 1),
        (1995, "2002", "valid", 1),
        (1995, "2,002", "valid", 1),
        (1995, "+02002", "valid", 1),
        (1995, "2112", "valid", 0),
        (1995, "9" * 3_999, "valid", 0),
        (1995, "1991", "invalid", 0),  # a palindrome, but less
        (1995, "1995", "invalid", 0),
        (808, "808", "invalid", 0),
        (1995, "2001", "invalid", 0),
        (1995, "2000", "invalid", 0),
        (19, "020", "invalid", 0),  # no leading zeros
        (1995, "0", "invalid", 0),
        (1995, "-2002", "invalid", 0),
        (1995, "2002.0", "unparsed", 0),
        (1995, "2002 2112", "unparsed", 0),
        (1995, "", "unparsed", 0),
    ],
)
def test_hand_made_answers(number, text, outcome, quality):
    problem = env.problem_from({"number": number, "optimum": by_counting(number)})
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
