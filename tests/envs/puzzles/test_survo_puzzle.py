"""The oracle puts the missing numbers into the empty cells in every order."""

from itertools import permutations

import pytest

import rlve_gym

env = rlve_gym.make("survo_puzzle", answer_style="plain")


def fillings(grid):
    """All ways to put the missing numbers into the grid."""
    n, m = len(grid), len(grid[0])
    empty = [(i, j) for i in range(n) for j in range(m) if grid[i][j] == -1]
    missing = [v for v in range(n * m) if not any(v in row for row in grid)]
    for values in permutations(missing):
        filled = [list(row) for row in grid]
        for (i, j), value in zip(empty, values, strict=True):
            filled[i][j] = value
        yield filled


def hits(problem, grid):
    n, m = len(grid), len(grid[0])
    return sum(
        sum(grid[i][j] for j in range(m)) == wanted for i, wanted in enumerate(problem.row_sums)
    ) + sum(sum(grid[i][j] for i in range(n)) == wanted for j, wanted in enumerate(problem.column_sums))


@pytest.mark.parametrize("difficulty", [0, 1])
def test_every_filling_gets_its_quality(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        lines = len(problem.row_sums) + len(problem.column_sums)
        right = 0
        for grid in fillings(problem.grid):
            verdict = env.judge(problem, env.format(grid))
            met = hits(problem, grid)
            assert verdict.correct == (met == lines)
            assert verdict.quality == pytest.approx((met / lines) ** 5)
            right += verdict.correct
        assert right >= 1


def test_another_solution_than_the_planted_one_is_right():
    """A magic square with the mirror image as another solution; two cells are given."""
    square = [[7, 0, 5], [2, 4, 6], [3, 8, 1]]
    problem = env.problem_from(
        {
            "grid": [[-1, -1, -1], [-1, 4, -1], [-1, 8, -1]],
            "row_sums": [12] * 3,
            "column_sums": [12] * 3,
            "solution": square,
        }
    )
    right = [grid for grid in fillings(problem.grid) if env.judge(problem, env.format(grid)).correct]
    assert square in right
    assert [row[::-1] for row in square] in right


@pytest.mark.parametrize("difficulty", range(31))
def test_problems_are_as_described(difficulty):
    """The trap of the published suite: one or two empty cells, or nearly all; here their number grows steadily."""
    largest, most = 3 + difficulty // 3, 4 + 3 * difficulty // 2
    for seed in range(12):
        problem = env.sample(difficulty, seed=seed)
        n, m = len(problem.solution), len(problem.solution[0])
        assert max(2, largest // 2) <= min(n, m) <= max(n, m) <= largest
        assert sorted(v for row in problem.solution for v in row) == list(range(n * m))
        assert hits(problem, problem.solution) == n + m
        assert all(
            a in (-1, b)
            for row, whole in zip(problem.grid, problem.solution, strict=True)
            for a, b in zip(row, whole, strict=True)
        )
        empty = sum(row.count(-1) for row in problem.grid)
        assert min(n * m - 1, max(3, most // 2)) <= empty <= min(n * m - 1, most)


# 0 4 2 / 3 1 5
EXAMPLE = {
    "grid": [[-1, 4, -1], [-1, 1, -1]],
    "row_sums": [6, 9],
    "column_sums": [3, 5, 7],
    "solution": [[0, 4, 2], [3, 1, 5]],
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("0 4 2\n3 1 5", "valid", 1),
        ("\n0, 4, 2\n\n3 1 5\n", "valid", 1),
        ("2 4 0\n3 1 5", "valid", (3 / 5) ** 5),  # both rows and the middle column
        ("3 4 2\n0 1 5", "valid", (3 / 5) ** 5),  # all columns
        ("5 4 3\n0 1 2", "valid", (1 / 5) ** 5),  # the given column always fits
        ("0 2 4\n3 1 5", "invalid", 0),  # a given number moved
        ("0 4 2\n3 1 3", "invalid", 0),
        ("0 4 2\n3 1 6", "invalid", 0),
        ("-1 4 3\n3 1 5", "invalid", 0),
        ("0 4 2 3 1 5", "unparsed", 0),
        ("0 4\n2 3\n1 5", "unparsed", 0),  # the wrong way round
        ("0 4 2", "unparsed", 0),
        ("0 4 2\n3 1", "unparsed", 0),
        ("0 4 2 6\n3 1 5 9", "unparsed", 0),  # with the sums
        ("0 4 2\n3 1 5\n3 5 7", "unparsed", 0),
        (". 4 .\n. 1 .", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_overridden_parameters():
    """Never all cells are empty."""
    for side in (3, 8, 13):
        for most in (4, 49):
            problem = env.sample(0, seed=2, parameters={"max_side": side, "max_empty": most})
            assert hits(problem, problem.solution) == len(problem.row_sums) + len(problem.column_sums)
            assert any(value != -1 for row in problem.grid for value in row)


@pytest.mark.parametrize(
    "damage",
    [
        {"row_sums": [6]},
        {"column_sums": [3, 5]},
        {"grid": [[-1, 4, -1]]},
        {"grid": [[-1, 4, -1], [-1, 1]]},
        {"solution": [[0, 4, 2], [3, 1, 5], [6, 7, 8]]},
        {"grid": [], "solution": [], "row_sums": []},
        {"grid": [[], []], "solution": [[], []], "column_sums": []},
    ],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(ValueError, match="for each of the"):
        env.problem_from({**EXAMPLE, **damage})
