"""The oracle lists all sequences of subsets; longer ones are counted by their symmetric difference, set by set."""

from functools import cache
from itertools import combinations, permutations
from math import factorial, perm

import pytest
from sympy import isprime

import rlve_gym
from rlve_gym.envs.counting.count_even_cover_subset_sequences import _sequences

env = rlve_gym.make("count_even_cover_subset_sequences", answer_style="plain")

LARGE = 2**89 - 1


@cache
def by_enumeration(n, m):
    elements = range(1, n + 1)
    subsets = [set(chosen) for size in elements for chosen in combinations(elements, size)]
    return sum(
        all(sum(element in subset for subset in sequence) % 2 == 0 for element in elements)
        for sequence in permutations(subsets, m)
    )


@cache
def by_differences(n, most):
    """For 0..most: the sets of so many subsets whose symmetric difference is empty, times their orders."""
    counts = [[1] + [0] * (2**n - 1)] + [[0] * 2**n for _ in range(most)]  # by number and difference
    for subset in range(1, 2**n):
        for m in range(most, 0, -1):
            fewer = counts[m - 1]
            counts[m] = [count + fewer[mask ^ subset] for mask, count in enumerate(counts[m])]
    return [factorial(m) * row[0] for m, row in enumerate(counts)]


@pytest.mark.parametrize("n", [2, 3, 4])
def test_counts_are_those_of_enumeration(n):
    for m in range(2, 2**n + 1):
        if perm(2**n - 1, m) < 40_000:
            expected = by_enumeration(n, m)
            assert _sequences(n, m, LARGE) == expected == by_differences(n, m)[m]
            for modulus in range(1, 50):
                assert _sequences(n, m, modulus) == expected % modulus


@pytest.mark.parametrize("difficulty", range(6))
def test_answers_are_those_of_the_differences(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        counts = by_differences(problem.element_count, problem.origin.parameters["max_size"])
        assert problem.answer == counts[problem.sequence_length] % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


def closed_form(n, m):
    """By characters of the group of n-bit vectors: the coefficient of x^m in an average of products."""
    half = 2 ** (n - 1)
    # The trivial character gives (1 + x)^(2^n - 1); each other one (1 + x)^(half - 1) (1 - x)^half.
    total = perm(2**n - 1, m)
    other = 0
    for k in range(m + 1):
        term = perm(half - 1, m - k) * perm(half, k) * (factorial(m) // factorial(k) // factorial(m - k))
        other += (-1) ** k * term
    count, rest = divmod(total + (2**n - 1) * other, 2**n)
    assert rest == 0
    return count


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_answers_are_those_of_the_characters(difficulty):
    for seed in range(15):
        problem = env.sample(difficulty, seed=seed)
        count = closed_form(problem.element_count, problem.sequence_length)
        assert problem.answer == count % problem.modulus


def test_counts_that_vanish_never_come():
    """Traps of the published suite, where 0 was right in half of the problems: short and nearly full lengths, small moduli."""
    lengths = set()
    for difficulty in range(31):
        for seed in range(20 if difficulty < 12 else 3):
            problem = env.sample(difficulty, seed=seed)
            n, m = problem.element_count, problem.sequence_length
            size, most = problem.origin.parameters.values()
            assert 3 <= n <= size and 3 <= m <= size and closed_form(n, m) > 0
            assert isprime(problem.modulus) and max(m, most // 10) < problem.modulus <= most
            lengths.add((n, m))
    assert (3, 7) in lengths  # all subsets of three elements
    assert [by_differences(3, 7)[m] for m in (2, 5, 6)] == [0, 0, 0]


def test_extreme_overrides():
    problem = env.sample(0, seed=0, parameters={"max_size": env.ladder.bounds("max_size")[1]})
    assert problem.modulus > problem.origin.parameters["max_size"] > 100


def test_no_constant_pays():
    for difficulty, share in ((0, 0.35), (3, 0.12), (6, 0.08)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(300)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


EXAMPLE = {"element_count": 3, "sequence_length": 4, "modulus": 101, "answer": 67}  # 168


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("67", "valid", 1),
        (" 067\n", "valid", 1),
        ("7", "valid", 0),  # without the orders
        ("0", "valid", 0),
        ("66", "valid", 0),
        ("168", "invalid", 0),  # not reduced
        ("101", "invalid", 0),
        ("-34", "invalid", 0),
        ("67 mod 101", "unparsed", 0),
        ("67.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_enumeration(3, 4) == 168
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
