"""The oracle takes, for each row, all subsets of column numbers with the right sum, and tests the columns."""

from itertools import combinations, product

import pytest

import rlve_gym

env = rlve_gym.make("kakurasu", answer_style="plain")


def subsets(width, total):
    """The rows of this width whose ones are in columns with this sum, by the numbers of these columns."""
    numbers = range(1, width + 1)
    return [
        subset for size in range(width + 1) for subset in combinations(numbers, size) if sum(subset) == total
    ]


def solutions(row_sums, column_sums):
    """All grids with these sums, as text."""
    width = len(column_sums)
    for rows in product(*(subsets(width, total) for total in row_sums)):
        sums = [0] * width
        for number, subset in enumerate(rows, 1):
            for column in subset:
                sums[column - 1] += number
        if sums == column_sums:
            yield "\n".join(
                "".join(str(int(column in subset)) for column in range(1, width + 1)) for subset in rows
            )


def test_solutions_of_small_puzzles():
    several = 0
    for seed in range(300):
        problem = env.sample(seed % 4, seed=seed)
        found = list(solutions(problem.row_sums, problem.column_sums))
        assert "\n".join(problem.solution) in found
        assert all(env.judge(problem, text).correct for text in found)
        several += len(found) > 1
    assert several >= 3  # other grids than the planted one count


@pytest.mark.parametrize("seed", range(25))
def test_every_grid_gets_its_quality(seed):
    problem = env.sample(0, seed=seed)
    height, width = len(problem.row_sums), len(problem.column_sums)
    right = []
    for digits in product("01", repeat=height * width):
        text = "\n".join("".join(digits[row * width : (row + 1) * width]) for row in range(height))
        ones = [(i, j) for i in range(height) for j in range(width) if digits[i * width + j] == "1"]
        hits = sum(
            sum(j + 1 for row, j in ones if row == i) == problem.row_sums[i] for i in range(height)
        ) + sum(
            sum(i + 1 for i, column in ones if column == j) == problem.column_sums[j] for j in range(width)
        )
        verdict = env.judge(problem, text)
        assert verdict.outcome == "valid"
        assert verdict.quality == pytest.approx((hits / (height + width)) ** 10)
        if verdict.correct:
            right.append(text)
    assert right == sorted(solutions(problem.row_sums, problem.column_sums))


@pytest.mark.parametrize("difficulty", range(0, 31, 5))
def test_sampling_follows_the_specification(difficulty):
    side = 3 + difficulty
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        height, width = len(problem.row_sums), len(problem.column_sums)
        assert all(max(2, (side + 1) // 2) <= length <= side for length in (height, width))
        assert [len(row) for row in problem.solution] == [width] * height
        assert env.judge(problem, env.format(problem.solution)).correct


def test_grids_are_neither_nearly_empty_nor_nearly_full():
    """The trap of the published suite: with few ones or few zeros the puzzle is trivial."""
    for seed in range(60):
        grid = "".join(env.sample(15, seed=seed).solution)
        assert 0.2 < grid.count("1") / len(grid) < 0.8


# 101 / 010, with the sums counted by hand.
EXAMPLE = {"row_sums": [4, 2], "column_sums": [1, 2, 1], "solution": ["101", "010"]}
# Two grids have these sums.
TWINS = {"row_sums": [3, 3, 3], "column_sums": [3, 3, 3], "solution": ["110", "110", "001"]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("101\n010", "valid", 1),
        ("\n1 0 1\n\n0, 1, 0\n", "valid", 1),
        ("101\n000", "valid", (3 / 5) ** 10),
        ("010\n101", "valid", 0),  # rows exchanged: column sums 2 1 2, row sums 2 4
        ("101\n110", "valid", (3 / 5) ** 10),
        ("101", "unparsed", 0),
        ("101\n010\n000", "unparsed", 0),
        ("1010\n0100", "unparsed", 0),
        ("101\n01", "unparsed", 0),
        ("101010", "unparsed", 0),
        ("101\n020", "unparsed", 0),
        ("X.X\n.X.", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


@pytest.mark.parametrize("text", ["110\n110\n001", "001\n001\n110"])
def test_another_solution_counts(text):
    assert env.judge(env.problem_from(TWINS), text).correct


def test_damaged_problems_are_refused():
    with pytest.raises(ValueError, match="empty"):
        env.problem_from({**EXAMPLE, "row_sums": []})
