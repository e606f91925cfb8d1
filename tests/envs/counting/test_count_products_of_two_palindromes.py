"""The oracle tests every split of every string; longer strings are put together from palindromes."""

from functools import cache
from itertools import product

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_products_of_two_palindromes import _products

env = rlve_gym.make("count_products_of_two_palindromes", answer_style="plain")


def is_palindrome(word):
    return word == word[::-1]


def is_product(word):
    return any(is_palindrome(word[:i]) and is_palindrome(word[i:]) for i in range(1, len(word)))


@cache
def of_length(n, q):
    return sum(map(is_product, product(range(q), repeat=n)))


def by_all_strings(max_length, q):
    return sum(of_length(n, q) for n in range(2, max_length + 1))


def palindromes(n, q):
    for half in product(range(q), repeat=(n + 1) // 2):
        yield half + half[: n // 2][::-1]


@cache
def by_all_pairs(max_length, q):
    return sum(
        len({u + v for k in range(1, n) for u in palindromes(k, q) for v in palindromes(n - k, q)})
        for n in range(2, max_length + 1)
    )


def test_every_small_problem():
    for q, longest in ((2, 12), (3, 7), (4, 6), (5, 5), (6, 4), (12, 3), (32, 2)):
        for max_length in range(2, longest + 1):
            assert _products(max_length, q) == by_all_strings(max_length, q)


def test_longer_strings():
    for q, max_length in ((2, 18), (3, 11), (5, 7), (9, 6), (32, 3)):
        assert _products(max_length, q) == by_all_pairs(max_length, q)


@pytest.mark.parametrize("difficulty", [0, 1])
def test_generated_problems(difficulty):
    for seed in range(100):
        problem = env.sample(difficulty, seed=seed)
        longest, q = problem.max_length, problem.alphabet_size
        assert 2 <= longest <= 4 + difficulty and 2 <= q <= 12 + 4 * difficulty
        assert problem.answer == by_all_pairs(longest, q)
        assert env.judge(problem, env.format(env.solve(problem))).correct


def test_large_answers_are_compared_exactly():
    """A trap of the published suite: a relative error of 1e-7 passed."""
    problem = env.sample(17, seed=3)
    assert problem.answer > 10**15
    for error in (-1, 1):
        assert not env.judge(problem, str(problem.answer + error)).correct


def test_no_constant_pays():
    for difficulty, share in ((0, 0.1), (3, 0.05), (6, 0.03)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(400)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


EXAMPLE = {"max_length": 3, "alphabet_size": 2, "answer": 12}  # the 4 of length 2 and all 8 of length 3


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("12", "valid", 1),
        (" 12\n", "valid", 1),
        ("8", "valid", 0),  # of length 3 only
        ("14", "valid", 0),  # with the single letters
        ("9" * 3_000, "valid", 0),
        ("0", "invalid", 0),
        ("-12", "invalid", 0),
        ("12.0", "unparsed", 0),
        ("4 + 8", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
