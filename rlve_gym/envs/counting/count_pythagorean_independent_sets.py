from collections import Counter
from itertools import combinations
from math import gcd, isqrt
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit import text
from rlve_gym.kit.number_theory import random_prime


class Problem(core.Problem, frozen=True):
    values: list[int]
    modulus: int
    answer: int  # derived: the number of sets, modulo modulus


class CountPythagoreanIndependentSets(core.ResidueEnvironment[Problem]):
    """Number of non-empty independent sets of the graph that joins the legs of primitive Pythagorean triples, modulo m.

    Four of five values are legs of small triples, so that many pairs are joined. The modulus is small, so that it
    scatters the few counts that are common: in the published suite one of them is right for most of the easy problems.
    It is a prime, since counts of long lists are nearly always one less than a multiple of 2, 3, 5 and so on.

    Quality: 1 if equal, else 0.
    Source: Luogu P3213 (HNOI 2011); branching on a value of highest degree, component by component.
    """

    ladder = Ladder(length=grow(6, by=1.1, plus=1), top=27)
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(self, rng: Random, *, length: int) -> Problem:
        limit = max(2 * length, 15)
        legs = sorted(
            {leg for pair in combinations(range(1, limit + 1), 2) if _joined(*pair) for leg in pair}
        )
        joined_pairs = 0
        while joined_pairs < length // 3:
            values = [
                rng.choice(legs) if rng.random() < 0.8 else rng.randint(1, limit) for _ in range(length)
            ]
            joined_pairs = sum(_joined(a, b) for a, b in combinations(values, 2))
        modulus = random_prime(rng, 100, 1_000)
        return Problem(values=values, modulus=modulus, answer=(_independent_sets(values) - 1) % modulus)

    def describe(self, problem: Problem) -> str:
        n = len(problem.values)
        return (
            f"Here are {n} integers h_1, ..., h_{n}:\n{text.series(problem.values)}\n\n"
            "Two of them are joined if they have no common divisor greater than 1 and the sum of their squares is the "
            f"square of an integer. Count the non-empty sets of indices from 1 to {n} such that no two of the integers "
            "at these indices are joined. (Equal integers at different indices are different choices.) Give this count "
            f"modulo {problem.modulus}."
        )


def _joined(a: int, b: int) -> bool:
    square = a * a + b * b
    return gcd(a, b) == 1 and isqrt(square) ** 2 == square


def _independent_sets(values: list[int]) -> int:
    """The number of sets of indices without a joined pair, the empty set included."""
    copies = Counter(values)
    graph: dict[int, list[int]] = {value: [] for value in copies}
    for a, b in combinations(copies, 2):  # equal values are never joined
        if _joined(a, b):
            graph[a].append(b)
            graph[b].append(a)

    def count(vertices: set[int]) -> int:
        total = 1
        vertices = set(vertices)
        while vertices:
            component, waiting = set(), [vertices.pop()]
            while waiting:
                vertex = waiting.pop()
                component.add(vertex)
                found = vertices.intersection(graph[vertex])
                vertices -= found
                waiting.extend(found)
            hub = max(component, key=lambda vertex: len(component.intersection(graph[vertex])))
            component.remove(hub)
            without = count(component)
            total *= without + (2 ** copies[hub] - 1) * count(component.difference(graph[hub]))
        return total

    return count(set(graph))
