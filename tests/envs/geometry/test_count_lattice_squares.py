"""The oracles: all sets of four points, told to be squares by their six distances; at larger sizes all pairs of diagonals."""

from collections import defaultdict
from itertools import combinations

import pytest

import rlve_gym

env = rlve_gym.make("count_lattice_squares", answer_style="plain")


def allowed_points(problem):
    forbidden = set(map(tuple, problem.forbidden_points))
    box = [(x, y) for x in range(problem.width + 1) for y in range(problem.height + 1)]
    return [point for point in box if point not in forbidden]


def squares_by_distances(points):
    def is_square(four):
        distances = sorted((a - c) ** 2 + (b - d) ** 2 for (a, b), (c, d) in combinations(four, 2))
        side, diagonal = distances[0], distances[4]
        return distances == [side] * 4 + [diagonal] * 2 and diagonal == 2 * side

    return sum(map(is_square, combinations(points, 4)))


def squares_by_diagonals(points):
    """Two segments with the same middle and length that are perpendicular are the diagonals of a square."""
    segments = defaultdict(list)
    for (a, b), (c, d) in combinations(points, 2):
        segments[a + c, b + d, (a - c) ** 2 + (b - d) ** 2].append((a - c, b - d))
    return sum(p * r + q * s == 0 for group in segments.values() for (p, q), (r, s) in combinations(group, 2))


def test_answer_is_that_of_all_sets_of_four_points():
    for seed in range(150):
        problem = env.sample(seed % 2, seed=seed)
        if problem.width * problem.height <= 12:
            assert problem.answer == squares_by_distances(allowed_points(problem))


@pytest.mark.parametrize("difficulty", [1, 2, 3, 4, 6, 9, 12])
def test_answer_is_that_of_all_pairs_of_diagonals(difficulty):
    for seed in range(30 if difficulty < 6 else 3):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == squares_by_diagonals(allowed_points(problem))


def test_forbidden_points_that_share_squares():
    """Whole rows of forbidden points, in any order: many squares have two or more forbidden vertices."""
    for seed in range(40):
        problem = env.sample(0, seed=seed, parameters={"max_side": 4, "max_forbidden": 12})
        assert problem.answer == squares_by_diagonals(allowed_points(problem))


def test_sides_and_forbidden_points():
    for difficulty in range(0, 25, 4):
        for seed in range(10):
            problem = env.sample(difficulty, seed=seed)
            points = problem.forbidden_points
            assert len(set(points)) == len(points) <= 2 + difficulty
            assert all(0 <= x <= problem.width and 0 <= y <= problem.height for x, y in points)
            # The trap of the catalogue: in boxes of side 1 the answer is mostly 0.
            assert min(problem.width, problem.height) >= 2


# The 3 x 3 points have 4 unit squares, 1 of side 2 and 1 tilted one; the middle point is a vertex of the unit squares only.
MIDDLE = {"width": 2, "height": 2, "forbidden_points": [[1, 1]], "answer": 2}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("2", "valid", 1),
        (" +2\n", "valid", 1),
        ("1", "valid", 0),  # without the tilted square
        ("0", "valid", 0),  # if points inside a square mattered
        ("6", "valid", 0),  # without forbidden points
        ("3", "valid", 0),
        ("-1", "invalid", 0),
        ("-2", "invalid", 0),
        ("", "unparsed", 0),
        ("2.0", "unparsed", 0),
        ("2 squares", "unparsed", 0),
        ("2 2", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(MIDDLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
