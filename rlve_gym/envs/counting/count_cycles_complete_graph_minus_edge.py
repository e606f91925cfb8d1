from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    vertex_count: int
    modulus: int
    answer: int  # derived: the number of simple cycles modulo modulus


class CountCyclesCompleteGraphMinusEdge(core.ResidueEnvironment[Problem]):
    """Number of simple cycles in a complete graph with one edge removed, modulo m.

    The vertices number at least two thirds of the maximum (half, in the published suite), since the counts of the
    smallest graphs are below most moduli and would come too often.

    Quality: 1 if equal, else 0.
    Source: Luogu P3862; a recurrence over the number of vertices.
    """

    ladder = Ladder(max_vertex_count=grow(7, by=1.1, plus=1), max_modulus=grow(99, by=1.3), top=30)
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(self, rng: Random, *, max_vertex_count: int, max_modulus: int) -> Problem:
        vertex_count = rng.randint(max(5, (2 * max_vertex_count + 2) // 3), max_vertex_count)
        modulus = rng.randrange(max_modulus // 3 | 1, max_modulus + 1, 2)
        return Problem(vertex_count=vertex_count, modulus=modulus, answer=_cycles(vertex_count, modulus))

    def describe(self, problem: Problem) -> str:
        n = problem.vertex_count
        return (
            f"The graph G has {n} labeled vertices, numbered 1 to {n}, and an undirected edge between every two of "
            f"them, except that vertices 1 and {n} are not joined. A simple cycle visits at least 3 different vertices, "
            "each once, along edges of G, and returns to its start; two simple cycles are the same if they consist of "
            "the same edges, so neither the start nor the direction matters. How many simple cycles does G have? "
            f"Give this count modulo {problem.modulus}."
        )


def _cycles(vertex_count: int, modulus: int) -> int:
    cycles, paths = 0, 1  # of a complete graph; between two fixed vertices, by any inner ones of k - 3 others
    for k in range(3, vertex_count):
        # A cycle leaves out the last vertex, or two of the others are its neighbors and a path joins them.
        cycles = (cycles + (k - 1) * (k - 2) // 2 * paths) % modulus
        paths = (1 + (k - 2) * paths) % modulus
    # Vertex 1 is no neighbor of the last vertex.
    return (cycles + (vertex_count - 2) * (vertex_count - 3) // 2 * paths) % modulus
