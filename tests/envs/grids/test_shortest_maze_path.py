"""The oracle is networkx on the grid graph, and all move sequences where the grid is tiny."""

from itertools import product

import networkx as nx
import pytest

import rlve_gym

env = rlve_gym.make("shortest_maze_path", answer_style="plain")


def grid_graph(grid):
    graph = nx.grid_2d_graph(len(grid), len(grid))
    graph.remove_nodes_from([(r, c) for r, c in graph if grid[r][c] == "#"])
    return graph


def distance(grid):
    return nx.shortest_path_length(grid_graph(grid), (0, 0), (len(grid) - 1, len(grid) - 1))


def is_tree_maze(grid):
    """Walls where both coordinates are odd, open where both are even: hardly ever so in a maze of random walls."""
    n = len(grid)
    return n % 2 == 1 and all(
        (grid[r][c] == "#") == bool(r % 2) for r in range(n) for c in range(r % 2, n, 2)
    )


@pytest.mark.parametrize("difficulty", range(0, 18, 2))
def test_optimum_is_that_of_networkx(difficulty):
    for seed in range(12):
        problem = env.sample(difficulty, seed=seed)
        assert problem.optimum == distance(problem.grid) == len(env.solve(problem))


@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_short_sequence_gets_its_verdict(size):
    for seed in range(2):
        problem = env.sample(0, seed=seed, parameters={"size": size})
        graph, n = grid_graph(problem.grid), len(problem.grid)
        for moves in product("LRUD", repeat=6):
            cells = [0j]
            for move in moves:
                cells.append(cells[-1] + {"L": -1j, "R": 1j, "U": -1, "D": 1}[move])
            cells = [(int(cell.real), int(cell.imag)) for cell in cells]
            verdict = env.judge(problem, "".join(moves))
            if any(cell not in graph for cell in cells):
                assert verdict.outcome == "invalid"
            else:
                reached = cells[-1] == (n - 1, n - 1)
                assert verdict.correct == (reached and distance(problem.grid) == 6)
                assert verdict.quality == pytest.approx((distance(problem.grid) / 6) ** 3 if reached else 0)


# Two ways of 4 moves around the wall in the middle.
RING = {"grid": ["...", ".#.", "..."], "optimum": 4}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("RRDD", "valid", 1),
        ("DDRR", "valid", 1),  # the other optimum
        (
            "R R D D",
            "valid",
            1,
        ),  # the trap of the catalogue: spaces, commas and lower case are no format errors
        ("r, r, d, d", "valid", 1),
        ("RRDDUD", "valid", (4 / 6) ** 3),  # on through the goal and back
        ("RLRRDD", "valid", (4 / 6) ** 3),
        ("RRD", "valid", 0),  # does not arrive
        ("RRDDU", "valid", 0),  # does not stay
        ("RDDR", "invalid", 0),  # into the wall
        ("RRRDD", "invalid", 0),  # out to the right
        ("UDRRDD", "invalid", 0),  # out at the top; not around to the other side
        ("LRRRDD", "invalid", 0),
        ("DDDURR", "invalid", 0),
        ("", "unparsed", 0),
        ("RRDS", "unparsed", 0),
        ("right right down down", "unparsed", 0),
        ("R2D2", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(RING), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


@pytest.mark.parametrize(
    "grid",
    [["."], ["..", "."], ["..", ".#"], ["#.", ".."], ["..", ".x"], ["...", "..."]],
)
def test_damaged_grids_are_refused(grid):
    with pytest.raises(ValueError, match="grid"):
        env.problem_from({"grid": grid, "optimum": 2})


def test_a_maze_without_a_path_has_no_solution():
    with pytest.raises(ValueError, match="cannot be reached"):
        env.solve(env.problem_from({"grid": [".#", "#."], "optimum": 2}))


@pytest.mark.parametrize("difficulty", [0, 3, 7])
def test_half_of_the_mazes_are_connected_trees_with_loops(difficulty):
    problems = [env.sample(difficulty, seed=seed) for seed in range(120)]
    trees = [problem.grid for problem in problems if is_tree_maze(problem.grid)]
    assert 42 <= len(trees) <= 78
    assert all(nx.is_connected(grid_graph(grid)) for grid in trees)
    loops = sum(grid_graph(grid).size() - len(grid_graph(grid)) + 1 for grid in trees)
    # One in ten of the walls that separate: k^2 cells have 2k(k - 1) pairs of neighbors, a tree joins k^2 - 1 of them.
    separating = sum(((len(grid) + 1) // 2 - 1) ** 2 for grid in trees)
    assert 0.05 < loops / separating < 0.15


def test_mazes_without_a_detour_are_not_the_rule():
    """The trap of the catalogue: all R, then all D, is optimal in 15 % of the open mazes of level 3."""
    problems = [env.sample(3, seed=seed) for seed in range(200)]
    lazy = sum(env.judge(p, "R" * (len(p.grid) - 1) + "D" * (len(p.grid) - 1)).correct for p in problems)
    direct = sum(problem.optimum == 2 * len(problem.grid) - 2 for problem in problems)
    assert lazy <= 30
    assert direct <= 140


def test_dense_walls_at_the_largest_size_end():
    for seed in range(10):
        problem = env.sample(17, seed=seed, parameters={"size": 40, "wall_density": 0.4})
        assert len(problem.grid) in (40, 41)
