"""The oracle tries all signed triples; larger ranges are checked by SymPy's divisors."""

from functools import cache

import pytest
from sympy import divisors

import rlve_gym

env = rlve_gym.make("sum_of_factor_triple_norms", answer_style="plain")


@cache
def by_signed_triples(k):
    signed = [x for x in range(-k, k + 1) if x]
    return sum(
        (abs(x) + abs(y) + abs(z)) ** 2 for x in signed for y in signed for z in signed if x * y * z == k
    )


@cache
def by_divisors(k):
    return 4 * sum((x + y + k // x // y) ** 2 for x in divisors(k) for y in divisors(k // x))


def test_answers_are_those_of_all_signed_triples():
    for seed in range(100):
        problem = env.sample(0, seed=seed)
        assert problem.answer == sum(map(by_signed_triples, range(problem.low, problem.high + 1)))


@pytest.mark.parametrize(("difficulty", "count"), [(2, 60), (5, 60), (8, 40), (15, 20), (24, 3), (30, 1)])
def test_answers_are_those_of_divisors(difficulty, count):
    assert [by_divisors(k) for k in range(1, 12)] == [by_signed_triples(k) for k in range(1, 12)]
    for seed in range(count):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == sum(map(by_divisors, range(problem.low, problem.high + 1)))


def test_ranges_are_narrow():
    """The trap of the notes: ranges as wide as the numbers are large have sums that nobody evaluates by hand."""
    seen = set()
    for seed in range(300):
        problem = env.sample(0, seed=seed)
        seen.add((problem.low, problem.high))
    assert seen == {(low, low + width) for low in range(1, 11) for width in (0, 1)}
    for seed in range(60):
        problem = env.sample(15, seed=seed)
        assert 0 <= problem.high - problem.low <= problem.origin.parameters["width_max"] < 60


EXAMPLE = {"low": 2, "high": 3, "answer": 492}  # 4 (3 * 16 + 3 * 25)


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("492", "valid", 1),
        (" 492\n", "valid", 1),
        ("123", "valid", 0),  # positive triples only
        ("164", "valid", 0),  # unordered ones
        ("493", "valid", 0),
        ("0", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("-492", "invalid", 0),
        ("4 * 123", "unparsed", 0),
        ("492.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
