"""The oracle lists all Hamiltonian paths of small grids; larger ones are searched number by number."""

from functools import cache
from itertools import product

import pytest

import rlve_gym

env = rlve_gym.make("numbrix", answer_style="plain")


def beside(a, b):
    return sorted((abs(a[0] - b[0]), abs(a[1] - b[1]))) == [0, 1]


@cache
def all_paths(n, m):
    """Every way to number the cells along a path."""
    cells = list(product(range(n), range(m)))
    paths = []

    def extend(path):
        if len(path) == n * m:
            number = {cell: x for x, cell in enumerate(path)}
            paths.append([[number[r, c] for c in range(m)] for r in range(n)])
        for cell in cells:
            if cell not in path and (not path or beside(path[-1], cell)):
                extend([*path, cell])

    extend([])
    return paths


def keeps(grid, clues):
    return all(
        y in (-1, x) for row, known in zip(grid, clues, strict=True) for x, y in zip(row, known, strict=True)
    )


def count_solutions(clues):
    """Walks from number to number, always within reach of the next given one."""
    n, m = len(clues), len(clues[0])
    cells = list(product(range(n), range(m)))
    place = {clues[r][c]: (r, c) for r, c in cells if clues[r][c] >= 0}
    following = {x: min((y for y in place if y >= x), default=None) for x in range(n * m)}

    def walk(number, used, candidates):
        total = 0
        for cell in candidates:
            if cell in used or not (0 <= cell[0] < n and 0 <= cell[1] < m):
                continue
            if clues[cell[0]][cell[1]] != (number if number in place else -1):
                continue
            goal = following[number]
            if goal is not None:
                distance = abs(place[goal][0] - cell[0]) + abs(place[goal][1] - cell[1])
                if distance > goal - number:
                    continue
            if number == n * m - 1:
                total += 1
                continue
            around = [(cell[0] + dr, cell[1] + dc) for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))]
            total += walk(number + 1, used | {cell}, around)
        return total

    return walk(0, frozenset(), cells)


def test_counts_of_paths():
    """Published numbers of undirected Hamiltonian paths (for squares, doubled: OEIS A096969)."""
    assert len(all_paths(3, 3)) == 2 * 20
    assert len(all_paths(3, 4)) == 2 * 62
    assert len(all_paths(4, 4)) == 2 * 276


def breaks(grid):
    n, m = len(grid), len(grid[0])
    place = {grid[r][c]: (r, c) for r in range(n) for c in range(m)}
    return sum(not beside(place[x], place[x + 1]) for x in range(n * m - 1))


@pytest.mark.parametrize("difficulty", [0, 1])
def test_exactly_one_path_fits(difficulty):
    for seed in range(100):
        problem = env.sample(difficulty, seed=seed)
        paths = all_paths(len(problem.grid), len(problem.grid[0]))
        assert [path for path in paths if keeps(path, problem.grid)] == [problem.solution]
        assert count_solutions(problem.grid) == 1
        assert env.judge(problem, env.format(problem.solution)).correct


@pytest.mark.parametrize("difficulty", range(2, 11))
def test_there_is_one_solution(difficulty):
    for seed in range(8):
        assert count_solutions(env.sample(difficulty, seed=seed).grid) == 1


def test_every_path_is_right_if_nothing_is_given():
    paths = all_paths(3, 3)
    problem = env.problem_from({"grid": [[-1] * 3] * 3, "solution": paths[0]})
    assert all(env.judge(problem, env.format(path)).correct for path in paths)


def test_all_paths_of_3_by_3_occur():
    """The trap of the published suite: searches from random starts ran away on odd boards, where half have no path."""
    drawn = {str(env.sample(0, seed=seed).solution) for seed in range(500)}
    assert drawn == {str(path) for path in all_paths(3, 3)}


@pytest.mark.parametrize("difficulty", range(20))
def test_problems_are_as_described(difficulty):
    for seed in range(4):
        problem = env.sample(difficulty, seed=seed)
        n, m = len(problem.solution), len(problem.solution[0])
        assert max(3, difficulty + 1) <= min(n, m) <= max(n, m) <= difficulty + 3
        assert sorted(x for row in problem.solution for x in row) == list(range(n * m))
        assert breaks(problem.solution) == 0
        assert keeps(problem.solution, problem.grid)
        blanks = sum(row.count(-1) for row in problem.grid)
        wanted = problem.origin.parameters["empty_share"] * n * m
        assert min(int(wanted), int(0.4 * n * m)) <= blanks <= wanted


def test_swapped_numbers_get_their_quality():
    for seed in range(100):
        problem = env.sample(2, seed=seed)
        blanks = [(r, c) for r, row in enumerate(problem.grid) for c, x in enumerate(row) if x == -1]
        (a, b), (c, d) = blanks[:2]
        wrong = [list(row) for row in problem.solution]
        wrong[a][b], wrong[c][d] = wrong[c][d], wrong[a][b]
        verdict = env.judge(problem, env.format(wrong))
        assert not verdict.correct
        assert verdict.quality == pytest.approx((1 / (1 + breaks(wrong))) ** 3)


EXAMPLE = {"grid": [[0, -1, 2], [-1, -1, -1]], "solution": [[0, 1, 2], [5, 4, 3]]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("0 1 2\n5 4 3", "valid", 1),
        ("\n0, 1, 2\n\n5 4 3\n", "valid", 1),
        ("0 1 2\n4 5 3", "valid", (1 / 2) ** 3),  # from 3 to 4
        ("0 1 2\n3 4 5", "valid", (1 / 2) ** 3),  # the next line is no neighbor
        ("0 3 2\n1 4 5", "valid", (1 / 2) ** 3),  # diagonally from 1 to 2
        ("0 5 2\n3 1 4", "valid", (1 / 6) ** 3),  # nothing fits
        ("0 1 2\n5 4 4", "invalid", 0),
        ("0 1 2\n6 4 3", "invalid", 0),
        ("0 1 2\n-1 4 3", "invalid", 0),
        ("2 1 0\n3 4 5", "invalid", 0),  # given numbers changed
        ("0 5 4\n1 2 3", "invalid", 0),
        ("0 1 2", "unparsed", 0),
        ("0 1 2\n5 4", "unparsed", 0),
        ("0 1\n5 2\n4 3", "unparsed", 0),
        ("0 1 2 5 4 3", "unparsed", 0),
        ("0 . 2\n. . .", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


@pytest.mark.parametrize(
    "damage",
    [
        {"grid": []},
        {"grid": [[], []], "solution": [[], []]},
        {"grid": [[0, -1, 2]]},
        {"grid": [[0, -1, 2], [-1, -1]]},
        {"solution": [[0, 1], [3, 2]]},
    ],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(ValueError, match="same shape"):
        env.problem_from({**EXAMPLE, **damage})
