"""The oracle turns slices with numpy.rot90, and searches all states of small grids."""

from itertools import product
from random import Random

import numpy as np
import pytest

import rlve_gym

env = rlve_gym.make("twiddle", answer_style="plain")


def moved(grid, size, move):
    i, j = move
    array = np.array(grid)
    array[i : i + size, j : j + size] = np.rot90(array[i : i + size, j : j + size])  # counter-clockwise
    return array


def blocks(problem):
    n, m, size = len(problem.start_grid), len(problem.start_grid[0]), problem.block_size
    return list(product(range(n - size + 1), range(m - size + 1)))


@pytest.mark.parametrize("difficulty", range(0, 31, 5))
def test_every_answer_gets_its_quality(difficulty):
    rng = Random(difficulty)
    for seed in range(15):
        problem = env.sample(difficulty, seed=seed)
        moves = blocks(problem)
        plant = problem.solution
        target = np.array(problem.target_grid)
        before = (np.array(problem.start_grid) == target).mean()
        for answer in (plant, plant[:-1], [*plant, rng.choice(moves)], rng.choices(moves, k=3)):
            grid = np.array(problem.start_grid)
            for move in answer:
                assert move in moves
                grid = moved(grid, problem.block_size, move)
            share = (grid == target).mean()
            verdict = env.judge(problem, env.format(answer))
            assert verdict.outcome == "valid"
            assert verdict.correct == (share == 1)
            assert verdict.quality == pytest.approx(share**5 if share > before else 0)
            assert share == 1 or answer != plant


@pytest.mark.parametrize(("n", "m"), [(2, 3), (3, 2)])
def test_ways_to_every_state(n, m):
    """Each state of a small grid that a search reaches is accepted as a target, by a shortest way and a detour."""
    start = np.arange(n * m).reshape(n, m)
    moves = list(product(range(n - 1), range(m - 1)))
    ways = {start.tobytes(): []}
    queue = [start]
    for grid in queue:
        for move in moves:
            after = moved(grid, 2, move)
            if after.tobytes() not in ways:
                ways[after.tobytes()] = [*ways[grid.tobytes()], move]
                queue.append(after)
    assert (
        len(queue) == 120
    )  # these two turns generate PGL(2, 5), a famous exception, and not all 720 permutations
    for grid in queue[1:]:
        problem = env.problem_from(
            {"start_grid": start.tolist(), "target_grid": grid.tolist(), "block_size": 2, "solution": []}
        )
        way = ways[grid.tobytes()]
        assert env.judge(problem, env.format(way)).correct
        assert env.judge(problem, env.format([moves[1]] * 4 + way)).correct
        assert not env.judge(problem, env.format([*way, moves[0]])).correct


# The left block, then the right one: 1 4 2 / 0 3 5, then 1 2 5 / 0 4 3.
EXAMPLE = {
    "start_grid": [[0, 1, 2], [3, 4, 5]],
    "target_grid": [[1, 2, 5], [0, 4, 3]],
    "block_size": 2,
    "solution": [[0, 0], [0, 1]],
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("0 0\n0 1", "valid", 1),
        ("\n0, 0\n\n 0, 1 \n", "valid", 1),
        ("0 0\n0 0\n0 0\n0 0\n0 0\n0 1", "valid", 1),
        ("0 0", "valid", (2 / 6) ** 5),  # 1 4 2 / 0 3 5
        ("0 1", "valid", (2 / 6) ** 5),  # 0 2 5 / 3 1 4
        ("0 1\n0 1", "valid", 0),  # 0 5 4 / 3 2 1, while one cell is right at the start
        ("0 0\n0 0\n0 0\n0 0", "valid", 0),  # the start
        ("0 2", "invalid", 0),
        ("1 0", "invalid", 0),
        ("-1 0", "invalid", 0),
        ("0 -1", "invalid", 0),
        ("0 99999999999999999999", "invalid", 0),
        ("0 0 0 1", "unparsed", 0),
        ("0\n0", "unparsed", 0),
        ("0 0\n0", "unparsed", 0),
        ("(0, 0)\n(0, 1)", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_a_block_of_three_turns_as_the_prompt_says():
    problem = env.problem_from(
        {
            "start_grid": [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]],
            "target_grid": [[2, 5, 8], [1, 4, 7], [0, 3, 6], [9, 10, 11]],
            "block_size": 3,
            "solution": [[0, 0]],
        }
    )
    assert env.judge(problem, "0 0").correct
    assert not env.judge(problem, "0 0\n0 0\n0 0").correct
    assert env.judge(problem, "1 0").outcome == "valid"
    assert env.judge(problem, "0 1").outcome == env.judge(problem, "2 0").outcome == "invalid"


def test_at_most_1000_moves():
    """The trap of the published suite: no limit at all."""
    problem = env.problem_from(EXAMPLE)
    detour = "0 0\n" * 996
    assert env.judge(problem, f"{detour}0 0\n0 1").correct
    assert env.judge(problem, f"{detour}0 0\n0 0\n0 0\n0 0").outcome == "valid"
    assert env.judge(problem, f"{detour}0 0\n0 0\n0 0\n0 0\n0 0").outcome == "invalid"
    assert "1000 moves" in env.prompt(problem)


@pytest.mark.parametrize("difficulty", [0, 1, 6, 20])
def test_there_is_something_to_do(difficulty):
    """Traps of the published suite: a target that equals the start, a single block, and steps that never get more."""
    for seed in range(100):
        problem = env.sample(difficulty, seed=seed)
        assert problem.start_grid != problem.target_grid
        assert len(blocks(problem)) > 1
        assert len(problem.solution) == 2 + difficulty // 2
        text = " ".join(f"{i},{j}" for i, j in problem.solution)
        assert not any(" ".join([f"{i},{j}"] * 4) in text for i, j in blocks(problem))


def test_doing_nothing_earns_nothing():
    """The trap of the published suite: the cells that no move touches paid."""
    for seed in range(30):
        problem = env.sample(6, seed=seed)
        verdict = env.judge(problem, "0 0\n0 0\n0 0\n0 0")
        assert verdict.outcome == "valid" and verdict.quality == 0


def test_all_shapes_and_block_sizes_occur():
    found = {
        (len(problem.start_grid), len(problem.start_grid[0]), problem.block_size)
        for problem in (env.sample(5, seed=seed) for seed in range(1000))
    }
    expected = {
        (n, m, size)
        for n, m, size in product(range(2, 7), repeat=3)
        if size <= min(n, m) and not n == m == size
    }
    assert found == expected


@pytest.mark.parametrize(
    "damage",
    [
        {"start_grid": [], "target_grid": []},
        {"start_grid": [[0, 1, 2], [3, 4]]},
        {"target_grid": [[0, 1, 2], [3, 4, 4]]},
        {"target_grid": [[0, 1], [2, 3], [4, 5]]},
        {"block_size": 1},
        {"block_size": 3},
    ],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(ValueError):
        env.problem_from({**EXAMPLE, **damage})
