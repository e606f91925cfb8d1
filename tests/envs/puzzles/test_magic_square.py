"""The oracle lists the squares of orders 3 and 4 by trying all numbers cell by cell; sums are checked by definition."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

import rlve_gym

env = rlve_gym.make("magic_square", answer_style="plain")


def line_sums(square):
    n = len(square)
    sums = [sum(square[i][j] for j in range(n)) for i in range(n)]
    sums += [sum(square[i][j] for i in range(n)) for j in range(n)]
    return [*sums, sum(square[i][i] for i in range(n)), sum(square[i][n - 1 - i] for i in range(n))]


def is_magic(square):
    n = len(square)
    return sorted(v for row in square for v in row) == list(range(1, n * n + 1)) and set(
        line_sums(square)
    ) == {sum(range(1, n * n + 1)) // n}


LO_SHU = [
    square
    for p in permutations(range(1, 10))
    if p[0] + p[1] + p[2] == p[3] + p[4] + p[5] == 15
    for square in [[list(p[:3]), list(p[3:6]), list(p[6:])]]
    if is_magic(square)
]


def completions(grid):
    """All magic squares of order 4 with these given numbers."""
    unused = set(range(1, 17)) - {value for row in grid for value in row}
    cells = [(i, j) for i in range(4) for j in range(4) if not grid[i][j]]
    lines = [[(i, j) for j in range(4)] for i in range(4)] + [[(i, j) for i in range(4)] for j in range(4)]
    lines += [[(i, i) for i in range(4)], [(i, 3 - i) for i in range(4)]]

    def fill(index):
        if index == len(cells):
            yield [list(row) for row in grid]
            return
        i, j = cells[index]
        for value in sorted(unused):
            grid[i][j] = value
            unused.remove(value)
            values = ([grid[a][b] for a, b in line] for line in lines if (i, j) in line)
            if all(0 in line or sum(line) == 34 for line in values):
                yield from fill(index + 1)
            unused.add(value)
            grid[i][j] = 0

    return list(fill(0))


def test_all_8_squares_of_order_3_occur():
    assert len(LO_SHU) == 8
    drawn = Counter(str(env.sample(seed % 2, seed=seed).solution) for seed in range(200))
    assert sorted(drawn) == sorted(map(str, LO_SHU))
    assert min(drawn.values()) >= 8


@pytest.mark.parametrize("difficulty", [0, 1])
def test_every_filling_of_order_3(difficulty):
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        blanks = [(i, j) for i in range(3) for j in range(3) if problem.grid[i][j] == 0]
        square = [list(row) for row in problem.grid]
        for values in permutations(set(range(1, 10)) - {v for row in square for v in row}):
            for (i, j), value in zip(blanks, values, strict=True):
                square[i][j] = value
            verdict = env.judge(problem, env.format(square))
            assert verdict.correct == (square in LO_SHU)
            assert verdict.quality == pytest.approx((line_sums(square).count(15) / 8) ** 10)


@pytest.mark.parametrize("difficulty", [2, 3])
def test_completions_of_order_4(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        found = completions([list(row) for row in problem.grid])
        assert problem.solution in found
        assert all(env.judge(problem, env.format(square)).correct for square in found)


def test_every_completion_is_right():
    """Two rows of the square in an engraving by Albrecht Duerer (1514)."""
    square = [[16, 3, 2, 13], [5, 10, 11, 8], [9, 6, 7, 12], [4, 15, 14, 1]]
    grid = [square[0], [0] * 4, [0] * 4, square[3]]
    problem = env.problem_from({"grid": grid, "solution": square})
    found = completions([list(row) for row in grid])
    assert square in found
    assert len(found) > 1
    assert all(env.judge(problem, env.format(other)).correct for other in found)


@pytest.mark.parametrize("difficulty", range(31))
def test_problems_are_as_described(difficulty):
    rng = Random(difficulty)
    for seed in range(6):
        problem = env.sample(difficulty, seed=seed)
        n = 3 + difficulty // 2
        assert len(problem.solution) == n
        assert is_magic(problem.solution)
        blanks = 0
        for row, whole in zip(problem.grid, problem.solution, strict=True):
            assert all(a in (0, b) for a, b in zip(row, whole, strict=True))
            blanks += row.count(0)
        assert n <= blanks <= n + 2 + difficulty
        cells = [(i, j) for i in range(n) for j in range(n) if not problem.grid[i][j]]
        (a, b), (c, d) = rng.sample(cells, 2)
        wrong = [list(row) for row in problem.solution]
        wrong[a][b], wrong[c][d] = wrong[c][d], wrong[a][b]
        hits = line_sums(wrong).count(n * (n * n + 1) // 2)
        verdict = env.judge(problem, env.format(wrong))
        assert not verdict.correct
        assert verdict.quality == pytest.approx((hits / (2 * n + 2)) ** 10)


@pytest.mark.parametrize(("difficulty", "least"), [(2, 15), (4, 100), (6, 100), (8, 190), (10, 190)])
def test_squares_vary(difficulty, least):
    """The trap of the published suite: only the 8 images of one square of each size, and no size 6, 10, 14, ..."""
    squares = set()
    for seed in range(200):
        square = env.sample(difficulty, seed=seed).solution
        n = len(square)
        images = []
        for _ in range(4):
            square = [[square[n - 1 - j][i] for j in range(n)] for i in range(n)]
            images += [str(square), str(square[::-1])]
        squares.add(min(images))
    assert len(squares) >= least


# Given are the middle and the corners 8 and 2.
EXAMPLE = {
    "grid": [[8, 0, 0], [0, 5, 0], [0, 0, 2]],
    "solution": [[8, 1, 6], [3, 5, 7], [4, 9, 2]],
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("8 1 6\n3 5 7\n4 9 2", "valid", 1),
        ("\n8, 1, 6\n3 5 7\n\n4 9 2\n", "valid", 1),
        ("8 3 4\n1 5 9\n6 7 2", "valid", 1),  # the other completion
        ("8 1 6\n3 5 7\n9 4 2", "valid", (5 / 8) ** 10),  # three rows, the last column and a diagonal
        ("4 9 2\n3 5 7\n8 1 6", "invalid", 0),  # magic, but given numbers changed
        ("8 1 6\n3 5 7\n4 9 9", "invalid", 0),
        ("8 1 6\n3 5 7\n4 4 2", "invalid", 0),
        ("8 1 6\n3 5 7\n4 10 2", "invalid", 0),
        ("8 0 0\n0 5 0\n0 0 2", "invalid", 0),
        ("8 1 6\n3 5 7", "unparsed", 0),
        ("8 1 6\n3 5 7\n4 9", "unparsed", 0),
        ("8 1 6\n3 5 7\n4 9 2\n15 15 15", "unparsed", 0),
        ("8 1 6 3 5 7 4 9 2", "unparsed", 0),
        ("8 . .\n. 5 .\n. . 2", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_diagonals_count():
    """Rows moved down by one: all rows and columns keep their sums, the diagonals do not."""
    problem = env.problem_from({**EXAMPLE, "grid": [[0] * 3] * 3})
    verdict = env.judge(problem, "4 9 2\n8 1 6\n3 5 7")
    assert not verdict.correct
    assert verdict.quality == pytest.approx((6 / 8) ** 10)


def test_overridden_parameters():
    for size in range(3, 19):
        for most in (5, 50):
            problem = env.sample(0, seed=1, parameters={"size": size, "max_blanks": most})
            assert is_magic(problem.solution)
            assert sum(row.count(0) for row in problem.grid) <= min(most, size * size)


@pytest.mark.parametrize(
    "damage",
    [
        {"grid": [[8, 0, 0], [0, 5, 0]]},
        {"grid": [[8, 0, 0], [0, 5, 0], [0, 0]]},
        {"solution": [[8, 1, 6]]},
        {"grid": [], "solution": []},
    ],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(ValueError, match="same size"):
        env.problem_from({**EXAMPLE, **damage})
