"""The oracle writes down every partition; larger ones are checked by closed forms and by p(n, k) = p(n-1, k-1) + p(n-k, k)."""

from collections import Counter
from functools import cache

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_partitions_into_k_parts import _partitions

env = rlve_gym.make("count_partitions_into_k_parts", answer_style="plain")


def all_partitions(n, greatest):
    if n == 0:
        yield ()
    for first in range(min(n, greatest), 0, -1):
        for others in all_partitions(n - first, first):
            yield (first, *others)


@cache
def counts_by_length(n):
    partitions = list(all_partitions(n, n))
    assert len(set(partitions)) == len(partitions) and all(sum(partition) == n for partition in partitions)
    return Counter(map(len, partitions))


@cache
def by_recurrence(n, k):
    if k == 0 or k > n:
        return int(n == k == 0)
    return by_recurrence(n - 1, k - 1) + by_recurrence(n - k, k)


@cache
def all_partition_numbers(limit):
    """p(0), ..., p(limit) by Euler's pentagonal recurrence."""
    p = [1]
    for n in range(1, limit + 1):
        p.append(0)
        for k in range(1, n + 1):
            if k * (3 * k - 1) // 2 > n:
                break
            sign = 1 if k % 2 else -1
            p[n] += sign * (
                p[n - k * (3 * k - 1) // 2]
                + (p[n - k * (3 * k + 1) // 2] if k * (3 * k + 1) // 2 <= n else 0)
            )
    return p


def test_every_small_pair():
    for n in range(1, 29):
        for k in range(1, n + 1):
            assert _partitions(n, k) == counts_by_length(n)[k]


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 4])
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        assert 2 <= problem.part_count <= problem.number - 2
        assert problem.answer == counts_by_length(problem.number)[problem.part_count]


@pytest.mark.parametrize("difficulty", [6, 8, 10])
def test_answers_are_those_of_the_recurrence(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_recurrence(problem.number, problem.part_count)


def test_large_numbers():
    """Two and three parts in closed form, and the numbers of all partitions where k is over half of n."""
    for n in (500, 999, 2716, 2717):
        assert _partitions(n, 2) == n // 2
        assert _partitions(n, 3) == (n * n + 3) // 12
        for k in ((n + 1) // 2, 3 * n // 5):
            assert _partitions(n, k) == all_partition_numbers(1500)[n - k]


def test_no_constant_pays():
    """A trap of the published suite, where the answer was 1 in most of the easiest problems."""
    for difficulty, share in ((0, 0.35), (3, 0.12), (6, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(400)]
        assert 1 not in answers
        assert max(map(answers.count, set(answers))) <= share * len(answers)


def test_large_answers_are_compared_exactly():
    """A trap of the published suite: a relative error of 1e-7 passed."""
    problem = env.sample(22, seed=3)
    assert problem.answer > 10**20
    for error in (-1, 1):
        assert not env.judge(problem, str(problem.answer + error)).correct
    assert env.judge(problem, str(problem.answer)).correct


EXAMPLE = {"number": 8, "part_count": 3, "answer": 5}  # 611, 521, 431, 422, 332


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("5", "valid", 1),
        (" +5\n", "valid", 1),
        ("4", "valid", 0),
        ("21", "valid", 0),  # ordered
        ("10", "valid", 0),  # at most 3 parts
        ("9" * 3_000, "valid", 0),
        ("0", "invalid", 0),
        ("-5", "invalid", 0),
        ("5.0", "unparsed", 0),
        ("6 1 1", "unparsed", 0),
        ("five", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
