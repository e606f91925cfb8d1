"""The oracle tries all orders of the vertices."""

from itertools import pairwise, permutations

import pytest

import rlve_gym

env = rlve_gym.make("directed_hamiltonian_path", answer_style="plain")


def test_every_order_of_the_vertices_gets_its_quality():
    for seed in range(20):
        problem = env.sample(seed % 2, seed=seed)
        n = problem.vertex_count
        matrix = [[(u, v) in problem.edges for v in range(n)] for u in range(n)]
        for order in permutations(range(n)):
            hits = sum(matrix[order[i]][order[i + 1]] for i in range(n - 1))
            verdict = env.judge(problem, " ".join(map(str, order)))
            assert verdict.correct == (hits == n - 1)
            assert verdict.quality == pytest.approx((hits / (n - 1)) ** 5)


def other_paths(problem):
    for order in permutations(range(problem.vertex_count)):
        if list(order) != problem.solution and all(step in problem.edges for step in pairwise(order)):
            yield order


def test_paths_other_than_the_planted_one_are_right():
    found = 0
    for seed in range(40):
        problem = env.sample(1, seed=seed)
        for order in other_paths(problem):
            assert env.judge(problem, " ".join(map(str, order))).correct
            found += 1
    assert found > 40


def test_instances_follow_the_specification():
    for seed in range(200):
        problem = env.sample(seed % 31, seed=seed)
        n, share = problem.vertex_count, problem.origin.parameters["arcs_per_vertex"]
        assert len(problem.edges) == len(set(problem.edges)) == min(int(0.6 * n * (n - 1)), int(share * n))
        assert all(0 <= u < n and 0 <= v < n and u != v for u, v in problem.edges)


def test_the_edges_do_not_show_the_planted_path():
    """Its edges come neither first nor in their order in the list."""
    in_order = 0
    for seed in range(100):
        problem = env.sample(5, seed=seed)
        places = [problem.edges.index(step) for step in pairwise(problem.solution)]
        in_order += sum(a < b for a, b in pairwise(places)) > 0.8 * len(places)
        assert sorted(places) != list(range(len(places)))
    assert in_order < 10


def test_counting_up_is_never_right():
    """The trap of the catalogue: with many edges 0 1 2 ... is often a path."""
    for seed in range(200):
        problem = env.sample(seed % 4, seed=seed)
        verdict = env.judge(problem, " ".join(map(str, range(problem.vertex_count))))
        assert verdict.outcome == "valid" and not verdict.correct


EXAMPLE = {
    "vertex_count": 4,
    "edges": [[2, 0], [0, 3], [3, 1], [1, 2], [3, 2]],
    "solution": [2, 0, 3, 1],
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("2 0 3 1", "valid", 1),
        ("0, 3, 1, 2", "valid", 1),  # not the planted one
        ("1 2 0 3", "valid", 1),
        ("2\n0\n3\n1", "valid", 1),
        ("0 3 2 1", "valid", (2 / 3) ** 5),  # 2 1 is an edge against its direction
        ("1 3 0 2", "valid", 0),  # backwards
        ("2 0 3 1 2", "invalid", 0),  # a cycle
        ("2 0 3", "invalid", 0),
        ("2 0 3 3", "invalid", 0),
        ("2 0 3 4", "invalid", 0),
        ("2 0 3 -1", "invalid", 0),
        ("3 1 4 2", "invalid", 0),  # counted from 1
        ("", "unparsed", 0),
        ("2 -> 0 -> 3 -> 1", "unparsed", 0),
        ("2 0 3 1.", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


@pytest.mark.parametrize("solution", [[0, 2, 3, 1], [2, 0, 3], [2, 0, 3, 4], [2, 0, 0, 3], []])
def test_a_damaged_problem_is_refused(solution):
    with pytest.raises(ValueError, match="the solution"):
        env.problem_from({**EXAMPLE, "solution": solution})
