"""The oracle lists all fillings of the empty cells and checks the rules on coordinates."""

from collections import Counter
from itertools import product
from random import Random

import pytest

import rlve_gym
from rlve_gym.envs.puzzles.takuzu_with_line_counts import _random_row

env = rlve_gym.make("takuzu_with_line_counts", answer_style="plain")


def fillings(grid):
    """Every way to put digits into the empty cells."""
    text = "\n".join(grid)
    form = text.replace("*", "{}")
    for digits in product("01", repeat=text.count("*")):
        yield form.format(*digits)


def judge(problem, text):
    """Whether three equal cells are in line, and the number of lines with the right count."""
    cell = {(i, j): int(digit) for i, row in enumerate(text.split("\n")) for j, digit in enumerate(row)}
    three = any(
        cell.get((i + di, j + dj)) == cell.get((i + 2 * di, j + 2 * dj)) == digit
        for (i, j), digit in cell.items()
        for di, dj in ((0, 1), (1, 0))
    )
    hits = sum(
        sum(digit for place, digit in cell.items() if place[axis] == index) == count
        for axis, counts in enumerate((problem.row_counts, problem.column_counts))
        for index, count in enumerate(counts)
    )
    return three, hits


def test_every_filling_gets_its_quality():
    tried, several = 0, 0
    for seed in range(240):
        problem = env.sample(seed % 3, seed=seed)
        if sum(row.count("*") for row in problem.grid) > 8:
            continue
        tried, right = tried + 1, 0
        lines = len(problem.row_counts) + len(problem.column_counts)
        for text in fillings(problem.grid):
            three, hits = judge(problem, text)
            verdict = env.judge(problem, text)
            assert verdict.outcome == ("invalid" if three else "valid")
            assert verdict.quality == (0 if three else pytest.approx((hits / lines) ** 10))
            assert verdict.correct == (not three and hits == lines)
            right += verdict.correct
        assert right >= 1
        several += right > 1
    assert tried >= 100
    assert several >= 5  # other fillings than the planted one count


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_planted_fillings_obey_the_rules(difficulty):
    """The trap of the published suite: its generator backtracks without end from level 12 on."""
    side = 3 + difficulty
    for seed in range(6):
        problem = env.sample(difficulty, seed=seed)
        height, width = len(problem.row_counts), len(problem.column_counts)
        assert all(max(3, side - 2) <= length <= side for length in (height, width))
        if side <= 18 or seed == 0:
            assert judge(problem, "\n".join(problem.solution)) == (False, height + width)
        assert all(
            old in ("*", new)
            for given, row in zip(problem.grid, problem.solution, strict=True)
            for old, new in zip(given, row, strict=True)
        )
        share = problem.origin.parameters["empty_share"]
        assert sum(row.count("*") for row in problem.grid) == int(height * width * share)


@pytest.mark.parametrize("allowed", [["01"] * 5, ["0", "01", "01", "1", "01"], ["01", "0", "01", "01", "0"]])
def test_rows_are_uniform(allowed):
    rows = {"".join(row) for row in product(*allowed)}
    rows = {row for row in rows if "000" not in row and "111" not in row}
    rng = Random(0)
    drawn = Counter(_random_row(rng, allowed) for _ in range(200 * len(rows)))
    assert set(drawn) == rows
    assert all(130 < count < 280 for count in drawn.values())


EXAMPLE = {  # neither balanced nor with lines that differ
    "grid": ["1**1", "**0*", "0*1*"],
    "row_counts": [3, 2, 2],
    "column_counts": [2, 2, 1, 2],
    "solution": ["1101", "1100", "0011"],
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("1101\n1100\n0011", "valid", 1),
        ("\n1 1 0 1\n\n1,1,0,0\n0 0 1 1\n", "valid", 1),
        ("1011\n1100\n0110", "valid", (5 / 7) ** 10),  # columns 3 and 4
        ("1101\n0100\n0011", "valid", (5 / 7) ** 10),
        ("1011\n1100\n0011", "valid", (5 / 7) ** 10),  # columns 2 and 3
        ("1101\n1101\n0011", "invalid", 0),  # three ones in the last column
        ("1101\n1100\n0111", "invalid", 0),
        ("1001\n0000\n0110", "invalid", 0),
        ("1101\n1100\n1011", "invalid", 0),  # a given 0 changed
        ("0101\n1100\n0011", "invalid", 0),  # a given 1 changed
        ("1101\n1100", "unparsed", 0),
        ("1101\n1100\n0011\n0011", "unparsed", 0),
        ("1101\n1100\n001", "unparsed", 0),
        ("11010\n11000\n00110", "unparsed", 0),
        ("110111000011", "unparsed", 0),
        ("1**1\n**0*\n0*1*", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


@pytest.mark.parametrize("text", ["100\n010\n001", "010\n100\n001", "001\n100\n010", "001\n010\n100"])
def test_every_solution_counts(text):
    ones = {"grid": ["***"] * 3, "row_counts": [1, 1, 1], "column_counts": [1, 1, 1]}
    problem = env.problem_from({**ones, "solution": ["100", "010", "001"]})
    assert env.judge(problem, text).correct


def test_rows_and_columns_may_be_equal():
    """The name suggests Takuzu, whose rows differ and are balanced. Here they need not."""
    twins = {"grid": ["*01", "*01", "110"], "row_counts": [1, 1, 2], "column_counts": [1, 1, 2]}
    problem = env.problem_from({**twins, "solution": ["001", "001", "110"]})
    assert env.judge(problem, "001\n001\n110").correct


@pytest.mark.parametrize(
    "damage",
    [
        {"row_counts": [3, 2]},
        {"column_counts": [2, 2, 1]},
        {"grid": ["1**1", "**0*"]},
        {"grid": ["1**1", "**0*", "0*1"]},
        {"grid": ["1**1", "**0*", "0*1."]},
        {"grid": [], "row_counts": []},
    ],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(ValueError, match="for each row count"):
        env.problem_from({**EXAMPLE, **damage})
