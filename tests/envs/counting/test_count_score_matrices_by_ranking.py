"""The oracle goes through all matrices; larger ones are counted row by row, by the larger columns of each row."""

from collections import Counter
from functools import cache
from itertools import product

import pytest
from sympy import isprime

import rlve_gym
from rlve_gym.envs.counting.count_score_matrices_by_ranking import _count

env = rlve_gym.make("count_score_matrices_by_ranking", answer_style="plain")


@cache
def tally(n, bounds):
    """How many matrices have each (larger counts, dominated count)."""
    rows = list(product(*(range(1, bound + 1) for bound in bounds)))
    counts = Counter()
    for first, *others in product(rows, repeat=n):
        larger = tuple(sum(row[j] > first[j] for row in others) for j in range(len(bounds)))
        dominated = sum(all(row[j] <= first[j] for j in range(len(bounds))) for row in others)
        counts[larger, dominated] += 1
    return counts


def by_rows(n, bounds, larger, dominated):
    """Row after row: the larger entries still to come in each column, and the dominated rows still to come."""
    m = len(bounds)
    total = 0
    for first in product(*(range(1, bound + 1) for bound in bounds)):
        ways = Counter({(tuple(larger), dominated): 1})
        for _ in range(n - 1):
            following = Counter()
            for (left, rows_left), count in ways.items():
                for above in product((0, 1), repeat=m):
                    choices = 1
                    for j in range(m):
                        choices *= bounds[j] - first[j] if above[j] else first[j]
                    rest = (
                        tuple(a - b for a, b in zip(left, above, strict=True)),
                        rows_left - (not any(above)),
                    )
                    if choices and min(*rest[0], rest[1]) >= 0:
                        following[rest] += count * choices
            ways = following
        total += ways[(0,) * m, 0]
    return total


@pytest.mark.parametrize(
    ("n", "bounds"),
    [(2, (1, 2)), (2, (3, 2)), (2, (4, 3, 2)), (3, (2, 2)), (3, (3, 2)), (3, (3, 3)), (3, (2, 2, 3)), (4, (2, 3)), (5, (2, 2))],
)  # fmt: skip
def test_every_count_is_that_of_enumeration(n, bounds):
    counts = tally(n, bounds)
    for larger in product(range(n), repeat=len(bounds)):
        for dominated in range(n):
            expected = counts[larger, dominated]
            assert _count(n, list(bounds), list(larger), dominated) == expected
            assert by_rows(n, bounds, larger, dominated) == expected


def test_answers_at_the_bottom_are_those_of_enumeration():
    for seed in range(100):
        problem = env.sample(0, seed=seed)
        if len(problem.upper_bounds) == 2:
            counts = tally(problem.row_count, tuple(problem.upper_bounds))
            exact = counts[tuple(problem.larger_counts), problem.dominated_count]
            assert exact >= 1 and problem.answer == exact % problem.modulus


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 4])
def test_answers_are_those_of_the_rows(difficulty):
    for seed in range(12):
        p = env.sample(difficulty, seed=seed)
        if len(p.upper_bounds) <= 3:
            exact = by_rows(p.row_count, p.upper_bounds, p.larger_counts, p.dominated_count)
            assert p.answer == exact % p.modulus
            assert env.judge(p, env.format(env.solve(p))).correct


@pytest.mark.parametrize("difficulty", range(0, 31, 5))
def test_problems_are_as_specified(difficulty):
    """The traps of the notes: columns with one possible score, and sizes at which there are hardly any answers."""
    for seed in range(20):
        p = env.sample(difficulty, seed=seed)
        n, m, size = p.row_count, len(p.upper_bounds), p.origin.parameters["max_size"]
        assert max(3, size // 2) <= n <= size and 2 <= m <= (size + 3) // 2
        assert all(2 <= bound <= n for bound in p.upper_bounds) and max(p.upper_bounds) >= 3
        assert any(0 < count < n - 1 for count in p.larger_counts)
        assert isprime(p.modulus) and 1_000 < p.modulus < 10_000


def test_few_problems_share_their_answer():
    for difficulty, share in ((0, 0.25), (3, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


EXAMPLE = {
    "row_count": 3,
    "upper_bounds": [3, 2],
    "larger_counts": [1, 0],
    "dominated_count": 1,
    "modulus": 7,
    "answer": 5,  # of 40: column 0 has 1 * 2 + 2 * 1 = 4 ways, column 1 has 1 + 4 = 5, and 2 rows can be the larger one
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("5", "valid", 1),
        (" 5\n", "valid", 1),
        ("4", "valid", 0),
        ("0", "valid", 0),
        ("6", "valid", 0),
        ("7", "invalid", 0),
        ("40", "invalid", 0),  # not reduced
        ("-2", "invalid", 0),
        ("5 mod 7", "unparsed", 0),
        ("5.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert tally(3, (3, 2))[(1, 0), 1] == 40
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_damaged_problems():
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, "upper_bounds": [3]})
