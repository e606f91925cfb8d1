"""The oracle is the double loop over all pairs, for large numbers in NumPy."""

import numpy as np
import pytest

import rlve_gym

env = rlve_gym.make("sum_of_remainder_products", answer_style="plain")


def by_pairs(n, m):
    return sum((n % i) * (m % j) for i in range(1, n + 1) for j in range(1, m + 1) if i != j)


def by_table(n, m):
    i, j = np.arange(1, n + 1)[:, None], np.arange(1, m + 1)
    return int(((n % i) * (m % j))[i != j].sum())


@pytest.mark.parametrize("difficulty", range(7))
def test_answers_are_those_of_all_pairs(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_pairs(*problem.dividends)


@pytest.mark.parametrize(("difficulty", "count"), [(12, 10), (20, 5), (26, 2), (30, 1)])
def test_answers_are_those_of_the_table(difficulty, count):
    for seed in range(count):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_table(*problem.dividends)


def test_a_near_miss_of_a_large_answer_is_wrong():
    """The trap of the notes: the published suite takes answer + 1 from 10^7 on."""
    for difficulty in (16, 23, 30):
        problem = env.sample(difficulty, seed=0)
        assert problem.answer > 10**7
        assert env.judge(problem, str(problem.answer)).correct
        for step in (-1, 1):
            assert env.judge(problem, str(problem.answer + step)).quality == 0


def test_answers_are_hardly_ever_tiny():
    """The trap of the notes: of n and m in 3..5 most sums are 0, 1 or 3."""
    problems = [env.sample(0, seed=seed) for seed in range(300)]
    assert {number for problem in problems for number in problem.dividends} == set(range(5, 11))
    assert sum(problem.answer <= 3 for problem in problems) < 0.1 * len(problems)


EXAMPLE = {"dividends": [5, 4], "answer": 2}  # remainders 0 1 2 1 0 and 0 0 1 0; (3, 3) does not count


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("2", "valid", 1),
        (" 2\n", "valid", 1),
        ("4", "valid", 0),  # with the pair (3, 3)
        ("3", "valid", 0),
        ("0", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("-2", "invalid", 0),
        ("1 + 1", "unparsed", 0),
        ("2.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


@pytest.mark.parametrize("dividends", [[5], [5, 4, 3], ["5", 4]])
def test_damaged_problems(dividends):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, "dividends": dividends})
