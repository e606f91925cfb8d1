"""The oracle shifts with numpy.roll, and searches all states of small grids."""

from itertools import product
from math import factorial
from random import Random

import numpy as np
import pytest

import rlve_gym

env = rlve_gym.make("row_column_shift_puzzle", answer_style="plain")


def moved(grid, move):
    kind, index, shift = move
    array = np.array(grid)
    if kind == "row":
        array[index] = np.roll(array[index], shift)
    else:
        array[:, index] = np.roll(array[:, index], shift)
    return array


def allowed_moves(problem):
    n, m = len(problem.start_grid), len(problem.start_grid[0])
    row, column = problem.max_row_shift, problem.max_column_shift
    return [
        *(("row", index, shift) for index in range(n) for shift in range(-row, row + 1)),
        *(("column", index, shift) for index in range(m) for shift in range(-column, column + 1)),
    ]


@pytest.mark.parametrize("difficulty", range(0, 31, 5))
def test_every_answer_gets_its_quality(difficulty):
    rng = Random(difficulty)
    for seed in range(15):
        problem = env.sample(difficulty, seed=seed)
        moves = allowed_moves(problem)
        plant = problem.solution
        for answer in (plant, plant[:-1], [*plant, rng.choice(moves)], rng.choices(moves, k=4)):
            if not answer:
                continue
            grid = np.array(problem.start_grid)
            for move in answer:
                assert move in moves
                grid = moved(grid, move)
            share = (grid == np.array(problem.target_grid)).mean()
            verdict = env.judge(problem, env.format(answer))
            assert verdict.outcome == "valid"
            assert verdict.correct == (share == 1)
            assert verdict.quality == pytest.approx(share**10)
            assert share == 1 or answer != plant


@pytest.mark.parametrize(("n", "m"), [(2, 2), (2, 3), (3, 2)])
def test_ways_to_every_state(n, m):
    """Each state of a small grid that a search reaches is accepted as a target, by a shortest way and its detours."""
    start = np.arange(n * m).reshape(n, m)
    fields = {"max_row_shift": 1, "max_column_shift": 1, "solution": [], "start_grid": start.tolist()}
    moves = [
        ("row", index, shift) for index in range(n) for shift in (-1, 1)
    ] + [("column", index, shift) for index in range(m) for shift in (-1, 1)]  # fmt: skip
    ways = {start.tobytes(): []}
    queue = [start]
    for grid in queue:
        for move in moves:
            after = moved(grid, move)
            if after.tobytes() not in ways:
                ways[after.tobytes()] = [*ways[grid.tobytes()], move]
                queue.append(after)
    assert len(queue) == factorial(n * m)
    for grid in queue[1 : 200 if n * m > 4 else None]:
        problem = env.problem_from({**fields, "target_grid": grid.tolist()})
        way = ways[grid.tobytes()]
        assert env.judge(problem, env.format(way)).correct
        assert env.judge(problem, env.format([moves[0], moves[1], *way, moves[-1], moves[-2]])).correct
        assert not env.judge(problem, env.format([*way, moves[0]])).correct


# Row 0 to the right by 1, then column 0 down by 1.
EXAMPLE = {
    "start_grid": [[0, 1, 2], [3, 4, 5]],
    "target_grid": [[3, 0, 1], [2, 4, 5]],
    "max_row_shift": 1,
    "max_column_shift": 1,
    "solution": [["row", 0, 1], ["column", 0, 1]],
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("row 0 1\ncolumn 0 1", "valid", 1),
        ("Row 0 1\n\n  COLUMN 0 1\n", "valid", 1),
        ("row, 0, +1\ncolumn 0 −1", "valid", 1),  # in two rows, up is down
        ("row 0 -1\nrow 0 -1\ncolumn 0 1", "valid", 1),
        ("row 1 0\nrow 0 1\ncolumn 2 0\ncolumn 0 1", "valid", 1),  # a shift by 0 is allowed
        ("row 0 1", "valid", (4 / 6) ** 10),
        ("column 0 1\nrow 0 1", "valid", (3 / 6) ** 10),  # 2 3 1 / 0 4 5
        ("row 0 2\ncolumn 0 1", "invalid", 0),  # equals a shift by -1, but is over the limit
        ("row 0 -2", "invalid", 0),
        ("column 0 2", "invalid", 0),
        ("row 2 1", "invalid", 0),
        ("column 3 1", "invalid", 0),
        ("row -1 1", "invalid", 0),
        ("column 2 1", "valid", (1 / 6) ** 10),  # 0 1 5 / 3 4 2
        ("row 0 99999999999999999999", "invalid", 0),
        ("", "unparsed", 0),
        ("row 0", "unparsed", 0),
        ("row 0 1 1", "unparsed", 0),
        ("row 0 1 column 0 1", "unparsed", 0),
        ("row 0 one", "unparsed", 0),
        ("line 0 1", "unparsed", 0),
        ("0 1", "unparsed", 0),
        ("1. row 0 1", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_limits_of_rows_and_columns_are_not_mixed_up():
    fields = {
        "start_grid": [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]],
        "target_grid": [[1, 2, 3, 0], [4, 5, 6, 7], [8, 9, 10, 11]],
        "max_row_shift": 3,
        "max_column_shift": 1,
        "solution": [["row", 0, -1]],
    }
    problem = env.problem_from(fields)
    assert env.judge(problem, "row 0 3").correct
    assert env.judge(problem, "row 0 -1").correct
    assert not env.judge(problem, "row 0 1").correct
    assert env.judge(problem, "column 0 2").outcome == "invalid"
    assert env.judge(problem, "column 3 1").outcome == "valid"
    assert env.judge(problem, "row 3 1").outcome == "invalid"


@pytest.mark.parametrize("difficulty", [0, 1, 6, 20])
def test_the_target_is_not_the_start_and_neighboring_moves_differ(difficulty):
    """The trap of the published suite: the planted walk could return to the start, or undo itself at once."""
    for seed in range(100):
        problem = env.sample(difficulty, seed=seed)
        assert problem.start_grid != problem.target_grid
        assert len(problem.solution) == 2 + difficulty // 2
        assert all(a[:2] != b[:2] for a, b in zip(problem.solution, problem.solution[1:], strict=False))
        assert all(shift != 0 for _, _, shift in problem.solution)


def test_all_shapes_and_limits_occur():
    sizes = [env.sample(9, seed=seed) for seed in range(400)]
    shapes = {(len(problem.start_grid), len(problem.start_grid[0])) for problem in sizes}
    assert shapes == set(product(range(2, 9), repeat=2))
    assert {problem.max_row_shift for problem in sizes} == set(range(1, 8))
    assert {problem.max_column_shift for problem in sizes} == set(range(1, 8))


@pytest.mark.parametrize(
    "damage",
    [
        {"start_grid": []},
        {"start_grid": [[0, 1, 2, 3, 4, 5]]},
        {"start_grid": [[0, 1, 2], [3, 4]]},
        {"target_grid": [[0, 1, 2], [3, 4, 4]]},
        {"target_grid": [[0, 1], [2, 3], [4, 5]]},
        {"max_row_shift": 3},
        {"max_column_shift": 0},
        {"solution": [["diagonal", 0, 1]]},
    ],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(ValueError):
        env.problem_from({**EXAMPLE, **damage})
