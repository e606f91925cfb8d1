"""The oracle counts the inversions of every permutation; larger sizes are checked by the generating function."""

from itertools import combinations, permutations

import pytest

import rlve_gym

env = rlve_gym.make("count_permutations_by_inversions", answer_style="plain")


def counts_by_enumeration(n):
    counts = [0] * (n * (n - 1) // 2 + 1)
    for permutation in permutations(range(n)):
        counts[sum(a > b for a, b in combinations(permutation, 2))] += 1
    return counts


def counts_by_polynomials(n):
    """The coefficients of the product of (1 + x + ... + x^(i-1)) for i = 1..n, exactly."""
    polynomial = [1]
    for i in range(2, n + 1):
        longer = [0] * (len(polynomial) + i - 1)
        for degree, coefficient in enumerate(polynomial):
            for step in range(i):
                longer[degree + step] += coefficient
        polynomial = longer
    return polynomial


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3])
def test_answers_are_those_of_enumeration(difficulty):
    problems = [env.sample(difficulty, seed=seed) for seed in range(60)]
    (n,) = {problem.size for problem in problems}
    assert n == 5 + difficulty
    counts = counts_by_enumeration(n)
    for problem in problems:
        assert problem.answer == counts[problem.inversion_count] % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [4, 6, 9, 12, 15, 18])
def test_answers_are_those_of_the_generating_function(difficulty):
    problems = [env.sample(difficulty, seed=seed) for seed in range(15)]
    counts = counts_by_polynomials(problems[0].size)
    for problem in problems:
        assert problem.answer == counts[problem.inversion_count] % problem.modulus


def test_published_numbers():
    """Row n = 6 of OEIS A008302."""
    row = [1, 5, 14, 29, 49, 71, 90, 101, 101, 90, 71, 49, 29, 14, 5, 1]
    seen = set()
    for seed in range(100):
        problem = env.sample(1, seed=seed)
        assert problem.answer == row[problem.inversion_count]
        seen.add(problem.inversion_count)
    assert seen == set(range(2, 14))  # the ends, where the answer is 1 or 5, never come


EXAMPLE = {"size": 7, "inversion_count": 10, "modulus": 100, "answer": 73}  # of 573


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("73", "valid", 1),
        (" 73\n", "valid", 1),
        ("74", "valid", 0),
        ("0", "valid", 0),
        ("573", "invalid", 0),  # not reduced
        ("100", "invalid", 0),
        ("173", "invalid", 0),
        ("-27", "invalid", 0),
        ("73 mod 100", "unparsed", 0),
        ("73.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert counts_by_enumeration(7)[10] == 573
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_constant_pays():
    for difficulty, share in ((0, 0.4), (2, 0.2), (6, 0.1)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(300)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


@pytest.mark.parametrize("change", [{"answer": 573}, {"answer": -1}, {"modulus": 0}])
def test_damaged_problems(change):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, **change})
