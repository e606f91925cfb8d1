"""The oracle compares inversions and displacements of every permutation; larger sizes are checked by a walk over prefixes."""

from functools import cache
from itertools import combinations, permutations

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_321_avoiding_lex_greater import _count_greater

env = rlve_gym.make("count_321_avoiding_lex_greater", answer_style="plain")


@cache
def tight_permutations(n):
    """In lexicographic order, those whose inversions are half of their displacement."""
    return [
        p
        for p in permutations(range(1, n + 1))
        if 2 * sum(a > b for a, b in combinations(p, 2)) == sum(abs(x - i) for i, x in enumerate(p, 1))
    ]


def count_by_prefixes(permutation):
    """Places values one by one; a state is (largest value, largest value that has a larger one before it, used values).

    A next value is allowed if it exceeds every value of the second kind, so that no three decrease.
    """
    n = len(permutation)

    @cache
    def count(maximum, second, used, tight):
        placed = bin(used).count("1")
        if placed == n:
            return not tight
        least = permutation[placed] if tight else 1
        return sum(
            count(
                max(maximum, value),
                second if value > maximum else value,
                used | 1 << value,
                tight and value == least,
            )
            for value in range(max(least, second + 1), n + 1)
            if not used >> value & 1
        )

    return count(0, 0, 0, True)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_every_permutation_of_small_size(n):
    wanted = tight_permutations(n)
    for given in permutations(range(1, n + 1)):
        assert _count_greater(list(given)) == sum(p > given for p in wanted)


@pytest.mark.parametrize("difficulty", range(4))
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        given = tuple(problem.permutation)
        assert len(given) == 4 + difficulty
        assert problem.answer == sum(p > given for p in tight_permutations(len(given)))
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [4, 5, 6, 7])
def test_larger_answers_are_those_of_the_prefixes(difficulty):
    for seed in range(8):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == count_by_prefixes(problem.permutation)


def test_after_the_first_permutation_come_all_but_one_of_the_catalan_number():
    catalan = {10: 16_796, 20: 6_564_120_420, 30: 3_814_986_502_092_304}  # OEIS A000108
    for n, number in catalan.items():
        assert _count_greater(list(range(1, n + 1))) == number - 1


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_the_answer_is_never_zero(difficulty):
    """The trap of the notes: 0 in a third of the problems at difficulty 0."""
    n = 4 + difficulty
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        assert sorted(problem.permutation) == list(range(1, n + 1))
        assert problem.permutation[0] <= n // 2
        assert problem.answer > 0


def test_the_given_permutation_is_valid_for_long():
    """The trap of the notes: the count is settled where three entries first decrease, after 3 or 4 of uniform ones."""

    def valid_length(p):
        decreasing = [c for a, b, c in combinations(range(len(p)), 3) if p[a] > p[b] > p[c]]
        return min(decreasing, default=len(p))

    lengths = [valid_length(env.sample(30, seed=seed).permutation) for seed in range(60)]
    assert sum(lengths) / len(lengths) > 34 / 2


EXAMPLE = {"permutation": [2, 1, 4, 3], "answer": 7}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("7", "valid", 1),
        (" 7\n", "valid", 1),
        ("8", "valid", 0),  # with P itself
        ("6", "valid", 0),
        ("16", "valid", 0),  # without the condition
        ("0", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("-7", "invalid", 0),
        ("14 - 7", "unparsed", 0),
        ("7.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert [p for p in tight_permutations(4) if p > (2, 1, 4, 3)] == [
        (2, 3, 1, 4),
        (2, 3, 4, 1),
        (2, 4, 1, 3),
        (3, 1, 2, 4),
        (3, 1, 4, 2),
        (3, 4, 1, 2),
        (4, 1, 2, 3),
    ]
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
