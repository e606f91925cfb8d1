from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, choice, function, line
from rlve_gym.kit import text
from rlve_gym.kit.graphs import sample_pairs


class Problem(core.Problem, frozen=True):
    vertex_count: int
    edges: list[tuple[int, int]]
    optimum: int  # derived: the chromatic number

    def __post_init__(self) -> None:
        if not all(0 <= u < self.vertex_count and 0 <= v < self.vertex_count for u, v in self.edges):
            raise ValueError("an edge ends outside the graph")


class MinGraphColoring(core.Environment[Problem, list[int]]):
    """Proper vertex coloring with the fewest colors.

    Colors are any non-negative integers; only how many different ones occur counts.

    Quality: (chromatic number / colors used) ** 5.
    Source: classic; NP-hard. Solved by SAT, with the colors of a clique fixed.
    """

    ladder = Ladder(
        vertices=line(5),
        density=choice(0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85),
        greedy_redraws=function(
            lambda difficulty: 0 if difficulty < 8 else 10, "0, and 10 from difficulty 8"
        ),
        top=25,
    )
    answer_format = Integers("the colors of the vertices, in order of their numbers", example="0 1 0 2")

    def generate(self, rng: Random, *, vertices: int, density: float, greedy_redraws: int) -> Problem:
        edge_count = int(density * (vertices * (vertices - 1) // 2))
        for _ in range(1 + greedy_redraws):
            edges = sample_pairs(rng, vertices, edge_count, directed=False)
            optimum = len(set(_fewest_colors(vertices, edges)))
            if optimum < len(set(_greedy(vertices, edges))):
                break  # going through the vertices once is not enough
        return Problem(vertex_count=vertices, edges=edges, optimum=optimum)

    def describe(self, problem: Problem) -> str:
        return (
            f"{text.graph('An undirected graph', problem.vertex_count, 'u v', problem.edges)}\n\n"
            "Give every vertex a color, which is a non-negative integer, so that the two ends of each edge have "
            "different colors and the number of different colors is as small as possible."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        if len(answer) != problem.vertex_count:
            return Verdict.invalid(f"{len(answer)} colors for {problem.vertex_count} vertices")
        if min(answer) < 0:
            return Verdict.invalid("a color is negative")
        for u, v in problem.edges:
            if answer[u] == answer[v]:
                return Verdict.invalid(f"the ends of the edge {u} {v} have the same color")
        return Verdict.ratio(len(set(answer)), problem.optimum, power=5, goal="min")

    def solve(self, problem: Problem) -> list[int]:
        return _fewest_colors(problem.vertex_count, problem.edges)


def _neighbors(vertex_count: int, edges: list[tuple[int, int]]) -> list[set[int]]:
    neighbors: list[set[int]] = [set() for _ in range(vertex_count)]
    for u, v in edges:
        neighbors[u].add(v)
        neighbors[v].add(u)
    return neighbors


def _greedy(vertex_count: int, edges: list[tuple[int, int]]) -> list[int]:
    """Every vertex in order of its number takes the least color that is free."""
    neighbors = _neighbors(vertex_count, edges)
    colors: list[int] = []
    for vertex in range(vertex_count):
        taken = {colors[other] for other in neighbors[vertex] if other < vertex}
        colors.append(next(color for color in range(vertex_count) if color not in taken))
    return colors


def _fewest_colors(vertex_count: int, edges: list[tuple[int, int]]) -> list[int]:
    from pysat.solvers import Solver

    neighbors = _neighbors(vertex_count, edges)
    clique: list[int] = []
    for vertex in sorted(range(vertex_count), key=lambda vertex: -len(neighbors[vertex])):
        if neighbors[vertex].issuperset(clique):
            clique.append(vertex)

    greedy = _greedy(vertex_count, edges)
    for count in range(len(clique), len(set(greedy))):
        # The variable 1 + vertex * count + color says that the vertex has the color (several do no harm).
        clauses = [[1 + vertex * count + color for color in range(count)] for vertex in range(vertex_count)]
        clauses += [
            [-1 - u * count - color, -1 - v * count - color] for u, v in edges for color in range(count)
        ]
        clauses += [[1 + vertex * count + color] for color, vertex in enumerate(clique)]
        with Solver("minisat22", bootstrap_with=clauses) as solver:
            if solver.solve():
                true = {literal - 1 for literal in solver.get_model() if literal > 0}
                return [
                    next(color for color in range(count) if vertex * count + color in true)
                    for vertex in range(vertex_count)
                ]
    return greedy
