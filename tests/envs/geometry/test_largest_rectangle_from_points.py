"""The oracle walks around all quadruples and measures: four right angles, by squared side lengths."""

from itertools import combinations, permutations
from math import isqrt

import pytest

import rlve_gym
from rlve_gym.core import VerifierError

env = rlve_gym.make("largest_rectangle_from_points", answer_style="plain")


def squared_distance(a, b):
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def area_around(corners):
    """The area if some cyclic order has opposite sides of equal length and equal diagonals, else 0."""
    first, *rest = corners
    for b, c, d in permutations(rest):
        ab, bc, cd, da = (squared_distance(p, q) for p, q in ((first, b), (b, c), (c, d), (d, first)))
        diagonals = {squared_distance(first, c), squared_distance(b, d)}
        if ab == cd > 0 and bc == da > 0 and diagonals == {ab + bc}:
            return isqrt(ab * bc)
    return 0


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 4, 5])
def test_every_quadruple_gets_its_quality(difficulty):
    for seed in range(40 if difficulty < 3 else 12):
        problem = env.sample(difficulty, seed=seed)
        areas = {
            indices: area_around([problem.points[i] for i in indices])
            for indices in combinations(range(len(problem.points)), 4)
        }
        best = max(areas.values())
        assert problem.optimum == best > 0
        for indices, area in areas.items():
            verdict = env.judge(problem, " ".join(map(str, reversed(indices))))
            assert verdict.outcome == ("valid" if area else "invalid")
            assert verdict.correct == (area == best)
            assert verdict.quality == pytest.approx((area / best) ** 5)


def largest_by_sides(points):
    """Each side given by two points, turned by a right angle and stretched to every third point."""
    present = set(points)
    best = 0
    for a in points:
        for b in points:
            dx, dy = b[0] - a[0], b[1] - a[1]
            if (dx, dy) <= (0, 0):
                continue
            for c in points:
                ex, ey = c[0] - a[0], c[1] - a[1]
                area = dx * ey - dy * ex
                if dx * ex + dy * ey == 0 and area > best and (b[0] + ex, b[1] + ey) in present:
                    best = area
    return best


@pytest.mark.parametrize("difficulty", [8, 12, 17])
def test_large_optima_are_those_of_all_sides(difficulty):
    for seed in range(8 if difficulty < 17 else 3):
        problem = env.sample(difficulty, seed=seed)
        assert problem.optimum == largest_by_sides(problem.points)


def test_points_are_distinct_and_rectangles_of_all_kinds():
    """In the published suite points coincide, and the planted rectangle is always a square."""
    squares = tilted = 0
    for seed in range(200):
        problem = env.sample(5, seed=seed)
        n = len(problem.points)
        assert len(set(problem.points)) == n == 10
        assert all(abs(coordinate) <= n for point in problem.points for coordinate in point)
        first, *rest = (problem.points[index] for index in env.solve(problem))
        near, middle, _ = sorted(rest, key=lambda point: squared_distance(first, point))
        squares += squared_distance(first, near) == squared_distance(first, middle)
        tilted += first[0] != near[0] and first[1] != near[1]
    assert 20 < squares < 120 and 80 < tilted < 200


def test_finding_one_rectangle_is_not_enough():
    for difficulty, least in ((4, 2), (8, 3), (30, 3)):
        for seed in range(3):
            points = env.sample(difficulty, seed=seed).points
            by_diagonal = {}
            for a, b in combinations(points, 2):
                by_diagonal.setdefault((a[0] + b[0], a[1] + b[1], squared_distance(a, b)), []).append((a, b))
            assert sum(len(group) * (len(group) - 1) // 2 for group in by_diagonal.values()) >= least


# Area 8: 0 1 2 3. Area 10: the tilted 1 4 6 5 (sides (2, 1) and (-2, 4)) and 0 8 9 3, where 7 can stand for 0.
EXAMPLE = {
    "points": [[0, 0], [4, 0], [4, 2], [0, 2], [6, 1], [2, 4], [4, 5], [0, 0], [5, 0], [5, 2], [1, 0]],
    "optimum": 10,
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("1 4 6 5", "valid", 1),
        ("6, 1, 5, 4", "valid", 1),  # in any order
        ("0 8 9 3", "valid", 1),  # another optimum
        ("3\n8\n7\n9", "valid", 1),  # and with the other point at (0, 0)
        ("0 1 2 3", "valid", (8 / 10) ** 5),
        ("1 8 9 2", "valid", (2 / 10) ** 5),
        ("0 7 3 2", "invalid", 0),  # two points of one position
        ("0 7 1 8", "invalid", 0),
        ("0 10 1 8", "invalid", 0),  # on one line
        ("10 8 2 3", "invalid", 0),  # a parallelogram
        ("10 1 9 3", "invalid", 0),  # a trapezoid with equal diagonals
        ("0 1 2 4", "invalid", 0),  # one right angle only
        ("1 4 6 6", "invalid", 0),
        ("1 4 6 11", "invalid", 0),
        ("1 4 6 -6", "invalid", 0),
        ("1 4 6", "unparsed", 0),
        ("1 4 6 5 1", "unparsed", 0),
        ("", "unparsed", 0),
        ("(0, 0) (5, 0) (5, 2) (0, 2)", "unparsed", 0),
        ("1 4 6 5.", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    points = EXAMPLE["points"]
    assert max(map(area_around, combinations(points, 4))) == EXAMPLE["optimum"]
    problem = env.problem_from(EXAMPLE)
    assert env.judge(problem, env.format(env.solve(problem))).correct
    verdict = env.judge(problem, text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_more_than_a_wrong_optimum_is_an_error_of_ours():
    with pytest.raises(VerifierError):
        env.judge(env.problem_from({**EXAMPLE, "optimum": 9}), "1 4 6 5")


def test_no_constant_pays():
    for difficulty, share in ((0, 0.3), (3, 0.06), (6, 0.03)):
        problems = [env.sample(difficulty, seed=seed) for seed in range(200)]
        for guess in combinations(range(5), 4):
            text = " ".join(map(str, guess))
            assert sum(env.judge(problem, text).correct for problem in problems) <= share * len(problems)
