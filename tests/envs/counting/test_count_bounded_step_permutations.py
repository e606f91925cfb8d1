"""The oracle looks at all permutations; larger sizes are counted by sets of used numbers and the last one."""

from itertools import pairwise, permutations
from math import factorial

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_bounded_step_permutations import _path_counts

env = rlve_gym.make("count_bounded_step_permutations", answer_style="plain")


def by_permutations(n, k):
    return sum(
        all(abs(a - b) <= k for a, b in pairwise(permutation)) for permutation in permutations(range(n))
    )


def by_used_sets(n, k):
    """The beginnings of permutations, by their sets of numbers and their last numbers."""
    counts = {(1 << last, last): 1 for last in range(n)}
    for _ in range(n - 1):
        longer = {}
        for (used, last), count in counts.items():
            for number in range(max(0, last - k), min(n, last + k + 1)):
                if not used >> number & 1:
                    key = used | 1 << number, number
                    longer[key] = longer.get(key, 0) + count
        counts = longer
    return sum(counts.values())


@pytest.mark.parametrize("k", range(2, 7))
def test_small_sizes(k):
    for n in range(2, 7):
        assert 2 * _path_counts(k)[n] == by_permutations(n, k)


@pytest.mark.parametrize(("k", "greatest"), [(2, 18), (3, 13), (4, 11), (5, 10), (6, 10)])
def test_larger_sizes(k, greatest):
    for n in range(8, greatest + 1):
        assert 2 * _path_counts(k)[n] == by_used_sets(n, k)


def test_published_numbers():
    """OEIS A003274: the permutations of 1..n whose neighbors differ by at most 2."""
    published = [2, 6, 12, 20, 34, 56, 88, 136, 208, 314, 470, 700, 1038, 1534, 2262]
    assert [2 * _path_counts(2)[n] for n in range(2, 17)] == published
    assert [2 * _path_counts(6)[n] for n in range(2, 8)] == [factorial(n) for n in range(2, 8)]


@pytest.mark.parametrize("difficulty", range(7))
def test_problems_are_all_that_the_bounds_allow(difficulty):
    problems = [env.sample(difficulty, seed=seed) for seed in range(200)]
    greatest = 6 + difficulty // 2
    sizes = range(max(4, greatest - 3 - difficulty // 4), greatest + 1)
    expected = {(n, k) for n in sizes for k in range(2, min(6, n - 2) + 1)}
    assert {(problem.size, problem.max_difference) for problem in problems} == expected
    counts = {pair: by_used_sets(*pair) for pair in expected}
    for problem in problems:
        assert problem.answer == counts[problem.size, problem.max_difference]
        assert env.judge(problem, env.format(env.solve(problem))).correct


def test_large_problems():
    sizes = {env.sample(30, seed=seed).size for seed in range(200)}
    assert sizes == set(range(11, 22))


EXAMPLE = {"size": 6, "max_difference": 2, "answer": 34}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("34", "valid", 1),
        (" 34\n", "valid", 1),
        ("17", "valid", 0),  # both directions count
        ("35", "valid", 0),
        ("0", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("-34", "invalid", 0),
        ("34.0", "unparsed", 0),
        ("34 permutations", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_permutations(6, 2) == 34
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_a_nearly_right_large_answer_is_wrong():
    """The trap of the published suite, which forgives a relative error of 1e-7."""
    (problem, *_) = (p for p in (env.sample(30, seed=seed) for seed in range(100)) if p.answer > 10**9)
    assert env.judge(problem, str(problem.answer)).correct
    assert not env.judge(problem, str(problem.answer + 2)).correct
    assert not env.judge(problem, str(problem.answer - 1)).correct


def test_no_constant_pays():
    """A fourth of the problems would have size 4, and one answer, if sizes were uniform rather than pairs."""
    for difficulty, share in ((0, 0.25), (3, 0.15), (6, 0.1), (15, 0.06)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(1000)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
