from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit.number_theory import random_prime


class Problem(core.Problem, frozen=True):
    x_limit: int
    y_limit: int
    modulus: int
    answer: int  # derived: the product modulo modulus


class ProductOfFibonacciGcds(core.ResidueEnvironment[Problem]):
    """Product of the Fibonacci numbers F(gcd(i, j)) over all 1 <= i <= n and 1 <= j <= m, modulo a prime.

    The prime divides none of these Fibonacci numbers, else the product would be 0.

    Quality: 1 if equal, else 0.
    Source: Luogu P3704; the pairs are counted by their gcd.
    """

    ladder = Ladder(limit_max=grow(7, by=1.2, plus=1), modulus_max=grow(1000, by=1.4), top=30)
    answer_format = Integer("the product modulo the given prime", example="305")

    def generate(self, rng: Random, *, limit_max: int, modulus_max: int) -> Problem:
        x_limit, y_limit = (rng.randint((limit_max + 1) // 2, limit_max) for _ in range(2))
        for _ in range(200):
            modulus = random_prime(rng, modulus_max // 2, modulus_max)
            fibonacci = _fibonacci(min(x_limit, y_limit), modulus)
            if 0 not in fibonacci[1:]:
                answer = _product(x_limit, y_limit, modulus, fibonacci)
                return Problem(x_limit=x_limit, y_limit=y_limit, modulus=modulus, answer=answer)
        # Every prime p divides one of the first p + 1 Fibonacci numbers.
        raise ValueError(f"the primes up to {modulus_max} are too small for limits up to {limit_max}")

    def describe(self, problem: Problem) -> str:
        return (
            "The Fibonacci numbers are F(1) = F(2) = 1 and F(k) = F(k-1) + F(k-2) for k >= 3. Compute the product of "
            f"F(gcd(i, j)) over all ordered pairs of integers (i, j) with 1 <= i <= {problem.x_limit} and "
            f"1 <= j <= {problem.y_limit}, modulo the prime {problem.modulus}."
        )


def _fibonacci(limit: int, modulus: int) -> list[int]:
    """F(0), ..., F(limit) modulo the modulus."""
    numbers = [0, 1]
    while len(numbers) <= limit:
        numbers.append((numbers[-1] + numbers[-2]) % modulus)
    return numbers


def _product(n: int, m: int, modulus: int, fibonacci: list[int]) -> int:
    limit = min(n, m)
    # By gcd d: all pairs of multiples of d, less those with a greater gcd.
    pairs = [0] * (limit + 1)
    product = 1
    for d in range(limit, 0, -1):
        pairs[d] = (n // d) * (m // d) - sum(pairs[2 * d :: d])
        product = product * pow(fibonacci[d], pairs[d], modulus) % modulus
    return product
