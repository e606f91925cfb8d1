from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    vertex_count: int
    edges: list[tuple[int, int]]  # of a tree on 0..n-1
    answer: int  # derived: the least K

    def __post_init__(self) -> None:
        if len(self.edges) != self.vertex_count - 1 or not self.edges:
            raise ValueError("edges must be those of a tree with at least two vertices")
        if not 1 <= self.answer < self.vertex_count:
            raise ValueError("the answer must be in 1..n-1")


class MinTreeMarkingRate(core.IntegerEnvironment[Problem]):
    """Least number of vertices to mark per turn so that a walker on a tree never meets an unmarked one.

    When Bob gets to a vertex, Alice can mark K more, so the other vertices below it that matter must be marked already:
    its children, and in turn those below each child. Hence the answer is the largest average number of children of a
    connected set of vertices that contains 0, rounded up. The published suite draws random trees, where it is 2 or 3 in
    most cases. Here it is uniform in 2..min(n/2, n/5 + 6), and a set of two or more vertices that attains it is planted.
    (Beyond n/2 the answer is always the degree of 0.)

    Quality: 1 if equal, else 0.
    Source: Luogu P3554 (POI 2013 "Triumphal arch").
    """

    ladder = Ladder(vertex_count=line(10, step=4), top=30)
    answer_format = Integer("the least K", example="1")
    least = 1

    def generate(self, rng: Random, *, vertex_count: int) -> Problem:
        n = vertex_count
        labels = [0, *rng.sample(range(1, n), n - 1)]
        answer = rng.randint(2, min(n // 2, n // 5 + 6))
        while True:
            # A core of vertices around 0 that has just enough children; nothing else should matter more.
            core_size = rng.randint(2, (n - 2) // (answer - 1))
            child_count = rng.randint((answer - 1) * core_size + 1, min(n - 1, answer * core_size))
            # It is a path from 0 and a tree at its end, whose last vertices have the leaves: Bob must walk far for
            # them, and threatens several branches at a time.
            length = rng.randint(1, core_size)
            first = rng.randint(length - 1, core_size - 1)
            parents = [
                0,
                *(v - 1 if v < length else rng.randrange(length - 1, v) for v in range(1, core_size)),
            ]
            parents += [rng.randrange(first, core_size) for _ in range(core_size, child_count + 1)]
            parents += [rng.randrange(core_size, v) for v in range(child_count + 1, n)]
            if _least_rate(parents) == answer:
                break
        pairs = [(labels[parents[v]], labels[v]) for v in range(1, n)]
        edges = [(min(pair), max(pair)) for pair in pairs]
        rng.shuffle(edges)
        return Problem(vertex_count=n, edges=edges, answer=answer)

    def describe(self, problem: Problem) -> str:
        n = problem.vertex_count
        return (
            f"{text.graph('A tree', n, 'u v', problem.edges)}\n\n"
            "Bob stands at vertex 0, which is marked. All other vertices are unmarked. In each turn Alice first marks up to K "
            "vertices of her choice, anywhere in the tree, and marks are permanent; then Bob stays where he is or moves along "
            "an edge to an adjacent vertex. Bob wins if he ever stands on an unmarked vertex. Alice wins if all vertices get "
            "marked before that.\n\n"
            "What is the least integer K with which Alice can force a win?"
        )


def _least_rate(parents: list[int]) -> int:
    """The least K, for vertices that come after their parents."""
    counts = [0] * len(parents)
    for parent in parents[1:]:
        counts[parent] += 1
    rate = counts[0]
    while True:
        # How many vertices below each one must be marked before Bob gets there.
        need = [count - rate for count in counts]
        for v in range(len(parents) - 1, 0, -1):
            if need[v] > 0:
                need[parents[v]] += need[v]
        if need[0] <= 0:
            return rate
        rate += 1
