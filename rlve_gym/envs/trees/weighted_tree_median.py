from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, Verdict, choice, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    edges: list[tuple[int, int, int]]  # (u, v, length)
    weights: list[int]  # of the vertices
    optimum: int  # derived: the least total

    def __post_init__(self) -> None:
        _totals(self)


class WeightedTreeMedian(core.Environment[Problem, int]):
    """Vertex of a tree with the least weighted total distance.

    The total of a vertex r is the sum over all vertices v of weight(v) * distance(v, r). Any vertex of least total is
    right: where one edge halves the weight, both its ends are.

    Quality: (least total / total) ** 8.
    Source: classic; O. Kariv and S. L. Hakimi, "An algorithmic approach to network location problems. II: The
    p-medians" (1979). The median, not the center, and for positive lengths the place does not depend on them.
    """

    ladder = Ladder(vertices=line(5), window=choice(2, 3, 4), top=30)
    answer_format = Integer("the number of the vertex r")  # any example would often be right

    def generate(self, rng: Random, *, vertices: int, window: int) -> Problem:
        n = vertices
        order = rng.sample(range(n), n)
        edges = []
        for place in range(1, n):
            u, v = sorted((order[place], order[rng.randrange(max(0, place - window), place)]))
            edges.append((u, v, rng.randint(1, n)))
        rng.shuffle(edges)
        # A few heavy vertices, so that the shape of the tree alone does not show the median.
        weights = [rng.randint(1, n) * (5 if rng.random() < 0.25 else 1) for _ in range(n)]
        problem = Problem(edges=edges, weights=weights, optimum=0)
        return Problem(edges=edges, weights=weights, optimum=min(_totals(problem)))

    def describe(self, problem: Problem) -> str:
        n = len(problem.weights)
        return (
            f"{text.graph('A tree', n, 'u v length', problem.edges)}\n\n"
            f"The weights of the vertices 0 to {n - 1}, in this order, are:\n{text.series(problem.weights)}\n\n"
            "The distance between two vertices is the sum of the lengths on the path between them. Find a vertex r "
            "for which the sum, over all vertices v, of (weight of v) * (distance between v and r) is as small as "
            "possible. If several vertices attain the minimum, any of them is right."
        )

    def verify(self, problem: Problem, answer: int) -> Verdict:
        n = len(problem.weights)
        if not 0 <= answer < n:
            return Verdict.invalid(f"there is no such vertex; they are 0 to {n - 1}")
        return Verdict.ratio(_totals(problem)[answer], problem.optimum, power=8, goal="min")

    def solve(self, problem: Problem) -> int:
        return _totals(problem).index(problem.optimum)


def _totals(problem: Problem) -> list[int]:
    """The total of every vertex: for vertex 0 from the root up, then from parent to child.

    Raises:
        ValueError: the edges do not form a tree.
    """
    n = len(problem.weights)
    if len(problem.edges) != n - 1:
        raise ValueError(f"{len(problem.edges)} edges do not make a tree of {n} vertices")
    neighbors: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    for u, v, length in problem.edges:
        if not (0 <= u < n and 0 <= v < n):
            raise ValueError("an edge ends outside the tree")
        neighbors[u].append((v, length))
        neighbors[v].append((u, length))

    order, parents, lengths = [0], [-1] * n, [0] * n
    for vertex in order:  # grows on the way
        for child, length in neighbors[vertex]:
            if child != parents[vertex] and len(order) < n:
                order.append(child)
                parents[child], lengths[child] = vertex, length
    if len(set(order)) != n:
        raise ValueError("the edges contain a cycle")

    below, totals = list(problem.weights), [0] * n  # the weight of the subtree under each vertex
    for vertex in reversed(order[1:]):
        below[parents[vertex]] += below[vertex]
        totals[0] += lengths[vertex] * below[vertex]
    for vertex in order[1:]:  # one step down: its subtree comes nearer, the rest goes farther
        totals[vertex] = totals[parents[vertex]] + lengths[vertex] * (below[0] - 2 * below[vertex])
    return totals
