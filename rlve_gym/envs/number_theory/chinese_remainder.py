from math import isqrt
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, Verdict, grow, line


class Problem(core.Problem, frozen=True):
    moduli: list[int]
    residues: list[int]
    solution: int  # derived: an integer >= 0 that satisfies all congruences

    def __post_init__(self) -> None:
        if not self.moduli or len(self.moduli) != len(self.residues) or min(self.moduli) < 1:
            raise ValueError(
                "there must be as many residues as moduli, at least one, and the moduli must be positive"
            )


class ChineseRemainder(core.Environment[Problem, int]):
    """Find a non-negative integer satisfying a system of congruences.

    The moduli need not be coprime, but the congruences are consistent. Neither 0, 1 nor one of the residues is a
    solution.

    Quality: (satisfied congruences / all congruences) ** 10.
    Source: classic (the Chinese remainder theorem).
    """

    ladder = Ladder(modulus_count=line(2, every=3), value_max=grow(20, by=1.5), top=30)
    answer_format = Integer("such an integer x", example="1")

    def generate(self, rng: Random, *, modulus_count: int, value_max: int) -> Problem:
        while True:
            x = rng.randint(value_max // 2, value_max)
            # A modulus above x would show it as its residue; one above x / 2 as modulus + residue.
            moduli = rng.sample(range(2, max(modulus_count + 2, 2 * isqrt(x)) + 1), modulus_count)
            residues = [x % modulus for modulus in moduli]
            problem = Problem(moduli=moduli, residues=residues, solution=x)
            if all(_satisfied(problem, shortcut) < modulus_count for shortcut in (0, 1, *residues)):
                return problem

    def describe(self, problem: Problem) -> str:
        congruences = "\n".join(
            f"x = {residue} (mod {modulus})"
            for modulus, residue in zip(problem.moduli, problem.residues, strict=True)
        )
        return f"Find an integer x >= 0, not necessarily the smallest, that satisfies all of these congruences:\n{congruences}"

    def verify(self, problem: Problem, answer: int) -> Verdict:
        if answer < 0:
            return Verdict.invalid("negative")
        return Verdict.share(_satisfied(problem, answer), len(problem.moduli), power=10)

    def solve(self, problem: Problem) -> int:
        return problem.solution


def _satisfied(problem: Problem, x: int) -> int:
    """How many of the congruences x satisfies."""
    return sum((x - r) % m == 0 for m, r in zip(problem.moduli, problem.residues, strict=True))
