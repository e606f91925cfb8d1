"""The oracle tests every subset of indices with math.comb; longer sequences are checked by counting the chains of each length."""

from itertools import combinations, pairwise
from math import comb, prod

import pytest

import rlve_gym

env = rlve_gym.make("count_odd_binomial_chains", answer_style="plain")


def by_subsets(values):
    return sum(
        prod(comb(x, y) for x, y in pairwise(chosen)) % 2
        for size in range(2, len(values) + 1)
        for chosen in combinations(values, size)
    )


def by_lengths(values):
    """The chains of each length by their last index: how often each one goes on, until none does."""
    n = len(values)
    odd = [[j for j in range(i + 1, n) if comb(values[i], values[j]) % 2] for i in range(n)]
    total, ending = 0, [1] * n
    while any(ending):
        longer = [0] * n
        for i in range(n):
            for j in odd[i]:
                longer[j] += ending[i]
        total, ending = total + sum(longer), longer
    return total


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 4])
def test_answers_are_those_of_all_subsets(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        n = len(problem.values)
        assert len(set(problem.values)) == n and min(problem.values) >= 1 and max(problem.values) <= 2 * n - 1
        assert problem.answer == by_subsets(problem.values) >= 2


@pytest.mark.parametrize("difficulty", [6, 9, 12, 16, 20])
def test_answers_are_those_by_length(difficulty):
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_lengths(problem.values)


def test_a_full_chain():
    """1023, 511, ..., 1: every subset of two or more is a chain; in the other order none is."""
    values = [2**k - 1 for k in range(10, 0, -1)]
    assert by_lengths(values) == 2**10 - 11
    assert by_subsets(values[::-1]) == by_lengths(values[::-1]) == 0


def test_no_constant_pays():
    """A trap of the published suite, where the answer was 0 or 1 in most of the easiest problems."""
    for difficulty, share in ((0, 0.4), (3, 0.12), (6, 0.08)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(400)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


def test_long_chains_occur():
    answers = [env.sample(15, seed=seed).answer for seed in range(100)]
    assert sum(answer > 300 for answer in answers) > 20


EXAMPLE = {"values": [7, 4, 5, 1], "answer": 5}  # 7 4, 7 5, 7 1, 5 1, 7 5 1


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("5", "valid", 1),
        (" 5\n", "valid", 1),
        ("4", "valid", 0),
        ("9", "valid", 0),  # with the single values
        ("0", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("-5", "invalid", 0),
        ("5.0", "unparsed", 0),
        ("7 5 1", "unparsed", 0),
        ("five", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_subsets(EXAMPLE["values"]) == EXAMPLE["answer"]
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
