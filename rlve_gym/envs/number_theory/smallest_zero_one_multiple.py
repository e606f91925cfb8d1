from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, Verdict, grow, line


class Problem(core.Problem, frozen=True):
    number: int
    optimum: int  # derived: the least multiplier

    def __post_init__(self) -> None:
        if not 1 <= self.number < 10**100:
            raise ValueError("the number must be positive, with at most 100 digits")


class SmallestZeroOneMultiple(core.IntegerEnvironment[Problem]):
    """Least multiplier that gives a number of zeros and ones only.

    Numbers with a long answer, such as many multiples of 9, and those of zeros and ones themselves are left out.

    Quality: 1 if equal, else 0.
    Source: Luogu P2841; breadth-first search over remainders.
    """

    ladder = Ladder(number_max=grow(20, by=1.25), digit_max=line(4), top=30)
    answer_format = Integer("b, not the product", example="58")
    least = 1
    variety = 0.04  # the problem is one small number

    def generate(self, rng: Random, *, number_max: int, digit_max: int) -> Problem:
        while True:
            number = rng.randint(number_max // 4, number_max)
            if _has_other_digits(number):
                optimum = _least_multiplier(number)
                if optimum < 10**digit_max:
                    return Problem(number=number, optimum=optimum)

    def describe(self, problem: Problem) -> str:
        a = problem.number
        return f"What is the smallest positive integer b such that all decimal digits of the product {a} * b are 0 or 1?"

    def verify(self, problem: Problem, answer: int) -> Verdict:
        # Python prints integers of at most 4300 digits.
        if answer < 1 or answer >= 10**1000 or _has_other_digits(problem.number * answer):
            return Verdict.invalid("not a positive integer whose product has only the digits 0 and 1")
        return super().verify(problem, answer)

    def solve(self, problem: Problem) -> int:
        return problem.optimum


def _has_other_digits(number: int) -> bool:
    return bool(set(str(number)) - {"0", "1"})


def _least_multiplier(number: int) -> int:
    # From small to large, only the first product with each remainder: whatever makes a multiple of a later one with
    # the same remainder, appended to the first, makes a smaller multiple.
    products, remainders = [1], {1}
    for product in products:
        if product % number == 0:
            return product // number
        for longer in (10 * product, 10 * product + 1):
            if longer % number not in remainders:
                remainders.add(longer % number)
                products.append(longer)
    raise ValueError(f"{number} has no such multiple")
