from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    values: list[int]
    answer: int  # derived: the first player's score minus the second's

    def __post_init__(self) -> None:
        if not self.values or min(self.values) < 1:
            raise ValueError("values must be positive, at least one of them")


class SubsetMinimumGame(core.ExactEnvironment[Problem, int]):
    """Optimal score difference when players take subsets and score their minimum.

    It is optimal to take some of the largest numbers. The published suite draws all values from 1..2n, where about n is
    the answer in two cases of five. Here the scale varies, from 4n to 40n: the larger it is, the less often half of the
    largest number, which is near, is the answer.

    Quality: 1 if equal, else 0.
    Source: Luogu P3507 (POI 2010/2011 "The Minima Game").
    """

    ladder = Ladder(value_count=grow(3, by=1.1, plus=1), top=30)
    answer_format = Integer("Alice's score minus Bob's score", example="2")

    def generate(self, rng: Random, *, value_count: int) -> Problem:
        greatest = rng.randint(4 * value_count, 40 * value_count)
        values = [rng.randint(1, greatest) for _ in range(value_count)]
        return Problem(values=values, answer=_lead(values))

    def describe(self, problem: Problem) -> str:
        return (
            f"These {len(problem.values)} numbers lie on a table:\n{text.series(problem.values)}\n\n"
            "Alice and Bob take turns, Alice first, until no number is left. A move removes one or more of the numbers that are "
            "left, whichever the player likes (equal numbers count separately), and the player scores the smallest of "
            "the numbers removed in this move. Each player wants their own total score minus the other's to be as large as "
            "possible, and both play perfectly. What is Alice's total score minus Bob's?"
        )


def _lead(values: list[int]) -> int:
    # With the i smallest numbers left, the player takes all from the j-th on, scores the j-th, and leaves j - 1 numbers.
    # So lead(i) is the largest of a_j - lead(j - 1) for j up to i, of which only j = i is new.
    lead = 0
    for value in sorted(values):
        lead = max(lead, value - lead)
    return lead
