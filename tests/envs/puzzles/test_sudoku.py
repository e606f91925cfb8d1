"""The oracle fills the blanks one after the other, trying every number; larger grids go to a SAT solver."""

from itertools import product

import pytest

import rlve_gym
from rlve_gym.envs.puzzles._sat import Clauses

env = rlve_gym.make("sudoku", answer_style="plain")


def box(row, column, height, width):
    return row // height, column // width


def completions(grid, height, width, cell=0):
    """All filled grids that keep the given cells."""
    side = height * width
    if cell == side * side:
        yield [list(row) for row in grid]
        return
    r, c = divmod(cell, side)
    if grid[r][c]:
        yield from completions(grid, height, width, cell + 1)
        return
    seen = {
        grid[i][j]
        for i, j in product(range(side), repeat=2)
        if i == r or j == c or box(i, j, height, width) == box(r, c, height, width)
    }
    for number in range(1, side + 1):
        if number not in seen:
            grid[r][c] = number
            yield from completions(grid, height, width, cell + 1)
            grid[r][c] = 0


def is_filled_right(grid, height, width):
    side = height * width
    units = {}
    for i, j in product(range(side), repeat=2):
        for unit in (("row", i), ("column", j), box(i, j, height, width)):
            units.setdefault(unit, set()).add(grid[i][j])
    return all(numbers == set(range(1, side + 1)) for numbers in units.values())


def is_unique(problem):
    side = problem.box_height * problem.box_width
    clauses = Clauses()
    x = clauses.grid(side, side, side)
    units = {}
    for i, j, k in product(range(side), repeat=3):
        where = box(i, j, problem.box_height, problem.box_width)
        for unit in (("cell", i, j), ("row", i, k), ("column", j, k), (*where, k)):
            units.setdefault(unit, []).append(x[i][j][k])
        if problem.grid[i][j] == k + 1:
            clauses.add(x[i][j][k])
    for unit in units.values():
        clauses.exactly_one(unit)
    return clauses.is_unique(v for plane in x for line in plane for v in line)


def test_there_are_288_grids_of_side_4():
    assert sum(1 for _ in completions([[0] * 4 for _ in range(4)], 2, 2)) == 288


