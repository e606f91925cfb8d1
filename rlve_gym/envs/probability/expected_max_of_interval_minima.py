from fractions import Fraction
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, function
from rlve_gym.kit import text
from rlve_gym.kit.modular import check_prime, how_to_reduce, prime_moduli, residue


class Problem(core.Problem, frozen=True):
    length: int
    max_value: int
    intervals: list[tuple[int, int]]  # (first, last) position, from 1
    modulus: int  # a prime greater than length
    answer: int  # derived: the expectation modulo the modulus


class ExpectedMaxOfIntervalMinima(core.ResidueEnvironment[Problem]):
    """Expected maximum of interval minima of a random array.

    Only intervals that contain no other one matter; there are always two at least (in the published suite often one,
    which makes the answer a plain minimum).

    Quality: 1 if equal, else 0.
    Source: Luogu P3600.
    """

    ladder = Ladder(
        length=function(lambda difficulty: 3 + (difficulty + 1) // 2, "3 + (d + 1) // 2", low=2),
        value_cap=function(
            lambda difficulty: max(3, 2 + (difficulty + 1) // 2), "max(3, 2 + (d + 1) // 2)", low=2
        ),
        modulus=prime_moduli(998_244_353),
        top=30,
    )
    answer_format = Integer("the expectation, modulo the given prime", example="7")

    def generate(self, rng: Random, *, length: int, value_cap: int, modulus: int) -> Problem:
        check_prime(modulus, length)
        max_value = rng.randint(2, min(value_cap, length))
        # An interval inside all the others has the greatest minimum for sure: the others would not matter.
        intervals = _random_intervals(rng, length)
        while _one_is_innermost(intervals):
            intervals = _random_intervals(rng, length)
        return Problem(
            length=length,
            max_value=max_value,
            intervals=intervals,
            modulus=modulus,
            answer=residue(_expectation(length, max_value, intervals), modulus),
        )

    def describe(self, problem: Problem) -> str:
        n = problem.length
        return (
            f"The {n} entries of an array A[1], ..., A[{n}] are drawn independently and uniformly from the integers 1 to "
            f'{problem.max_value}. Here are some intervals of positions, one per line as "first last", both ends '
            f"included:\n{text.rows(problem.intervals)}\n\n"
            "For each of these intervals, take the least entry of the array in it. What is the expected value of the "
            f"greatest of these minima? {how_to_reduce(problem.modulus)}"
        )


def _random_intervals(rng: Random, length: int) -> list[tuple[int, int]]:
    intervals = []
    for _ in range(rng.randint(2, length)):
        first, last = sorted((rng.randint(1, length), rng.randint(1, length)))
        intervals.append((first, last))
    return intervals


def _one_is_innermost(intervals: list[tuple[int, int]]) -> bool:
    """Whether one of the intervals lies inside all of them."""
    return (max(first for first, _ in intervals), min(last for _, last in intervals)) in intervals


def _expectation(length: int, max_value: int, intervals: list[tuple[int, int]]) -> Fraction:
    """The sum over t = 1..max_value of the probability that some interval has only entries of at least t."""
    latest = [0] * (length + 1)  # the latest start of an interval by its end
    for first, last in intervals:
        latest[last] = max(latest[last], first)
    total = 0
    for small in range(max_value):  # how many values are below t
        # The arrays where each interval so far has an entry below t, counted by the place of the last such entry.
        counts = [1]
        for position in range(1, length + 1):
            new = small * sum(counts)
            counts = [(max_value - small) * count for count in counts] + [new]
            for place in range(latest[position]):
                counts[place] = 0
        total += max_value**length - sum(counts)
    return Fraction(total, max_value**length)
