from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    piles: list[int]
    optimum: int  # derived: the least total size of the piles removed

    def __post_init__(self) -> None:
        if not self.piles or min(self.piles) < 1:
            raise ValueError("piles must be positive, at least one of them")


class NimWithPileRemoval(core.Environment[Problem, list[int]]):
    """Cheapest pile removal that wins Nim when the opponent may remove piles too.

    Second can leave any non-empty set of the piles that First keeps, and First, who moves then, wins if and only if
    their XOR is not 0. So First wins if and only if no non-empty set of the piles kept has XOR 0, which is linear
    independence over GF(2). Independent sets form a matroid, where greedy by decreasing size keeps the most.

    Quality: (least total size / total size of the piles removed) ** 3.
    Source: Luogu P4301; C. L. Bouton, "Nim, a game with a complete mathematical theory" (1901).
    """

    ladder = Ladder(pile_count=line(4), top=30)
    answer_format = Integers("the numbers of the piles you remove, in any order", example="1 3 4", empty=True)

    def generate(self, rng: Random, *, pile_count: int) -> Problem:
        optimum = 0
        while not optimum:  # removing nothing would be answered too often
            piles = [rng.randint(1, 2 * pile_count) for _ in range(pile_count)]
            optimum = sum(piles[index] for index in _dependent(piles))
        return Problem(piles=piles, optimum=optimum)

    def describe(self, problem: Problem) -> str:
        n = len(problem.piles)
        return (
            f"There are {n} piles of matches, numbered 1 to {n}, of these sizes in order:\n{text.series(problem.piles)}\n\n"
            "You and an opponent play a game. First you remove some whole piles; you may remove none, but not all. Then "
            "the opponent removes some of the remaining whole piles, again possibly none, but not all. From then on you "
            "take turns, beginning with you: a turn takes one or more matches from a single pile. Whoever takes the last "
            "match wins.\n\n"
            "Which piles do you remove, so that you can win whatever the opponent does, and the total size of the piles "
            "you remove is as small as possible?"
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        piles = problem.piles
        if any(not 1 <= number <= len(piles) for number in answer):
            return Verdict.invalid(f"a number is not in 1..{len(piles)}")
        removed = {number - 1 for number in answer}
        if len(removed) < len(answer):
            return Verdict.invalid("a pile is removed twice")
        if len(removed) == len(piles):
            return Verdict.invalid("all piles are removed")
        if _dependent([size for index, size in enumerate(piles) if index not in removed]):
            return Verdict.invalid("the opponent can leave piles with XOR 0 and win")
        return Verdict.ratio(sum(piles[index] for index in removed), problem.optimum, power=3, goal="min")

    def solve(self, problem: Problem) -> list[int]:
        return sorted(index + 1 for index in _dependent(problem.piles))


def _dependent(piles: list[int]) -> list[int]:
    """The indices of the piles that, by decreasing size, depend on those before them over GF(2)."""
    dependent = []
    basis: dict[int, int] = {}  # by the length in bits
    for index in sorted(range(len(piles)), key=lambda index: -piles[index]):
        rest = piles[index]
        while rest.bit_length() in basis:
            rest ^= basis[rest.bit_length()]
        if rest:
            basis[rest.bit_length()] = rest
        else:
            dependent.append(index)
    return dependent
