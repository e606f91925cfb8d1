"""The oracle lists all Latin squares of orders 3 and 4 and adds up visible heights by their definition."""

from itertools import permutations, product

import pytest

import rlve_gym

env = rlve_gym.make("sum_skyscrapers", answer_style="plain")


def latin_squares(n):
    rows = list(permutations(range(n)))
    return [
        square
        for square in product(rows, repeat=n)
        if all(len(set(line)) == n for line in zip(*square, strict=True))
    ]


def visible_sum(heights):
    return sum(h for index, h in enumerate(heights) if all(before < h for before in heights[:index]))


def clues(square):
    n = len(square)
    columns = [[square[row][column] for row in range(n)] for column in range(n)]
    return {
        "left": [visible_sum(row) for row in square],
        "right": [visible_sum(row[::-1]) for row in square],
        "top": [visible_sum(column) for column in columns],
        "bottom": [visible_sum(column[::-1]) for column in columns],
    }


SQUARES = {n: [(square, clues(square)) for square in latin_squares(n)] for n in (3, 4)}


def test_there_are_12_and_576_squares():
    assert [len(SQUARES[n]) for n in (3, 4)] == [12, 576]


@pytest.mark.parametrize(("difficulty", "n"), [(0, 3), (1, 3), (2, 4), (3, 4)])
def test_every_latin_square_gets_its_quality(difficulty, n):
    for seed in range(6):
        problem = env.sample(difficulty, seed=seed)
        right = 0
        for square, seen in SQUARES[n]:
            verdict = env.judge(problem, env.format(square))
            hits = sum(
                a == b for side in seen for a, b in zip(seen[side], getattr(problem, side), strict=True)
            )
            assert verdict.correct == (hits == 4 * n)
            assert verdict.quality == pytest.approx((hits / (4 * n)) ** 10)
            right += verdict.correct
        assert right >= 1


def test_another_grid_than_the_planted_one_is_right():
    """Squares of order 4 that agree in all sums, found by listing all squares."""
    by_clues = {}
    for square, seen in SQUARES[4]:
        by_clues.setdefault(str(seen), []).append((square, seen))
    twins = [group for group in by_clues.values() if len(group) > 1]
    assert twins
    for group in twins:
        for planted, seen in group:
            problem = env.problem_from({**seen, "solution": [list(row) for row in planted]})
            assert all(env.judge(problem, env.format(square)).correct for square, _ in group)


@pytest.mark.parametrize("difficulty", range(16))
def test_clues_are_those_of_the_planted_square(difficulty):
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        assert len(problem.solution) == 3 + difficulty // 2
        seen = clues(problem.solution)
        assert all(getattr(problem, side) == sums for side, sums in seen.items())
        assert env.judge(problem, env.format(problem.solution)).correct


# 0 1 2 / 1 2 0 / 2 0 1, and its sums added by hand.
EXAMPLE = {
    "left": [3, 3, 2],
    "right": [2, 2, 3],
    "top": [3, 3, 2],
    "bottom": [2, 2, 3],
    "solution": [[0, 1, 2], [1, 2, 0], [2, 0, 1]],
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("0 1 2\n1 2 0\n2 0 1", "valid", 1),
        ("\n0, 1, 2\n\n1 2 0\n2 0 1\n", "valid", 1),
        # Left 3 2 3, right 2 3 2, top 2 3 2 (of 0 2 1, 1 0 2, 2 1 0), bottom 3 2 3 (of 1 2 0, 2 0 1, 0 1 2).
        ("0 1 2\n2 0 1\n1 2 0", "valid", (6 / 12) ** 10),
        ("1 2 3\n2 3 1\n3 1 2", "invalid", 0),  # heights start at 0
        ("0 1 2\n0 1 2\n0 1 2", "invalid", 0),  # columns
        ("0 0 0\n1 1 1\n2 2 2", "invalid", 0),  # rows
        ("0 1 2\n1 2 0\n2 0 -1", "invalid", 0),
        ("0 1 2\n1 2 0", "unparsed", 0),
        ("0 1 2\n1 2 0\n2 0 1\n0 1 2", "unparsed", 0),
        ("0 1 2\n1 2 0\n2 0", "unparsed", 0),
        ("0 1 2 3\n1 2 0 3\n2 0 1 3", "unparsed", 0),
        ("0 1 2 1 2 0 2 0 1", "unparsed", 0),
        ("0 1 2\n1 2 0\n2 0 x", "unparsed", 0),
        ("012\n120\n201", "unparsed", 0),
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
        {"left": [3, 3]},
        {"bottom": []},
        {"solution": [[0, 1, 2], [1, 2, 0]]},
        {"solution": [[0, 1, 2], [1, 2, 0], [2, 0]]},
        {"left": [], "right": [], "top": [], "bottom": [], "solution": []},
    ],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(ValueError, match="same length"):
        env.problem_from({**EXAMPLE, **damage})


def test_planted_squares_are_not_all_cyclic():
    """The trap of the published suite: in a shuffled cyclic square, one row and one column fix the rest.

    There the permutation from one row to another always consists of cycles of one length.
    """
    mixed = 0
    for seed in range(20):
        first, second, *_ = env.sample(10, seed=seed).solution
        follow, lengths = dict(zip(first, second, strict=True)), set()
        for start in follow:
            length, height = 1, follow[start]
            while height != start:
                length, height = length + 1, follow[height]
            lengths.add(length)
        mixed += len(lengths) > 1
    assert mixed >= 5
