"""The oracle lists shadings row by row, with every rule checked from its words; connectivity is spread cell by cell."""

from collections import Counter
from itertools import product

import pytest

import rlve_gym

env = rlve_gym.make("hitori", answer_style="plain")


def adjacent_pair(shading):
    return any(
        shading[i][j] == "*" and (i, j) != (a, b) and abs(i - a) + abs(j - b) == 1 and shading[a][b] == "*"
        for i, j in product(range(len(shading)), range(len(shading[0])))
        for a, b in product(range(len(shading)), range(len(shading[0])))
    )


def connected(shading):
    unshaded = [(i, j) for i, row in enumerate(shading) for j, cell in enumerate(row) if cell == "."]
    label = {cell: number for number, cell in enumerate(unshaded)}
    changed = True
    while changed:
        changed = False
        for i, j in unshaded:
            least = min(
                label.get(cell, label[i, j])
                for cell in ((i, j), (i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1))
            )
            changed = changed or least < label[i, j]
            label[i, j] = least
    return set(label.values()) == {0}


def clean_lines(grid, shading):
    kept = [
        [number if cell == "." else None for number, cell in zip(*pair, strict=True)]
        for pair in zip(grid, shading, strict=True)
    ]
    lines = kept + [[row[j] for row in kept] for j in range(len(grid[0]))]
    return [max(Counter(number for number in line if number).values(), default=1) == 1 for line in lines]


def solutions(grid, rows=()):
    """All shadings that obey the rules, found row by row."""
    if rows and (adjacent_pair(rows[-2:]) or not all(clean_lines(grid[: len(rows)], rows))):
        return
    if len(rows) == len(grid):
        if connected(rows):
            yield list(rows)
        return
    for row in product(".*", repeat=len(grid[0])):
        if "**" not in "".join(row):
            yield from solutions(grid, (*rows, "".join(row)))


def test_every_shading_gets_its_quality():
    tried = 0
    for seed in range(40):
        problem = env.sample(0, seed=seed)
        height, width = len(problem.grid), len(problem.grid[0])
        if height * width > 9:
            continue
        tried, right = tried + 1, []
        for cells in product(".*", repeat=height * width):
            shading = ["".join(cells[i * width : (i + 1) * width]) for i in range(height)]
            verdict = env.judge(problem, "\n".join(shading))
            if adjacent_pair(shading) or not connected(shading):
                assert verdict.outcome == "invalid"
                continue
            clean = clean_lines(problem.grid, shading)
            assert verdict.outcome == "valid"
            assert verdict.correct == all(clean)
            assert verdict.quality == pytest.approx((sum(clean) / len(clean)) ** 10)
            right += [shading] * verdict.correct
        assert right == [problem.solution]
    assert tried >= 5


@pytest.mark.parametrize(("difficulty", "count"), [(0, 40), (1, 15), (2, 8), (3, 4)])
def test_there_is_exactly_one_solution(difficulty, count):
    for seed in range(100, 100 + count):
        problem = env.sample(difficulty, seed=seed)
        assert list(solutions(problem.grid)) == [problem.solution]


@pytest.mark.parametrize("difficulty", range(0, 21, 4))
def test_planted_shading_obeys_the_rules(difficulty):
    side = 4 + difficulty
    for seed in range(3):
        problem = env.sample(difficulty, seed=seed)
        height, width = len(problem.grid), len(problem.grid[0])
        assert all(max(3, side - 2) <= length <= side for length in (height, width))
        assert not any(adjacent_pair(problem.solution[i : i + 2]) for i in range(height - 1))
        assert connected(problem.solution)
        assert all(clean_lines(problem.grid, problem.solution))


def test_no_cell_can_be_added_to_the_planted_shading():
    for seed in range(30):
        solution = env.sample(2, seed=seed).solution
        for i, row in enumerate(solution):
            for j, cell in enumerate(row):
                more = [*solution[:i], row[:j] + "*" + row[j + 1 :], *solution[i + 1 :]]
                assert cell == "*" or adjacent_pair(more) or not connected(more)


@pytest.mark.parametrize("difficulty", [0, 3, 10])
def test_the_empty_shading_never_wins(difficulty):
    """A trap of the published suite."""
    for seed in range(50):
        problem = env.sample(difficulty, seed=seed)
        verdict = env.judge(problem, "\n".join("." * len(row) for row in problem.grid))
        assert verdict.outcome == "valid"
        assert not verdict.correct


def test_numbers_do_not_tell_the_order_of_generation():
    """A trap of the published suite, where each cell had the smallest number that was still free."""
    seen, sums = Counter(), [0, 0]
    for seed in range(200):
        grid = env.sample(4, seed=seed).grid
        if (len(grid), len(grid[0])) == (8, 8):
            seen.update(number for row in grid for number in row)
            sums[0] += sum(grid[0] + grid[1])
            sums[1] += sum(grid[-1] + grid[-2])
    assert sorted(seen) == list(range(1, 10))
    assert max(seen.values()) < 1.5 * min(seen.values())
    assert 0.85 < sums[0] / sums[1] < 1.15


EXAMPLE = {"grid": [[1, 1, 2], [2, 3, 3], [3, 2, 1]], "solution": ["*..", "..*", "..."]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("*..\n..*\n...", "valid", 1),
        ("\n* . .\n\n.,.,*\n...\n", "valid", 1),
        (".*.\n...\n...", "valid", (5 / 6) ** 10),  # two threes in the middle row
        ("*..\n.*.\n...", "valid", 1),  # the other three
        ("...\n...\n...", "valid", (4 / 6) ** 10),
        (".*.\n*..\n...", "invalid", 0),  # a corner is cut off
        ("*..\n..*\n.*.", "invalid", 0),
        (".*.\n..*\n...", "invalid", 0),
        ("**.\n..*\n...", "invalid", 0),
        ("*..\n*.*\n...", "invalid", 0),
        ("***\n***\n***", "invalid", 0),
        ("*..\n..*", "unparsed", 0),
        ("*..\n..*\n...\n...", "unparsed", 0),
        ("*..\n..*\n..", "unparsed", 0),
        ("*...\n..*.\n....", "unparsed", 0),
        ("*....*...", "unparsed", 0),
        ("#..\n..#\n...", "unparsed", 0),
        ("1 1 2\n2 3 3\n3 2 1", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == quality


@pytest.mark.parametrize("grid", [[], [[1, 1]], [[1], [1]], [[1, 1], [1]], [[], []]])
def test_damaged_problems_are_refused(grid):
    with pytest.raises(ValueError, match="grid must have"):
        env.problem_from({"grid": grid, "solution": ["*.", ".."]})
