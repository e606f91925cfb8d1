"""The oracle is Bellman-Ford, and all simple paths where the graph is small."""

from itertools import pairwise, permutations

import pytest

import rlve_gym

env = rlve_gym.make("shortest_path", answer_style="plain")


def bellman_ford(problem):
    distance = {0: 0}
    for _ in range(problem.vertex_count):
        for source, target, weight in problem.edges:
            if source in distance:
                distance[target] = min(distance.get(target, float("inf")), distance[source] + weight)
    return distance[problem.vertex_count - 1]


def all_simple_paths(problem):
    weights = {(source, target): weight for source, target, weight in problem.edges}
    n = problem.vertex_count
    for length in range(n - 1):
        for inner in permutations(range(1, n - 1), length):
            path = [0, *inner, n - 1]
            steps = list(pairwise(path))
            if all(step in weights for step in steps):
                yield path, sum(weights[step] for step in steps)


@pytest.mark.parametrize("difficulty", range(0, 17, 2))
def test_optimum_is_that_of_bellman_ford(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        assert problem.optimum == bellman_ford(problem)


def test_every_simple_path_gets_its_quality():
    for seed in range(120):
        problem = env.sample(seed % 3, seed=seed)
        paths = list(all_simple_paths(problem))
        best = min(weight for _, weight in paths)
        for path, weight in paths:
            verdict = env.judge(problem, " ".join(map(str, path)))
            assert verdict.correct == (weight == best)
            assert verdict.quality == pytest.approx((best / weight) ** 5)


DIAMOND = {
    "vertex_count": 4,
    "edges": [[0, 1, 1], [1, 3, 3], [0, 2, 2], [2, 3, 2], [3, 1, 1], [1, 2, 2]],
    "optimum": 4,
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("0 1 3", "valid", 1),
        ("0, 2, 3", "valid", 1),  # the other optimum
        ("0 1 2 3", "valid", (4 / 5) ** 5),
        ("0 1 3 1 3", "valid", (4 / 8) ** 5),  # a walk that repeats vertices is allowed, and longer
        ("0 3", "invalid", 0),  # no such edge
        ("0 1", "invalid", 0),  # wrong end
        ("1 3", "invalid", 0),  # wrong start
        ("0 1 4 3", "invalid", 0),  # no such vertex
        ("0 2 1 3", "invalid", 0),  # an edge against its direction
        ("3", "invalid", 0),
        ("", "unparsed", 0),
        ("0 -> 1 -> 3", "unparsed", 0),
        ("0 1 3.", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(DIAMOND), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_the_planted_path_is_often_not_the_optimum():
    """The trap of the catalogue: a path through all vertices would be the answer at level 0, always."""
    problems = [env.sample(5, seed=seed) for seed in range(100)]
    assert sum(len(env.solve(problem)) == problem.vertex_count for problem in problems) < 10


def test_no_path_of_two_edges_unless_planted():
    for seed in range(100):
        problem = env.sample(8, seed=seed)
        pairs = {(source, target) for source, target, _ in problem.edges}
        n = problem.vertex_count
        assert (0, n - 1) not in pairs
        assert sum((0, v) in pairs and (v, n - 1) in pairs for v in range(n)) <= 1
