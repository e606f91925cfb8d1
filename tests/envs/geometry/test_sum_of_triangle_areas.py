"""The oracle turns about each point: later points sorted by slope, so that all cross products have one sign."""

from fractions import Fraction
from math import comb, inf

import pytest

import rlve_gym

env = rlve_gym.make("sum_of_triangle_areas", answer_style="plain")


def by_slopes(points):
    points = sorted(points)
    total = 0
    for index, (x, y) in enumerate(points):
        vectors = [(a - x, b - y) for a, b in points[index + 1 :]]
        vectors.sort(key=lambda vector: Fraction(vector[1], vector[0]) if vector[0] else inf)
        sum_x = sum_y = 0
        for a, b in vectors:
            total += sum_x * b - sum_y * a
            sum_x, sum_y = sum_x + a, sum_y + b
    return total


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 5, 8, 12, 20, 30])
def test_answer_is_that_of_the_rotating_sum(difficulty):
    for seed in range(40 if difficulty < 10 else 8):
        problem = env.sample(difficulty, seed=seed)
        n = len(problem.points)
        assert n == len(set(problem.points)) == 3 + difficulty
        assert all(0 <= coordinate <= max(n, 10) for point in problem.points for coordinate in point)
        total = by_slopes(problem.points)
        assert problem.answer == total > 0
        assert env.judge(problem, str(total)).correct
        for near in (total - 1, total + 1):
            assert env.judge(problem, str(near)).quality == 0  # closeness is worth nothing


def test_the_oracle_on_known_sums():
    """Of the triangles on a 3 by 3 grid 32 have area 1/2, 32 area 1, 4 area 3/2, 8 area 2, and 8 triples are collinear."""
    assert comb(9, 3) == 32 + 32 + 4 + 8 + 8
    assert by_slopes([(x, y) for x in range(3) for y in range(3)]) == 32 + 2 * 32 + 3 * 4 + 4 * 8
    assert by_slopes([(0, 0), (1, 0), (1, 1), (0, 1)]) == 4


def test_some_triples_are_collinear():
    """The sampling does not avoid them, and the prompt says that they count as 0."""

    def has_flat_triple(points):
        return any(
            by_slopes([a, b, c]) == 0
            for i, a in enumerate(points)
            for j, b in enumerate(points[:i])
            for c in points[:j]
        )

    problems = [env.sample(4, seed=seed) for seed in range(40)]
    assert 5 < sum(has_flat_triple(problem.points) for problem in problems) < 40


# The triangle (0,0) (4,0) (0,6) of double area 24 with (1, 1) inside: its three parts make up 24 again.
INSIDE = {"points": [[4, 0], [1, 1], [0, 0], [0, 6]], "answer": 48}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("48", "valid", 1),
        ("48\n", "valid", 1),
        ("24", "valid", 0),  # not doubled
        ("47", "valid", 0),
        ("0", "valid", 0),
        ("-48", "invalid", 0),
        ("48.0", "unparsed", 0),
        ("24 24", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(INSIDE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_constant_pays():
    for difficulty, share in ((0, 0.12), (3, 0.05), (6, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(400)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
