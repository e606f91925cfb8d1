from fractions import Fraction
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line
from rlve_gym.kit import text
from rlve_gym.kit.graphs import random_recursive_tree
from rlve_gym.kit.modular import check_prime, how_to_reduce, prime_moduli, residue


class Problem(core.Problem, frozen=True):
    parents: list[int]  # of the vertices 2, 3, ...
    modulus: int  # a prime greater than the number of vertices
    answer: int  # derived: the expected number of picks modulo the modulus


class ExpectedPicksToColorTree(core.ResidueEnvironment[Problem]):
    """Expected number of random picks that color a whole rooted tree.

    The picks are as those in a random order of all vertices from which colored ones are left out. So a vertex is
    picked if it comes first in its subtree, with probability 1 / (size of the subtree).

    Quality: 1 if equal, else 0.
    Source: classic; compare Codeforces 280C, "Game on Tree".
    """

    ladder = Ladder(vertex_count=line(6, low=2), modulus=prime_moduli(1_000_000_007), top=30)
    answer_format = Integer("the expected number of picks, modulo the given prime", example="7")

    def generate(self, rng: Random, *, vertex_count: int, modulus: int) -> Problem:
        check_prime(modulus, vertex_count)
        labels = [1, *rng.sample(range(2, vertex_count + 1), vertex_count - 1)]
        tree = random_recursive_tree(rng, labels)
        parent_of = {child: parent for parent, child in tree}
        parents = [parent_of[vertex] for vertex in range(2, vertex_count + 1)]
        return Problem(parents=parents, modulus=modulus, answer=residue(_expected_picks(tree), modulus))

    def describe(self, problem: Problem) -> str:
        n = len(problem.parents) + 1
        return (
            f"A rooted tree has {n} vertices, numbered 1 to {n}; its root is vertex 1. The parents of the vertices 2 to "
            f"{n}, in this order, are:\n{text.series(problem.parents)}\n\n"
            "At first no vertex is colored. Repeat until all vertices are colored: pick one of the vertices that are not "
            "colored yet, uniformly at random, and color all vertices on the path from it to the root, both ends "
            f"included.\n\nWhat is the expected number of picks? {how_to_reduce(problem.modulus)}"
        )


def _expected_picks(tree: list[tuple[int, int]]) -> Fraction:
    """From the edges (parent, child), parents first."""
    sizes = dict.fromkeys(range(1, len(tree) + 2), 1)  # of the subtrees
    for parent, child in reversed(tree):
        sizes[parent] += sizes[child]
    return sum((Fraction(1, size) for size in sizes.values()), Fraction(0))
