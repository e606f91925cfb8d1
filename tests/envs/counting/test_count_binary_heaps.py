"""The oracle tries every permutation; larger heaps are checked by the recurrence over the two subtrees of the root."""

from functools import cache
from itertools import permutations
from math import comb

import pytest
from sympy import isprime

import rlve_gym
from rlve_gym.envs.counting.count_binary_heaps import _count

env = rlve_gym.make("count_binary_heaps", answer_style="plain")


def count_by_enumeration(n):
    return sum(all(p[i - 1] > p[i // 2 - 1] for i in range(2, n + 1)) for p in permutations(range(n)))


@cache
def count_by_recurrence(n):
    """The left subtree of the root takes any ``left`` of the other n - 1 numbers."""
    if n <= 1:
        return 1

    def places(root):
        return 0 if root > n else 1 + places(2 * root) + places(2 * root + 1)

    left = places(2)
    return comb(n - 1, left) * count_by_recurrence(left) * count_by_recurrence(n - 1 - left)


def test_published_and_enumerated_numbers():
    """OEIS A056971, from n = 1 on."""
    published = [1, 1, 2, 3, 8, 20, 80, 210, 896, 3360, 19200, 79200, 506880, 2745600, 21964800]
    assert [_count(n) for n in range(1, 16)] == published
    assert [count_by_enumeration(n) for n in range(1, 9)] == published[:8]
    assert [count_by_recurrence(n) for n in range(1, 16)] == published


def test_every_size_up_to_the_top_agrees_with_the_recurrence():
    for n in range(1, 206):
        assert _count(n) == count_by_recurrence(n)


@pytest.mark.parametrize("difficulty", range(0, 31, 2))
def test_problems_and_their_answers(difficulty):
    """The traps of the notes: answers that are 0, or 20 and 80 whatever the modulus."""
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        n, p = problem.size, problem.modulus
        max_size = problem.origin.parameters["max_size"]
        count = count_by_recurrence(n)
        assert max(6, max_size // 2) <= n <= max_size
        assert isprime(p) and n < p <= 50 * n and p < count
        assert problem.answer == count % p != 0
        assert env.judge(problem, env.format(env.solve(problem))).correct


def test_no_constant_pays():
    for difficulty, share in ((0, 0.2), (1, 0.15), (3, 0.1), (5, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


EXAMPLE = {"size": 7, "modulus": 31, "answer": 18}  # of 80


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("18", "valid", 1),
        (" 18\n", "valid", 1),
        ("17", "valid", 0),
        ("0", "valid", 0),
        ("30", "valid", 0),
        ("31", "invalid", 0),
        ("80", "invalid", 0),  # not reduced
        ("-13", "invalid", 0),
        ("80 mod 31", "unparsed", 0),
        ("18.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert count_by_enumeration(7) == 80
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
