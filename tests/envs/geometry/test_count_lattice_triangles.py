"""The oracle tests all triples of points by their areas; at larger sizes it counts the points on every line."""

from itertools import combinations
from math import comb, gcd

import pytest

import rlve_gym

env = rlve_gym.make("count_lattice_triangles", answer_style="plain")


def count_by_areas(width, height):
    points = [(x, y) for x in range(width + 1) for y in range(height + 1)]
    return sum(
        (b[0] - a[0]) * (c[1] - a[1]) != (b[1] - a[1]) * (c[0] - a[0]) for a, b, c in combinations(points, 3)
    )


def count_by_lines(width, height):
    """Walks along each line in each primitive direction from its first point in the box."""

    def inside(x, y):
        return 0 <= x <= width and 0 <= y <= height

    total = comb((width + 1) * (height + 1), 3)
    for dx in range(width + 1):
        for dy in range(-height, height + 1):
            if gcd(dx, dy) != 1 or (dx == 0 and dy < 0):
                continue
            for x in range(width + 1):
                for y in range(height + 1):
                    if not inside(x - dx, y - dy):
                        length = 1
                        while inside(x + length * dx, y + length * dy):
                            length += 1
                        total -= comb(length, 3)
    return total


def test_answer_is_that_of_all_triples():
    for seed in range(60):
        problem = env.sample(seed % 3, seed=seed)
        if (problem.width + 1) * (problem.height + 1) <= 50:
            assert problem.answer == count_by_areas(problem.width, problem.height)


def test_answer_is_that_of_all_lines():
    sizes = set()
    for seed in range(200):
        problem = env.sample(seed % 5, seed=seed)
        size = problem.width, problem.height
        if size not in sizes and max(size) <= 12:
            sizes.add(size)
            assert problem.answer == count_by_lines(*size)
    assert len(sizes) > 50


def test_answer_is_the_same_with_the_sides_exchanged():
    found = {}
    for seed in range(400):
        problem = env.sample(1, seed=seed)
        found[problem.width, problem.height] = problem.answer
    assert all(found[height, width] == answer for (width, height), answer in found.items())
    assert len(found) == 36


SQUARE = {"width": 2, "height": 2, "answer": 76}  # the sample of the original task: 84 triples less 3 + 3 + 2


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("76", "valid", 1),
        ("+76", "valid", 1),
        ("78", "valid", 0),  # without the diagonals: the case that closeness would reward
        ("77", "valid", 0),
        ("84", "valid", 0),
        ("1", "valid", 0),
        ("0", "invalid", 0),
        ("-76", "invalid", 0),
        ("", "unparsed", 0),
        ("76.0", "unparsed", 0),
        ("C(9,3) - 8", "unparsed", 0),
        ("7 6", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(SQUARE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_off_by_one_is_wrong_at_the_top():
    problem = env.sample(30, seed=0)
    assert problem.answer > 10**12
    assert env.judge(problem, f"{problem.answer:,}").correct
    assert not env.judge(problem, str(problem.answer + 1)).correct
