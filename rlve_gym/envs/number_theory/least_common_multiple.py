from math import isqrt, lcm
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    values: tuple[int, int]
    answer: int  # derived: their least common multiple


class LeastCommonMultiple(core.ExactEnvironment[Problem, int]):
    """Least common multiple of two integers.

    In half of the problems a common factor is planted: two random integers have none with probability 0.6, and then
    their product would be the answer.

    Quality: 1 if equal, else 0.
    Source: classic; Euclidean algorithm.
    """

    ladder = Ladder(value_max=grow(15, by=1.5, low=4, high=10**100), top=30)
    answer_format = Integer("the least common multiple", example="12345")

    def generate(self, rng: Random, *, value_max: int) -> Problem:
        if rng.random() < 0.5:
            common = rng.randint(2, isqrt(value_max))
            a, b = (common * rng.randint(1, value_max // common) for _ in range(2))
        else:
            a, b = (rng.randint(2, value_max) for _ in range(2))
        return Problem(values=(a, b), answer=lcm(a, b))

    def describe(self, problem: Problem) -> str:
        a, b = problem.values
        return f"Find the least common multiple of {a} and {b}, the least positive integer that both of them divide."
