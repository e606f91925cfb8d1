"""The oracle adds up the paths to every number; longer numbers are checked by sums over subsets of all bits."""

from functools import cache

import numpy as np
import pytest

import rlve_gym
from rlve_gym.envs.counting.count_disjoint_bitmask_paths import _paths

env = rlve_gym.make("count_disjoint_bitmask_paths", answer_style="plain")


@cache
def by_all_numbers(source, end):
    """The number of paths from the source to each t < end."""
    counts = [0] * end
    counts[source] = 1
    for t in range(source + 1, end):
        counts[t] = sum(counts[s] for s in range(source, t) if s & t == 0)
    return counts


def by_subset_sums(source, target):
    """An arc goes to 2^h + low from the subsets of the bits below h that low lacks, all at once for each h.

    Modulo 10^12, where sums over 2^20 subsets do not overflow.
    """
    counts = np.zeros(1, dtype=np.int64)
    for h in range(target.bit_length()):
        sums = counts.copy()
        for bit in range(h):
            halves = sums.reshape(-1, 2, 1 << bit)
            halves[:, 1] += halves[:, 0]
        counts = np.concatenate([counts, sums[::-1] % 10**12])
        if source.bit_length() == h + 1:
            counts[:] = 0
            counts[source] = 1
    return int(counts[target])


def test_all_small_pairs():
    for source in range(1, 64):
        counts = by_all_numbers(source, 128)
        for target in range(source, 128):
            assert _paths(f"{source:b}", f"{target:b}") == counts[target]


@pytest.mark.parametrize("difficulty", range(9))
def test_answers_are_those_of_the_subset_sums(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        source, target = int(problem.source, 2), int(problem.target, 2)
        count = by_subset_sums(source, target)
        assert problem.answer == count % problem.modulus
        if target < 512:
            assert count == by_all_numbers(source, 512)[target]
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [9, 10])
def test_longer_numbers(difficulty):
    for seed in range(3):
        problem = env.sample(difficulty, seed=seed)
        count = by_subset_sums(int(problem.source, 2), int(problem.target, 2))
        assert problem.answer == count % problem.modulus


def test_few_paths_never_come():
    """The trap of the published suite: at the bottom, 2 was always right."""
    for difficulty in range(31):
        for seed in range(10):
            problem = env.sample(difficulty, seed=seed)
            assert problem.modulus == 10_000 and problem.answer > 1
            assert problem.source[0] == problem.target[0] == "1"
            assert len(problem.source) < len(problem.target) <= problem.origin.parameters["max_length"]
            if difficulty <= 5:
                count = by_subset_sums(int(problem.source, 2), int(problem.target, 2))
                assert count >= 2 + difficulty


def test_no_constant_pays():
    for difficulty, share in ((0, 0.5), (3, 0.12), (6, 0.08)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(300)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


def test_many_paths_between_short_numbers():
    for seed in range(5):
        problem = env.sample(0, seed=seed, parameters={"min_count": 20})
        assert by_subset_sums(int(problem.source, 2), int(problem.target, 2)) == problem.answer >= 20


EXAMPLE = {"source": "1", "target": "1000", "modulus": 10_000, "answer": 6}
# The paths from 1 to 8 pass through: nothing; 2; 4; 6; 2 and 4; 2 and 5.


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("6", "valid", 1),
        (" 06\n", "valid", 1),
        ("5", "valid", 0),
        ("64", "valid", 0),  # if any greater number could follow
        ("0", "valid", 0),
        ("10000", "invalid", 0),
        ("10006", "invalid", 0),
        ("-6", "invalid", 0),
        ("110b", "unparsed", 0),
        ("6.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_all_numbers(1, 16)[8] == 6
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
