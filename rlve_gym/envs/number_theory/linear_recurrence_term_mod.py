from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    initial_terms: tuple[int, int]  # A[1], A[2]
    coefficients: tuple[int, int]  # P, Q
    index: int
    modulus: int
    answer: int  # derived: A[index] modulo modulus


class LinearRecurrenceTermMod(core.ResidueEnvironment[Problem]):
    """Term of a second-order linear recurrence modulo m.

    Quality: 1 if equal, else 0.
    Source: Luogu P1349.
    """

    ladder = Ladder(
        index_max=grow(5, by=1.3, plus=1), modulus_max=grow(20, by=1.3, cap=10_000, low=4), top=30
    )
    answer_format = Integer("the term, reduced modulo the given number", example="7")

    def generate(self, rng: Random, *, index_max: int, modulus_max: int) -> Problem:
        m = rng.randint(modulus_max // 2, modulus_max)
        terms = rng.randrange(m), rng.randrange(m)
        coefficients = rng.randint(1, m - 1), rng.randint(1, m - 1)
        index = rng.randint(max(3, index_max // 2), index_max)
        return Problem(
            initial_terms=terms,
            coefficients=coefficients,
            index=index,
            modulus=m,
            answer=_term(*terms, *coefficients, index, m),
        )

    def describe(self, problem: Problem) -> str:
        (first, second), (p, q) = problem.initial_terms, problem.coefficients
        n, m = problem.index, problem.modulus
        return (
            f"A sequence of integers is defined by A[1] = {first}, A[2] = {second} and, for every i > 2, "
            f"A[i] = {p} * A[i-1] + {q} * A[i-2]. Compute A[{n}] modulo {m}, a number in 0..{m - 1}."
        )


def _term(first: int, second: int, p: int, q: int, index: int, modulus: int) -> int:
    for _ in range(index - 1):
        first, second = second, (p * second + q * first) % modulus
    return first % modulus
