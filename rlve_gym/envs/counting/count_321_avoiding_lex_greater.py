from math import comb
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line


class Problem(core.Problem, frozen=True):
    permutation: list[int]  # of 1..n
    answer: int  # derived: the number of permutations


class Count321AvoidingLexGreater(core.IntegerEnvironment[Problem]):
    """Permutations after a given one whose bubble sort meets the displacement lower bound.

    Bubble sort of p makes inv(p) swaps, as many as p has inversions, and every swap moves two entries by one place, so
    2 inv(p) is at least the sum of |p_i - i|. Equality holds where no three entries decrease.

    The given permutation begins like one that is counted, for half of its length on average; a uniform one would
    settle the count after some four entries.

    Quality: 1 if equal, else 0.
    Source: Luogu P4769; ballot numbers.
    """

    ladder = Ladder(length=line(4), top=30)
    answer_format = Integer("the number of permutations", example="123")

    def generate(self, rng: Random, *, length: int) -> Problem:
        permutation = [rng.randint(1, length // 2)]  # not a large one, else hardly any permutation follows
        unused = [value for value in range(1, length + 1) if value != permutation[0]]
        valid_length = rng.randint(1, length)
        while len(permutation) < valid_length:
            maximum = max(permutation)
            rises = [value for value in unused if maximum < value <= maximum + 3]
            up = rises and (unused[0] > maximum or rng.random() < 0.5)
            permutation.append(rng.choice(rises) if up else unused[0])
            unused.remove(permutation[-1])
        rng.shuffle(unused)
        permutation += unused
        return Problem(permutation=permutation, answer=_count_greater(permutation))

    def describe(self, problem: Problem) -> str:
        n = len(problem.permutation)
        entries = ", ".join(map(str, problem.permutation))
        return (
            f"For a permutation p = (p_1, ..., p_{n}) of the numbers 1 to {n}, let inv(p) be the number of pairs "
            f"i < j with p_i > p_j, and let D(p) be the sum of |p_i - i| over all i = 1, ..., {n}. "
            f"It is known that 2 * inv(p) >= D(p).\n\n"
            f"Let P = ({entries}). Among all {n}! permutations p of 1 to {n}, how many have 2 * inv(p) = D(p) and are "
            "strictly greater than P in lexicographic order (at the first position where they differ, p has the "
            "larger entry)?"
        )


def _count_greater(permutation: list[int]) -> int:
    """The 321-avoiding permutations after the given one, by the first entry at which they differ."""
    n = len(permutation)
    total, maximum = 0, 0
    unused = list(range(1, n + 1))
    for placed, entry in enumerate(permutation):
        # The next entry of a 321-avoiding permutation is a new maximum or the smallest unused value, which is no
        # greater than the given entry. So it is more than both the maximum and the given entry.
        total += _completions(placed, max(maximum, entry) + 1, n)
        if entry < maximum and entry != unused[0]:
            break
        unused.remove(entry)
        maximum = max(maximum, entry)
    return total


def _completions(placed: int, least: int, n: int) -> int:
    """Ways to complete a 321-avoiding prefix, if the next entry is a maximum of at least ``least``.

    They are the lattice paths from (placed, least) to (n, n) that never go below the diagonal: the columns are the
    entries, the heights the maxima so far. By reflection, this is a ballot number.
    """
    steps = 2 * n - placed - least
    return comb(steps, n - placed) - comb(steps, n - placed + 1)
