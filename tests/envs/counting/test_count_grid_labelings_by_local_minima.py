"""The oracle looks at every labeling of small grids; larger ones are filled in increasing order, by set of filled cells."""

from functools import cache
from itertools import permutations, product
from math import factorial

import numpy as np
import pytest

import rlve_gym
from rlve_gym.envs.counting.count_grid_labelings_by_local_minima import _labelings

env = rlve_gym.make("count_grid_labelings_by_local_minima", answer_style="plain")


def touch(p, q):
    return p != q and abs(p[0] - q[0]) <= 1 and abs(p[1] - q[1]) <= 1


@cache
def counts_by_enumeration(n, m):
    """The number of labelings by their string of marks, row after row."""
    cells = list(product(range(n), range(m)))
    labels = np.array(list(permutations(range(n * m))), dtype=np.int8)
    code = np.zeros(len(labels), dtype=int)
    for i, p in enumerate(cells):
        around = [j for j, q in enumerate(cells) if touch(p, q)]
        code = 2 * code + (labels[:, i] < labels[:, around].min(axis=1))
    counts = np.bincount(code, minlength=2 ** (n * m)).tolist()
    return {"".join(".X"[int(b)] for b in f"{k:0{n * m}b}"): count for k, count in enumerate(counts)}


def count_by_filling(grid):
    """Puts 1, 2, 3, ... one after the other: a number is a local minimum if no neighbor has one yet."""
    cells = list(product(range(len(grid)), range(len(grid[0]))))
    around = [sum(1 << j for j, q in enumerate(cells) if touch(p, q)) for p in cells]

    @cache
    def fill(filled):
        if filled == 2 ** len(cells) - 1:
            return 1
        return sum(
            fill(filled | 1 << i)
            for i, (a, b) in enumerate(cells)
            if not filled >> i & 1 and (grid[a][b] == "X") == (not filled & around[i])
        )

    return fill(0)


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (1, 7)])
def test_every_small_grid(shape):
    n, m = shape
    counts = counts_by_enumeration(n, m)
    assert sum(counts.values()) == factorial(n * m)
    for marks, count in counts.items():
        assert _labelings([marks[i * m : (i + 1) * m] for i in range(n)]) == count


@pytest.mark.parametrize("difficulty", [0, 1])
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(100):
        problem = env.sample(difficulty, seed=seed)
        shape = len(problem.grid), len(problem.grid[0])
        assert problem.answer == counts_by_enumeration(*shape)["".join(problem.grid)] > 0
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize(("difficulty", "count"), [(2, 15), (3, 15), (5, 6), (6, 3)])
def test_larger_answers_are_those_of_filling(difficulty, count):
    for seed in range(count):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == count_by_filling(problem.grid)


def test_shapes_and_marks():
    for difficulty in (0, 1, 2, 3, 4, 5, 7, 9, 12, 15):
        shapes = set()
        for seed in range(100):
            grid = env.sample(difficulty, seed=seed).grid
            n, m = len(grid), len(grid[0])
            shapes.add((n, m))
            assert 0.75 * int(8 + 1.5 * difficulty) <= n * m <= 8 + 1.5 * difficulty
            assert n >= 2 and m >= 2
            marked = [(i, j) for i in range(n) for j in range(m) if grid[i][j] == "X"]
            assert marked and not any(touch(p, q) for p in marked for q in marked)
        assert shapes == {(m, n) for n, m in shapes} and len(shapes) >= 3


def test_no_constant_pays():
    for difficulty, share in ((0, 0.4), (3, 0.1), (4, 0.1), (6, 0.1)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


# The least number is in the marked corner (1/6 of 720); in half of these labelings the right column holds another minimum:
# the least of the other numbers that lie in the last two columns is in the right one, 2 cells of 4.
EXAMPLE = {"grid": ["X..", "..."], "answer": 60}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("60", "valid", 1),
        (" 60\n", "valid", 1),
        ("61", "valid", 0),  # no credit for closeness
        ("120", "valid", 0),  # labelings in which the marked cell is a minimum
        ("0", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("-60", "invalid", 0),
        ("60 120", "unparsed", 0),
        ("5! / 2", "unparsed", 0),
        ("60.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert counts_by_enumeration(2, 3)["X....."] == 60
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


@pytest.mark.parametrize("grid", [[], [""], ["X..", ".."]])
def test_damaged_problems(grid):
    with pytest.raises(rlve_gym.ProblemError, match="rectangle"):
        env.problem_from({**EXAMPLE, "grid": grid})
