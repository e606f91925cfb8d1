"""The oracles try all permutations, and count lattice paths; the Catalan numbers are published."""

from functools import cache
from itertools import pairwise, permutations

import pytest

import rlve_gym

env = rlve_gym.make("count_two_row_young_tableaux", answer_style="plain")

CATALAN = (1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796, 58786, 208012)  # OEIS A000108


@cache
def by_permutations(n):
    def fits(a):
        return (
            all(x < y for x, y in pairwise(a[::2]))
            and all(x < y for x, y in pairwise(a[1::2]))
            and all(a[2 * i] < a[2 * i + 1] for i in range(n))
        )

    return sum(map(fits, permutations(range(1, 2 * n + 1))))


def by_lattice_paths(n):
    """Ways to hand out 1, 2, ..., 2n, where the even places never get ahead of the odd ones."""
    ways = [1] + [0] * n  # by the lead of the odd places
    for _ in range(2 * n):
        ways = [
            (ways[lead - 1] if lead else 0) + (ways[lead + 1] if lead < n else 0) for lead in range(n + 1)
        ]
    return ways[0]


def test_the_oracles_agree():
    for n in range(1, 5):
        assert by_permutations(n) == by_lattice_paths(n)
    assert tuple(map(by_lattice_paths, range(13))) == CATALAN


def test_answers_are_those_of_all_permutations():
    for seed in range(200):
        problem = env.sample(0, seed=seed, parameters={"max_pair_count": 4})
        assert 2 <= problem.pair_count <= 4
        assert problem.answer == by_permutations(problem.pair_count) % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_answers_are_those_of_lattice_paths(difficulty):
    for seed in range(15):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_lattice_paths(problem.pair_count) % problem.modulus


@pytest.mark.parametrize("difficulty", range(0, 31, 2))
def test_the_modulus_reduces(difficulty):
    """A trap of the published suite: with moduli up to 10^9 a table of Catalan numbers was enough."""
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        bound = min(10**9, by_lattice_paths(problem.pair_count))
        assert max(2, bound // 2) <= problem.modulus <= bound
        most = problem.origin.parameters["max_pair_count"]
        assert most // 2 <= problem.pair_count <= most


EXAMPLE = {"pair_count": 6, "modulus": 100, "answer": 32}  # of 132


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("32", "valid", 1),
        (" 32\n", "valid", 1),
        ("31", "valid", 0),
        ("0", "valid", 0),
        ("132", "invalid", 0),  # not reduced
        ("100", "invalid", 0),
        ("-68", "invalid", 0),
        ("9" * 3_000, "invalid", 0),
        ("32 mod 100", "unparsed", 0),
        ("32.0", "unparsed", 0),
        ("1 32", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_constant_pays():
    """A trap of the published suite: at the bottom a constant won 54 %."""
    for difficulty, share in ((0, 0.25), (3, 0.1), (6, 0.03)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
