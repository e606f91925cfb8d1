"""The oracle tries all subsequences of the digits; longer ranges are checked by the quadratic method, integer by integer."""

from collections import Counter
from itertools import combinations, pairwise, product
from random import Random

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_integers_by_digit_lis import _count_below

env = rlve_gym.make("count_integers_by_digit_lis", answer_style="plain")


def by_subsequences(x):
    digits = str(x)
    return max(
        size
        for size in range(1, len(digits) + 1)
        if any(all(a < b for a, b in pairwise(chosen)) for chosen in combinations(digits, size))
    )


def by_positions(x):
    """The longest subsequence that ends at each digit, in turn."""
    digits, longest = str(x), []
    for i, digit in enumerate(digits):
        longest.append(1 + max((longest[j] for j in range(i) if digits[j] < digit), default=0))
    return max(longest)


LIS = [by_positions(x) for x in range(60_000)]


def test_the_two_oracles_agree():
    for x in [*range(3_000), *range(3_000, 60_000, 97)]:
        assert LIS[x] == by_subsequences(x)


@pytest.mark.parametrize("difficulty", range(8))
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        counted = LIS[problem.low : problem.high + 1].count(problem.lis_length)
        assert problem.answer == counted > 0
        assert 1 <= problem.low <= problem.high and 30 * 2**difficulty <= problem.high <= 60 * 2**difficulty
        assert env.judge(problem, env.format(env.solve(problem))).correct


def test_every_bound():
    seen = Counter()
    for bound in range(60_000):
        if bound % 23 == 0 or bound < 2_000:
            for k in range(1, 6):
                assert _count_below(bound, k) == seen[k]
        if bound:
            seen[LIS[bound]] += 1


def test_large_bounds_in_short_ranges():
    rng = Random(0)
    for exponent in range(5, 12):
        for _ in range(5):
            low = rng.randrange(10 ** (exponent - 1), 10**exponent)
            seen = Counter(map(by_positions, range(low, low + 300)))
            for k in range(1, 11):
                assert _count_below(low + 300, k) - _count_below(low, k) == seen[k]


def test_closed_forms():
    # L = 1 up to 9999: the digits never increase, and leading zeros are apart: 9, 54, 219 and 714 integers by length.
    tuples = [
        sum(all(a >= b for a, b in pairwise(t)) for t in product(range(10), repeat=n)) for n in range(1, 5)
    ]
    assert _count_below(10**4, 1) == sum(count - 1 for count in tuples)
    # L = 10: 0123456789 after one other digit.
    assert _count_below(10**10, 10) == 0 and _count_below(10**11, 10) == 9
    for exponent in range(1, 12):
        assert sum(_count_below(10**exponent, k) for k in range(1, 11)) == 10**exponent - 1


EXAMPLE = {"low": 118, "high": 130, "lis_length": 3, "answer": 7}  # 123 to 129


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("7", "valid", 1),
        (" 7\n", "valid", 1),
        ("8", "valid", 0),  # no credit for closeness
        ("0", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("-7", "invalid", 0),
        ("123 129", "unparsed", 0),
        ("7.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert [x for x in range(118, 131) if by_subsequences(x) == 3] == list(range(123, 130))
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_zero_is_never_drawn_and_is_explained_by_hand():
    """The trap of the notes: 0 has one digit, hence L = 1. Drawn ranges begin at 1 or later."""
    assert all(env.sample(0, seed=seed).low >= 1 for seed in range(500))
    by_hand = env.problem_from({"low": 0, "high": 9, "lis_length": 1, "answer": 10})
    assert "digits of 0" in env.prompt(by_hand) and "digits of 0" not in env.prompt(env.sample(0, seed=0))


def test_no_constant_pays():
    for difficulty, share in ((0, 0.2), (3, 0.1), (6, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
