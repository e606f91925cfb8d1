from collections import Counter
from itertools import pairwise
from math import gcd
from random import Random

import pytest
import sympy

from rlve_gym.kit import number_theory

LIMIT = 400


def test_sieves_agree_with_the_definitions():
    divisors = [[d for d in range(1, n + 1) if n % d == 0] for n in range(1, LIMIT + 1)]
    assert number_theory.divisor_counts(LIMIT) == [0, *map(len, divisors)]
    coprime = [sum(gcd(n, k) == 1 for k in range(1, n + 1)) for n in range(1, LIMIT + 1)]
    assert number_theory.totients(LIMIT) == [0, *coprime]
    mu = number_theory.moebius(LIMIT)
    assert mu[1] == 1
    for n in range(2, LIMIT + 1):  # this determines the Moebius function
        assert sum(mu[d] for d in divisors[n - 1]) == 0
    sums = number_theory.multiplicative(LIMIT, lambda p, e: (p ** (e + 1) - 1) // (p - 1))
    assert sums == [0, *map(sum, divisors)]


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 4, 30])
def test_small_limits(limit):
    assert number_theory.moebius(limit) == [0, 1, -1, -1, 0, -1, 1, -1, 0, 0, 1, -1, 0, -1, 1, 1,
                                            0, -1, 0, -1, 0, 1, 1, -1, 0, 0, 1, 0, 0, -1, -1][: limit + 1]  # fmt: skip
    assert number_theory.primes_up_to(limit) == [p for p in range(limit + 1) if sympy.isprime(p)]


@pytest.mark.parametrize("numbers", [(1,), (2,), (17,), (100,), (9, 30), (60, 60), (35, 36, 80)])
def test_blocks_of_equal_quotients(numbers):
    blocks = list(number_theory.quotient_blocks(*numbers))
    assert [d for first, last in blocks for d in range(first, last + 1)] == list(range(1, min(numbers) + 1))
    quotients = [[tuple(n // d for n in numbers) for d in range(a, b + 1)] for a, b in blocks]
    assert all(len(set(same)) == 1 for same in quotients)
    assert all(left[0] != right[0] for left, right in pairwise(quotients))


@pytest.mark.parametrize("mask", [0, 1, 6, 21])
def test_values_of_xor_tables(mask):
    for rows in range(1, 18):
        for columns in (0, 1, 2, 7, 8, 13):
            expected = Counter(i ^ j ^ mask for i in range(rows) for j in range(columns))
            found = Counter()
            for first, last, times in number_theory.xor_ranges(rows, columns, mask):
                found.update(dict.fromkeys(range(first, last + 1), times))
            assert found == expected


def test_sum_of_divisor_counts():
    for n in (-3, 0, 1, 2, 3, 4, 8, 9, 15, 16, 17, 200, 1001):
        assert number_theory.divisor_count_sum(n) == sum(n // k for k in range(1, n + 1))


def test_primes():
    for n in [
        *range(-3, 2000),
        1_999_993,
        1_999_999,
        2_000_003,
        2_000_005,
        998_244_353,
        10**18 + 9,
        10**18 + 11,
    ]:
        assert number_theory.is_prime(n) == sympy.isprime(n)


def test_random_primes_are_uniform():
    counts = Counter(number_theory.random_prime(Random(seed), 10, 30) for seed in range(1200))
    assert set(counts) == {11, 13, 17, 19, 23, 29}
    assert all(count == pytest.approx(200, abs=50) for count in counts.values())
    with pytest.raises(ValueError, match="no prime"):
        number_theory.random_prime(Random(0), 24, 28)
