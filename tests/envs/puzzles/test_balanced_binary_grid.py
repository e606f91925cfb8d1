"""The oracle lists all fillings of the empty cells and counts the ones of each line."""

from itertools import product

import pytest

import rlve_gym

env = rlve_gym.make("balanced_binary_grid", answer_style="plain")


def fillings(grid):
    """Every way to put digits into the empty cells."""
    text = "\n".join(grid)
    form = text.replace("*", "{}")
    for digits in product("01", repeat=text.count("*")):
        yield form.format(*digits)


def is_balanced(text):
    rows = [[int(digit) for digit in row] for row in text.split("\n")]
    height, width = len(rows), len(rows[0])
    return all(sum(row) == width / 2 for row in rows) and all(
        sum(rows[i][j] for i in range(height)) == height / 2 for j in range(width)
    )


def test_every_filling_is_judged_right():
    tried, several = 0, 0
    for seed in range(240):
        problem = env.sample(seed % 3, seed=seed)
        if sum(row.count("*") for row in problem.grid) > 8:
            continue
        tried, right = tried + 1, 0
        for text in fillings(problem.grid):
            verdict = env.judge(problem, text)
            assert verdict.outcome == "valid"
            assert verdict.correct == is_balanced(text)
            assert verdict.quality == float(verdict.correct)
            right += verdict.correct
        assert right >= 1
        several += right > 1
    assert tried >= 50
    assert several >= 12  # other grids than the planted one count


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_planted_grids_are_completions(difficulty):
    for seed in range(8):
        problem = env.sample(difficulty, seed=seed)
        share = problem.origin.parameters["empty_share"]
        top = 2 + (difficulty + 1) // 2
        for side in (len(problem.grid), len(problem.grid[0])):
            assert side % 2 == 0 and max(2, top - 2) <= side // 2 <= top
        assert is_balanced("\n".join(problem.solution))
        assert all(
            old in ("*", new)
            for given, row in zip(problem.grid, problem.solution, strict=True)
            for old, new in zip(given, row, strict=True)
        )
        cells = len(problem.grid) * len(problem.grid[0])
        assert sum(row.count("*") for row in problem.grid) == int(cells * share)


def test_rows_are_not_all_one_pattern_or_its_complement():
    """The trap of the published suite: its grids are shuffled checkerboards, which one row gives away."""
    flip = str.maketrans("01", "10")
    for seed in range(30):
        rows = env.sample(7, seed=seed).solution
        patterns = {min(row, row.translate(flip)) for row in rows}
        assert len(patterns) >= len(rows) // 2


EXAMPLE = {"grid": ["0*1*", "****", "**00", "1***"], "solution": ["0011", "0101", "1100", "1010"]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("0011\n0101\n1100\n1010", "valid", 1),
        ("0011\n0011\n1100\n1100", "valid", 1),  # another one
        ("\n0 1 1 0\n 0,0,1,1 \n\n1 1 0 0\n1 0 0 1\n", "valid", 1),
        ("0011\n0011\n1100\n1010", "valid", 0),  # columns 2 and 3
        ("0011\n0101\n1100\n1110", "valid", 0),
        ("0010\n0101\n1100\n1011", "valid", 0),  # all columns are balanced, two rows are not
        ("0011\n0101\n1010\n1100", "invalid", 0),  # given digits changed
        ("1100\n1010\n0011\n0101", "invalid", 0),
        ("0011\n0101\n1100", "unparsed", 0),
        ("0011\n0101\n1100\n1010\n0011", "unparsed", 0),
        ("0011\n0101\n1100\n101", "unparsed", 0),
        ("00110\n01011\n11000\n10101", "unparsed", 0),
        ("0011010111001010", "unparsed", 0),
        ("0*1*\n****\n**00\n1***", "unparsed", 0),
        ("0021\n0101\n1100\n1010", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == quality


@pytest.mark.parametrize(
    "grid", [[], ["0*1*", "***"], ["0*1", "1*0"], ["0*1*"], ["0*1.", "0110"], ["01x*", "1010"]]
)
def test_damaged_problems_are_refused(grid):
    with pytest.raises(ValueError, match="rectangle"):
        env.problem_from({**EXAMPLE, "grid": grid})
