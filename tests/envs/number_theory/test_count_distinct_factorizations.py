"""The oracle chooses the factors in increasing order; for large numbers it takes or leaves one divisor after the other."""

from collections import Counter
from functools import cache

import pytest
import sympy

import rlve_gym
from rlve_gym.envs.number_theory.count_distinct_factorizations import _answers, _numbers_by_answer

env = rlve_gym.make("count_distinct_factorizations", answer_style="plain")


def sets_of_factors(number, least=2):
    """All sets of different integers >= least with this product; the number alone is one of them."""
    found = [[number]] if number >= least else []
    for factor in range(least, number):
        if factor * factor > number:
            break
        if number % factor == 0:
            found += [[factor, *rest] for rest in sets_of_factors(number // factor, factor + 1)]
    return found


def count(number):
    return sum(len(factors) > 1 for factors in sets_of_factors(number))


def test_counts_are_those_of_recursion():
    for number in range(4, 1500):
        factors = sets_of_factors(number)
        assert all(len(set(s)) == len(s) for s in factors)
        exponents = tuple(sorted(sympy.factorint(number).values()))
        assert _answers(exponents)[exponents] == count(number)


@pytest.mark.parametrize("difficulty", range(9))
def test_answers_are_those_of_recursion(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        assert 4 <= problem.number <= 80 * 1.5**difficulty
        assert problem.answer == count(problem.number) >= 2
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [12, 18, 24, 30])
def test_large_answers(difficulty):
    """All choices among the divisors but 1 and the number itself, by the product that remains."""
    for seed in range(2):
        problem = env.sample(difficulty, seed=seed)
        divisors = sympy.divisors(problem.number)[1:-1]

        @cache
        def ways(rest, i, divisors=divisors):
            if rest == 1:
                return 1
            if i < 0:
                return 0
            skip = ways(rest, i - 1)
            return skip if rest % divisors[i] else skip + ways(rest // divisors[i], i - 1)

        assert problem.answer == ways(problem.number, len(divisors) - 1)


def test_published_numbers():
    """OEIS A045778, which counts the set of the number alone, too."""
    terms = [1, 1, 1, 1, 1, 2, 1, 2, 1, 2, 1, 3, 1, 2, 2, 2, 1, 3, 1, 3, 2, 2, 1, 5]  # n = 1, ..., 24
    for number, term in enumerate(terms[1:], start=2):
        exponents = tuple(sorted(sympy.factorint(number).values()))
        assert _answers(exponents)[exponents] == term - 1
    assert count(688) == 6  # the example of the catalogue


@pytest.mark.parametrize(("difficulty", "share"), [(0, 0.3), (3, 0.12), (5, 0.1), (8, 0.08)])
def test_no_constant_pays(difficulty, share):
    """The trap of the catalogue: 0 and 1 are the answers of most numbers."""
    answers = Counter(env.sample(difficulty, seed=seed).answer for seed in range(500))
    assert max(answers.values()) <= share * 500


def test_numbers_are_grouped_by_their_answers():
    groups = _numbers_by_answer(200)
    smooth = [n for n in range(4, 201) if max(sympy.primefactors(n)) <= 31]
    assert sorted(n for numbers in groups.values() for n in numbers) == [n for n in smooth if count(n) >= 2]
    assert all(count(n) == answer for answer, numbers in groups.items() for n in numbers)


@pytest.mark.parametrize(
    ("number", "text", "outcome", "quality"),
    [
        (24, "4", "valid", 1),  # {2, 12}, {3, 8}, {4, 6}, {2, 3, 4}
        (24, "+4\n", "valid", 1),
        (24, "5", "valid", 0),  # {24} has but one number
        (24, "6", "valid", 0),  # with 2 * 2 * 6 and 2 * 2 * 2 * 3
        (24, "8", "valid", 0),  # the divisors
        (24, "0", "valid", 0),
        (24, "-4", "invalid", 0),
        (24, "4.0", "unparsed", 0),
        (24, "2 12 3 8 4 6", "unparsed", 0),
        (24, "{2, 12}", "unparsed", 0),
        (24, "", "unparsed", 0),
        (7, "0", "valid", 1),
        (4, "0", "valid", 1),  # 2 * 2 does not count
        (4, "1", "valid", 0),
        (8, "1", "valid", 1),
    ],
)
def test_hand_made_answers(number, text, outcome, quality):
    verdict = env.judge(env.problem_from({"number": number, "answer": count(number)}), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
