from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow, line


class Problem(core.Problem, frozen=True):
    multiplier: int
    step: int
    residue: int
    modulus: int
    answer: int  # derived: the sum modulo modulus


class SumOfBinomialsInResidueClass(core.ResidueEnvironment[Problem]):
    """Sum of the binomial coefficients C(nk, j) over all j congruent to r modulo k, modulo p.

    Quality: 1 if equal, else 0.
    Source: Luogu P3746; powers of 1 + x modulo x^k - 1 by repeated squaring.
    """

    ladder = Ladder(
        max_multiplier=grow(3, by=1.2, plus=1),
        max_step=line(4, every=2),
        max_modulus=grow(100, by=1.4, cap=10**6),
        top=30,
    )
    answer_format = Integer("the sum modulo the given number", example="35")

    def generate(self, rng: Random, *, max_multiplier: int, max_step: int, max_modulus: int) -> Problem:
        multiplier = rng.randint(2, max_multiplier)
        step = rng.randint(3, max_step)  # for step 2 the sum is a power of 2
        residue = rng.randrange(step)
        modulus = rng.randint(max_modulus // 2, max_modulus)
        return Problem(
            multiplier=multiplier,
            step=step,
            residue=residue,
            modulus=modulus,
            answer=_row_sums(multiplier * step, step, modulus)[residue],
        )

    def describe(self, problem: Problem) -> str:
        n, k, r = problem.multiplier * problem.step, problem.step, problem.residue
        return (
            f"Let C({n}, j) be the binomial coefficient, the number of j-element subsets of a set of {n} elements. Compute "
            f"the sum of C({n}, j) over all integers j from 0 to {n} that leave the remainder {r} when divided by {k}. "
            f"Give this sum modulo {problem.modulus}."
        )


def _row_sums(row: int, step: int, modulus: int) -> list[int]:
    """The sums of C(row, j) over j = 0, 1, ..., step - 1 modulo step: the coefficients of (1 + x)^row mod x^step - 1."""
    sums = [1] + [0] * (step - 1)
    for bit in f"{row:b}":
        # Negative indices count from the end, which is just what exponents modulo step need.
        sums = [sum(sums[i] * sums[j - i] for i in range(step)) % modulus for j in range(step)]
        if bit == "1":
            sums = [(sums[j] + sums[j - 1]) % modulus for j in range(step)]
    return sums
