from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    number: int
    answer: int  # derived: the number of sequences


class CountHalvingChains(core.IntegerEnvironment[Problem]):
    """Number of sequences from n in which each term is at most half the one before.

    These are as many as the partitions of n into powers of 2.

    Quality: 1 if equal, else 0.
    Source: Luogu P1028; the values are OEIS A018819.
    """

    ladder = Ladder(number_max=grow(24, by=1.3, plus=2), top=30)
    answer_format = Integer("the number of sequences", example="12")
    least = 1
    variety = 0.07  # a problem is one number, in 25..103 at difficulty 5

    def generate(self, rng: Random, *, number_max: int) -> Problem:
        number = rng.randint(number_max // 4, number_max)
        return Problem(number=number, answer=_chains(number))

    def describe(self, problem: Problem) -> str:
        return (
            f"Consider the finite sequences of positive integers that start with {problem.number} and in which every term "
            "after the first is at most half of the term right before it. (The sequence of the first term alone is one "
            "of them.) How many such sequences are there?"
        )


def _chains(n: int) -> int:
    # A chain from i has a second term of at most (i - 1) / 2, as have those from i - 1, or of exactly i / 2.
    counts = [0, 1]
    for i in range(2, n + 1):
        counts.append(counts[-1] + (counts[i // 2] if i % 2 == 0 else 0))
    return counts[n]
