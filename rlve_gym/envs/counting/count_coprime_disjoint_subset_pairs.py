from collections import Counter, defaultdict
from math import isqrt
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit import text
from rlve_gym.kit.number_theory import primes_up_to


class Problem(core.Problem, frozen=True):
    values: list[int]  # distinct, at least 2
    answer: int  # derived: the number of ordered pairs


class CountCoprimeDisjointSubsetPairs(core.IntegerEnvironment[Problem]):
    """Number of ordered pairs of disjoint subsets whose elements are coprime across.

    Quality: 1 if equal, else 0.
    Source: Luogu P2150 (NOI 2015); a dynamic program over the small primes that each side uses.
    """

    ladder = Ladder(max_value=grow(8, by=1.1, plus=1), top=25)
    answer_format = Integer("the number of pairs", example="100")  # all counts are odd
    least = 1

    def generate(self, rng: Random, *, max_value: int) -> Problem:
        # Not all of 2..max_value, which would come too often.
        size = rng.randint(max_value // 2, max_value - 3)
        values = sorted(rng.sample(range(2, max_value + 1), size))
        return Problem(values=values, answer=_pairs(values))

    def describe(self, problem: Problem) -> str:
        return (
            f"A set has these {len(problem.values)} elements:\n{text.series(problem.values)}\n\n"
            "Count the ordered pairs (S, T) of disjoint subsets of this set such that gcd(x, y) = 1 for every x in S "
            "and every y in T. Not every element needs to be in S or T, and S, T or both may be empty (the condition "
            "then holds). If S and T differ, (S, T) and (T, S) are two pairs."
        )


def _pairs(values: list[int]) -> int:
    small = primes_up_to(isqrt(max(values)))
    # Masks of small primes, by the one larger prime.
    groups: dict[int, list[int]] = defaultdict(list)
    for value in values:
        rest, mask = value, 0
        for bit, prime in enumerate(small):
            while rest % prime == 0:
                rest //= prime
                mask |= 1 << bit
        groups[rest if rest > 1 else -value].append(mask)  # without a larger one, a group of its own

    counts = Counter({(0, 0): 1})  # by the small primes that S and T use
    for masks in groups.values():
        joined = counts  # a group is all in one side; here in S
        for mask in masks:
            longer = joined.copy()
            for (s, t), count in joined.items():
                if not t & mask:
                    longer[s | mask, t] += count
            joined = longer
        # The same with S and T exchanged; both ways count what leaves the whole group out.
        exchanged = {(t, s): count for (s, t), count in joined.items()}
        joined.update(exchanged)
        joined.subtract(counts)
        counts = joined
    return sum(counts.values())
