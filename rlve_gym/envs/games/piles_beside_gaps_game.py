from heapq import heappop, heappush
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    piles: list[int]
    answer: int  # derived: the first player's total

    def __post_init__(self) -> None:
        if 0 not in self.piles or min(self.piles) < 0:
            raise ValueError("piles must be non-negative, at least one of them 0")


class PilesBesideGapsGame(core.IntegerEnvironment[Problem]):
    """Two players take whole piles that neighbor an empty pile.

    Rows in which taking the largest possible pile is good enough, as it is in most random ones, are left out.

    Quality: 1 if equal, else 0.
    Source: Luogu P3235.
    """

    ladder = Ladder(pile_count=grow(5, by=1.1, plus=1), top=30)
    answer_format = Integer("Alice's total", example="2")

    def generate(self, rng: Random, *, pile_count: int) -> Problem:
        n = pile_count
        while True:
            piles = [rng.randint(1, 2 * n) for _ in range(n)]
            for index in rng.sample(range(n), rng.randint(1, max(1, n // 4))):
                piles[index] = 0
            answer = _first_total(piles)
            if answer != _greedy_total(piles):
                return Problem(piles=piles, answer=answer)

    def describe(self, problem: Problem) -> str:
        n = len(problem.piles)
        return (
            f"There are {n} piles of stones in a row, of these sizes from left to right (0 is an empty pile):\n"
            f"{text.series(problem.piles)}\n\n"
            "Alice and Bob take turns, Alice first, until all piles are empty. A move takes all stones of one non-empty pile "
            "that is directly beside an empty pile, to its left or its right; the pile is empty from then on. The ends of "
            "the row do not count as empty piles. Each player wants to get as many stones as possible, and both play "
            "perfectly. How many stones does Alice get?"
        )

    def greatest(self, problem: Problem) -> int:
        return sum(problem.piles)


def _first_total(piles: list[int]) -> int:
    # A pile between two that are no larger will be taken right after one of them, and the other one right after that:
    # the three are worth as much as one pile of u - v + w, which can be 0 or negative. An empty pile is None.
    row: list[int | None] = []
    for pile in piles:
        row.append(pile or None)
        while len(row) >= 3:
            u, v, w = row[-3:]
            if u is None or v is None or w is None or not u <= v >= w:
                break
            row[-3:] = [u - v + w]

    # Now sizes first fall and then rise between two gaps. At an end of the row the last pile can only be taken after its
    # neighbor: if it is no smaller, nobody wants to open the two, and whoever has to loses the difference.
    last_resort = 0
    for _ in range(2):
        row.reverse()
        while len(row) >= 2:
            inner, outer = row[-2:]
            if inner is None or outer is None or inner > outer:
                break
            last_resort += inner - outer
            del row[-2:]

    left = [*sorted((pile for pile in row if pile is not None), reverse=True), last_resort]
    return (sum(piles) + sum(left[::2]) - sum(left[1::2])) // 2


def _greedy_total(piles: list[int]) -> int:
    """What the first player gets if both always take the largest pile that they can, the leftmost of equal ones."""
    totals, turn = [0, 0], 0
    gaps = [index for index, pile in enumerate(piles) if pile == 0]
    seen = set(gaps)
    heap: list[tuple[int, int]] = []
    while True:
        for gap in gaps:
            for index in (gap - 1, gap + 1):
                if 0 <= index < len(piles) and index not in seen:
                    seen.add(index)
                    heappush(heap, (-piles[index], index))
        if not heap:
            return totals[0]
        size, index = heappop(heap)
        totals[turn] -= size
        turn = 1 - turn
        gaps = [index]
