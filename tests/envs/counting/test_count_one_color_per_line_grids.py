"""The oracle fills in every grid; larger ones are checked row by row."""

from collections import Counter
from functools import cache
from itertools import product
from math import comb

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_one_color_per_line_grids import _placements

env = rlve_gym.make("count_one_color_per_line_grids", answer_style="plain")


@cache
def counts_by_enumeration(row_count, column_count, color_count):
    """The number of placements for each list of color counts."""
    counts = Counter()
    for cells in product(range(color_count + 1), repeat=row_count * column_count):
        rows = [cells[i * column_count : (i + 1) * column_count] for i in range(row_count)]
        lines = rows + list(zip(*rows, strict=True))
        if all(len(set(line) - {0}) <= 1 for line in lines):
            counts[tuple(cells.count(color) for color in range(1, color_count + 1))] += 1
    return counts


def by_rows(row_count, column_count, color_counts):
    """The rows one by one: each is empty, or uses columns of its color and columns that were empty so far."""

    @cache
    def count(rows, free, owned, missing):
        if rows == 0:
            return int(not any(missing))
        total = count(rows - 1, free, owned, missing)
        for i in range(len(owned)):
            for new in range(free + 1):
                for old in range(owned[i] + 1):
                    if 1 <= new + old <= missing[i]:
                        now = (*owned[:i], owned[i] + new, *owned[i + 1 :])
                        rest = (*missing[:i], missing[i] - new - old, *missing[i + 1 :])
                        ways = comb(free, new) * comb(owned[i], old)
                        total += ways * count(rows - 1, free - new, now, rest)
        return total

    return count(row_count, column_count, (0,) * len(color_counts), tuple(color_counts))


@pytest.mark.parametrize(
    ("row_count", "column_count", "color_count"),
    [(2, 2, 1), (2, 2, 2), (2, 3, 2), (3, 2, 2), (3, 3, 1), (3, 3, 2), (2, 3, 3), (4, 2, 2), (3, 4, 1)],
)
def test_every_small_grid(row_count, column_count, color_count):
    counts = counts_by_enumeration(row_count, column_count, color_count)
    for color_counts in product(range(1, row_count * column_count + 1), repeat=color_count):
        # Without any placement, too.
        assert _placements(row_count, column_count, list(color_counts)) == counts[color_counts]
        assert by_rows(row_count, column_count, color_counts) == counts[color_counts]


def test_generated_problems():
    solved = 0
    for seed in range(300):
        problem = env.sample(0, seed=seed)
        rows, columns, colors = problem.row_count, problem.column_count, problem.color_counts
        assert 2 <= rows <= 3 and 2 <= columns <= 3 and 1000 <= problem.modulus <= 10000
        if (len(colors) + 1) ** (rows * columns) <= 20_000:
            solved += 1
            count = counts_by_enumeration(rows, columns, len(colors))[tuple(colors)]
            assert count > 0 and problem.answer == count % problem.modulus > 0
    assert solved > 200


@pytest.mark.parametrize("difficulty", [1, 2, 3, 4])
def test_larger_grids(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        count = by_rows(problem.row_count, problem.column_count, problem.color_counts)
        assert problem.answer == count % problem.modulus != 0


def test_one_color_is_a_binomial_coefficient():
    """And one cell for each color a rook placement, with labelled rooks."""
    assert _placements(20, 17, [100]) == comb(340, 100)
    assert _placements(9, 8, [1] * 6) == comb(9, 6) * comb(8, 6) * 720 * 720


def test_no_constant_pays():
    for difficulty, share in ((0, 0.35), (3, 0.08), (6, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(300)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


# Any cell for color 1, and one of the four cells outside its lines for color 2.
EXAMPLE = {"row_count": 3, "column_count": 3, "color_counts": [1, 1], "modulus": 1000, "answer": 36}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("36", "valid", 1),
        (" 36\n", "valid", 1),
        ("18", "valid", 0),
        ("72", "valid", 0),
        ("0", "valid", 0),
        ("1000", "invalid", 0),
        ("1036", "invalid", 0),  # not reduced
        ("-964", "invalid", 0),
        ("36 mod 1000", "unparsed", 0),
        ("36.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
