from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, line
from rlve_gym.kit import text
from rlve_gym.kit.modular import LARGE_PRIMES


class Problem(core.Problem, frozen=True):
    length: int
    max_value: int
    constraints: list[tuple[int, int, int]]  # (first position, last position, maximum), positions from 1
    modulus: int
    answer: int  # derived: the number of arrays, modulo modulus


class CountArraysWithRangeMaxima(core.ResidueEnvironment[Problem]):
    """Count the arrays over 1..A with prescribed maxima of some ranges, modulo a prime.

    Quality: 1 if equal, else 0.
    Source: Luogu P4229; dynamic programming over the last position that attains a maximum.
    """

    ladder = Ladder(max_size=line(4), top=30)
    answer_format = Integer("the count modulo the given prime", example="305")

    def generate(self, rng: Random, *, max_size: int) -> Problem:
        length = rng.randint(max(3, max_size // 2), max_size)
        max_value = rng.randint(2, length)
        hidden = [rng.randint(1, max_value) for _ in range(length)]
        constraints = []
        for _ in range(rng.randint(1, max_size)):
            width = rng.randint(2, length)
            first = rng.randint(1, length - width + 1)
            constraints.append((first, first + width - 1, max(hidden[first - 1 : first + width - 1])))
        modulus = rng.choice(LARGE_PRIMES)
        return Problem(
            length=length,
            max_value=max_value,
            constraints=constraints,
            modulus=modulus,
            answer=_count(length, max_value, constraints, modulus),
        )

    def describe(self, problem: Problem) -> str:
        n = problem.length
        return (
            f"Count the arrays H_1, ..., H_{n} of {n} integers from 1 to {problem.max_value} that meet all of these "
            'conditions. Each line "l r v" says that the maximum of H_l, H_(l+1), ..., H_r, both ends included, '
            f"is exactly v:\n{text.rows(problem.constraints)}\n\nGive this count modulo {problem.modulus}."
        )


def _count(length: int, max_value: int, constraints: list[tuple[int, int, int]], modulus: int) -> int:
    # The least maximum of the ranges around a position bounds its value; 0 where there is no range. Only positions
    # with the bound v can attain a maximum v, so the bounds divide the positions into independent groups.
    bounds = [
        min((v for first, last, v in constraints if first <= position <= last), default=0)
        for position in range(1, length + 1)
    ]
    count = pow(max_value, bounds.count(0), modulus)
    for maximum in {v for _, _, v in constraints}:
        ways = {0: 1}  # for this group so far, by the last position that attains the maximum
        for position, bound in enumerate(bounds, 1):
            if bound == maximum:
                total = sum(ways.values()) % modulus
                ways = {last: number * (maximum - 1) % modulus for last, number in ways.items()}
                ways[position] = total
            # A range that ends here must have attained it.
            start = max((f for f, last, v in constraints if (last, v) == (position, maximum)), default=0)
            ways = {last: number for last, number in ways.items() if last >= start}
        count = count * sum(ways.values()) % modulus
    return count
