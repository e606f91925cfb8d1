from functools import cache
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, choice, line, table
from rlve_gym.kit import text
from rlve_gym.kit.graphs import sample_pairs


class Problem(core.Problem, frozen=True):
    vertex_count: int
    edges: list[tuple[int, int]]
    color_limits: list[int]  # the largest color that each vertex may have; the least is 0
    answer: int  # derived: the sum


class SumOfColorsUsedOverColorings(core.IntegerEnvironment[Problem]):
    """Sum of the number of colors used, over all proper colorings with a color limit for each vertex.

    Quality: 1 if equal, else 0.
    Source: classic; dynamic programming over the color classes.
    """

    ladder = Ladder(
        vertex_count=table(3, 4, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13),
        color_slack=line(1, every=3),
        density=choice(0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95),
        top=20,
    )
    answer_format = Integer("the sum", example="305")
    least = 1

    def generate(self, rng: Random, *, vertex_count: int, color_slack: int, density: float) -> Problem:
        edge_count = max(1, int(density * vertex_count * (vertex_count - 1) / 2 + 0.5))
        edges = sample_pairs(rng, vertex_count, edge_count, directed=False)
        degrees = [sum(vertex in edge for edge in edges) for vertex in range(vertex_count)]
        # With more colors than neighbors at every vertex there always is a coloring.
        limits = [degree + rng.randint(0, min(degree, color_slack)) for degree in degrees]
        return Problem(
            vertex_count=vertex_count,
            edges=edges,
            color_limits=limits,
            answer=_total_colors(vertex_count, edges, limits),
        )

    def describe(self, problem: Problem) -> str:
        return (
            f"{text.graph('An undirected graph', problem.vertex_count, 'u v', problem.edges)}\n\n"
            "The colors are the integers 0, 1, 2, ... A coloring gives each vertex v one color between 0 and its limit R_v "
            "(both included), so that the two ends of every edge have different colors. The limits of the "
            f"vertices, in the order of their numbers, are:\n{text.series(problem.color_limits)}\n\n"
            "For each coloring take the number of different colors that occur in it. What is the sum of these numbers over "
            "all colorings? (Two colorings are different if some vertex has different colors in them.)"
        )


def _total_colors(vertex_count: int, edges: list[tuple[int, int]], limits: list[int]) -> int:
    order = sorted(range(vertex_count), key=lambda vertex: limits[vertex])
    place = {vertex: i for i, vertex in enumerate(order)}
    adjacent = [0] * vertex_count  # by place in the order, as sets of places (bit masks)
    for u, v in edges:
        adjacent[place[u]] |= 1 << place[v]
        adjacent[place[v]] |= 1 << place[u]

    @cache
    def independent_sets(candidates: int) -> list[int]:
        """All sets of pairwise not adjacent places within the candidates."""
        if not candidates:
            return [0]
        least = candidates & -candidates
        rest = candidates ^ least
        others = independent_sets(rest & ~adjacent[least.bit_length() - 1])
        return independent_sets(rest) + [least | other for other in others]

    @cache
    def total(uncolored: int, used: int) -> int:
        """The sum over all ways to color the uncolored places with new colors, ``used`` colors being taken."""
        if not uncolored:
            return used
        least = uncolored & -uncolored
        vertex = least.bit_length() - 1
        # The next class is that of the place of least limit, to which all the used colors are allowed, too.
        free = limits[order[vertex]] + 1 - used
        if free <= 0:
            return 0
        rest = uncolored ^ least
        companions = independent_sets(rest & ~adjacent[vertex])
        return free * sum(total(rest & ~others, used + 1) for others in companions)

    return total((1 << vertex_count) - 1, 0)
