from functools import lru_cache
from itertools import islice, product
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit.number_theory import primes_up_to

Exponents = tuple[int, ...]  # of the primes in a number


class Problem(core.Problem, frozen=True):
    number: int
    answer: int  # derived: the number of sets


class CountDistinctFactorizations(core.IntegerEnvironment[Problem]):
    """Count factorizations of n into at least two distinct factors greater than 1.

    For most numbers the answer is 0 or 1. Hence an answer is drawn first, uniformly from all of at least 2 that numbers
    with small prime factors have, and then one of the numbers with it.

    Quality: 1 if equal, else 0.
    Source: Luogu P3861; 0/1 knapsack over the divisors.
    """

    ladder = Ladder(number_max=grow(80, by=1.5), top=30)
    answer_format = Integer("the number of sets", example="1000")
    variety = 0.15  # a problem is one small number: at difficulty 5 there are 230 in all

    def generate(self, rng: Random, *, number_max: int) -> Problem:
        numbers = _numbers_by_answer(number_max)
        answer = rng.choice(list(numbers))
        return Problem(number=rng.choice(numbers[answer]), answer=answer)

    def describe(self, problem: Problem) -> str:
        return (
            f"How many sets of at least two different integers greater than 1 have the product {problem.number}? "
            "(For 8 there would be one such set, {2, 4}.)"
        )


@lru_cache(maxsize=32)
def _numbers_by_answer(number_max: int) -> dict[int, list[int]]:
    """The numbers up to number_max without prime factors above 31, by their answers; only those of at least 2."""
    numbers: list[tuple[int, Exponents]] = [(1, ())]
    for p in primes_up_to(31):
        extended = []
        for number, exponents in numbers:
            extended.append((number, exponents))
            exponent = 1
            while (number := number * p) <= number_max:
                extended.append((number, (*exponents, exponent)))
                exponent += 1
        numbers = extended
    numbers = [(number, tuple(sorted(exponents))) for number, exponents in numbers]

    answers: dict[Exponents, int] = {}
    for exponents in sorted({exponents for _, exponents in numbers}, key=sum, reverse=True):
        if exponents not in answers:
            answers.update(_answers(exponents))
    groups: dict[int, list[int]] = {}
    for number, exponents in numbers:
        if answers[exponents] >= 2:
            groups.setdefault(answers[exponents], []).append(number)
    return groups


def _answers(exponents: Exponents) -> dict[Exponents, int]:
    """The answers for a number whose primes have these exponents, which is all that matters, and for all its divisors."""
    import numpy as np

    # How many sets of factors make a divisor, by its exponents.
    ways = np.zeros([e + 1 for e in exponents], dtype=np.int64)
    ways[(0,) * len(exponents)] = 1
    steps = [[(slice(f, None), slice(e + 1 - f)) for f in range(e + 1)] for e in exponents]
    for factor in islice(product(*steps), 1, None):  # all the divisors but 1
        multiples, quotients = zip(*factor, strict=True)
        ways[multiples] += ways[quotients]  # NumPy reads all of the old values first
    # The set of the number alone does not count.
    return {tuple(sorted(filter(None, index))): int(count) - 1 for index, count in np.ndenumerate(ways)}
