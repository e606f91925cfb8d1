"""The oracle divides by every smaller number; large ranges are checked by SymPy's factorization."""

import pytest
from sympy import divisor_count

import rlve_gym

env = rlve_gym.make("sum_of_divisor_counts", answer_style="plain")


def divisors(i):
    return sum(i % k == 0 for k in range(1, i + 1))


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 5])
def test_answers_are_those_of_trial_division(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == sum(map(divisors, range(problem.low, problem.high + 1)))


@pytest.mark.parametrize("difficulty", [10, 20, 30])
def test_answers_are_those_of_sympy(difficulty):
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == sum(map(divisor_count, range(problem.low, problem.high + 1)))


def test_ranges_are_short():
    """The trap of the notes: ranges as long as the numbers are large need hundreds of divisions."""
    for difficulty in range(31):
        for seed in range(20):
            problem = env.sample(difficulty, seed=seed)
            high_max = problem.origin.parameters["high_max"]
            assert high_max // 2 <= problem.high <= high_max
            assert 1 <= problem.low <= problem.high <= problem.low + 10 + 3 * difficulty


EXAMPLE = {"low": 10, "high": 12, "answer": 12}  # 4 + 2 + 6


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("12", "valid", 1),
        (" 12\n", "valid", 1),
        ("13", "valid", 0),  # no credit for closeness
        ("11", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("0", "invalid", 0),
        ("-12", "invalid", 0),
        ("4 2 6", "unparsed", 0),
        ("4 + 2 + 6 = 12", "unparsed", 0),
        ("12.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
