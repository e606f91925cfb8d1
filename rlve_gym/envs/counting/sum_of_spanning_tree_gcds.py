from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, choice, grow, line
from rlve_gym.kit import text
from rlve_gym.kit.graphs import random_recursive_tree, sample_pairs
from rlve_gym.kit.modular import LARGE_PRIMES
from rlve_gym.kit.number_theory import totients


class Problem(core.Problem, frozen=True):
    vertex_count: int
    edges: list[tuple[int, int, int]]  # (u, v, weight) with 1 <= u < v <= vertex_count
    modulus: int
    answer: int  # derived: the sum modulo modulus


class SumOfSpanningTreeGcds(core.ResidueEnvironment[Problem]):
    """Sum over all spanning trees of the greatest common divisor of their edge weights, modulo a prime.

    Quality: 1 if equal, else 0.
    Source: classic; G. Kirchhoff's matrix-tree theorem, and gcd = sum of Euler's phi over the common divisors.
    """

    ladder = Ladder(
        vertex_count=line(4, low=3),
        extra_edges=grow(1, by=1.3, plus=1),
        density=choice(0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9),
        top=20,
    )
    answer_format = Integer("the sum modulo the given prime", example="305")

    def generate(self, rng: Random, *, vertex_count: int, extra_edges: int, density: float) -> Problem:
        n = vertex_count
        factor = rng.randint(1, n)
        order = rng.sample(range(1, n + 1), n)
        tree = [(min(edge), max(edge)) for edge in random_recursive_tree(rng, order)]
        edges = [(u, v, factor * rng.randint(1, n)) for u, v in tree]
        # At least one edge more than the tree, which alone would show its gcd.
        edge_count = max(n, min(n + extra_edges, int(density * n * (n - 1) / 2)))
        exclude = [(u - 1, v - 1) for u, v in tree]
        for u, v in sample_pairs(rng, n, edge_count - len(tree), directed=False, exclude=exclude):
            weight = factor * rng.randint(1, n) if rng.random() < 0.5 else rng.randint(1, n * n)
            edges.append((u + 1, v + 1, weight))
        rng.shuffle(edges)
        modulus = rng.choice(LARGE_PRIMES)
        return Problem(vertex_count=n, edges=edges, modulus=modulus, answer=_sum_of_gcds(n, edges, modulus))

    def describe(self, problem: Problem) -> str:
        return (
            f"An undirected graph has {problem.vertex_count} vertices, numbered 1 to {problem.vertex_count}. Its edges, one "
            f'per line as "u v weight", are:\n{text.rows(problem.edges)}\n\n'
            "For each spanning tree of the graph take the greatest common divisor of the weights of all edges of the tree. "
            "Compute the sum of these greatest common divisors over all spanning trees. Give this sum modulo the prime "
            f"{problem.modulus}."
        )


def _sum_of_gcds(vertex_count: int, edges: list[tuple[int, int, int]], modulus: int) -> int:
    phi = totients(max(weight for _, _, weight in edges))
    total = 0
    for divisor in range(1, len(phi)):
        divisible = [(u, v) for u, v, weight in edges if weight % divisor == 0]
        if len(divisible) >= vertex_count - 1:
            total += phi[divisor] * _spanning_trees(vertex_count, divisible, modulus)
    return total % modulus


def _spanning_trees(vertex_count: int, edges: list[tuple[int, int]], modulus: int) -> int:
    """The determinant of the Laplacian without the row and column of one vertex, modulo a prime."""
    size = vertex_count - 1
    rows = [[0] * vertex_count for _ in range(vertex_count)]
    for u, v in edges:
        for a, b in ((u - 1, v - 1), (v - 1, u - 1)):
            rows[a][a] += 1
            rows[a][b] -= 1
    rows = [row[:size] for row in rows[:size]]
    determinant = 1
    while rows:
        # Cut off the last column, by a row in which it is not 0.
        place = next((i for i in range(len(rows) - 1, -1, -1) if rows[i][-1] % modulus), None)
        if place is None:
            return 0
        if (len(rows) - 1 - place) % 2:
            determinant = -determinant
        pivot_row = rows.pop(place)
        pivot = pivot_row.pop()
        determinant = determinant * pivot % modulus
        inverse = pow(pivot, -1, modulus)
        for i, row in enumerate(rows):
            multiple = row.pop() * inverse % modulus
            if multiple:
                rows[i] = [(x - multiple * y) % modulus for x, y in zip(row, pivot_row, strict=True)]
    return determinant % modulus
