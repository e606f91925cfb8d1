"""The oracle tries all assignments; larger sets are checked by all S alone, and by inclusion and exclusion over primes."""

from collections import defaultdict
from itertools import product
from math import gcd, prod

import pytest
from sympy import factorint, primerange

import rlve_gym

env = rlve_gym.make("count_coprime_disjoint_subset_pairs", answer_style="plain")


def by_assignments(values):
    count = 0
    for sides in product("ST-", repeat=len(values)):
        s = [value for value, side in zip(values, sides, strict=True) if side == "S"]
        t = [value for value, side in zip(values, sides, strict=True) if side == "T"]
        count += all(gcd(x, y) == 1 for x in s for y in t)
    return count


def by_first_subsets(values, rest=None):
    """T is any subset of what is coprime to S; the first of the values is in S or not."""
    rest = values if rest is None else rest
    if not values:
        return 2 ** len(rest)
    first, *others = values
    return by_first_subsets(others, rest) + by_first_subsets(others, [y for y in rest if gcd(first, y) == 1])


def by_primes(values):
    """Allow each small prime to S, to T, or to neither (which counts negatively, as it is in both others)."""
    small = list(primerange(12))
    groups = defaultdict(list)
    for value in values:
        primes = set(factorint(value))
        larger = primes - set(small)
        groups[larger.pop() if larger else -value].append(primes & set(small))
        assert not larger
    total = 0
    for sides in product("ST-", repeat=len(small)):
        s, t = ({p for p, side in zip(small, sides, strict=True) if side == name} for name in "ST")
        total += (-1) ** sides.count("-") * prod(
            2 ** sum(primes <= s for primes in group) + 2 ** sum(primes <= t for primes in group) - 1
            for group in groups.values()
        )
    return total


@pytest.mark.parametrize(("difficulty", "count"), [(0, 100), (1, 60), (2, 20)])
def test_answers_are_those_of_all_assignments(difficulty, count):
    for seed in range(count):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_assignments(problem.values)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [3, 4, 5, 6])
def test_answers_are_those_of_all_first_subsets(difficulty):
    for seed in range(30 if difficulty < 6 else 10):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_first_subsets(problem.values)
        assert problem.answer % 2 == 1  # only two empty sets stay the same when exchanged


@pytest.mark.parametrize("difficulty", [7, 10, 15, 20, 25])
def test_large_answers_are_those_of_inclusion_and_exclusion(difficulty):
    for seed in range(3):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_primes(problem.values)


def test_sets_are_never_complete():
    """A trap of the catalogue: all of 2..N would come too often."""
    for difficulty in range(26):
        for seed in range(4):
            problem = env.sample(difficulty, seed=seed)
            high = problem.origin.parameters["max_value"]
            assert problem.values == sorted(set(problem.values))
            assert problem.values[0] >= 2 and problem.values[-1] <= high
            assert high // 2 <= len(problem.values) <= high - 3


def test_no_constant_pays():
    for difficulty, share in ((0, 0.3), (3, 0.08), (6, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(300)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


@pytest.mark.parametrize(
    ("values", "text", "outcome", "quality"),
    [
        ([2], "3", "valid", 1),  # nowhere, S, or T
        ([2, 4], "7", "valid", 1),  # three subsets on either side, and nothing
        ([2, 3], "9", "valid", 1),
        ([2, 3], " 9\n", "valid", 1),
        ([2, 3], "5", "valid", 0),  # unordered
        ([2, 3], "2", "valid", 0),  # without empty sets
        ([2, 3, 6], "17", "valid", 1),  # 9, and 6 in S or T with 4 choices of the others on its side
        ([2, 3, 6], "18", "valid", 0),
        ([2, 3], "9" * 3_000, "valid", 0),
        ([2, 3], "0", "invalid", 0),
        ([2, 3], "-9", "invalid", 0),
        ([2, 3], "9.0", "unparsed", 0),
        ([2, 3], "9 pairs", "unparsed", 0),
        ([2, 3], "", "unparsed", 0),
    ],
)
def test_hand_made_answers(values, text, outcome, quality):
    problem = env.problem_from({"values": values, "answer": by_assignments(values)})
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_large_counts_are_compared_exactly():
    """A trap of the published suite: there, a relative error of 1e-7 was right."""
    problem = env.sample(25, seed=0)
    assert problem.answer > 10**15
    for wrong in (problem.answer - 1, problem.answer + 1):
        assert env.judge(problem, str(wrong)).quality == 0
