"""Sieves, sums by blocks of equal quotients, and random primes. Single numbers are SymPy's business: factorint, divisors, totient."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isqrt
from random import Random


def multiplicative(limit: int, at_prime_power: Callable[[int, int], int]) -> list[int]:
    """A multiplicative function at 0..limit (0 at 0), by a linear sieve: f(p^e m) = f(p^e) f(m) for m not divisible by p.

    Args:
        at_prime_power: the value at p^e, given p and e >= 1.

    References:
        D. Gries, J. Misra, "A linear sieve algorithm for finding prime numbers" (1978).
    """
    values = [0, 1] + [0] * (limit - 1)
    prime_to = [0, 1] + [0] * (
        limit - 1
    )  # n without all factors of its least prime; 0 while no factor is known
    exponent = [0] * (limit + 1)  # of the least prime in n
    primes: list[int] = []
    for n in range(2, limit + 1):
        if not prime_to[n]:
            primes.append(n)
            prime_to[n], exponent[n], values[n] = 1, 1, at_prime_power(n, 1)
        for p in primes:
            multiple = n * p
            if multiple > limit:
                break
            if n % p == 0:
                prime_to[multiple], exponent[multiple] = prime_to[n], exponent[n] + 1
                values[multiple] = values[prime_to[n]] * at_prime_power(p, exponent[multiple])
                break
            prime_to[multiple], exponent[multiple] = n, 1
            values[multiple] = values[n] * values[p]
    return values[: limit + 1]


def moebius(limit: int) -> list[int]:
    """The Moebius function at 0..limit: (-1)^k for a product of k different primes, else 0."""
    return multiplicative(limit, lambda p, e: -1 if e == 1 else 0)


def totients(limit: int) -> list[int]:
    """Euler's phi at 0..limit: how many of 1..n are coprime to n."""
    return multiplicative(limit, lambda p, e: p ** (e - 1) * (p - 1))


def divisor_counts(limit: int) -> list[int]:
    """The number of positive divisors at 0..limit."""
    return multiplicative(limit, lambda p, e: e + 1)


def primes_up_to(limit: int) -> list[int]:
    """The primes up to limit, in increasing order, by the sieve of Eratosthenes."""
    is_prime = bytearray([1]) * (limit + 1)
    is_prime[:2] = bytes(len(is_prime[:2]))
    for p in range(2, isqrt(max(0, limit)) + 1):
        if is_prime[p]:
            is_prime[p * p :: p] = bytes(len(range(p * p, limit + 1, p)))
    return [n for n, prime in enumerate(is_prime) if prime]


def quotient_blocks(*numbers: int) -> Iterator[tuple[int, int]]:
    """The maximal ranges (first, last) of divisors 1..min(numbers) on which every floor(n / d) is constant.

    There are at most 2 sqrt(n) of them for each number n.
    """
    first, end = 1, min(numbers)
    while first <= end:
        last = min(n // (n // first) for n in numbers)
        yield first, last
        first = last + 1


def divisor_count_sum(n: int) -> int:
    """The sum over i = 1..n of the number of divisors of i, which is the sum of floor(n / k); 0 for n < 1.

    Dirichlet's hyperbola method, in O(sqrt n).
    """
    root = isqrt(max(0, n))
    return 2 * sum(n // k for k in range(1, root + 1)) - root * root


def xor_ranges(rows: int, columns: int, mask: int = 0) -> Iterator[tuple[int, int, int]]:
    """The values i XOR j XOR mask over all 0 <= i < rows and 0 <= j < columns, as ranges (first, last, times).

    Each value of a range comes so many times more. There are O(log rows log columns) ranges: one for each two blocks
    whose sizes are powers of 2 that divide their starts.
    """
    for row, height in _aligned_blocks(rows):
        for column, width in _aligned_blocks(columns):
            # For each index of the smaller block, the larger one goes through an aligned range of its own size.
            size = max(height, width)
            first = (row ^ column ^ mask) & -size
            yield first, first + size - 1, min(height, width)


def _aligned_blocks(end: int) -> list[tuple[int, int]]:
    """The range 0..end-1 as (start, size), a size for each bit of end."""
    sizes = [1 << k for k in range(end.bit_length()) if end >> k & 1]
    return [(end & -2 * size, size) for size in sizes]


def is_prime(n: int) -> bool:
    """Whether n is a prime: by trial division if it is small, which spares importing SymPy."""
    if n < 2_000_000:
        return n > 1 and all(n % divisor for divisor in range(2, isqrt(n) + 1))
    from sympy import isprime

    return bool(isprime(n))


def random_prime(rng: Random, low: int, high: int) -> int:
    """A prime drawn uniformly from low..high.

    Raises:
        ValueError: hardly one is there.
    """
    for _ in range(100 * max(10, high.bit_length())):
        candidate = rng.randint(low, high)
        if is_prime(candidate):
            return candidate
    raise ValueError(f"found no prime in {low}..{high}")
