from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    modulus: int
    answer: int  # derived: the limit of the tower modulo modulus


class InfinitePowerTowerMod(core.ResidueEnvironment[Problem]):
    """Limit of the tower 2^2^2^... modulo m.

    m is no power of 2, for which the limit is 0. Many m have the limit 16 (19 % at difficulty 3), or later 65536: three
    quarters of these are drawn again.

    Quality: 1 if equal, else 0.
    Source: Luogu P4139; Euler's theorem, 2^e = 2^(e mod phi(m) + phi(m)) modulo any m for e >= phi(m).
    """

    ladder = Ladder(modulus_max=grow(32, by=2), top=30)
    answer_format = Integer("the final remainder", example="3")

    def generate(self, rng: Random, *, modulus_max: int) -> Problem:
        while True:
            modulus = rng.randint(3, modulus_max)
            if modulus & (modulus - 1) == 0:
                continue
            answer = _limit(modulus)
            if answer not in (16, 65536) or rng.random() < 0.25:
                return Problem(modulus=modulus, answer=answer)

    def describe(self, problem: Problem) -> str:
        m = problem.modulus
        return (
            "A sequence is defined by a_0 = 1 and a_(i+1) = 2^(a_i), so it begins 1, 2, 4, 16, 65536. The remainders of its "
            f"terms when divided by {m} are all the same from some index on. What is this final remainder, in 0..{m - 1}?"
        )


def _limit(modulus: int) -> int:
    from sympy import totient

    if modulus == 1:
        return 0
    phi = int(totient(modulus))
    return pow(2, _limit(phi) + phi, modulus)  # the true exponent has no bound, so it is at least phi
