from fractions import Fraction
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow, line
from rlve_gym.kit import text
from rlve_gym.kit.graphs import random_recursive_tree
from rlve_gym.kit.modular import how_to_reduce, residue
from rlve_gym.kit.number_theory import random_prime


class Problem(core.Problem, frozen=True):
    vertex_count: int
    edges: list[tuple[int, int]]
    modulus: int  # a prime that does not divide vertex_count
    answer: int  # derived: the mean hitting time modulo the modulus


class ExpectedHittingTimeOnTree(core.ResidueEnvironment[Problem]):
    """Mean hitting time of the random walk on a tree, modulo a prime.

    The expected time from s to t and back is 2(n-1) times their distance, so the sum over all ordered pairs is 2(n-1)
    times the Wiener index, the sum of the distances of all unordered pairs. The moduli are small and vary, since small
    trees have few different means.

    Quality: 1 if equal, else 0.
    Source: Luogu P3412; commute times from A. K. Chandra et al., "The electrical resistance of a graph captures its
    commute and cover times" (1989).
    """

    ladder = Ladder(vertex_count=line(4, low=3), max_modulus=grow(50, by=1.3), top=30)
    answer_format = Integer("the expected number of steps, modulo the given prime", example="5")

    def generate(self, rng: Random, *, vertex_count: int, max_modulus: int) -> Problem:
        n = vertex_count
        tree = random_recursive_tree(rng, rng.sample(range(n), n))
        edges = [(min(edge), max(edge)) for edge in tree]
        rng.shuffle(edges)
        modulus = random_prime(rng, max(n + 1, max_modulus // 2), max_modulus)
        mean = Fraction(2 * (n - 1) * _wiener_index(tree), n * n)
        return Problem(vertex_count=n, edges=edges, modulus=modulus, answer=residue(mean, modulus))

    def describe(self, problem: Problem) -> str:
        n = problem.vertex_count
        return (
            f"{text.graph('A tree', n, 'u v', problem.edges)}\n\n"
            "A random walk on this tree goes, in every step, from its vertex to one of the neighbors of that vertex, "
            f"each with the same probability. Its start s and a target t are drawn from all {n} vertices, uniformly and "
            "independently, so they may be equal. The walk ends when it is at t for the first time: after 0 steps if "
            f"s = t.\n\nWhat is the expected number of steps? {how_to_reduce(problem.modulus)}"
        )


def _wiener_index(tree: list[tuple[int, int]]) -> int:
    """The sum of the distances of all pairs of vertices, from the edges (parent, child), parents first."""
    n = len(tree) + 1
    sizes = [1] * n  # of the subtrees
    for parent, child in reversed(tree):
        sizes[parent] += sizes[child]
    return sum(sizes[child] * (n - sizes[child]) for _, child in tree)
