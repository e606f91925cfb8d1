"""The oracle lists all rearrangements; long sequences are checked by unranking and by their successors."""

from itertools import permutations
from math import factorial

import pytest

import rlve_gym
from rlve_gym.envs.counting.multiset_permutation_rank import _rank

env = rlve_gym.make("multiset_permutation_rank", answer_style="plain")


def by_enumeration(values):
    return sum(other < tuple(values) for other in set(permutations(values)))


def arrangements(values):
    count = factorial(len(values))
    for value in set(values):
        count //= factorial(values.count(value))
    return count


def unrank(values, rank):
    """The rearrangement with so many smaller ones, from the front."""
    left, sequence = sorted(values), []
    while left:
        for value in sorted(set(left)):
            rest = list(left)
            rest.remove(value)
            block = arrangements(rest)
            if rank < block:
                break
            rank -= block
        sequence.append(value)
        left = rest
    return sequence


def successor(values):
    """The next larger rearrangement, None for the largest."""
    descents = [i for i in range(len(values) - 1) if values[i] < values[i + 1]]
    if not descents:
        return None
    i = descents[-1]
    tail = values[i:]
    larger = min(value for value in tail if value > values[i])
    tail.remove(larger)
    return [*values[:i], larger, *sorted(tail)]


@pytest.mark.parametrize(("length", "count"), [(3, 60), (4, 80), (5, 80), (6, 50), (7, 20)])
def test_answers_are_those_of_enumeration(length, count):
    for seed in range(count):
        problem = env.sample(0, seed=seed, parameters={"length": length})
        assert _rank(problem.values) == by_enumeration(problem.values)
        assert problem.answer == by_enumeration(problem.values) % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", range(4, 31, 2))
def test_long_ranks_lead_back_to_the_sequence(difficulty):
    for seed in range(6):
        values = env.sample(difficulty, seed=seed).values
        rank = _rank(values)
        assert unrank(values, rank) == values
        following = successor(values)
        assert rank + 1 == (_rank(following) if following else arrangements(values))
        assert _rank(sorted(values)) == 0
        assert _rank(sorted(values, reverse=True)) == arrangements(values) - 1
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == rank % problem.modulus


def test_sequences_are_not_sorted_and_moduli_not_small():
    """The traps of the published suite: half of the answers at the bottom were 0."""
    zeros = 0
    for seed in range(600):
        problem = env.sample(seed % 31, seed=seed)
        assert problem.values != sorted(problem.values) and 1000 <= problem.modulus <= 100_000
        assert len(problem.values) == 4 + seed % 31 and min(problem.values) >= 1
        zeros += problem.answer == 0
    assert zeros <= 3


# 12 begin with 1, and 4 with 2 1 1 or 2 1 2.
EXAMPLE = {"values": [2, 1, 3, 1, 2], "modulus": 10, "answer": 6}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("6", "valid", 1),
        (" 6\n", "valid", 1),
        ("7", "valid", 0),  # counted from 1
        ("0", "valid", 0),
        ("16", "invalid", 0),  # not reduced
        ("10", "invalid", 0),
        ("-4", "invalid", 0),
        ("9" * 3_000, "invalid", 0),
        ("6 mod 10", "unparsed", 0),
        ("6.0", "unparsed", 0),
        ("1 6", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_enumeration([2, 1, 3, 1, 2]) == 16
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_constant_pays():
    for difficulty, share in ((0, 0.3), (3, 0.06)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
