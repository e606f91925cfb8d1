from collections import deque
from itertools import pairwise
from math import inf
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, choice, grow
from rlve_gym.kit import text
from rlve_gym.kit.graphs import sample_pairs


class Problem(core.Problem, frozen=True):
    vertex_count: int
    edges: list[tuple[int, int, int, int]]  # (source, target, capacity, cost)
    max_flow: int  # derived: the greatest value of a flow
    optimum: int  # derived: the least cost of such a flow

    def __post_init__(self) -> None:
        n = self.vertex_count
        if n < 2 or not all(0 <= source < n and 0 <= target < n for source, target, _, _ in self.edges):
            raise ValueError("an edge ends outside the network")
        if any(capacity < 0 or cost < 0 for _, _, capacity, cost in self.edges):
            raise ValueError("a capacity or a cost is negative")


class MinCostMaxFlow(core.Environment[Problem, list[int]]):
    """Maximum flow of minimum cost in a directed network.

    The costs must matter. That not all maximum flows cost the same, as the catalogue asks, is too little: a useless
    cycle is enough for that, and a maximum flow that ignores the costs was cheapest in 87 % of small problems. So here
    the planted path has 3 to 5 edges and is cheap (1..3, the others 4..10), and problems are drawn anew while the
    maximum flow that is cheapest if all costs are 1 is also cheapest with the real ones.

    Quality: 0.5 * (value / greatest) ** 5, plus 0.5 * (least cost / cost) ** 5 for a flow of the greatest value.
    Source: classic; successive shortest paths (W. S. Jewell 1958; R. G. Busacker and P. J. Gowen 1960).
    """

    ladder = Ladder(
        vertices=grow(4, by=1.1, plus=1),
        edge_density=choice(0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3),
        top=17,
    )
    answer_format = Integers("the flow of each edge, in the order of the list of edges", example="3 0 2 3")

    def generate(self, rng: Random, *, vertices: int, edge_density: float) -> Problem:
        n = vertices
        while True:
            path = [0, *rng.sample(range(1, n - 1), rng.randint(3, min(5, n - 1)) - 1), n - 1]
            planted = list(pairwise(path))
            edges = [(s, t, rng.randint(5, 10), rng.randint(1, 3)) for s, t in planted]
            edge_count = max(len(planted) + n // 2 + 1, int(edge_density * n * (n - 1)))
            banned = [(n - 1, v) for v in range(n)] + [(v, 0) for v in range(n)]
            for s, t in sample_pairs(
                rng, n, edge_count - len(planted), directed=True, exclude=banned + planted
            ):
                edges.append((s, t, rng.randint(1, 10), rng.randint(4, 10)))
            rng.shuffle(edges)

            flow = _cheapest_max_flow(n, edges)
            short = _cheapest_max_flow(n, [(s, t, capacity, 1) for s, t, capacity, _ in edges])
            if _cost(edges, flow) < _cost(edges, short):
                break
        value = sum(amount for amount, (s, _, _, _) in zip(flow, edges, strict=True) if s == 0)
        return Problem(vertex_count=n, edges=edges, max_flow=value, optimum=_cost(edges, flow))

    def describe(self, problem: Problem) -> str:
        n = problem.vertex_count
        return (
            f"{text.graph('A directed network', n, 'source target capacity cost', problem.edges)}\n\n"
            "A flow gives each edge an integer from 0 to its capacity, such that at every vertex other than 0 and "
            f"{n - 1} as much flows in as flows out. Its value is what arrives at vertex {n - 1}, and its cost is the "
            "sum over all edges of flow * cost. Among the flows of greatest possible value, find one of least cost."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        if len(answer) != len(problem.edges):
            return Verdict.unparsed(f"{len(answer)} numbers for {len(problem.edges)} edges")
        balance = [0] * problem.vertex_count
        for amount, (source, target, capacity, _) in zip(answer, problem.edges, strict=True):
            if not 0 <= amount <= capacity:
                return Verdict.invalid(f"the flow from {source} to {target} is not in 0..{capacity}")
            balance[source] -= amount
            balance[target] += amount
        for vertex in range(1, problem.vertex_count - 1):
            if balance[vertex]:
                return Verdict.invalid(f"vertex {vertex} does not pass on exactly what it gets")
        value = Verdict.ratio(max(0, balance[-1]), problem.max_flow, power=5, goal="max")
        if not value.correct:
            return Verdict.graded(0.5 * value.quality, False, f"not a maximum flow: {value.reason}")
        cost = Verdict.ratio(_cost(problem.edges, answer), problem.optimum, power=5, goal="min")
        return Verdict.graded(0.5 + 0.5 * cost.quality, cost.correct, f"a maximum flow, cost: {cost.reason}")

    def solve(self, problem: Problem) -> list[int]:
        return _cheapest_max_flow(problem.vertex_count, problem.edges)


def _cost(edges: list[tuple[int, int, int, int]], flow: list[int]) -> int:
    return sum(amount * cost for amount, (_, _, _, cost) in zip(flow, edges, strict=True))


def _cheapest_max_flow(vertex_count: int, edges: list[tuple[int, int, int, int]]) -> list[int]:
    """Successive shortest paths, each found by the Bellman-Ford algorithm with a queue."""
    # Arc 2 e is edge e, and arc 2 e + 1 the way back along it. (networkx takes ten times as long at small sizes.)
    ends: list[int] = []
    costs: list[int] = []
    room: list[int] = []
    arcs: list[list[int]] = [[] for _ in range(vertex_count)]
    for source, target, capacity, cost in edges:
        arcs[source].append(len(ends))
        arcs[target].append(len(ends) + 1)
        ends += target, source
        costs += cost, -cost
        room += capacity, 0

    sink = vertex_count - 1
    while True:
        distance: list[float] = [inf] * vertex_count
        distance[0] = 0
        last_arc, queue = [-1] * vertex_count, deque([0])
        while queue:
            vertex = queue.popleft()
            for arc in arcs[vertex]:
                if room[arc] and distance[vertex] + costs[arc] < distance[ends[arc]]:
                    target = ends[arc]
                    distance[target] = distance[vertex] + costs[arc]
                    last_arc[target] = arc
                    if target not in queue:
                        queue.append(target)
        if last_arc[sink] < 0:
            return room[1::2]
        path, vertex = [], sink
        while vertex != 0:
            path.append(last_arc[vertex])
            vertex = ends[last_arc[vertex] ^ 1]
        amount = min(room[arc] for arc in path)
        for arc in path:
            room[arc] -= amount
            room[arc ^ 1] += amount
