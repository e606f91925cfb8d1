"""The oracle lists all markings of the cells without numbers and counts mines by distance."""

from itertools import product

import pytest

import rlve_gym

env = rlve_gym.make("minesweeper", answer_style="plain")


def clues_met(problem, mines):
    return sum(
        sum(max(abs(i - row), abs(j - column)) == 1 for i, j in mines) == number
        for row, numbers in enumerate(problem.grid)
        for column, number in enumerate(numbers)
        if number >= 0
    )


def draw(problem, mines):
    return "\n".join(
        "".join("*" if (row, column) in mines else "." for column in range(len(problem.grid[0])))
        for row in range(len(problem.grid))
    )


def cells(problem, *, unknown):
    return [
        (row, column)
        for row, numbers in enumerate(problem.grid)
        for column, number in enumerate(numbers)
        if (number == -1) == unknown
    ]


def test_every_marking_gets_its_quality():
    tried, several = 0, 0
    for seed in range(90):
        problem = env.sample(seed % 2, seed=seed)
        unknown, numbered = cells(problem, unknown=True), cells(problem, unknown=False)
        if len(unknown) > 9:
            continue
        tried, right = tried + 1, 0
        for chosen in product((False, True), repeat=len(unknown)):
            mines = {place for place, is_mine in zip(unknown, chosen, strict=True) if is_mine}
            verdict = env.judge(problem, draw(problem, mines))
            hits = clues_met(problem, mines)
            assert verdict.outcome == "valid"
            assert verdict.correct == (hits == len(numbered))
            assert verdict.quality == pytest.approx((hits / len(numbered)) ** 10)
            assert env.judge(problem, draw(problem, {*mines, numbered[0]})).outcome == "invalid"
            right += verdict.correct
        assert right >= 1
        several += right > 1
    assert tried >= 30
    assert several >= 5  # other markings than the planted one count


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_planted_markings_meet_all_numbers(difficulty):
    side = 4 + difficulty
    for seed in range(8 if difficulty < 15 else 2):
        problem = env.sample(difficulty, seed=seed)
        height, width = len(problem.grid), len(problem.grid[0])
        assert all(max(3, (side + 1) // 2) <= length <= side for length in (height, width))
        mines = {
            (row, column)
            for row in range(height)
            for column in range(width)
            if problem.solution[row][column] == "*"
        }
        assert int(0.4 * height * width) <= len(mines) <= 0.7 * height * width
        numbered = cells(problem, unknown=False)
        assert len(numbered) == int(problem.origin.parameters["clue_share"] * (height * width - len(mines)))
        assert not mines.intersection(numbered)
        assert clues_met(problem, mines) == len(numbered)


@pytest.mark.parametrize(("difficulty", "most"), [(0, 20), (3, 12), (6, 6)])
def test_all_or_none_of_the_unknown_cells_seldom_wins(difficulty, most):
    for fill in "*.":
        problems = [env.sample(difficulty, seed=seed) for seed in range(200)]
        wins = sum(
            env.judge(
                problem, "\n".join("".join(fill if n == -1 else "." for n in row) for row in problem.grid)
            ).correct
            for problem in problems
        )
        assert wins <= most


EXAMPLE = {"grid": [[1, -1, -1], [-1, 2, 1], [-1, -1, -1]], "solution": [".*.", "...", "*.."]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        (".*.\n...\n*..", "valid", 1),
        (".*.\n...\n.*.", "valid", (2 / 3) ** 10),
        ("...\n*..\n..*", "valid", 1),  # another one
        ("\n. * .\n\n. . .\n*..\n", "valid", 1),
        ("...\n...\n...", "valid", 0),
        (".*.\n...\n...", "valid", (2 / 3) ** 10),
        (".**\n*..\n***", "valid", 0),
        ("*..\n...\n..*", "invalid", 0),  # a mine on a number
        (".*.\n.*.\n*..", "invalid", 0),
        (".*.\n..*\n*..", "invalid", 0),
        (".*.\n...", "unparsed", 0),
        (".*.\n...\n*..\n...", "unparsed", 0),
        (".*.\n...\n*.", "unparsed", 0),
        (".*..\n....\n*...", "unparsed", 0),
        (".*....*..", "unparsed", 0),
        ("1*.\n.21\n*..", "unparsed", 0),
        ("?*.\n...\n*..", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_opposite_borders_are_not_neighbors():
    grid = [[0, -1, -1, 1], [-1, -1, -1, -1], [-1, -1, -1, -1], [1, -1, -1, 1]]
    problem = env.problem_from({"grid": grid, "solution": ["..*.", "....", ".*..", "..*."]})
    assert env.judge(problem, "....\n...*\n.*..\n..*.").correct  # (1, 3) is beside (0, 0) on a torus
    assert env.judge(problem, "..*.\n....\n.**.\n....").correct
    assert env.judge(problem, "....\n..*.\n.*..\n..*.").correct
    assert env.judge(problem, "....\n*.*.\n.*..\n..*.").quality == pytest.approx(0.75**10)


@pytest.mark.parametrize(
    ("grid", "why"),
    [
        ([], "same length"),
        ([[1, -1, -1], [-1, 2], [-1, -1, -1]], "same length"),
        ([[1, 9], [-1, -1]], "from -1 to 8"),
        ([[1, -2], [-1, -1]], "from -1 to 8"),
        ([[-1, -1], [-1, -1]], "at least one number"),
    ],
)
def test_damaged_problems_are_refused(grid, why):
    with pytest.raises(ValueError, match=why):
        env.problem_from({"grid": grid, "solution": ["..", ".."]})