@pytest.mark.parametrize("difficulty", range(6))
def test_there_is_one_solution(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        grid = [list(row) for row in problem.grid]
        assert list(completions(grid, problem.box_height, problem.box_width)) == [problem.solution]
        assert env.judge(problem, env.format(problem.solution)).correct


@pytest.mark.parametrize("difficulty", [6, 8, 10, 12, 14])
def test_there_is_one_solution_on_large_grids(difficulty):
    for seed in range(2):
        assert is_unique(env.sample(difficulty, seed=seed))


@pytest.mark.parametrize("difficulty", range(21))
def test_problems_are_as_described(difficulty):
    shapes = set()
    for seed in range(12):
        problem = env.sample(difficulty, seed=seed)
        height, width = problem.box_height, problem.box_width
        shapes.add((height, width))
        side = height * width
        assert is_filled_right(problem.solution, height, width)
        cells = list(product(range(side), repeat=2))
        assert all(problem.grid[i][j] in (0, problem.solution[i][j]) for i, j in cells)
        blanks = sum(problem.grid[i][j] == 0 for i, j in cells)
        wanted = int((0.3 + 0.02 * difficulty) * side * side + 1e-9)
        assert min(wanted, int(0.45 * side * side)) <= blanks <= wanted
    largest = [2 + difficulty // 6, 2 + (difficulty + 3) // 6]
    assert all(sorted(shape) <= sorted(largest) and max(shape) <= max(largest) for shape in shapes)
    assert len(shapes) > 1 or difficulty < 3


def test_all_grids_of_side_4_occur():
    grids = {str(env.sample(0, seed=seed).solution) for seed in range(1500)}
    assert len(grids) > 270


def test_grids_are_not_from_one_pattern():
    """The trap of the published suite: in its grids, all boxes of a band have the same rows, as sets.

    Of the 56 ways to spread the rows of the first box of side 3 over the others of its band only 2 do that
    (B. Felgenhauer and F. Jarvis, "Enumerating possible Sudoku grids", 2005).
    """
    same = total = 0
    seed = 0
    while total < 150:
        problem = env.sample(6, seed=seed)
        seed += 1
        if problem.box_height == problem.box_width == 3:
            for top in (0, 3, 6):
                band = problem.solution[top : top + 3]
                rows = {frozenset(row[left : left + 3]) for row in band for left in (0, 3, 6)}
                same += len(rows) == 3
                total += 1
    assert same < 0.15 * total


# The last two rows lack 1 and 2, each in one place only.
EXAMPLE = {
    "box_height": 2,
    "box_width": 2,
    "grid": [[1, 2, 3, 4], [3, 4, 1, 2], [0, 0, 4, 3], [4, 3, 0, 0]],
    "solution": [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]],
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1", "valid", 1),
        ("\n1, 2, 3, 4\n3 4 1 2\n\n2 1 4 3\n4 3 2 1\n", "valid", 1),
        ("1 2 3 4\n3 4 1 2\n1 2 4 3\n4 3 2 1", "valid", 0),  # columns
        ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 1 2", "valid", 0),  # columns
        ("1 2 3 4\n3 4 1 2\n1 1 4 3\n4 3 2 2", "valid", 0),  # rows
        ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 5", "invalid", 0),
        ("1 2 3 4\n3 4 1 2\n0 0 4 3\n4 3 0 0", "invalid", 0),
        ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 -1", "invalid", 0),
        ("2 1 3 4\n3 4 1 2\n1 2 4 3\n4 3 2 1", "invalid", 0),  # given cells changed
        ("1 2 3 4\n3 4 1 2\n2 1 4 3", "unparsed", 0),
        ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2", "unparsed", 0),
        ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1 1", "unparsed", 0),
        ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n1 2 3 4", "unparsed", 0),
        ("1 2 3 4\n3 4 1 2\n. . 4 3\n4 3 . .", "unparsed", 0),
        ("1234\n3412\n2143\n4321", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == quality


def test_boxes_count():
    """A Latin square is not enough."""
    problem = env.problem_from({**EXAMPLE, "grid": [[0] * 4 for _ in range(4)]})
    assert not env.judge(problem, "1 2 3 4\n2 3 4 1\n3 4 1 2\n4 1 2 3").correct
    wide = env.problem_from(
        {"box_height": 2, "box_width": 3, "grid": [[0] * 6] * 6, "solution": [[0] * 6] * 6}
    )
    grid = [[1, 2, 3, 4, 5, 6], [4, 5, 6, 1, 2, 3], [2, 3, 1, 5, 6, 4], [5, 6, 4, 2, 3, 1]]
    grid += [[3, 1, 2, 6, 4, 5], [6, 4, 5, 3, 1, 2]]
    assert env.judge(wide, env.format(grid)).correct
    assert not env.judge(wide, env.format(zip(*grid, strict=True))).correct  # boxes of 3 rows and 2 columns


def test_every_completion_is_right():
    """Hand-made problems may have several."""
    grid = [[1, 2, 3, 4], [3, 4, 1, 2], [0] * 4, [0] * 4]
    problem = env.problem_from({**EXAMPLE, "grid": grid})
    found = list(completions([list(row) for row in grid], 2, 2))
    assert len(found) > 1
    assert all(env.judge(problem, env.format(answer)).correct for answer in found)


@pytest.mark.parametrize(
    "damage",
    [
        {"box_height": 3},
        {"box_height": -2, "box_width": -2},
        {"box_height": 0, "grid": [], "solution": []},
        {"grid": [[0] * 4] * 3},
        {"grid": [[0] * 4] * 3 + [[0]]},
        {"solution": [[0] * 5] * 4},
    ],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(ValueError, match="box_height"):
        env.problem_from({**EXAMPLE, **damage})
