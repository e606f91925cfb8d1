"""The oracle lists all Latin squares that keep the given cells, row by row; larger grids go to a SAT solver."""

from itertools import permutations, product

import pytest

import rlve_gym
from rlve_gym.envs.puzzles._sat import Clauses

env = rlve_gym.make("futoshiki", answer_style="plain")


def completions(grid):
    """All Latin squares that keep the given cells."""
    n = len(grid)
    rows = [
        [p for p in permutations(range(n)) if all(x in (-1, y) for x, y in zip(row, p, strict=True))]
        for row in grid
    ]
    squares = [[]]
    for options in rows:
        squares = [
            [*square, option]
            for square in squares
            for option in options
            if all(a != b for row in square for a, b in zip(row, option, strict=True))
        ]
    return squares


def holds(square, inequality):
    r1, c1, r2, c2 = inequality
    return square[r1][c1] < square[r2][c2]


def is_unique(problem, *, with_inequalities=True):
    n = len(problem.grid)
    clauses = Clauses()
    x = clauses.grid(n, n, n)
    for i, j in product(range(n), repeat=2):
        clauses.exactly_one(x[i][j])
        clauses.exactly_one([x[i][k][j] for k in range(n)])
        clauses.exactly_one([x[k][i][j] for k in range(n)])
        if problem.grid[i][j] >= 0:
            clauses.add(x[i][j][problem.grid[i][j]])
    if with_inequalities:
        for r1, c1, r2, c2 in problem.inequalities:
            for value in range(n):
                clauses.add(-x[r1][c1][value], *x[r2][c2][value + 1 :])
    return clauses.is_unique(v for plane in x for line in plane for v in line)


@pytest.mark.parametrize("difficulty", [0, 1])
def test_every_completion_gets_its_quality(difficulty):
    several = 0
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        squares = completions(problem.grid)
        right = 0
        for square in squares:
            verdict = env.judge(problem, env.format(square))
            hits = sum(holds(square, inequality) for inequality in problem.inequalities)
            assert verdict.correct == (hits == len(problem.inequalities))
            assert verdict.quality == pytest.approx((hits / len(problem.inequalities)) ** 5)
            right += verdict.correct
        assert right == 1
        several += len(squares) > 1
    assert several >= 5  # the inequalities are needed


@pytest.mark.parametrize("difficulty", [*range(1, 8), 12])
def test_there_is_one_solution(difficulty):
    for seed in range(8):
        assert is_unique(env.sample(difficulty, seed=100 + seed))


def test_inequalities_are_often_needed():
    """The trap of the published suite: a few given cells determine the whole grid."""
    problems = [env.sample(4, seed=seed, parameters={"empty_share": 0.7}) for seed in range(15)]
    assert sum(is_unique(problem, with_inequalities=False) for problem in problems) <= 5


@pytest.mark.parametrize("difficulty", range(0, 23, 2))
def test_problems_are_as_described(difficulty):
    for seed in range(4):
        problem = env.sample(difficulty, seed=seed)
        n = 3 + difficulty
        solution = problem.solution
        assert len(problem.grid) == n
        assert all(sorted(line) == list(range(n)) for line in [*solution, *zip(*solution, strict=True)])
        cells = list(product(range(n), repeat=2))
        assert all(problem.grid[i][j] in (-1, solution[i][j]) for i, j in cells)
        empty = sum(problem.grid[i][j] == -1 for i, j in cells)
        share = problem.origin.parameters["empty_share"]
        assert min(int(share * n * n), n * n // 4) <= empty <= share * n * n
        assert 1 <= len(problem.inequalities) <= 2 * n
        assert len(set(problem.inequalities)) == len(problem.inequalities)
        for r1, c1, r2, c2 in problem.inequalities:
            assert solution[r1][c1] < solution[r2][c2]
            assert -1 in (problem.grid[r1][c1], problem.grid[r2][c2])


def test_planted_squares_are_not_all_cyclic():
    """The trap of the published suite: in a shuffled cyclic square, cycles between two rows have one length."""
    mixed = 0
    for seed in range(20):
        first, second, *_ = env.sample(5, seed=seed).solution
        follow, lengths = dict(zip(first, second, strict=True)), set()
        for start in follow:
            length, value = 1, follow[start]
            while value != start:
                length, value = length + 1, follow[value]
            lengths.add(length)
        mixed += len(lengths) > 1
    assert mixed >= 5


# The rows below the first can be exchanged; the first inequality forbids that.
EXAMPLE = {
    "grid": [[0, 1, 2], [-1, -1, -1], [-1, -1, -1]],
    "inequalities": [[1, 0, 0, 2], [0, 0, 1, 0]],
    "solution": [[0, 1, 2], [1, 2, 0], [2, 0, 1]],
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("0 1 2\n1 2 0\n2 0 1", "valid", 1),
        ("0 1 2\n2 0 1\n1 2 0", "valid", 0.5**5),  # 2 < 2 does not hold
        ("\n0, 1, 2\n\n1 2 0\n2 0 1\n", "valid", 1),
        ("1 0 2\n0 2 1\n2 1 0", "invalid", 0),  # given cells changed
        ("0 1 2\n1 2 0\n1 2 0", "invalid", 0),  # columns
        ("0 1 2\n1 1 0\n2 0 1", "invalid", 0),  # rows
        ("0 1 2\n-1 -1 -1\n-1 -1 -1", "invalid", 0),
        ("0 1 2\n. . .\n. . .", "unparsed", 0),
        ("0 1 2\n1 2 0", "unparsed", 0),
        ("0 1 2\n1 2 0\n2 0 1\n0 1 2", "unparsed", 0),
        ("0 1 2\n1 2 0\n2 0", "unparsed", 0),
        ("0 1 2 1 2 0 2 0 1", "unparsed", 0),
        ("012\n120\n201", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_another_solution_than_the_planted_one_is_right():
    problem = env.problem_from({**EXAMPLE, "inequalities": [[0, 0, 1, 0]]})
    assert env.judge(problem, "0 1 2\n1 2 0\n2 0 1").correct
    assert env.judge(problem, "0 1 2\n2 0 1\n1 2 0").correct


@pytest.mark.parametrize(
    "damage",
    [
        {"grid": [[0, 1, 2], [-1, -1, -1]]},
        {"grid": [[0, 1, 2], [-1, -1, -1], [-1]]},
        {"solution": [[0, 1, 2]]},
        {"grid": [], "solution": []},
        {"inequalities": []},
        {"inequalities": [[0, 0, 3, 0]]},
        {"inequalities": [[0, -1, 1, 0]]},
    ],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(ValueError, match="grid"):
        env.problem_from({**EXAMPLE, **damage})
