"""The oracle marks all sums up to a * b; for large coefficients the definition is checked around the answer."""

from math import gcd

import pytest

import rlve_gym

env = rlve_gym.make("frobenius_number", answer_style="plain")


def largest_unmarked(a, b):
    end = a * b
    marked = bytearray(end + 1)
    for start in range(0, end + 1, a):
        for total in range(start, end + 1, b):
            marked[total] = 1
    return marked.rindex(0)  # every number above a * b is a sum, too


def is_sum(z, a, b):
    """Whether z = a x + b y: the remainder of a x modulo b determines the least x."""
    return any((z - a * x) % b == 0 for x in range(min(b, z // a + 1)))


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 4])
def test_answer_is_the_largest_unmarked_number(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        a, b = problem.coefficients
        assert gcd(a, b) == 1 and min(a, b) >= 2 and max(a, b) <= 16 * 1.5**difficulty
        assert problem.answer == largest_unmarked(a, b)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [10, 13, 16])
def test_answer_is_no_sum_and_larger_numbers_are(difficulty):
    for seed in range(5):
        problem = env.sample(difficulty, seed=seed)
        a, b = problem.coefficients
        assert not is_sum(problem.answer, a, b)
        # If b numbers in a row are sums, all the following ones are, by adding b. These are taken at random.
        assert all(is_sum(problem.answer + step, a, b) for step in (1, 2, 3, b // 2, b - 1, b))


def test_published_numbers():
    """McNuggets of 9 and 20, the example of the NOIP problem, and Sylvester's for two consecutive numbers."""
    for coefficients, answer in (([9, 20], 151), ([3, 7], 11), ([2, 3], 1), ([10, 11], 89)):
        problem = env.problem_from({"coefficients": coefficients, "answer": answer})
        assert largest_unmarked(*coefficients) == answer
        assert env.judge(problem, str(answer)).correct


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("11", "valid", 1),
        (" 011\n", "valid", 1),
        (
            "1",
            "valid",
            0,
        ),  # the least one without a solution, which the published suite's name seems to ask for
        ("12", "valid", 0),
        ("10", "valid", 0),
        ("21", "valid", 0),
        ("0", "valid", 0),
        ("-1", "invalid", 0),
        ("-11", "invalid", 0),
        ("11.0", "unparsed", 0),
        ("3*7 - 3 - 7", "unparsed", 0),
        ("z = 11", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from({"coefficients": [3, 7], "answer": 11}), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_exact_where_floats_are_not():
    problem = env.sample(0, seed=0, parameters={"coefficient_max": 10**100})
    assert env.judge(problem, str(problem.answer)).correct
    assert not env.judge(problem, str(problem.answer + 1)).correct


def test_smallest_parameter_works():
    pairs = {env.sample(0, seed=s, parameters={"coefficient_max": 3}).coefficients for s in range(20)}
    assert pairs == {(2, 3), (3, 2)}
