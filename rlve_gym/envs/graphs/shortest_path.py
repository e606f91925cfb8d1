from itertools import pairwise
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, choice, grow
from rlve_gym.kit import text
from rlve_gym.kit.graphs import sample_pairs


class Problem(core.Problem, frozen=True):
    vertex_count: int
    edges: list[tuple[int, int, int]]  # (source, target, weight)
    optimum: int  # derived: the least total weight


class ShortestPath(core.Environment[Problem, list[int]]):
    """Shortest path from 0 to n-1 in a weighted digraph.

    Any walk of least weight is right; a vertex may be visited twice, though that never helps.

    Quality: (least weight / weight) ** 5.
    Source: classic; E. W. Dijkstra, "A note on two problems in connexion with graphs" (1959).
    """

    ladder = Ladder(
        vertices=grow(4, by=1.1, plus=1),
        density=choice(0.05, 0.1, 0.15, 0.2, 0.25, 0.3),
        top=16,
    )
    answer_format = Integers("the vertices of the path in order, first and last included", example="0 3 1")

    def generate(self, rng: Random, *, vertices: int, density: float) -> Problem:
        n = vertices
        # The planted path leaves out vertices, so that it is not always the shortest.
        inner_count = rng.randint(-(-2 * (n - 2) // 5), -(-7 * (n - 2) // 10))
        path = [0, *rng.sample(range(1, n - 1), inner_count), n - 1]
        planted = list(pairwise(path))
        weights = {edge: rng.randint(1, max(2, n // 2)) for edge in planted}

        edge_count = min(n * (n - 1) - 1, max(int(1.5 * n), int(density * n * (n - 1))))
        for edge in sample_pairs(
            rng, n, edge_count - len(planted), directed=True, exclude=[*planted, (0, n - 1)]
        ):
            weights[edge] = rng.randint(max(1, n // 3), n)

        # Paths of two edges are seen at a glance: cut each one open, except where both edges are planted.
        for vertex in range(1, n - 1):
            shortcut = [(0, vertex), (vertex, n - 1)]
            removable = [edge for edge in shortcut if edge not in planted]
            if all(edge in weights for edge in shortcut) and removable:
                del weights[rng.choice(removable)]

        edges = [(source, target, weight) for (source, target), weight in weights.items()]
        rng.shuffle(edges)
        return Problem(vertex_count=n, edges=edges, optimum=_shortest_path(n, edges)[0])

    def describe(self, problem: Problem) -> str:
        n = problem.vertex_count
        return (
            f"{text.graph('A directed graph', n, 'source target weight', problem.edges)}\n\n"
            f"Find a path from vertex 0 to vertex {n - 1} along these edges, each in its direction, whose total weight "
            "is as small as possible."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = problem.vertex_count
        if answer[0] != 0 or answer[-1] != n - 1:
            return Verdict.invalid(f"the path does not lead from 0 to {n - 1}")
        weights = {(source, target): weight for source, target, weight in problem.edges}
        total = 0
        for step in pairwise(answer):
            if step not in weights:
                return Verdict.invalid("the path takes a step that is not an edge")
            total += weights[step]
        return Verdict.ratio(total, problem.optimum, power=5, goal="min")

    def solve(self, problem: Problem) -> list[int]:
        return _shortest_path(problem.vertex_count, problem.edges)[1]


def _shortest_path(vertex_count: int, edges: list[tuple[int, int, int]]) -> tuple[int, list[int]]:
    import networkx as nx

    graph = nx.DiGraph()
    graph.add_weighted_edges_from(edges)
    weight, path = nx.single_source_dijkstra(graph, 0, vertex_count - 1)
    return weight, path
