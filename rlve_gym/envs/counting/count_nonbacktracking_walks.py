from itertools import pairwise
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit import text
from rlve_gym.kit.graphs import sample_pairs


class Problem(core.Problem, frozen=True):
    vertex_count: int
    edges: list[tuple[int, int]]
    walk_length: int
    modulus: int
    answer: int  # derived: the number of walks, modulo modulus


class CountNonbacktrackingWalks(core.ResidueEnvironment[Problem]):
    """Number of walks of T edges from 0 to n-1 that never go straight back, modulo m.

    The graph has two independent cycles at least, and there are two walks at least: in trees and around a single cycle
    hardly any walk is possible. The walks start longer than in the published suite, where small counts were too common.

    Quality: 1 if equal, else 0.
    Source: Luogu P2151 (SDOI 2009); with the recurrence W_k = W_(k-1) A - W_(k-2) (D - I) for the adjacency matrix A
    and the degrees D (N. Alon, I. Benjamini, E. Lubetzky, S. Sodin, "Non-backtracking random walks mix faster", 2007).
    """

    ladder = Ladder(max_edges=grow(6, by=1.1, plus=1), max_walk_length=grow(7, by=1.1, plus=1), top=30)
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(self, rng: Random, *, max_edges: int, max_walk_length: int) -> Problem:
        count = 0
        while count < 2:
            edge_count = rng.randint(5, max_edges)
            least = next(n for n in range(3, max_edges) if n * (n - 1) // 2 >= edge_count)
            vertex_count = rng.randint(least, edge_count - 1)  # so that there are two independent cycles
            walk_length = rng.randint(max(3, max_walk_length // 2), max_walk_length)
            order = list(range(vertex_count))
            rng.shuffle(order)
            edges = [(min(pair), max(pair)) for pair in pairwise(order)]
            edges += sample_pairs(rng, vertex_count, edge_count - len(edges), directed=False, exclude=edges)
            rng.shuffle(edges)
            count = _count(vertex_count, edges, walk_length)
        modulus = 10_000
        return Problem(
            vertex_count=vertex_count,
            edges=edges,
            walk_length=walk_length,
            modulus=modulus,
            answer=count % modulus,
        )

    def describe(self, problem: Problem) -> str:
        return (
            f"{text.graph('An undirected graph', problem.vertex_count, 'u v', problem.edges)}\n\n"
            f"A walk starts at vertex 0, follows exactly {problem.walk_length} edges one after the other, and ends at vertex "
            f"{problem.vertex_count - 1}. It may visit vertices and edges any number of times, these two vertices included, "
            "but it must never follow an edge and then at once the same edge back. How many such walks are there? "
            f"Give this count modulo {problem.modulus}."
        )


def _count(vertex_count: int, edges: list[tuple[int, int]], walk_length: int) -> int:
    """The number of walks from 0 to vertex_count - 1, exactly."""
    neighbors: list[list[int]] = [[] for _ in range(vertex_count)]
    for u, v in edges:
        neighbors[u].append(v)
        neighbors[v].append(u)
    before = [0] * vertex_count
    walks = [1] + [0] * (vertex_count - 1)  # from 0 to each vertex
    for step in range(walk_length):
        # All walks longer by an edge, less those that were at v two edges ago and came straight back: by any neighbor of
        # v but the one that v was reached from. The start was reached from none.
        longer = [
            sum(walks[u] for u in neighbors[v]) - before[v] * (len(neighbors[v]) - (step > 1))
            for v in range(vertex_count)
        ]
        before, walks = walks, longer
    return walks[-1]
