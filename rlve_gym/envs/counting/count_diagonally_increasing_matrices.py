from itertools import accumulate
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit.number_theory import random_prime


class Problem(core.Problem, frozen=True):
    row_count: int
    column_count: int
    modulus: int
    answer: int  # derived: the number of matrices modulo modulus


class CountDiagonallyIncreasingMatrices(core.ResidueEnvironment[Problem]):
    """Number of integer matrices that increase along rows and along anti-diagonals, modulo a prime.

    Quality: 1 if equal, else 0.
    Source: Luogu P3266 (JLOI 2015); a dynamic program over the number that each row leaves out.
    """

    ladder = Ladder(max_size=grow(3, by=1.1, plus=1), top=30)
    answer_format = Integer("the count modulo the given prime", example="305")

    def generate(self, rng: Random, *, max_size: int) -> Problem:
        n, m = (rng.randint(max(2, max_size // 2), max_size) for _ in range(2))
        modulus = random_prime(rng, 10 * max_size, 100 * max_size)
        return Problem(row_count=n, column_count=m, modulus=modulus, answer=_matrices(n, m) % modulus)

    def describe(self, problem: Problem) -> str:
        n, m = problem.row_count, problem.column_count
        return (
            f"Count the matrices X with {n} rows and {m} columns whose entries are integers from 0 to {m}, both "
            "included, such that\n"
            f"- X[i][j] < X[i][j+1] for all 1 <= i <= {n} and 1 <= j <= {m - 1}, and\n"
            f"- X[i][j] < X[i-1][j+1] for all 2 <= i <= {n} and 1 <= j <= {m - 1}.\n"
            "Here X[i][j] is the entry in row i and column j; rows and columns are numbered from 1.\n"
            f"Give this count modulo {problem.modulus}."
        )


def _matrices(row_count: int, column_count: int) -> int:
    # An increasing row of m numbers in 0..m leaves out one number, and the second condition says that this number is at
    # least that of the row above less 1.
    counts = [1] * (column_count + 1)  # by the number that the last row leaves out
    for _ in range(row_count - 1):
        sums = list(accumulate(counts))
        counts = [*sums[1:], sums[-1]]
    return sum(counts)
