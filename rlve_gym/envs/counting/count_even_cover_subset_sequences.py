from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit.number_theory import random_prime


class Problem(core.Problem, frozen=True):
    element_count: int
    sequence_length: int
    modulus: int
    answer: int  # derived: the number of sequences modulo modulus


class CountEvenCoverSubsetSequences(core.ResidueEnvironment[Problem]):
    """Number of sequences of distinct non-empty subsets that cover every element an even number of times, modulo a prime.

    Quality: 1 if equal, else 0.
    Source: Luogu P3214 (HNOI 2011); a recurrence over the length of the sequence.
    """

    ladder = Ladder(
        max_size=grow(4, by=1.1, plus=1),
        max_modulus=grow(1_000, by=1.3, cap=1_000_000),
        top=30,
    )
    answer_format = Integer("the count modulo the given prime", example="305")

    def generate(self, rng: Random, *, max_size: int, max_modulus: int) -> Problem:
        n = rng.randint(3, max_size)
        # Of all 2^n - 1 subsets, one or two cannot be left out: the rest would not cover evenly.
        lengths = range(3, min(max_size, 2**n - 1) + 1)
        length = rng.choice([m for m in lengths if m not in (2**n - 3, 2**n - 2)])
        # The count is a multiple of length!, so that a small prime would always divide it.
        modulus = random_prime(rng, max(max_modulus // 10, max_size + 1), max_modulus)
        return Problem(
            element_count=n,
            sequence_length=length,
            modulus=modulus,
            answer=_sequences(n, length, modulus),
        )

    def describe(self, problem: Problem) -> str:
        n, m = problem.element_count, problem.sequence_length
        return (
            f"Let S = {{1, 2, ..., {n}}}. Count the sequences (T_1, ..., T_{m}) of {m} non-empty subsets of S, no two of "
            f"them equal, such that each element of S lies in an even number (possibly 0) of the {m} subsets. The order "
            f"matters: the same subsets in another order are another sequence. Give this count modulo {problem.modulus}."
        )


def _sequences(element_count: int, length: int, modulus: int) -> int:
    subsets = 2**element_count - 1
    before, count, arrangements = 1, 0, subsets  # for lengths 0 and 1; of 1 different subset in a row
    for m in range(2, length + 1):
        # Any m - 1 different subsets force the last one; it must not be empty, nor equal one of them.
        repeats = (m - 1) * (subsets - m + 2) * before
        before, count = count, (arrangements - count - repeats) % modulus
        arrangements = arrangements * (subsets - m + 1) % modulus
    return count
