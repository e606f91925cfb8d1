"""The oracle tries all ways to add queens and looks from each queen along its eight directions."""

from itertools import combinations
from random import Random

import pytest

import rlve_gym
from rlve_gym.envs.puzzles.queens_completion import _random_queens

env = rlve_gym.make("queens_completion", answer_style="plain")

DIRECTIONS = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]


def places(board, symbol):
    return [(i, j) for i, row in enumerate(board) for j, cell in enumerate(row) if cell == symbol]


def peaceful(board):
    n = len(board)
    for i, j in places(board, "Q"):
        for down, right in DIRECTIONS:
            a, b = i + down, j + right
            while 0 <= a < n and 0 <= b < n:
                if board[a][b] == "Q":
                    return False
                a, b = a + down, b + right
    return True


def add(board, cells):
    return [
        "".join("Q" if (i, j) in cells else cell for j, cell in enumerate(row)) for i, row in enumerate(board)
    ]


def test_every_set_of_added_queens_gets_its_verdict():
    tried = 0
    for seed in range(60):
        problem = env.sample(0, seed=seed)
        k = problem.queens_to_add
        if k == 3 and seed % 4:
            continue  # 1771 sets each
        tried, right = tried + 1, 0
        for count in (k - 1, k):
            for cells in combinations(places(problem.grid, "."), count):
                board = add(problem.grid, cells)
                verdict = env.judge(problem, "\n".join(board))
                assert verdict.outcome == "valid"
                assert verdict.correct == (count == k and peaceful(board))
                right += verdict.correct
        assert right >= 1
    assert tried >= 30


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_planted_boards(difficulty):
    n = 5 + difficulty
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        assert len(problem.grid) == n
        assert peaceful(problem.solution)
        queens, given = places(problem.solution, "Q"), places(problem.grid, "Q")
        assert len(queens) == n
        assert set(given) < set(queens)
        assert len(given) == n - problem.queens_to_add
        assert max(1, n // 3) <= problem.queens_to_add <= 2 * n // 3


def test_boards_are_seldom_nearly_complete():
    """The trap of the published suite: one queen to add in 86% at difficulty 0, at most three in 97% at 4."""
    assert sum(env.sample(0, seed=seed).queens_to_add == 1 for seed in range(300)) < 130
    assert sum(env.sample(4, seed=seed).queens_to_add <= 3 for seed in range(300)) < 100


# The numbers of solutions are those of OEIS A000170.
@pytest.mark.parametrize(("n", "count"), [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92)])
def test_every_full_board_can_be_planted(n, count):
    assert len({tuple(_random_queens(Random(seed), n)) for seed in range(12 * count)}) == count


EXAMPLE = {
    "grid": [".....", "..Q..", ".....", ".....", "...Q."],
    "queens_to_add": 3,
    "solution": ["Q....", "..Q..", "....Q", ".Q...", "...Q."],
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("Q....\n..Q..\n....Q\n.Q...\n...Q.", "valid", 1),
        ("\nq . . . .\n\n..Q..\n.,.,.,.,Q\n.Q...\n...Q.\n", "valid", 1),
        ("....Q\n..Q..\nQ....\n.Q...\n...Q.", "valid", 0),  # (2, 0) and (3, 1) on a diagonal
        ("Q....\n..Q..\n....Q\n.....\n...Q.", "valid", 0),  # only two more
        ("Q....\n..Q..\n....Q\n.Q...\nQ..Q.", "valid", 0),  # four more
        (".....\n..Q..\n.....\n.....\n...Q.", "valid", 0),
        ("QQQQQ\nQQQQQ\nQQQQQ\nQQQQQ\nQQQQQ", "valid", 0),
        ("Q....\n..Q..\nQ....\n.Q...\n...Q.", "valid", 0),  # a column
        ("Q...Q\n..Q..\n.....\n.Q...\n...Q.", "valid", 0),  # a row
        (".Q...\n....Q\n..Q..\nQ....\n...Q.", "invalid", 0),  # a solution, but a given queen has moved
        (".....\n.....\n.....\n.....\n.....", "invalid", 0),
        ("Q....\n..Q..\n....Q\n.Q...", "unparsed", 0),
        ("Q....\n..Q..\n....Q\n.Q...\n...Q.\n.....", "unparsed", 0),
        ("Q....\n..Q..\n....Q\n.Q...\n...Q", "unparsed", 0),
        ("Q.....\n..Q...\n....Q.\n.Q....\n...Q..", "unparsed", 0),
        ("0 2 4 1 3", "unparsed", 0),
        ("Q....\n..Q..\n....X\n.Q...\n...Q.", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == quality


@pytest.mark.parametrize("columns", [[0, 2, 4, 1, 3], [0, 3, 1, 4, 2]])
def test_another_completion_counts(columns):
    full = ["." * column + "Q" + "." * (4 - column) for column in columns]
    fields = {"grid": ["Q....", *["....."] * 4], "queens_to_add": 4, "solution": EXAMPLE["solution"]}
    assert env.judge(env.problem_from(fields), "\n".join(full)).correct


def test_a_board_of_the_published_suite_with_fewer_queens_than_rows():
    fields = {"grid": ["Q...", "....", "....", "...."], "queens_to_add": 1}
    problem = env.problem_from({**fields, "solution": ["Q...", "..Q.", "....", "...."]})
    for cell in places(problem.grid, "."):
        board = add(problem.grid, [cell])
        assert env.judge(problem, "\n".join(board)).correct == peaceful(board)


@pytest.mark.parametrize("grid", [[], ["Q.", "..", ".."], ["Q..", "...", ".."], ["Q*", ".."]])
def test_damaged_problems_are_refused(grid):
    with pytest.raises(ValueError, match="square"):
        env.problem_from({"grid": grid, "queens_to_add": 1, "solution": grid})
