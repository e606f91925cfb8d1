"""The oracle tests every set of indices; longer lists are checked by going through the values in increasing order."""

from itertools import combinations
from math import gcd

import pytest

import rlve_gym

env = rlve_gym.make("count_pythagorean_independent_sets", answer_style="plain")

SQUARES = {c * c for c in range(1, 1000)}


def joined(a, b):
    return gcd(a, b) == 1 and a * a + b * b in SQUARES


def by_all_sets(values):
    n = len(values)
    pairs = [1 << i | 1 << j for i, j in combinations(range(n), 2) if joined(values[i], values[j])]
    return sum(all(chosen & pair != pair for pair in pairs) for chosen in range(1, 2**n))


def by_increasing_values(values):
    """The numbers of sets by those of their members that are joined to a later value."""
    values = sorted(values)
    sets = {frozenset(): 1}
    for i, value in enumerate(values):
        following = {}
        for members, number in sets.items():
            options = [members]
            if not any(joined(member, value) for member in members):
                options.append(members | {value})
            for option in options:
                live = frozenset(a for a in option if any(joined(a, b) for b in values[i + 1 :]))
                following[live] = following.get(live, 0) + number
        sets = following
    return sum(sets.values()) - 1


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3])
def test_answers_are_those_of_all_sets(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        count = by_all_sets(problem.values)
        assert problem.answer == count % problem.modulus
        assert by_increasing_values(problem.values) == count
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [5, 7, 9, 12, 15])
def test_longer_lists(difficulty):
    for seed in range(12):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_increasing_values(problem.values) % problem.modulus


def test_many_pairs_are_joined():
    for difficulty in (0, 4, 8, 16, 27):
        for seed in range(10):
            values = env.sample(difficulty, seed=seed).values
            assert min(values) >= 1 and max(values) <= max(2 * len(values), 15)
            assert sum(joined(a, b) for a, b in combinations(values, 2)) >= len(values) // 3


def test_no_constant_pays():
    """A trap of the published suite, where usually only 3 and 4 were joined."""
    for difficulty, share in ((0, 0.45), (3, 0.12), (4, 0.1), (6, 0.03)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(300)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


def test_one_less_than_the_modulus_does_not_pay():
    """The number of all sets has many small divisors; were they to divide the modulus, too, the answer would be -1."""
    for difficulty in (8, 16, 24):
        problems = [env.sample(difficulty, seed=seed) for seed in range(40)]
        assert sum(problem.answer == problem.modulus - 1 for problem in problems) <= 2
        assert all(100 < problem.modulus < 1000 for problem in problems)


# Joined: each 3 and 4; 4 has no partner but 3, and 6 and 8 have the common divisor 2. Of the 3s and 4: 3 + 1 sets and the
# empty one; times 4 for 6 and 8; less the empty one.
EXAMPLE = {"values": [3, 4, 3, 6, 8], "modulus": 100, "answer": 19}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("19", "valid", 1),
        (" 19\n", "valid", 1),
        ("20", "valid", 0),  # with the empty set
        ("31", "valid", 0),
        ("11", "valid", 0),  # equal values as one
        ("0", "valid", 0),
        ("100", "invalid", 0),
        ("119", "invalid", 0),  # not reduced
        ("-81", "invalid", 0),
        ("19 mod 100", "unparsed", 0),
        ("19.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_all_sets(EXAMPLE["values"]) == 19
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
