"""The oracle lists all fillings of the open cells and checks the rules on coordinates."""

from itertools import product

import pytest

import rlve_gym

env = rlve_gym.make("nonadjacent_ones_with_line_counts", answer_style="plain")


def fillings(grid):
    """Every way to put digits into the open cells."""
    text = "\n".join(grid)
    form = text.replace("*", "{}")
    for digits in product("01", repeat=text.count("*")):
        yield form.format(*digits)


def judge(problem, text):
    """Whether ones touch, and the number of lines with the right count."""
    rows = text.split("\n")
    ones = {(i, j) for i, row in enumerate(rows) for j, digit in enumerate(row) if digit == "1"}
    touching = any(
        abs(i - other_i) + abs(j - other_j) == 1 for i, j in ones for other_i, other_j in ones if i <= other_i
    )
    in_row = [sum(i == row for i, _ in ones) for row in range(len(rows))]
    in_column = [sum(j == column for _, j in ones) for column in range(len(rows[0]))]
    pairs = [
        *zip(in_row, problem.row_counts, strict=True),
        *zip(in_column, problem.column_counts, strict=True),
    ]
    return touching, sum(found == wanted for found, wanted in pairs)


def test_every_filling_gets_its_quality():
    tried, several = 0, 0
    for seed in range(300):
        problem = env.sample(seed % 3, seed=seed)
        if sum(row.count("*") for row in problem.grid) > 8:
            continue
        tried, right = tried + 1, 0
        lines = len(problem.row_counts) + len(problem.column_counts)
        for text in fillings(problem.grid):
            touching, hits = judge(problem, text)
            verdict = env.judge(problem, text)
            assert verdict.outcome == ("invalid" if touching else "valid")
            assert verdict.quality == (0 if touching else pytest.approx((hits / lines) ** 10))
            assert verdict.correct == (not touching and hits == lines)
            right += verdict.correct
        assert right >= 1
        several += right > 1
    assert tried >= 100
    assert several >= 10  # other fillings than the planted one count


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_planted_fillings_obey_the_rules(difficulty):
    side = 3 + difficulty
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        height, width = len(problem.row_counts), len(problem.column_counts)
        assert all(max(2, (side + 1) // 2) <= length <= side for length in (height, width))
        assert judge(problem, "\n".join(problem.solution)) == (False, height + width)
        assert all(
            old in ("*", new)
            for given, row in zip(problem.grid, problem.solution, strict=True)
            for old, new in zip(given, row, strict=True)
        )
        share = problem.origin.parameters["empty_share"]
        assert sum(row.count("*") for row in problem.grid) == int(height * width * share)


@pytest.mark.parametrize("difficulty", [0, 3, 10])
def test_zeros_alone_are_never_right(difficulty):
    """A trap of the published suite, where they won between 38% and 12%."""
    for seed in range(200):
        problem = env.sample(difficulty, seed=seed)
        zeros = [row.replace("*", "0") for row in problem.grid]
        assert not env.judge(problem, env.format(zeros)).correct


def greedy(problem):
    """One pass over the open cells: a 1 wherever counts and neighbors allow it."""
    rows = [list(row) for row in problem.grid]
    row_room = [count - row.count("1") for count, row in zip(problem.row_counts, rows, strict=True)]
    column_room = [
        count - column.count("1")
        for count, column in zip(problem.column_counts, zip(*rows, strict=True), strict=True)
    ]
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            if cell != "*":
                continue
            beside = [
                rows[a][b]
                for a, b in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1))
                if 0 <= a < len(rows) and 0 <= b < len(row)
            ]
            row[j] = "01"["1" not in beside and row_room[i] > 0 and column_room[j] > 0]
            row_room[i] -= row[j] == "1"
            column_room[j] -= row[j] == "1"
    return ["".join(row) for row in rows]


def test_one_greedy_pass_seldom_wins():
    """Another trap: in the published suite it still solves half of the problems at level 15."""
    problems = [env.sample(15, seed=seed) for seed in range(100)]
    wins = sum(env.judge(problem, env.format(greedy(problem))).correct for problem in problems)
    assert wins <= 30


def test_large_grids_generate():
    """The published generator is a recursion that passes Python's limit near 31 x 31."""
    problem = env.sample(0, seed=0, parameters={"max_side": 33, "empty_share": 0.9})
    assert env.judge(problem, env.format(problem.solution)).correct


EXAMPLE = {
    "grid": ["*0*", "**0", "1**"],
    "row_counts": [1, 1, 1],
    "column_counts": [1, 1, 1],
    "solution": ["001", "010", "100"],
}
TWINS = {**EXAMPLE, "grid": ["*0*", "***", "***"]}  # the ones of every diagonal, and two more grids


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("001\n010\n100", "valid", 1),
        ("\n0 0 1\n\n0,1,0\n1 0 0\n", "valid", 1),
        ("001\n010\n101", "valid", (4 / 6) ** 10),  # row 3 and column 3 have a 1 too many
        ("000\n000\n100", "valid", (2 / 6) ** 10),
        ("101\n010\n100", "valid", (4 / 6) ** 10),
        ("001\n000\n110", "invalid", 0),  # side by side
        ("001\n100\n100", "invalid", 0),  # one above the other
        ("001\n010\n010", "invalid", 0),  # a given 1 erased
        ("001\n011\n100", "invalid", 0),  # a given 0 changed
        ("010\n001\n100", "invalid", 0),
        ("001\n010", "unparsed", 0),
        ("001\n010\n100\n000", "unparsed", 0),
        ("001\n010\n10", "unparsed", 0),
        ("0010\n0100\n1000", "unparsed", 0),
        ("001010100", "unparsed", 0),
        ("*0*\n**0\n1**", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


@pytest.mark.parametrize("text", ["100\n010\n001", "001\n010\n100", "100\n001\n010", "001\n100\n010"])
def test_every_solution_counts(text):
    assert env.judge(env.problem_from(TWINS), text).correct


@pytest.mark.parametrize(
    "damage",
    [
        {"row_counts": [1, 1]},
        {"column_counts": [1, 1, 1, 0]},
        {"grid": ["*0*", "**0"]},
        {"grid": ["*0*", "**0", "1*"]},
        {"grid": ["*0*", "**0", "1.."]},
        {"grid": [], "row_counts": []},
    ],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(ValueError, match="for each row count"):
        env.problem_from({**EXAMPLE, **damage})
