from itertools import chain
from random import Random

from rlve_gym import core
from rlve_gym.core import IntegerRows, Ladder, Verdict, function, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    matrix: list[list[int]]
    exponent: int
    modulus: int
    answer: list[list[int]]  # derived: the power, its entries modulo modulus

    def __post_init__(self) -> None:
        n = len(self.matrix)
        if n == 0 or any(
            len(rows) != n or {len(row) for row in rows} != {n} for rows in (self.matrix, self.answer)
        ):
            raise ValueError("the matrix and the answer must be square and of the same size")


class MatrixPower(core.ExactEnvironment[Problem, list[list[int]]]):
    """Power of a square matrix modulo an integer.

    Quality: (right entries / all entries) ** 5.
    Source: classic.
    """

    ladder = Ladder(
        size=line(2, every=6),
        modulus=function(lambda d: 10 ** min(4, 1 + (d + 3) // 6), "10, times 10 at 3, 9 and 15", low=2),
        max_exponent=function(lambda d: 2 ** (1 + (d + 1) // 2), "2, doubled at odd difficulties"),
        top=30,
    )
    answer_format = IntegerRows(
        "the matrix A^k, each entry reduced modulo the given number",
        example=lambda problem: text.rows([[1] * len(problem.matrix)] * len(problem.matrix)),
    )

    def generate(self, rng: Random, *, size: int, modulus: int, max_exponent: int) -> Problem:
        matrix = [[rng.randrange(modulus) for _ in range(size)] for _ in range(size)]
        exponent = rng.randint(2, max_exponent)
        return Problem(
            matrix=matrix, exponent=exponent, modulus=modulus, answer=_power(matrix, exponent, modulus)
        )

    def describe(self, problem: Problem) -> str:
        n, m = len(problem.matrix), problem.modulus
        return (
            f"Here is a {n} x {n} matrix A, one row per line:\n{text.rows(problem.matrix)}\n\n"
            f"Compute the matrix power A^{problem.exponent} (the product of {problem.exponent} factors A) and reduce each of "
            f"its entries modulo {m}, to a number in 0..{m - 1}."
        )

    def verify(self, problem: Problem, answer: list[list[int]]) -> Verdict:
        n = len(problem.matrix)
        if len(answer) != n or any(len(row) != n for row in answer):
            return Verdict.unparsed(f"not {n} rows of {n} integers")
        return Verdict.positions([*chain(*answer)], [*chain(*problem.answer)], power=5)


def _power(matrix: list[list[int]], exponent: int, modulus: int) -> list[list[int]]:
    """By repeated squaring, from the exponent's leading bit on."""
    power = matrix
    for bit in bin(exponent)[3:]:
        power = _product(power, power, modulus)
        if bit == "1":
            power = _product(power, matrix, modulus)
    return power


def _product(left: list[list[int]], right: list[list[int]], modulus: int) -> list[list[int]]:
    columns = list(zip(*right, strict=True))
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) % modulus for column in columns] for row in left
    ]
