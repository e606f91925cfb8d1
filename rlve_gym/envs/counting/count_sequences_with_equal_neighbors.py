from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    length: int
    alphabet_size: int
    modulus: int
    answer: int  # derived: the number of sequences, modulo modulus


class CountSequencesWithEqualNeighbors(core.ResidueEnvironment[Problem]):
    """Number of sequences in which some two neighbors are equal, modulo m.

    Quality: 1 if equal, else 0.
    Source: Luogu P3197 (HNOI 2008); all sequences, less those whose neighbors all differ.
    """

    ladder = Ladder(
        max_length=grow(6, by=1.2, plus=1),
        max_alphabet_size=grow(3, by=1.2, plus=1),
        modulus_max=grow(200, by=1.3),
        top=30,
    )
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(self, rng: Random, *, max_length: int, max_alphabet_size: int, modulus_max: int) -> Problem:
        n, q = rng.randint(2, max_length), rng.randint(2, max_alphabet_size)
        m = rng.randint(modulus_max // 2, modulus_max)
        answer = (pow(q, n, m) - q * pow(q - 1, n - 1, m)) % m
        return Problem(length=n, alphabet_size=q, modulus=m, answer=answer)

    def describe(self, problem: Problem) -> str:
        n, q = problem.length, problem.alphabet_size
        return (
            f"A sequence a_1, ..., a_{n} consists of {n} symbols, each of them one of {q} different symbols. "
            "In how many of these sequences are there two neighbors that are equal, that is, at least one i with "
            f"1 <= i < {n} and a_i = a_(i+1)? Give this count modulo {problem.modulus}."
        )
