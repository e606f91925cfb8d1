from math import factorial
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit.number_theory import random_prime


class Problem(core.Problem, frozen=True):
    size: int
    modulus: int  # a prime
    answer: int  # derived: the number of permutations, modulo modulus


class CountBinaryHeaps(core.ResidueEnvironment[Problem]):
    """Number of permutations of 1..n in binary-heap order, modulo a prime.

    Unlike in the published suite, n is at least 6 and the prime lies between n and the count, up to 50 n. Primes up to
    n divide many counts, so that 0 pays, and primes above the count leave the few counts of small heaps as they are.

    Quality: 1 if equal, else 0.
    Source: Luogu P2606 (ZJOI 2010); the hook length formula of trees, D. E. Knuth, TAOCP vol. 3, 5.1.4, exercise 20.
    """

    ladder = Ladder(max_size=grow(7, by=1.1, plus=1), top=30)
    answer_format = Integer("the count modulo the given prime", example="305")

    def generate(self, rng: Random, *, max_size: int) -> Problem:
        size = rng.randint(max(6, max_size // 2), max_size)
        count = _count(size)
        modulus = random_prime(rng, size + 1, min(50 * size, count - 1))
        return Problem(size=size, modulus=modulus, answer=count % modulus)

    def describe(self, problem: Problem) -> str:
        n = problem.size
        return (
            f"How many permutations P_1, ..., P_{n} of the numbers 1 to {n} satisfy P_i > P_j with j = floor(i/2) for "
            f"every i from 2 to {n}? Give this count modulo {problem.modulus}."
        )


def _count(size: int) -> int:
    # In each subtree the least number must be at the root, as one of as many as the subtree has places: n! divided by
    # the sizes of all subtrees.
    subtree = [1] * (size + 1)
    count = factorial(size)
    for i in range(size, 1, -1):
        subtree[i // 2] += subtree[i]
        count //= subtree[i]
    return count // size
