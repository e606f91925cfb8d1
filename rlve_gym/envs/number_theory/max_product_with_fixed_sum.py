from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    number: int
    answer: int  # derived: the largest product


class MaxProductWithFixedSum(core.ExactEnvironment[Problem, int]):
    """Largest product of positive integers with a given sum.

    Quality: 1 if equal, else 0.
    Source: Luogu P4157 (SCOI 2006).
    """

    ladder = Ladder(number_max=grow(24, by=1.2, low=4, high=6_000), top=25)
    answer_format = Integer("the largest product, all digits", example="1000")
    variety = 0.035  # a problem is one number, at difficulty 5 one of 18..55

    def generate(self, rng: Random, *, number_max: int) -> Problem:
        number = rng.randint(max(4, number_max // 3), number_max)
        return Problem(number=number, answer=_largest_product(number))

    def describe(self, problem: Problem) -> str:
        return (
            f"Write {problem.number} as a sum of positive integers: as many as you like, or only one, and equal ones "
            "are allowed. What is the largest possible product of these integers?"
        )


def _largest_product(number: int) -> int:
    """Threes, and a last factor of 2, 3 or 4: 3 * (n - 3) is more than a part n > 4, and 3 * 3 more than 2 * 2 * 2."""
    threes = (number - 2) // 3
    product: int = (number - 3 * threes) * 3**threes
    return product
