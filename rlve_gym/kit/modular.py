"""Probabilities and expectations modulo a prime."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from rlve_gym.core import table
from rlve_gym.core.ladder import Parameter
from rlve_gym.kit.number_theory import is_prime

_STAGES = (101, 101, 1_009, 1_009, 1_009, *[10_007] * 4, *[1_000_003] * 4)

LARGE_PRIMES = (666_623_333, 998_244_353, 1_000_000_007)
"""The usual large moduli."""


def prime_moduli(last: int) -> Parameter:
    """The modulus by difficulty: small primes first, which spare long modular inversions, and ``last`` from 13 on.

    An override can be any prime up to ``last``, which ``check_prime`` has to see to.
    """
    return table(*_STAGES, last, low=2, high=last)


@cache
def check_prime(modulus: int, above: int) -> None:
    """Raises ValueError unless the modulus is a prime greater than ``above``."""
    if modulus <= above or not (modulus in LARGE_PRIMES or is_prime(modulus)):
        raise ValueError(f"the modulus must be a prime greater than {above}, not {modulus}")


def residue(number: Fraction, modulus: int) -> int:
    """The residue of a fraction p/q in lowest terms: p times the inverse of q.

    Raises:
        ValueError: q has no inverse.
    """
    return number.numerator * pow(number.denominator, -1, modulus) % modulus


def how_to_reduce(modulus: int) -> str:
    """The sentences of a prompt that define the residue of a fraction modulo an odd prime."""
    return (
        f"Give it modulo the prime {modulus}: write it as a fraction p/q in lowest terms and give the integer r with "
        f"0 <= r < {modulus} and r * q = p (mod {modulus}). For example, 1/2 would be {(modulus + 1) // 2}."
    )
