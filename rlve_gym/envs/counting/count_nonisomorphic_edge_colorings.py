from itertools import combinations
from math import factorial, gcd
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow, line
from rlve_gym.kit.number_theory import random_prime


class Problem(core.Problem, frozen=True):
    vertex_count: int
    color_count: int
    modulus: int
    answer: int  # derived: the number of classes, modulo modulus


class CountNonisomorphicEdgeColorings(core.ResidueEnvironment[Problem]):
    """Number of edge colorings of a complete graph up to isomorphism, modulo a prime.

    More colors than in the published suite, and other primes, since few vertices and few colors make few problems.

    Quality: 1 if equal, else 0.
    Source: Luogu P4128 (SHOI 2006); Burnside's lemma over the cycle types of the permutations.
    """

    ladder = Ladder(
        vertex_count=line(3, every=2),
        max_colors=line(14),
        modulus_max=grow(1_000, by=1.3, cap=1_000_000),
        top=30,
    )
    answer_format = Integer("the count modulo the given prime", example="305")

    def generate(self, rng: Random, *, vertex_count: int, max_colors: int, modulus_max: int) -> Problem:
        color_count = rng.randint(2, max_colors)
        modulus = random_prime(rng, modulus_max // 10, modulus_max)
        return Problem(
            vertex_count=vertex_count,
            color_count=color_count,
            modulus=modulus,
            answer=_classes(vertex_count, color_count) % modulus,
        )

    def describe(self, problem: Problem) -> str:
        return (
            f"The complete graph on {problem.vertex_count} vertices has an edge between any two different vertices. Each "
            f"edge gets one of {problem.color_count} colors; not all colors need be used. Two colorings are considered the "
            "same if some permutation of the vertices turns one into the other (the colors are not permuted). How many "
            f"different colorings are there? Give this count modulo the prime {problem.modulus}."
        )


def _classes(vertex_count: int, color_count: int) -> int:
    from sympy.utilities.iterables import partitions

    fixed = 0  # pairs of a permutation and a coloring that it leaves as it is
    for multiplicities in partitions(vertex_count):  # cycle length -> number of cycles
        permutations = factorial(vertex_count)
        cycles_of_edges = 0
        for length, cycles in multiplicities.items():
            permutations //= length**cycles * factorial(cycles)
            # Edges within a cycle, then those between two cycles of this length.
            cycles_of_edges += cycles * (length // 2) + length * (cycles * (cycles - 1) // 2)
        for (a, cycles), (b, others) in combinations(multiplicities.items(), 2):
            cycles_of_edges += gcd(a, b) * cycles * others
        fixed += permutations * color_count**cycles_of_edges
    return fixed // factorial(vertex_count)
