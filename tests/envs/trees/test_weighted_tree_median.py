"""The oracles are all distances by Floyd and Warshall, and the median as weighted centroid, without lengths."""

import pytest

import rlve_gym

env = rlve_gym.make("weighted_tree_median", answer_style="plain")


def totals(edges, weights):
    n = len(weights)
    distance = [[0 if u == v else 10**9 for v in range(n)] for u in range(n)]
    for u, v, length in edges:
        distance[u][v] = distance[v][u] = length
    for middle in range(n):
        for u in range(n):
            for v in range(n):
                distance[u][v] = min(distance[u][v], distance[u][middle] + distance[middle][v])
    return [sum(w * d for w, d in zip(weights, distance[r], strict=True)) for r in range(n)]


def centroids(edges, weights):
    """The vertices without which no part of the tree weighs more than half."""

    def part(start, without):
        seen, stack = {start}, [start]
        while stack:
            here = stack.pop()
            for u, v, _ in edges:
                there = v if u == here else u if v == here else here
                if there not in seen and there != without:
                    seen.add(there)
                    stack.append(there)
        return sum(weights[v] for v in seen)

    n = len(weights)
    return {r for r in range(n) if all(2 * part(v, without=r) <= sum(weights) for v in range(n) if v != r)}


def test_every_vertex_gets_its_quality():
    for seed in range(150):
        problem = env.sample(seed % 10, seed=seed)
        expected = totals(problem.edges, problem.weights)
        best = min(expected)
        assert problem.optimum == best
        for vertex, total in enumerate(expected):
            verdict = env.judge(problem, str(vertex))
            assert verdict.correct == (total == best)
            assert verdict.quality == pytest.approx((best / total) ** 8)


def test_the_median_is_the_weighted_centroid():
    for seed in range(100):
        problem = env.sample(seed % 6, seed=seed)
        right = {v for v in range(len(problem.weights)) if env.judge(problem, str(v)).correct}
        assert right == centroids(problem.edges, problem.weights)


def test_instances_are_trees_with_weights_as_specified():
    for seed in range(62):
        problem = env.sample(seed % 31, seed=seed)
        n = 5 + seed % 31
        assert len(problem.weights) == n and len(problem.edges) == n - 1
        assert all(0 <= u < v < n and 1 <= length <= n for u, v, length in problem.edges)
        assert all(1 <= weight <= n or (weight % 5 == 0 and weight <= 5 * n) for weight in problem.weights)
        assert max(totals(problem.edges, problem.weights)) < 10**8  # that is, connected


# A path 0 - 1 - 2 - 3 - 4: the center is 3, the middle 2, the heaviest vertex 0, the median 1.
PATH = {
    "edges": [[0, 1, 2], [1, 2, 1], [2, 3, 1], [3, 4, 9]],
    "weights": [6, 3, 2, 1, 4],
    "optimum": 12 + 2 + 2 + 44,
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("1", "valid", 1),
        (" 1\n", "valid", 1),
        ("+1", "valid", 1),
        ("2", "valid", (60 / 62) ** 8),
        ("0", "valid", (60 / 68) ** 8),
        ("3", "valid", (60 / 68) ** 8),
        ("4", "valid", (60 / 140) ** 8),
        ("5", "invalid", 0),
        ("-1", "invalid", 0),
        ("60", "invalid", 0),  # the total, which is not asked for
        ("", "unparsed", 0),
        ("1 2", "unparsed", 0),
        ("1 or 2", "unparsed", 0),
        ("1.0", "unparsed", 0),
        ("vertex 1", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(PATH), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_where_an_edge_halves_the_weight_both_ends_are_right():
    problem = env.problem_from({"edges": [[0, 1, 3], [1, 2, 7]], "weights": [2, 3, 5], "optimum": 41})
    assert [env.judge(problem, str(v)).correct for v in range(3)] == [False, True, True]


def test_a_deep_tree_needs_no_recursion():
    n = 5_001
    edges = [[v, v + 1, 1] for v in range(n - 1)]
    problem = env.problem_from({"edges": edges, "weights": [1] * n, "optimum": 2500 * 2501})
    assert env.solve(problem) == 2500
    assert env.judge(problem, "2500").correct
    assert not env.judge(problem, "2501").correct


def test_looking_for_a_busy_or_heavy_vertex_is_mostly_wrong():
    """The trap of the catalogue: in two thirds of small trees the vertex of largest degree was right."""
    problems = [env.sample(6, seed=seed) for seed in range(200)]
    busy = heavy = by_shape = 0
    for problem in problems:
        n = len(problem.weights)
        degrees = [sum(v in edge[:2] for edge in problem.edges) for v in range(n)]
        shape = totals(problem.edges, [1] * n)
        busy += env.judge(problem, str(degrees.index(max(degrees)))).correct
        heavy += env.judge(problem, str(problem.weights.index(max(problem.weights)))).correct
        by_shape += env.judge(problem, str(shape.index(min(shape)))).correct
    assert max(busy, heavy, by_shape) < 100


@pytest.mark.parametrize(
    "edges",
    [
        [[0, 1, 1], [1, 2, 1]],  # too few
        [[0, 1, 1], [1, 2, 1], [0, 2, 1]],  # a cycle
        [[0, 1, 1], [0, 1, 1], [2, 3, 1]],
        [[0, 1, 1], [1, 2, 1], [3, 3, 1]],
        [[0, 1, 1], [1, 2, 1], [2, 4, 1]],  # no such vertex
        [[0, 1, 1], [1, 2, 1], [-1, 2, 1]],
        [[0, 1, 1], [1, 2, 1], [2, 3, 1], [0, 3, 1]],  # too many
        [],
    ],
)
def test_a_damaged_problem_is_refused(edges):
    with pytest.raises(ValueError, match="edge"):
        env.problem_from({"edges": edges, "weights": [1, 1, 1, 1], "optimum": 3})
