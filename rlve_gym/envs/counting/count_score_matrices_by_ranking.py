from math import comb, prod
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit import text
from rlve_gym.kit.number_theory import random_prime


class Problem(core.Problem, frozen=True):
    row_count: int
    upper_bounds: list[int]  # by column
    larger_counts: list[int]  # by column: how many rows have a larger entry than row 0
    dominated_count: int  # of the rows that are nowhere larger than row 0
    modulus: int
    answer: int  # derived: the number of matrices, modulo modulus

    def __post_init__(self) -> None:
        if len(self.upper_bounds) != len(self.larger_counts):
            raise ValueError("there must be an upper bound and a larger count for every column")


class CountScoreMatricesByRanking(core.ResidueEnvironment[Problem]):
    """Number of score matrices with given column ranks and a given number of dominated rows, modulo a prime.

    The numbers are read off a random matrix, so that there is one at least. Some column is neither all larger nor all
    not larger than row 0, and some has more than two possible scores.

    Quality: 1 if equal, else 0.
    Source: Luogu P3270 (JLOI 2016); inclusion and exclusion over the rows that are somewhere larger.
    """

    ladder = Ladder(max_size=grow(3, by=1.1, plus=1), top=30)
    answer_format = Integer("the count modulo the given prime", example="305")

    def generate(self, rng: Random, *, max_size: int) -> Problem:
        n = rng.randint(max(3, max_size // 2), max_size)
        m = rng.randint(2, (max_size + 3) // 2)
        bounds, larger = [2], [0]
        while max(bounds) < 3 or not any(0 < count < n - 1 for count in larger):
            bounds = [rng.randint(2, n) for _ in range(m)]
            first = [rng.randint(1, bound) for bound in bounds]
            kept = rng.randint(0, n - 1)  # rows below row 0 in all columns
            rows = [
                [rng.randint(1, first[j] if i < kept else bounds[j]) for j in range(m)] for i in range(n - 1)
            ]
            larger = [sum(row[j] > first[j] for row in rows) for j in range(m)]
        dominated = sum(all(map(int.__le__, row, first)) for row in rows)
        modulus = random_prime(rng, 1_000, 9_999)
        return Problem(
            row_count=n,
            upper_bounds=bounds,
            larger_counts=larger,
            dominated_count=dominated,
            modulus=modulus,
            answer=_count(n, bounds, larger, dominated) % modulus,
        )

    def describe(self, problem: Problem) -> str:
        n, m = problem.row_count, len(problem.upper_bounds)
        return (
            f"Count the matrices A of integers with {n} rows (numbered 0 to {n - 1}) and {m} columns (numbered 0 to "
            f"{m - 1}) that meet all of these conditions:\n"
            "- In column j all entries are at least 1 and at most U[j].\n"
            "- In column j, exactly R[j] of the rows other than row 0 have a larger entry there than row 0.\n"
            "- Row 0 dominates another row if it is at least as large in every column (its entry in column j is at "
            f"least the other row's, for all j). Row 0 dominates exactly K = {problem.dominated_count} other rows.\n"
            f"For j = 0, ..., {m - 1} these numbers are\n"
            f"U: {text.series(problem.upper_bounds)}\n"
            f"R: {text.series(problem.larger_counts)}\n\n"
            "Two matrices are different if they differ in any entry. Give this count modulo the prime "
            f"{problem.modulus}."
        )


def _count(n: int, bounds: list[int], larger: list[int], dominated: int) -> int:
    """The exact number of matrices: entries for given larger rows in each column, times ways to choose these rows."""
    entries: int = prod(
        sum(s ** (n - 1 - count) * (bound - s) ** count for s in range(1, bound + 1))  # row 0 has the entry s
        for bound, count in zip(bounds, larger, strict=True)
    )
    others = n - 1 - dominated  # each of them is larger in some column
    covers: int = sum(
        (-1) ** t * comb(others, t) * prod(comb(others - t, count) for count in larger)
        for t in range(others + 1)
    )
    return entries * comb(n - 1, dominated) * covers
