from math import comb
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line
from rlve_gym.kit import text
from rlve_gym.kit.graphs import random_recursive_tree


class Problem(core.Problem, frozen=True):
    vertex_count: int
    edges: list[tuple[int, int]]  # (source, target), meaning p_source < p_target
    modulus: int
    answer: int  # derived: the number of permutations, modulo modulus


class CountTreePosetLinearExtensions(core.ResidueEnvironment[Problem]):
    """Number of permutations that satisfy comparisons along the edges of a tree, modulo m.

    These are the linear extensions of a partial order whose relations form a tree (not all up or all down from a root).

    Quality: 1 if equal, else 0.
    Source: Luogu P4099 (HEOI 2013); dynamic programming over the rank of the root of each subtree.
    """

    ladder = Ladder(vertex_count=line(5, low=3), top=30)
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(self, rng: Random, *, vertex_count: int) -> Problem:
        order, ranks = (rng.sample(range(vertex_count), vertex_count) for _ in range(2))
        tree = random_recursive_tree(rng, order)
        edges = [(u, v) if ranks[u] < ranks[v] else (v, u) for u, v in tree]
        rng.shuffle(edges)
        modulus = rng.randint(1_000, 1_000_000)
        return Problem(
            vertex_count=vertex_count,
            edges=edges,
            modulus=modulus,
            answer=_linear_extensions(vertex_count, edges) % modulus,
        )

    def describe(self, problem: Problem) -> str:
        last = problem.vertex_count - 1
        return (
            f"How many permutations p_0, ..., p_{last} of the numbers 0 to {last} satisfy all of the "
            f'following conditions? Each line "a b" is the condition p_a < p_b:\n{text.rows(problem.edges)}\n\n'
            f"Give this count modulo {problem.modulus}."
        )


def _linear_extensions(vertex_count: int, edges: list[tuple[int, int]]) -> int:
    neighbors: list[list[tuple[int, bool]]] = [[] for _ in range(vertex_count)]
    for source, target in edges:
        neighbors[source].append((target, True))
        neighbors[target].append((source, False))

    def by_rank(vertex: int, parent: int) -> list[int]:
        """The number of orders of the vertex's subtree, by the rank of the vertex in them."""
        counts = [1]
        for child, is_greater in neighbors[vertex]:
            if child != parent:
                counts = _merge(counts, by_rank(child, vertex), is_greater)
        return counts

    return sum(by_rank(0, -1))


def _merge(counts: list[int], child: list[int], is_greater: bool) -> list[int]:
    s, t = len(counts), len(child)
    merged = [0] * (s + t)
    for before in range(t + 1):  # of the child's subtree, so many come before the vertex
        orders = sum(child[before:] if is_greater else child[:before])
        for rank, count in enumerate(counts):
            ways = comb(rank + before, before) * comb(s - 1 - rank + t - before, t - before)
            merged[rank + before] += count * orders * ways
    return merged
