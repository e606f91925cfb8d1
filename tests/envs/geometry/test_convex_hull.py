"""The oracle sums over the directed edges that have all points on their left; large hulls are compared with Qhull's."""

from itertools import combinations, permutations

import pytest
from scipy.spatial import ConvexHull

import rlve_gym

env = rlve_gym.make("convex_hull", answer_style="plain")


def double_area_by_edges(points):
    total = 0
    for a, b in permutations(points, 2):
        if all((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) >= 0 for c in points):
            total += a[0] * b[1] - b[0] * a[1]
    return total


@pytest.mark.parametrize("difficulty", range(9))
def test_answer_is_that_of_the_supporting_edges(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        area = double_area_by_edges(problem.points)
        assert problem.answer == area
        assert env.judge(problem, str(area)).correct
        for near in (area - 1, area + 1, 2 * area):
            assert env.judge(problem, str(near)).quality == 0  # closeness is worth nothing


@pytest.mark.parametrize("difficulty", [15, 20, 25, 30])
def test_large_answers_are_those_of_qhull(difficulty):
    for seed in range(4):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == round(2 * ConvexHull(problem.points).volume)


def test_points_are_distinct_and_no_three_collinear_in_boxes_of_many_shapes():
    for difficulty in (0, 2, 5, 12):
        widths, heights = set(), set()
        for seed in range(25):
            points = env.sample(difficulty, seed=seed).points
            for a, b, c in combinations(points, 3):
                assert (b[0] - a[0]) * (c[1] - a[1]) != (b[1] - a[1]) * (c[0] - a[0])
            xs, ys = zip(*points, strict=True)
            assert min(xs + ys) >= 0 and max(xs + ys) <= 3 * len(points)
            widths.add(max(xs))
            heights.add(max(ys))
        assert len(widths) > 3 and len(heights) > 3


def test_points_are_printed_in_their_own_order():
    """Not in that of a set."""
    problem = env.sample(4, seed=1)
    printed = [f"{x} {y}" for x, y in problem.points]
    lines = env.prompt(problem).split("\n")
    where = lines.index(printed[0])
    assert lines[where : where + len(printed)] == printed


# A square of side 4 with a corner cut off at (3, 4)-(4, 2), and a point inside: 16 - 1 = 15, twice that is 30.
CUT_SQUARE = {"points": [[1, 2], [0, 0], [4, 2], [4, 0], [3, 4], [0, 4]], "answer": 30}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("30", "valid", 1),
        (" +30\n", "valid", 1),
        ("29", "valid", 0),  # 0.84 by the ratio of the published suite
        ("31", "valid", 0),
        ("15", "valid", 0),  # the area itself
        ("32", "valid", 0),
        ("0", "invalid", 0),
        ("-30", "invalid", 0),
        ("30.0", "unparsed", 0),
        ("30 30", "unparsed", 0),
        ("2 * 15", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(CUT_SQUARE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_hand_made_hull():
    assert double_area_by_edges(CUT_SQUARE["points"]) == CUT_SQUARE["answer"]
    triangle = env.sample(0, seed=0, parameters={"point_count": 3})
    assert triangle.answer == double_area_by_edges(triangle.points) > 0


def test_no_constant_pays():
    for difficulty, share in ((0, 0.1), (3, 0.05), (6, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(300)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
