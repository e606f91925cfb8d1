"""The oracle tests all matrices; larger ones are counted column by column, the largest by powers of a matrix."""

from functools import cache
from itertools import product

import numpy as np
import pytest
from sympy import isprime

import rlve_gym
from rlve_gym.envs.counting.count_diagonally_increasing_matrices import _matrices

env = rlve_gym.make("count_diagonally_increasing_matrices", answer_style="plain")


@cache
def by_enumeration(n, m):
    count = 0
    for entries in product(range(m + 1), repeat=n * m):
        x = [entries[i * m : (i + 1) * m] for i in range(n)]
        count += all(x[i][j] < x[i][j + 1] for i in range(n) for j in range(m - 1)) and all(
            x[i][j] < x[i - 1][j + 1] for i in range(1, n) for j in range(m - 1)
        )
    return count


@cache
def by_columns(n, m):
    """The entries of column j (from 0) are j or j + 1, since the row goes on increasing to m at most."""
    counts = dict.fromkeys(product((0, 1), repeat=n), 1)
    for j in range(1, m):
        wider = {}
        for column in product((j, j + 1), repeat=n):
            wider[column] = sum(
                count
                for left, count in counts.items()
                if all(a < b for a, b in zip(left, column, strict=True))
                and all(a < b for a, b in zip(left[1:], column, strict=False))
            )
        counts = wider
    return sum(counts.values())


def by_matrix_powers(n, m, modulus):
    """Row by row: the number that a row leaves out is at least that of the row above, less 1."""
    step = np.array([[int(v >= u - 1) for v in range(m + 1)] for u in range(m + 1)])
    total = np.ones(m + 1, dtype=int)
    power = n - 1
    while power:
        if power % 2:
            total = step @ total % modulus
        step, power = step @ step % modulus, power // 2
    return int(total.sum()) % modulus


SMALL = [(2, 2), (2, 3), (3, 2), (4, 2), (5, 2), (2, 4)]


@pytest.mark.parametrize(("n", "m"), SMALL[:-1])
def test_counts_are_those_of_enumeration(n, m):
    assert _matrices(n, m) == by_columns(n, m) == by_enumeration(n, m)


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3])
def test_answers_are_those_of_the_columns(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_columns(problem.row_count, problem.column_count) % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", range(4, 31, 2))
def test_answers_are_those_of_matrix_powers(difficulty):
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_matrix_powers(problem.row_count, problem.column_count, problem.modulus)


def test_the_modulus_matters():
    """A trap of the published suite: counts below a huge modulus, and only two moduli."""
    for difficulty in range(31):
        problems = [env.sample(difficulty, seed=seed) for seed in range(20)]
        moduli = {problem.modulus for problem in problems}
        assert all(map(isprime, moduli)) and len(moduli) > 10
        for problem in problems:
            size = problem.origin.parameters["max_size"]
            assert 10 * size <= problem.modulus <= 100 * size
            assert all(
                max(2, size // 2) <= side <= size for side in (problem.row_count, problem.column_count)
            )
        reduced = [
            _matrices(problem.row_count, problem.column_count) > problem.modulus for problem in problems
        ]
        assert sum(reduced) >= (0 if difficulty < 3 else 8 if difficulty < 8 else 20)


def test_no_constant_pays():
    for difficulty, share in ((0, 0.35), (3, 0.12), (6, 0.06)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(300)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


EXAMPLE = {"row_count": 2, "column_count": 2, "modulus": 5, "answer": 3}  # 8


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("3", "valid", 1),
        (" 03\n", "valid", 1),
        ("4", "valid", 0),  # all pairs of increasing rows: 9
        ("0", "valid", 0),
        ("8", "invalid", 0),  # not reduced
        ("5", "invalid", 0),
        ("-2", "invalid", 0),
        ("3 mod 5", "unparsed", 0),
        ("3.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_enumeration(2, 2) == 8
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
