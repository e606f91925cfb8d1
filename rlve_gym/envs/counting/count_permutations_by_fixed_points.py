from math import comb
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line
from rlve_gym.kit.modular import LARGE_PRIMES
from rlve_gym.kit.number_theory import random_prime


class Problem(core.Problem, frozen=True):
    size: int
    fixed_point_count: int
    modulus: int
    answer: int  # derived: the number of permutations, modulo modulus


class CountPermutationsByFixedPoints(core.ResidueEnvironment[Problem]):
    """Number of permutations with exactly m fixed points (rencontres numbers) modulo a prime.

    Half of the moduli are small, so that the reduction matters from the start.

    Quality: 1 if equal, else 0.
    Source: Luogu P4071; derangements by D(k) = (k - 1) (D(k - 1) + D(k - 2)).
    """

    ladder = Ladder(min_size=line(4), top=30)
    answer_format = Integer("the count modulo the given prime", example="305")

    def generate(self, rng: Random, *, min_size: int) -> Problem:
        size = rng.randint(min_size, min_size + 3)
        fixed_point_count = rng.randint(0, size - 2)  # the counts for size - 1 and size are 0 and 1
        if rng.random() < 0.5:
            modulus = random_prime(rng, 200, 2000)
        else:
            modulus = rng.choice(LARGE_PRIMES)
        answer = comb(size, fixed_point_count) * _derangements(size - fixed_point_count) % modulus
        return Problem(size=size, fixed_point_count=fixed_point_count, modulus=modulus, answer=answer)

    def describe(self, problem: Problem) -> str:
        n, m = problem.size, problem.fixed_point_count
        return (
            f"How many permutations p_1, ..., p_{n} of the numbers 1 to {n} have p_i = i for exactly {m} of the indices "
            f"i = 1, ..., {n}? Give this count modulo the prime {problem.modulus}."
        )


def _derangements(size: int) -> int:
    """The number of permutations without fixed points."""
    number, following = 1, 0  # of size 0 and 1
    for k in range(1, size + 1):
        number, following = following, k * (number + following)
    return number
