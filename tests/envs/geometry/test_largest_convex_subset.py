"""The oracle tries all subsets: none of the points may lie inside a triangle of three others.

At large sizes, another dynamic program: by the last two vertices, over the points above the lowest vertex.
"""

from functools import cmp_to_key
from itertools import combinations

import pytest
from scipy.spatial import ConvexHull

import rlve_gym
from rlve_gym.core import VerifierError

env = rlve_gym.make("largest_convex_subset", answer_style="plain")


def inside(p, a, b, c):
    signs = {
        (q[0] - o[0]) * (p[1] - o[1]) > (q[1] - o[1]) * (p[0] - o[0]) for o, q in ((a, b), (b, c), (c, a))
    }
    return len(signs) == 1


def convex_subsets(points):
    """All sets of labels of at least three points in convex position, by size."""
    n = len(points)
    bad = [  # the quadruples with one point inside the triangle of the others
        {p, *triple}
        for triple in combinations(range(n), 3)
        for p in range(n)
        if p not in triple and inside(points[p], *(points[q] for q in triple))
    ]
    for size in range(3, n + 1):
        for subset in combinations(range(n), size):
            if not any(quadruple <= set(subset) for quadruple in bad):
                yield [index + 1 for index in subset]


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3])
def test_every_subset_gets_its_quality(difficulty):
    for seed in range(12 if difficulty < 3 else 4):
        problem = env.sample(difficulty, seed=seed)
        n = len(problem.points)
        convex = {tuple(labels) for labels in convex_subsets(problem.points)}
        best = max(map(len, convex))
        assert problem.optimum == best
        for size in range(3, n + 1):
            for labels in combinations(range(1, n + 1), size):
                verdict = env.judge(problem, " ".join(map(str, labels)))
                if labels in convex:
                    assert verdict.quality == pytest.approx((size / best) ** 5)
                    assert verdict.correct == (size == best)
                else:
                    assert verdict.outcome == "invalid"


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 4, 5])
def test_optimum_is_that_of_all_subsets(difficulty):
    for seed in range(100, 112 if difficulty < 4 else 103):
        problem = env.sample(difficulty, seed=seed)
        assert problem.optimum == max(map(len, convex_subsets(problem.points)))


def left_turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def largest_by_last_two(points):
    best = 0
    for lowest in points:
        above = [point for point in points if (point[1], point[0]) > (lowest[1], lowest[0])]
        above.sort(key=cmp_to_key(lambda a, b, lowest=lowest: -left_turn(lowest, a, b)))
        vertices = {}  # of a polygon that ends with the points i and j, so far
        for j, last in enumerate(above):
            for i in range(j):
                before = [vertices[h, i] for h in range(i) if left_turn(above[h], above[i], last) > 0]
                vertices[i, j] = max(before, default=2) + 1
        best = max(best, *vertices.values(), 0, 0)
    return best


@pytest.mark.parametrize("difficulty", [4, 8, 14, 20, 30])
def test_large_optima_are_those_of_the_other_program_and_solutions_convex_by_qhull(difficulty):
    for seed in range(6 if difficulty < 20 else 2):
        problem = env.sample(difficulty, seed=seed)
        assert problem.optimum == largest_by_last_two(problem.points)
        chosen = env.solve(problem)
        assert len(set(chosen)) == len(chosen) == problem.optimum
        corners = [problem.points[label - 1] for label in chosen]
        assert len(ConvexHull(corners).vertices) == len(corners)


def test_points_are_in_general_position():
    for difficulty in (0, 3, 9, 30):
        for seed in range(5):
            points = env.sample(difficulty, seed=seed).points
            n = len(points)
            assert n == 6 + difficulty
            assert all(0 <= coordinate <= n for point in points for coordinate in point)
            for a, b, c in combinations(points, 3):
                assert (b[0] - a[0]) * (c[1] - a[1]) != (b[1] - a[1]) * (c[0] - a[0])


# A square with corners 1 3 5 2 and in it 4 near its left side, 6 near its lower side and 7 near the middle. Instead
# of corner 1 both 4 and 6 can be vertices.
SQUARE = {"points": [[0, 0], [0, 20], [20, 0], [1, 9], [20, 20], [9, 1], [8, 7]], "optimum": 5}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("2 4 6 3 5", "valid", 1),
        ("5, 4, 3, 2, 6", "valid", 1),  # in any order
        ("3\n5\n2\n4\n6", "valid", 1),
        ("1 2 3 5", "valid", (4 / 5) ** 5),  # the hull of all points
        ("1 2 5", "valid", (3 / 5) ** 5),  # 4, 6 and 7 may lie in it
        ("7 4 6", "valid", (3 / 5) ** 5),
        ("1 2 4 5", "invalid", 0),  # 4 lies inside
        ("1 2 3 4 5 6 7", "invalid", 0),
        ("1 2 3 5 7", "invalid", 0),
        ("1 2", "invalid", 0),
        ("1", "invalid", 0),
        ("1 2 2 5", "invalid", 0),
        ("1 2 5 1", "invalid", 0),  # not even to close the polygon
        ("0 1 2", "invalid", 0),
        ("1 2 8", "invalid", 0),
        ("-1 2 3", "invalid", 0),
        ("", "unparsed", 0),
        ("(0,0) (0,20) (20,20)", "unparsed", 0),
        ("1 2 5.", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert max(map(len, convex_subsets(SQUARE["points"]))) == SQUARE["optimum"]
    verdict = env.judge(env.problem_from(SQUARE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_a_walk_that_is_overtaken_later():
    """The trap of the notes: a vertex gets a longer walk after another walk has gone on from it."""
    for seed in range(30):
        problem = env.sample(14, seed=seed)
        assert env.judge(problem, env.format(env.solve(problem))).correct


def test_flat_and_doubled_points_are_not_convex():
    """Only problems made by hand have such."""
    line = env.problem_from({"points": [[0, 0], [2, 0], [4, 0], [4, 4], [4, 4], [2, 2]], "optimum": 3})
    for text in ("1 2 3", "1 2 3 4", "1 3 4 5", "4 5 1", "1 3 4 6", "6 4 1"):
        assert env.judge(line, text).outcome == "invalid"
    assert env.judge(line, "1 3 5").correct


def test_more_than_a_wrong_optimum_is_an_error_of_ours():
    with pytest.raises(VerifierError):
        env.judge(env.problem_from({**SQUARE, "optimum": 4}), "2 4 6 3 5")


def test_no_constant_pays():
    for difficulty, share in ((0, 0.4), (3, 0.08), (6, 0.03)):
        problems = [env.sample(difficulty, seed=seed) for seed in range(150)]
        for size in range(4, 9):
            guess = " ".join(map(str, range(1, size + 1)))
            assert sum(env.judge(problem, guess).correct for problem in problems) <= share * len(problems)
