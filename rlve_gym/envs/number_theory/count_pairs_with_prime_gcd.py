from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit.number_theory import moebius, primes_up_to


class Problem(core.Problem, frozen=True):
    x_limit: int
    y_limit: int
    answer: int  # derived: the number of pairs with a prime gcd


class CountPairsWithPrimeGcd(core.IntegerEnvironment[Problem]):
    """Number of pairs (x, y) with 1 <= x <= n and 1 <= y <= m whose gcd is a prime.

    Quality: 1 if equal, else 0.
    Source: Luogu P2257; Moebius inversion.
    """

    ladder = Ladder(limit_max=grow(8, by=1.3, plus=1), top=30)
    answer_format = Integer("the number of pairs", example="205")

    def generate(self, rng: Random, *, limit_max: int) -> Problem:
        x_limit, y_limit = (rng.randint(limit_max // 2, limit_max) for _ in range(2))
        return Problem(x_limit=x_limit, y_limit=y_limit, answer=_prime_gcd_pairs(x_limit, y_limit))

    def describe(self, problem: Problem) -> str:
        return (
            f"Count the ordered pairs of integers (x, y) with 1 <= x <= {problem.x_limit} and "
            f"1 <= y <= {problem.y_limit} for which gcd(x, y) is a prime number."
        )


def _prime_gcd_pairs(n: int, m: int) -> int:
    limit = min(n, m)
    mu = moebius(limit)
    # For each prime p: the coprime pairs up to n // p and m // p, by Moebius inversion. All terms with equal p * d are
    # taken together, since (n // p) // d = n // (p * d).
    weight = [0] * (limit + 1)
    for p in primes_up_to(limit):
        for d in range(1, limit // p + 1):
            weight[p * d] += mu[d]
    return sum(w * (n // t) * (m // t) for t, w in enumerate(weight) if w)
