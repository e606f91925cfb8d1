from collections import Counter
from itertools import combinations
from math import factorial
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, table
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    permutation: list[int]  # of 1..2^k
    answer: int  # derived: the number of sequences of operations


class CountDyadicBlockSwapSortings(core.IntegerEnvironment[Problem]):
    """Number of ways to sort a permutation by swapping aligned blocks, each size at most once.

    Of eight random permutations one with a rare answer is kept, and the sizes at difficulties 3 to 5 are a little
    larger than in the published suite. Even so, the counts are sums of a few factorials, and those of small
    permutations have few values: the best constant wins 15 % at difficulty 3, 12 % at 7, 8 % at 14.

    Quality: 1 if equal, else 0.
    Source: Luogu P3322 (SDOI 2015); depth-first search over the sizes in increasing order, whose few possible swaps can
    be done in any order.
    """

    ladder = Ladder(
        min_log_size=table(2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5),
        max_log_size=table(2, 3, 3, 4, 5, 5, 5, 5, 5, 5, 6, 6, 6, 7, 7),
        top=14,
    )
    answer_format = Integer("the number of sequences", example="100")

    def generate(self, rng: Random, *, min_log_size: int, max_log_size: int) -> Problem:
        if min_log_size > max_log_size:
            raise ValueError("min_log_size must be at most max_log_size")
        candidates = []
        for _ in range(8):
            k = rng.randint(min_log_size, max_log_size)
            blocks = list(range(2**k))
            for i in rng.sample(range(k), rng.randint(1, k)):
                size = 1 << i
                a, b = (size * block for block in rng.sample(range(2**k // size), 2))
                blocks[a : a + size], blocks[b : b + size] = blocks[b : b + size], blocks[a : a + size]
            candidates.append((blocks, _sortings(blocks)))
        frequency = Counter(answer for _, answer in candidates)
        blocks, answer = min(candidates, key=lambda candidate: frequency[candidate[1]])
        return Problem(permutation=[block + 1 for block in blocks], answer=answer)

    def describe(self, problem: Problem) -> str:
        n = len(problem.permutation)
        sizes = ", ".join(str(1 << i) for i in range(n.bit_length() - 1))
        return (
            f"An array holds this permutation of the numbers 1 to {n}:\n{text.series(problem.permutation)}\n\n"
            f"An operation of size s, where s is one of the numbers {sizes}, cuts the current array from its start into "
            f"consecutive blocks of s numbers each and exchanges two different ones of these {n}/s blocks; the order of the "
            "numbers within the blocks stays. Each size may be used at most once, and the sizes may come in any order. Count the "
            f"sequences of operations that turn the array into 1, 2, ..., {n}. Exchanging blocks a and b is the same "
            "operation as exchanging b and a. Two sequences are different if they have different lengths or differ in the "
            "operation at some place (in its size or in the positions of the two blocks). The empty sequence counts if "
            "the array is sorted already."
        )


def _sortings(blocks: list[int], used: int = 0) -> int:
    """The sequences of operations on whole blocks, times the orders of these with the sizes used before."""
    if len(blocks) == 1:
        return factorial(used)
    # Larger sizes will not break up pairs of neighboring blocks: each must now become (2c, 2c + 1) by one swap.
    bad = [j for j in range(0, len(blocks), 2) if not _is_pair(blocks, j)]
    if not bad:
        return _sortings([block // 2 for block in blocks[::2]], used)
    total = 0
    if len(bad) <= 2:
        for a, b in combinations([place for j in bad for place in (j, j + 1)], 2):
            swapped = blocks.copy()
            swapped[a], swapped[b] = blocks[b], blocks[a]
            if all(_is_pair(swapped, j) for j in bad):
                total += _sortings([block // 2 for block in swapped[::2]], used + 1)
    return total


def _is_pair(blocks: list[int], j: int) -> bool:
    return blocks[j] % 2 == 0 and blocks[j + 1] == blocks[j] + 1
