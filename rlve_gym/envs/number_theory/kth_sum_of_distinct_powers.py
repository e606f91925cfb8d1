from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, Verdict, function, grow


class Problem(core.Problem, frozen=True):
    base: int
    rank: int
    answer: int  # derived: the number with this rank

    def __post_init__(self) -> None:
        if self.base < 2:
            raise ValueError("the base must be at least 2")


class KthSumOfDistinctPowers(core.ExactEnvironment[Problem, int]):
    """N-th number that is a sum of distinct powers of k.

    The base is 3 or more: for k = 2 the answer would be N itself.

    Quality: 1 if equal, else 0.
    Source: Luogu P1062 (NOIP 2006); the binary digits of N, read in base k.
    """

    ladder = Ladder(
        base_max=function(lambda d: 5 + d // 2, "5, +1 at even difficulties", low=3),
        rank_max=grow(16, by=2, low=2),
        top=30,
    )
    answer_format = Integer("the number", example="2345")

    def generate(self, rng: Random, *, base_max: int, rank_max: int) -> Problem:
        base, rank = rng.randint(3, base_max), rng.randint(rank_max // 2, rank_max)
        return Problem(base=base, rank=rank, answer=int(f"{rank:b}", base))

    def describe(self, problem: Problem) -> str:
        k = problem.base
        return (
            f"The powers of {k} are {k}^0 = 1, {k}^1 = {k}, {k}^2 = {k**2}, and so on. List in increasing order all "
            f"positive integers that are the sum of one or more different powers of {k}. Which number is at position "
            f"{problem.rank} of this list? The smallest one, 1, is at position 1."
        )

    def verify(self, problem: Problem, answer: int) -> Verdict:
        if answer <= 0:
            return Verdict.invalid("not positive")
        rest = answer
        while rest:
            rest, digit = divmod(rest, problem.base)
            if digit > 1:
                return Verdict.invalid(f"not a sum of different powers of {problem.base}")
        return super().verify(problem, answer)
