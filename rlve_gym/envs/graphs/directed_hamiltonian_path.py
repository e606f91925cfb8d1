from itertools import pairwise
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, choice, line
from rlve_gym.kit import text
from rlve_gym.kit.graphs import sample_pairs


class Problem(core.Problem, frozen=True):
    vertex_count: int
    edges: list[tuple[int, int]]  # (source, target)
    solution: list[int]  # derived: a Hamiltonian path

    def __post_init__(self) -> None:
        n = len(self.solution)
        if n < 2 or n != self.vertex_count or sorted(self.solution) != list(range(n)):
            raise ValueError("the solution does not visit each of two or more vertices once")
        if not set(pairwise(self.solution)).issubset(self.edges):
            raise ValueError("the solution takes a step that is not an edge")


class DirectedHamiltonianPath(core.Environment[Problem, list[int]]):
    """Find a Hamiltonian path in a directed graph that has one.

    Any such path is right, also one that was not planted.

    Quality: (steps along edges / (n - 1)) ** 5.
    Source: classic; NP-hard (R. M. Karp, "Reducibility among combinatorial problems", 1972).
    """

    ladder = Ladder(vertices=line(5), arcs_per_vertex=choice(1.5, 2.0, 2.5, 3.0, 4.0), top=30)
    answer_format = Integers("the vertices in the order of the path", example="2 0 3 1")

    def generate(self, rng: Random, *, vertices: int, arcs_per_vertex: float) -> Problem:
        edge_count = min(int(0.6 * vertices * (vertices - 1)), int(arcs_per_vertex * vertices))
        labels = list(range(vertices))
        while True:
            path = rng.sample(labels, vertices)
            planted = list(pairwise(path))
            further = edge_count - len(planted)
            edges = planted + sample_pairs(rng, vertices, further, directed=True, exclude=planted)
            if not set(pairwise(labels)).issubset(edges):  # 0 1 2 ... would be a blind guess
                break
        rng.shuffle(edges)
        return Problem(vertex_count=vertices, edges=edges, solution=path)

    def describe(self, problem: Problem) -> str:
        return (
            f"{text.graph('A directed graph', problem.vertex_count, 'source target', problem.edges)}\n\n"
            "Find a path along these edges, each in its direction, that visits every vertex exactly once. It may start "
            "and end anywhere."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = problem.vertex_count
        if len(answer) != n or sorted(answer) != list(range(n)):
            return Verdict.invalid(f"the path does not visit each of the vertices 0 to {n - 1} once")
        edges = set(problem.edges)
        return Verdict.share(sum(step in edges for step in pairwise(answer)), n - 1, power=5)

    def solve(self, problem: Problem) -> list[int]:
        return problem.solution
