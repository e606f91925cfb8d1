from math import comb
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit.modular import check_prime, how_to_reduce, prime_moduli


class Problem(core.Problem, frozen=True):
    dimensions: tuple[int, int, int]
    dominant_count: int
    modulus: int
    answer: int  # derived: the probability as a residue


class ProbabilityKDominantCells(core.ResidueEnvironment[Problem]):
    """Probability that a random 3-D array has exactly k dominant cells.

    Dominant cells share no coordinates. If R(j) cells are left in an a x b x c array without j layers of each kind,
    S_i = product of R(j-1) / (R(0) - R(j)) for j = 1..i is the expected number of sets of i dominant cells; inclusion
    and exclusion over these give the probability. Unlike in the published suite, k = 1 is asked, too.

    Quality: 1 if equal, else 0.
    Source: Luogu P5400 (CTS 2019).
    """

    ladder = Ladder(max_side=grow(3, by=1.1, plus=1), modulus=prime_moduli(998_244_353), top=30)
    answer_format = Integer("the residue of the probability", example="42")

    def generate(self, rng: Random, *, max_side: int, modulus: int) -> Problem:
        check_prime(modulus, above=max_side**3)  # the denominators divide products of numbers up to abc
        dimensions = (rng.randint(2, max_side), rng.randint(2, max_side), rng.randint(2, max_side))
        dominant_count = rng.randint(1, min(dimensions))
        return Problem(
            dimensions=dimensions,
            dominant_count=dominant_count,
            modulus=modulus,
            answer=_probability(dimensions, dominant_count, modulus),
        )

    def describe(self, problem: Problem) -> str:
        a, b, c = problem.dimensions
        k = problem.dominant_count
        return (
            f"The cells of a three-dimensional array of size {a} x {b} x {c} have the coordinates (x, y, z) with "
            f"1 <= x <= {a}, 1 <= y <= {b} and 1 <= z <= {c}. The integers from 1 to {a * b * c} are written into them, "
            "one into each cell, in an order chosen uniformly at random. A cell is dominant if its number is larger than "
            "that of every other cell that has the same x, the same y or the same z (one equal coordinate is enough).\n\n"
            f"What is the probability that exactly {k} {'cell is' if k == 1 else 'cells are'} dominant? "
            f"{how_to_reduce(problem.modulus)}"
        )


def _probability(dimensions: tuple[int, int, int], k: int, modulus: int) -> int:
    """The probability as a residue; the modulus is a prime above the number of cells."""
    a, b, c = dimensions
    left = [(a - j) * (b - j) * (c - j) for j in range(min(dimensions) + 1)]
    total, sets = 0, 1
    for i in range(1, min(dimensions) + 1):
        sets = sets * left[i - 1] * pow(left[0] - left[i], -1, modulus) % modulus
        if i >= k:
            total += (-1) ** (i - k) * comb(i, k) * sets
    return total % modulus
