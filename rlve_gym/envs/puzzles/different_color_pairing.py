from collections import Counter
from itertools import pairwise
from random import Random

from rlve_gym import core
from rlve_gym.core import IntegerRows, Ladder, Verdict, grow


class Problem(core.Problem, frozen=True):
    color_counts: list[int]  # of the items of color 1, 2, ...

    def __post_init__(self) -> None:
        counts = self.color_counts
        if not counts or min(counts) < 1 or sum(counts) % 2 or 2 * max(counts) > sum(counts):
            raise ValueError("color_counts must be positive, with an even sum and none above half of it")


class DifferentColorPairing(core.Environment[Problem, list[list[int]]]):
    """Pair up all items so that each pair has two colors.

    Many pairings are right; each is accepted. In half of the problems one color has half of the items or one less, so
    that nearly all pairs must contain it; the published suite has few of these.

    Quality: (colors that occur as often as they must / colors) ** 10; an answer with a pair of equal colors is invalid.
    Source: Luogu P2902.
    """

    ladder = Ladder(pair_count=grow(3, by=1.1, plus=1), top=30)
    answer_format = IntegerRows("one pair per row, as the colors of its two items", example="1 2\n3 1")

    def generate(self, rng: Random, *, pair_count: int) -> Problem:
        item_count = 2 * pair_count
        if rng.random() < 0.5:
            largest = pair_count - rng.randint(0, 1)
            rest = item_count - largest
            counts = [largest, *_random_composition(rng, rest, rng.randint(2, rest))]
            rng.shuffle(counts)
            return Problem(color_counts=counts)
        color_count = rng.randint(3, item_count - 1)
        while True:  # at least every fourth composition will do
            counts = _random_composition(rng, item_count, color_count)
            if max(counts) <= pair_count:
                return Problem(color_counts=counts)

    def describe(self, problem: Problem) -> str:
        counts = problem.color_counts
        items = "\n".join(f"color {color}: {count}" for color, count in enumerate(counts, 1))
        return (
            f"There are {sum(counts)} items in {len(counts)} colors. These are the numbers of items of each color:\n"
            f"{items}\n\n"
            f"Pair up all the items, so that the two items of each of the {sum(counts) // 2} pairs have different colors. "
            "Each item is in exactly one pair. Several pairs may have the same two colors. Any such pairing will do, with "
            "the pairs, and the two colors of a pair, in any order."
        )

    def verify(self, problem: Problem, answer: list[list[int]]) -> Verdict:
        counts = problem.color_counts
        if any(len(pair) != 2 for pair in answer):
            return Verdict.unparsed("a row does not have two numbers")
        if len(answer) != sum(counts) // 2:
            return Verdict.invalid(f"{len(answer)} pairs instead of {sum(counts) // 2}")
        if any(not 1 <= color <= len(counts) for pair in answer for color in pair):
            return Verdict.invalid(f"a color is not in 1..{len(counts)}")
        if any(first == second for first, second in answer):
            return Verdict.invalid("a pair has two items of one color")
        used = Counter(color for pair in answer for color in pair)
        hits = sum(used[color] == count for color, count in enumerate(counts, 1))
        return Verdict.share(hits, len(counts), power=10)

    def solve(self, problem: Problem) -> list[list[int]]:
        # Sorted by color, two items half the list apart differ, as no color has more than half of the items.
        items = [color for color, count in enumerate(problem.color_counts, 1) for _ in range(count)]
        half = len(items) // 2
        return [list(pair) for pair in zip(items[:half], items[half:], strict=True)]


def _random_composition(rng: Random, total: int, parts: int) -> list[int]:
    """Positive numbers with this sum; each sequence of them is equally likely."""
    cuts = sorted(rng.sample(range(1, total), parts - 1))
    return [after - before for before, after in pairwise([0, *cuts, total])]
