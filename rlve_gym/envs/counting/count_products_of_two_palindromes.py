from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow, line
from rlve_gym.kit.number_theory import moebius


class Problem(core.Problem, frozen=True):
    max_length: int
    alphabet_size: int
    answer: int  # derived: the number of strings


class CountProductsOfTwoPalindromes(core.IntegerEnvironment[Problem]):
    """Number of strings up to a given length that are a concatenation of two non-empty palindromes.

    A primitive string (one that is no power of a shorter one) is a product uv of palindromes, v possibly empty, in at
    most one way, and its r-th power then in r ways.

    Quality: 1 if equal, else 0.
    Source: classic; R. Kemp, "On the number of words in the language {w in Sigma* | w = w^R}^2" (1982).
    """

    ladder = Ladder(length_bound=grow(4, by=1.1, plus=1), max_alphabet=line(12, step=4, cap=32), top=17)
    answer_format = Integer("the number of strings", example="1000")
    least = 1

    def generate(self, rng: Random, *, length_bound: int, max_alphabet: int) -> Problem:
        max_length = rng.randint(max(2, length_bound // 2 - 1), length_bound)
        alphabet_size = rng.randint(2, max_alphabet)
        return Problem(
            max_length=max_length, alphabet_size=alphabet_size, answer=_products(max_length, alphabet_size)
        )

    def describe(self, problem: Problem) -> str:
        return (
            f"How many different strings of length at most {problem.max_length} over an alphabet of "
            f"{problem.alphabet_size} letters are a concatenation of two non-empty palindromes? (A palindrome reads the "
            "same forwards and backwards; a single letter is one. A string counts once, even if it can be split in "
            "several ways.)"
        )


def _products(max_length: int, q: int) -> int:
    primitive = [0] * (max_length + 1)  # primitive strings uv by length, v possibly empty
    for n in range(1, max_length + 1):
        pairs = sum(q ** ((k + 1) // 2 + (n - k + 1) // 2) for k in range(1, n + 1))
        primitive[n] = pairs - sum(n // d * primitive[d] for d in range(1, n // 2 + 1) if n % d == 0)
    # All powers of these strings, except the primitive palindromes, which need v to be empty.
    mu = moebius(max_length)
    return sum(
        primitive[d] - mu[n // d] * q ** ((d + 1) // 2)
        for n in range(1, max_length + 1)
        for d in range(1, n + 1)
        if n % d == 0
    )
