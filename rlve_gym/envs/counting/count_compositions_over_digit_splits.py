from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, choice, grow


class Problem(core.Problem, frozen=True):
    digits: str
    max_part: int
    modulus: int
    answer: int  # derived: the total, modulo modulus


class CountCompositionsOverDigitSplits(core.ResidueEnvironment[Problem]):
    """Sum, over all splits of a digit string, of a composition count of the sum of the pieces, modulo m.

    F(n) is the number of ways to write n as an ordered sum of parts from 1 to M. By its recurrence, x^n modulo
    x^M - x^(M-1) - ... - 1 stands for F(n). Sums of pieces become products of powers, so the splits of each beginning
    of the string add up to one polynomial of degree less than M.

    Quality: 1 if equal, else 0.
    Source: Luogu P3176; C. M. Fiduccia, "An efficient formula for linear recurrences" (1985).
    """

    ladder = Ladder(
        bound=grow(20, by=1.4),
        max_part=choice(2, 3, 4, 5),  # with 1, F would be 1 everywhere and the digits would not matter
        modulus_max=grow(100, by=1.2),
        top=30,
    )
    answer_format = Integer("the total modulo the given number", example="305")

    def generate(self, rng: Random, *, bound: int, max_part: int, modulus_max: int) -> Problem:
        digits = str(rng.randint(bound // 5, bound - 1)).zfill(len(str(bound - 1)))
        modulus = rng.randint(modulus_max // 2, modulus_max)
        return Problem(
            digits=digits, max_part=max_part, modulus=modulus, answer=_total(digits, max_part, modulus)
        )

    def describe(self, problem: Problem) -> str:
        n = len(problem.digits)
        return (
            "Let F(n) be the number of ways to write n as a sum of positive integers, each at most "
            f"{problem.max_part}, where the order of the summands matters, and F(0) = 1.\n"
            f"The string {problem.digits} of {n} digits can be cut into one or more non-empty pieces of consecutive digits "
            f"in {2 ** (n - 1)} ways (not cutting it at all is one). Each piece is read as a decimal integer; it may have "
            "leading zeros. A way to cut has the value F(s), where s is the sum of its pieces. Compute the sum of the values "
            f"of all {2 ** (n - 1)} ways. Give it modulo {problem.modulus}."
        )


def _total(digits: str, max_part: int, modulus: int) -> int:
    def times(a: list[int], b: list[int]) -> list[int]:
        product = [0] * (2 * max_part - 1)
        for i, x in enumerate(a):
            for j, y in enumerate(b):
                product[i + j] += x * y
        for degree in range(2 * max_part - 2, max_part - 1, -1):
            for lower in range(degree - max_part, degree):
                product[lower] += product[degree]
        return [coefficient % modulus for coefficient in product[:max_part]]

    powers = [[1] + [0] * (max_part - 1)]  # x^0 to x^9
    while len(powers) < 10:
        *rest, leading = powers[-1]
        powers.append([leading, *(coefficient + leading for coefficient in rest)])

    totals = [powers[0]]  # of x^(sum of the pieces) over all splits, of the string's beginning of each length
    last_pieces: list[list[int]] = []  # x^piece, by where the piece starts
    for digit in map(int, digits):
        last_pieces.append(powers[0])
        for start, piece in enumerate(last_pieces):
            square = times(piece, piece)
            fourth = times(square, square)
            tenth = times(times(fourth, fourth), square)
            last_pieces[start] = times(tenth, powers[digit])
        products = [times(total, piece) for total, piece in zip(totals, last_pieces, strict=True)]
        totals.append([sum(column) % modulus for column in zip(*products, strict=True)])
    # x^n stands for F(n), which is 2^(n-1) for 0 < n < M.
    first = [1, *(1 << n for n in range(max_part - 1))]
    return sum(coefficient * value for coefficient, value in zip(totals[-1], first, strict=True)) % modulus
