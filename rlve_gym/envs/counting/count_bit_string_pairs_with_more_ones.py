from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, choice, grow


class Problem(core.Problem, frozen=True):
    length: int
    extra_length: int
    modulus: int  # a power of ten
    answer: int  # derived: the number of pairs, modulo modulus


class CountBitStringPairsWithMoreOnes(core.ResidueEnvironment[Problem]):
    """Number of pairs of bit strings in which the first has more ones, modulo a power of ten.

    With every bit of the shorter string flipped, S of m + d bits has more ones than T of m bits exactly if there
    are more than m ones in both together: a sum of binomial coefficients.

    Quality: 1 if equal, else 0.
    Source: Luogu P3726 (AHOI/HNOI 2017).
    """

    ladder = Ladder(
        max_length=grow(4, by=1.2, plus=1),
        max_extra=grow(2, by=1.1, plus=1),
        digit_count=choice(3, 4, 5),  # of one or two digits, too few values would occur
        top=30,
    )
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(self, rng: Random, *, max_length: int, max_extra: int, digit_count: int) -> Problem:
        length, extra_length = rng.randint(1, max_length), rng.randint(0, max_extra)
        modulus = 10**digit_count
        return Problem(
            length=length,
            extra_length=extra_length,
            modulus=modulus,
            answer=_count(length, extra_length) % modulus,
        )

    def describe(self, problem: Problem) -> str:
        m, d = problem.length, problem.extra_length
        return (
            f"Consider the ordered pairs (S, T) of bit strings, where S has length {m + d} and T has length {m}. In how "
            "many of these pairs does S contain strictly more ones than T? "
            f"Give this count modulo {problem.modulus}."
        )


def _count(length: int, extra_length: int) -> int:
    total, binomial = 0, 1
    bits = 2 * length + extra_length
    for zeros in range(length + extra_length):  # more than `length` of the bits are ones
        total += binomial
        binomial = binomial * (bits - zeros) // (zeros + 1)
    return total
