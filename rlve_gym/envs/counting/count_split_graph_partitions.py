from itertools import combinations
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    vertex_count: int
    edges: list[tuple[int, int]]
    answer: int  # derived: the number of partitions


class CountSplitGraphPartitions(core.IntegerEnvironment[Problem]):
    """Number of ways to split a graph into a clique and an independent set.

    Some vertices are in the clique of every partition, some in that of none. The k others, the free ones, are adjacent
    to all of the former, to none of the latter, and pairwise adjacent or pairwise not; if k < n there are k + 1
    partitions. So the answer can be any of 1, ..., n, and it is drawn uniformly: in the published suite one answer has
    30 to 40 % of the problems, and all at the bottom. As there are no more answers, a constant wins one problem in n:
    an eighth at difficulty 3, under 10 % from 6 on.

    Quality: 1 if equal, else 0.
    Source: Luogu P3513; C. Cheng, K. L. Collins, A. N. Trenk, "Split graphs and Nordhaus-Gaddum graphs" (2016), for the
    free vertices.
    """

    ladder = Ladder(vertex_count=line(5), top=25)
    answer_format = Integer("the number of partitions", example="100")

    def generate(self, rng: Random, *, vertex_count: int) -> Problem:
        answer = rng.randint(1, vertex_count)
        free_count = answer - 1
        names = rng.sample(range(vertex_count), vertex_count)
        free, others = names[:free_count], names[free_count:]
        # No other vertex may be free, so each one of the clique needs a neighbor in the independent set. And each one of
        # the latter has to miss one of the clique, unless there are two free vertices, one of which it misses.
        strict = free_count < 2
        size = rng.randint(2, len(others) - 2) if strict else rng.randint(0, len(others) - 1)
        clique, independent = others[:size], others[size:]

        edges = {*combinations(free + clique, 2)}
        density = rng.random()
        for i, u in enumerate(clique):
            for j, v in enumerate(independent):
                neighbor = j == i % len(independent)
                missed = strict and i == (j + 1) % size
                if neighbor or (not missed and rng.random() < density):
                    edges.add((u, v))
        # In the complement the two sets change roles, and the free vertices are adjacent to each other or not.
        flip = rng.random() < 0.5
        pairs = [
            (u, v)
            for u, v in combinations(range(vertex_count), 2)
            if ((u, v) in edges or (v, u) in edges) != flip
        ]
        rng.shuffle(pairs)
        return Problem(vertex_count=vertex_count, edges=pairs, answer=answer)

    def describe(self, problem: Problem) -> str:
        n = problem.vertex_count
        return (
            f"{text.graph('A simple undirected graph', n, 'u v', problem.edges)}\n\n"
            "How many ordered pairs (S, T) of sets of vertices meet all of these conditions?\n"
            "- Every vertex of the graph is in exactly one of S and T, and neither of the two sets is empty.\n"
            "- S is a clique: any two different vertices in S are joined by an edge.\n"
            "- T is an independent set: no two vertices in T are joined by an edge.\n"
            "A set of a single vertex is both a clique and an independent set."
        )
