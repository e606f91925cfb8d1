from functools import reduce
from math import comb, prod
from operator import xor
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow, line

_MODULUS = 10_000


class Problem(core.Problem, frozen=True):
    variable_count: int
    low: int
    high: int
    target: int
    modulus: int
    answer: int  # derived: the number of tuples, modulo modulus


class CountBoundedXorSolutions(core.ResidueEnvironment[Problem]):
    """Number of tuples of integers from a range that have a given bitwise XOR, modulo m.

    The upper end of the range is at least half of its bound, else small ranges would have few different counts.

    Quality: 1 if equal, else 0.
    Source: classic; inclusion and exclusion over the lower end, then the highest bit at which a number is below its
    bound.
    """

    ladder = Ladder(variable_count=line(2, every=3), value_bound=grow(7, by=1.4), top=30)
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(self, rng: Random, *, variable_count: int, value_bound: int) -> Problem:
        count = 0
        while count < 2:
            high = rng.randint(max(3, value_bound // 2), value_bound)
            low = rng.randint(0, high - 2)
            target = reduce(xor, (rng.randint(low, high) for _ in range(variable_count)))
            count = _count(variable_count, low, high, target)
        return Problem(
            variable_count=variable_count,
            low=low,
            high=high,
            target=target,
            modulus=_MODULUS,
            answer=count % _MODULUS,
        )

    def describe(self, problem: Problem) -> str:
        n = problem.variable_count
        numbers = ("X_1", "X_2") if n == 2 else ("X_1", "...", f"X_{n}")
        return (
            f"How many ordered tuples ({', '.join(numbers)}) of {n} integers are there, each of them from {problem.low} to "
            f"{problem.high} (both included), such that {' XOR '.join(numbers)} = {problem.target}? Here XOR is the bitwise "
            f"exclusive or, and the integers may be equal. Give this count modulo {problem.modulus}."
        )


def _count(variable_count: int, low: int, high: int, target: int) -> int:
    return sum(
        (-1) ** j * comb(variable_count, j) * _below([low] * j + [high + 1] * (variable_count - j), target)
        for j in range(variable_count + 1)
    )


def _below(bounds: list[int], target: int) -> int:
    """The number of tuples with this XOR in which every number is less than its bound.

    By the highest bit at which any number has a 0 where its bound has a 1: all below this bit of that number is free,
    so it can be chosen in one way to get the XOR right.
    """
    total = 0
    for position in reversed(range(max(*bounds, target).bit_length())):
        free, bit = 1 << position, target >> position & 1
        rests = [bound % free for bound in bounds]  # how many numbers agree with their bound down to this bit
        ways = [1, 0]  # by the parity of the ones at this bit
        for bound, rest in zip(bounds, rests, strict=True):
            if bound & free:
                ways = [ways[0] * free + ways[1] * rest, ways[1] * free + ways[0] * rest]
            else:
                ways = [ways[0] * rest, ways[1] * rest]
        parity = reduce(xor, bounds) >> position & 1
        if parity != bit:
            return total + ways[bit] // free
        total += (ways[bit] - prod(rests)) // free
    return total
