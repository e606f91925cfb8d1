"""The oracle walks all walks; longer ones are counted by powers of the matrix of the directed edges."""

import networkx as nx
import numpy as np
import pytest

import rlve_gym
from rlve_gym.envs.counting.count_nonbacktracking_walks import _count

env = rlve_gym.make("count_nonbacktracking_walks", answer_style="plain")


def count_by_walking(n, edges, length):
    arcs = [*edges, *((v, u) for u, v in edges)]

    def extensions(walk):
        if len(walk) == length + 1:
            return int(walk[-1] == n - 1)
        return sum(
            extensions([*walk, v]) for u, v in arcs if u == walk[-1] and (len(walk) == 1 or v != walk[-2])
        )

    return extensions([0])


def count_by_directed_edges(n, edges, length):
    """Exactly, by the non-backtracking (Hashimoto) matrix."""
    arcs = [*edges, *((v, u) for u, v in edges)]
    matrix = np.array([[int(v == w and u != x) for w, x in arcs] for u, v in arcs], dtype=object)
    row = np.array([int(u == 0) for u, _ in arcs], dtype=object)
    for _ in range(length - 1):
        row = row @ matrix
    return sum(ways for ways, (_, v) in zip(row, arcs, strict=True) if v == n - 1)


def test_all_connected_graphs_of_up_to_six_vertices():
    for graph in nx.graph_atlas_g():
        n = graph.number_of_nodes()
        if n < 3 or n > 6 or not nx.is_connected(graph):
            continue
        edges = list(graph.edges)
        for length in range(1, 5 if n == 6 else 7):
            assert _count(n, edges, length) == count_by_walking(n, edges, length)


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3])
def test_sampled_answers_are_those_of_walking(difficulty):
    for seed in range(50):
        problem = env.sample(difficulty, seed=seed)
        count = count_by_walking(problem.vertex_count, problem.edges, problem.walk_length)
        assert count >= 2 and problem.answer == count % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [5, 8, 12, 16])
def test_longer_answers_are_those_of_the_directed_edges(difficulty):
    for seed in range(8 if difficulty < 12 else 2):
        problem = env.sample(difficulty, seed=seed)
        count = count_by_directed_edges(problem.vertex_count, problem.edges, problem.walk_length)
        assert problem.answer == count % problem.modulus


@pytest.mark.parametrize("difficulty", [0, 1, 3, 10, 20, 30])
def test_graphs_are_simple_connected_and_have_two_cycles(difficulty):
    """The trap of the catalogue: trees and graphs with one cycle made the answer 0 or 1."""
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        graph = nx.Graph(problem.edges)
        assert graph.number_of_edges() == len(problem.edges)
        assert all(u < v for u, v in problem.edges)
        assert sorted(graph) == list(range(problem.vertex_count)) and nx.is_connected(graph)
        assert len(nx.cycle_basis(graph)) >= 2
        parameters = problem.origin.parameters
        assert 5 <= len(problem.edges) <= parameters["max_edges"]
        assert 3 <= problem.walk_length <= parameters["max_walk_length"] <= 2 * problem.walk_length + 1
        assert problem.modulus == 10_000


def test_no_constant_pays():
    for difficulty, share in ((0, 0.35), (3, 0.1), (6, 0.08)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


# Two triangles with the common edge 0 1.
EXAMPLE = {
    "vertex_count": 4,
    "edges": [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3)],
    "walk_length": 4,
    "modulus": 100,
    "answer": 3,  # 0 1 2 0 3, 0 2 1 0 3 and 0 3 1 0 3
}
LONGER = {**EXAMPLE, "walk_length": 8, "modulus": 10, "answer": 1}  # of 11


@pytest.mark.parametrize(
    ("fields", "text", "outcome", "quality"),
    [
        (EXAMPLE, "3", "valid", 1),
        (EXAMPLE, " 3\n", "valid", 1),
        (EXAMPLE, "4", "valid", 0),
        (EXAMPLE, "0", "valid", 0),
        (EXAMPLE, "100", "invalid", 0),
        (EXAMPLE, "103", "invalid", 0),
        (EXAMPLE, "-97", "invalid", 0),
        (EXAMPLE, "3 walks", "unparsed", 0),
        (EXAMPLE, "0 1 2 0 3", "unparsed", 0),
        (EXAMPLE, "", "unparsed", 0),
        (LONGER, "1", "valid", 1),
        (LONGER, "2", "valid", 0),
        (LONGER, "11", "invalid", 0),  # not reduced
    ],
)
def test_hand_made_answers(fields, text, outcome, quality):
    count = count_by_walking(fields["vertex_count"], fields["edges"], fields["walk_length"])
    assert count % fields["modulus"] == fields["answer"]
    verdict = env.judge(env.problem_from(fields), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
