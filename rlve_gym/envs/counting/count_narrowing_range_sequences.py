from collections import defaultdict
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, function, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    upper_bounds: list[int]
    modulus: int
    answer: int  # derived: the number of sequences, modulo modulus


class CountNarrowingRangeSequences(core.ResidueEnvironment[Problem]):
    """Number of sequences in which each term stays within the nearest earlier bounds of the previous term, modulo m.

    The bounds R_i lie above a random sequence of this kind, so that there is one. They are never all equal, which was the
    commonest problem by far.

    Quality: 1 if equal, else 0.
    Source: Luogu P4063 (JXOI 2017, Sequence); dynamic programming over the previous term and its bounds.
    """

    ladder = Ladder(
        length=line(3, every=2),
        max_value=function(lambda difficulty: (7 + difficulty) // 2, "int(3.5 + difficulty / 2)"),
        top=30,
    )
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(self, rng: Random, *, length: int, max_value: int) -> Problem:
        upper_bounds: list[int] = []
        while len(set(upper_bounds)) < 2:
            low, high, last = 0, max_value + 1, rng.randint(1, max_value)
            upper_bounds = [rng.randint(last, max_value)]
            while len(upper_bounds) < length:
                term = rng.randint(max(1, low), min(max_value, high))
                low, high, last = _narrowed(low, high, last, term)
                upper_bounds.append(rng.randint(term, max_value))
        modulus = rng.randint(1_000, 1_000_000)
        return Problem(upper_bounds=upper_bounds, modulus=modulus, answer=_count(upper_bounds) % modulus)

    def describe(self, problem: Problem) -> str:
        n = len(problem.upper_bounds)
        return (
            f"Consider the sequences of integers a_1, ..., a_{n} with 1 <= a_i <= R_i for each i, where R_1, ..., R_{n} "
            f"are:\n{text.series(problem.upper_bounds)}\n\n"
            "Such a sequence is good if the following holds for each i >= 3. Look at the terms a_1, ..., a_(i-2). If some "
            "of them are <= a_(i-1), then a_i is at least the largest of those. If some of them are >= a_(i-1), then a_i is "
            "at most the smallest of those.\n"
            "For example, with all R_i large enough, the term after 5, 1, 3 is from 1 to 5; that after 5, 1, 3, 2 is from 1 "
            "to 3; and that after 5, 1, 3, 3 can only be 3.\n\n"
            f"How many good sequences are there? Give this count modulo {problem.modulus}."
        )


def _narrowed(low: int, high: int, last: int, term: int) -> tuple[int, int, int]:
    """The nearest earlier terms around the term that follows ``last``, and that term; low <= term <= high."""
    if low < term < last:
        return low, last, term
    if last < term < high:
        return last, high, term
    return term, term, term


def _count(upper_bounds: list[int]) -> int:
    above = max(upper_bounds) + 1  # stands for no bound, as does 0
    states = {(0, above, first): 1 for first in range(1, upper_bounds[0] + 1)}
    for bound in upper_bounds[1:]:
        following: defaultdict[tuple[int, int, int], int] = defaultdict(int)
        for (low, high, last), ways in states.items():
            for term in range(max(1, low), min(bound, high) + 1):
                following[_narrowed(low, high, last, term)] += ways
        states = following
    return sum(states.values())
