from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    values: list[int]
    answer: int  # derived: the number of index subsets


class CountOddBinomialChains(core.IntegerEnvironment[Problem]):
    """Number of subsequences whose consecutive binomial coefficients are all odd.

    In half of the problems the values are almost sorted by their number of one bits, so that long chains occur.

    Quality: 1 if equal, else 0.
    Source: Luogu P3773 (CTSC 2017); by Lucas's theorem C(x, y) is odd exactly if the one bits of y are among those of x.
    """

    ladder = Ladder(length=grow(5, by=1.1, plus=1), top=30)
    answer_format = Integer("the number of subsequences", example="1000")

    def generate(self, rng: Random, *, length: int) -> Problem:
        answer = 0
        while answer < 2:
            values = rng.sample(range(1, 2 * length), length)
            if rng.random() < 0.5:
                values.sort(key=int.bit_count, reverse=True)
                for _ in range(length // 4):
                    i, j = rng.sample(range(length), 2)
                    values[i], values[j] = values[j], values[i]
            answer = _chains(values)
        return Problem(values=values, answer=answer)

    def describe(self, problem: Problem) -> str:
        return (
            "For integers x, y >= 0 let C(x, y) be the binomial coefficient, which is 0 if y > x. Here is a sequence of "
            f"{len(problem.values)} different integers:\n{text.series(problem.values)}\n\n"
            "A subsequence is what is left of the sequence, in its order, when some or none of its terms are removed. "
            "Count the subsequences b_1, ..., b_k with k >= 2 for which all of C(b_1, b_2), C(b_2, b_3), ..., "
            "C(b_(k-1), b_k) are odd."
        )


def _chains(values: list[int]) -> int:
    # At each index, from the last: the chains that begin there, that of one value included.
    starting: list[int] = []
    for i in range(len(values) - 1, -1, -1):
        following = zip(reversed(values[i + 1 :]), starting, strict=True)
        starting.append(1 + sum(count for value, count in following if value & values[i] == value))
    return sum(starting) - len(values)
