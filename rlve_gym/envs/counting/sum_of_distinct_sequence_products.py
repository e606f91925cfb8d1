from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow, line
from rlve_gym.kit.number_theory import random_prime


class Problem(core.Problem, frozen=True):
    length: int
    max_value: int
    modulus: int
    answer: int  # derived: the sum modulo modulus


class SumOfDistinctSequenceProducts(core.ResidueEnvironment[Problem]):
    """Sum of the products of all sequences of n distinct integers from 1..K, modulo a prime.

    It is n! times the elementary symmetric polynomial e_n(1, ..., K).

    Quality: 1 if equal, else 0.
    Source: Luogu P4463; dynamic programming over the greatest value.
    """

    ladder = Ladder(
        max_length=line(3, every=2),
        value_bound=grow(8, by=1.2),
        modulus_max=grow(1000, by=1.4),
        top=30,
    )
    answer_format = Integer("the sum modulo the given prime", example="305")

    def generate(self, rng: Random, *, max_length: int, value_bound: int, modulus_max: int) -> Problem:
        if not max_length < value_bound < modulus_max // 2:
            raise ValueError("value_bound must be greater than max_length and less than half of modulus_max")
        length = rng.randint(2, max_length)
        max_value = rng.randint(length + 1, value_bound)
        modulus = random_prime(rng, modulus_max // 2, modulus_max)
        return Problem(
            length=length,
            max_value=max_value,
            modulus=modulus,
            answer=_sum_of_products(length, max_value, modulus),
        )

    def describe(self, problem: Problem) -> str:
        n, limit = problem.length, problem.max_value
        return (
            f"Consider all sequences of {n} pairwise different integers from 1 to {limit}. The order matters: the same "
            "numbers in another order are another sequence. Take the product of the numbers of each sequence, and compute "
            f"the sum of these products over all the sequences. Give this sum modulo the prime {problem.modulus}."
        )


def _sum_of_products(length: int, max_value: int, modulus: int) -> int:
    sums = [1] + [0] * length  # by the length of the sequences, over the values so far
    for value in range(1, max_value + 1):
        for size in range(length, 0, -1):  # the new value is at one of size positions, or absent
            sums[size] = (sums[size] + size * value * sums[size - 1]) % modulus
    return sums[length]
