"""The oracle tries all assignments of colors; larger graphs are checked by giving out color after color."""

from itertools import product
from math import prod

import pytest

import rlve_gym
from rlve_gym.envs.counting.sum_of_colors_used_over_colorings import _total_colors

env = rlve_gym.make("sum_of_colors_used_over_colorings", answer_style="plain")


def by_assignments(edges, limits):
    return sum(
        len(set(colors))
        for colors in product(*(range(limit + 1) for limit in limits))
        if all(colors[u] != colors[v] for u, v in edges)
    )


def by_colors(n, edges, limits):
    """For each set of colored vertices the number of ways, and their colors in all; one color after the other."""
    bad = [1 << u | 1 << v for u, v in edges]
    independent = [all(mask & pair != pair for pair in bad) for mask in range(1 << n)]
    states = {0: (1, 0)}
    for color in range(max(limits) + 1):
        allowed = sum(1 << v for v in range(n) if limits[v] >= color)
        following = {}
        for mask, (ways, colors) in states.items():
            free = allowed & ~mask
            chosen = free
            while True:
                if independent[chosen]:
                    old_ways, old_colors = following.get(mask | chosen, (0, 0))
                    following[mask | chosen] = (old_ways + ways, old_colors + colors + ways * bool(chosen))
                if not chosen:
                    break
                chosen = (chosen - 1) & free
        states = following
    return states[(1 << n) - 1][1]


@pytest.mark.parametrize("difficulty", range(8))
def test_answers_are_those_of_all_assignments(difficulty):
    small = 0
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        if prod(limit + 1 for limit in problem.color_limits) <= 3_000:
            small += 1
            assert problem.answer == by_assignments(problem.edges, problem.color_limits)
            assert env.judge(problem, env.format(env.solve(problem))).correct
    assert small >= 12


@pytest.mark.parametrize("difficulty", [0, 4, 6, 7, 8, 9, 10])
def test_answers_are_those_of_color_after_color(difficulty):
    for seed in range(6):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_colors(problem.vertex_count, problem.edges, problem.color_limits)


@pytest.mark.parametrize("density", [0.15, 0.95])
def test_the_top_is_right(density):
    problem = env.sample(20, seed=1, parameters={"vertex_count": 10, "density": density})
    assert problem.answer == by_colors(10, problem.edges, problem.color_limits)


def test_any_limits_and_small_graphs_by_hand():
    assert _total_colors(2, [(0, 1)], [0, 0]) == 0  # no coloring at all
    assert _total_colors(3, [], [0, 0, 0]) == 1
    assert _total_colors(2, [], [1, 1]) == 6  # 2 of one color, 2 of two
    assert _total_colors(2, [(0, 1)], [0, 5]) == 10
    assert _total_colors(3, [(0, 1), (0, 2), (1, 2)], [2, 2, 2]) == 18
    assert _total_colors(13, [], [0] * 13) == 1


@pytest.mark.parametrize("difficulty", range(0, 21, 4))
def test_the_limits_leave_a_color_and_are_not_generous(difficulty):
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        assert problem.edges == list(dict.fromkeys(problem.edges)) and problem.edges
        for vertex, limit in enumerate(problem.color_limits):
            degree = sum(vertex in edge for edge in problem.edges)
            assert degree <= limit <= min(2 * degree, degree + 1 + difficulty // 3)
        assert problem.answer >= 1


EXAMPLE = {"vertex_count": 3, "edges": [[0, 1], [1, 2]], "color_limits": [1, 2, 1], "answer": 14}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("14", "valid", 1),
        (" 14\n", "valid", 1),
        ("6", "valid", 0),  # the number of colorings
        ("16", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("0", "invalid", 0),
        ("-14", "invalid", 0),
        ("14.0", "unparsed", 0),
        ("4 + 10 = 14", "unparsed", 0),
        ("1 4", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    # Vertex 1 has color 0 or 1: both others have the other one. It has color 2: the others are equal or not, two ways each.
    assert by_assignments(EXAMPLE["edges"], EXAMPLE["color_limits"]) == 2 + 2 + 2 * 2 + 2 * 3 == 14
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_constant_pays():
    """A trap of the published suite: with one edge the answer was nearly determined."""
    for difficulty, share in ((0, 0.3), (3, 0.09)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
