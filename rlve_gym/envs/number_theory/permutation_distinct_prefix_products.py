from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, line
from rlve_gym.kit.number_theory import primes_up_to


class Problem(core.Problem, frozen=True):
    size: int
    solution: list[int]  # derived: a right permutation


class PermutationDistinctPrefixProducts(core.Environment[Problem, list[int]]):
    """Permutation of 1..n whose prefix products are distinct modulo n.

    There is one only if n is 1, 4 or prime. (For 4 < n = a * b the product of all but the last number is 0 modulo n.)
    The sizes are 4 and the primes >= 5 in size_max // 8 .. size_max, so that no more than 7 to 25 problems exist at a
    difficulty, and a text that is right for one of them wins as often: 1 in 7 at difficulty 3, 1 in 12 from 9 on.

    Quality: (number of distinct prefix products modulo n / n) ** 10.
    Source: Codeforces 487C, "Prefix Product Sequence".
    """

    ladder = Ladder(size_max=line(7, step=4), top=30)
    answer_format = Integers("the permutation, in order", example="2 3 1")
    variety = 0.007  # the problem is its size
    chance = 0.25  # one of seven problems at difficulty 3, with some luck

    def generate(self, rng: Random, *, size_max: int) -> Problem:
        sizes = [n for n in (4, *primes_up_to(size_max)) if n > 3 and n >= size_max // 8]
        size = rng.choice(sizes)
        return Problem(size=size, solution=_permutation(size))

    def describe(self, problem: Problem) -> str:
        n = problem.size
        return (
            f"Find a permutation p_1, p_2, ..., p_{n} of the numbers 1 to {n} such that its {n} prefix products p_1, "
            f"p_1 * p_2, ..., p_1 * p_2 * ... * p_{n} all leave different remainders when divided by {n}."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = problem.size
        if len(answer) != n:
            return Verdict.invalid(f"{len(answer)} numbers instead of {n}")
        if sorted(answer) != list(range(1, n + 1)):
            return Verdict.invalid(f"not a permutation of the numbers 1 to {n}")
        product, remainders = 1, set()
        for factor in answer:
            product = product * factor % n
            remainders.add(product)
        return Verdict.share(len(remainders), n, power=10)

    def solve(self, problem: Problem) -> list[int]:
        return problem.solution


def _permutation(size: int) -> list[int]:
    if size == 4:
        return [1, 3, 2, 4]
    # The prefix products modulo a prime are 1, 2, ..., size - 1, 0. The factors k / (k - 1) = 1 + 1 / (k - 1) differ.
    return [1, *(k * pow(k - 1, -1, size) % size for k in range(2, size)), size]
