from functools import lru_cache
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, grow
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    piles: list[int]
    threshold: int  # the least size of a pile that may be split
    first_player_wins: bool  # derived

    def __post_init__(self) -> None:
        if not self.piles or min(self.piles) < 1 or self.threshold < 1:
            raise ValueError("piles and threshold must be positive, with at least one pile")
        if self.first_player_wins != (_nim_sum(self.piles, self.threshold) != 0):
            raise ValueError("first_player_wins contradicts the piles")


class EqualSplitPileGame(core.Environment[Problem, list[int]]):
    """Piles are split as evenly as possible into M parts: find a winning first move or declare the position lost.

    The Grundy value of a pile depends on M only by the two sizes of the parts and the parities of their numbers. The
    published suite asks for the winner only, which is a coin flip, and does not say that M is at most the size. Here a
    winning position is kept if few of its moves win, and one position in ten is lost.

    Quality: 1 for a move that leaves the opponent a lost position, or for "0 0" in a lost position, else 0.
    Source: Luogu P3235; R. P. Sprague (1935) and P. M. Grundy (1939).
    """

    ladder = Ladder(max_total=grow(9, by=1.2, plus=1), top=25)
    answer_format = Integers(
        'two numbers i M, for the move that splits pile i into M piles, or "0 0" if no move wins',
        example="9 8",
    )

    def generate(self, rng: Random, *, max_total: int) -> Problem:
        first_player_wins = rng.random() < 0.9
        largest_share = 1 / 2 if max_total < 12 else 1 / 3
        attempts = 0
        while True:
            attempts += 1
            total = rng.randint(max(2, max_total // 2), max_total)
            cuts = sorted(rng.sample(range(1, total), rng.randint(1, min(total // 2, 100)) - 1))
            piles = [end - start for start, end in zip([0, *cuts], [*cuts, total], strict=True)]
            threshold = rng.randint(2, max(2, max(piles) // 2))
            if (_nim_sum(piles, threshold) != 0) != first_player_wins:
                continue
            if not first_player_wins or attempts > 200 or _winning_share(piles, threshold) <= largest_share:
                return Problem(piles=piles, threshold=threshold, first_player_wins=first_player_wins)

    def describe(self, problem: Problem) -> str:
        return (
            f"Stones lie in piles, numbered from 1, of these sizes in order:\n{text.series(problem.piles)}\n\n"
            "You and an opponent take turns, beginning with you. A move chooses a pile with s stones, where "
            f"s >= {problem.threshold}, and a number M with 2 <= M <= s, and replaces the pile by M piles that are as equal as possible: "
            "s mod M of them have floor(s / M) + 1 stones, and the others floor(s / M). A player who cannot move loses.\n\n"
            "With which first move do you win, whatever the opponent does? Any such move will do; there may be none."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        if len(answer) != 2:
            return Verdict.unparsed(f"{len(answer)} numbers instead of two")
        if answer == [0, 0]:
            return Verdict.exact(not problem.first_player_wins)
        pile, parts = answer
        if not 1 <= pile <= len(problem.piles):
            return Verdict.invalid(f"the pile is not in 1..{len(problem.piles)}")
        size = problem.piles[pile - 1]
        if size < problem.threshold or not 2 <= parts <= size:
            return Verdict.invalid("this pile cannot be split into so many parts")
        wins = _wins(_nim_sum(problem.piles, problem.threshold), size, parts, problem.threshold)
        return Verdict.exact(wins, None if wins else "the opponent wins after this move")

    def solve(self, problem: Problem) -> list[int]:
        if problem.first_player_wins:
            nim_sum = _nim_sum(problem.piles, problem.threshold)
            for number, size in enumerate(problem.piles, 1):
                if size >= problem.threshold:
                    for parts in range(2, size + 1):
                        if _wins(nim_sum, size, parts, problem.threshold):
                            return [number, parts]
        return [0, 0]


def _nim_sum(piles: list[int], threshold: int) -> int:
    total = 0
    for size in piles:
        total ^= _grundy(size, threshold)
    return total


def _wins(nim_sum: int, size: int, parts: int, threshold: int) -> bool:
    """Whether this move leads from a position of this nim sum to one of nim sum 0."""
    return nim_sum ^ _grundy(size, threshold) == _split_value(size, parts, threshold)


def _winning_share(piles: list[int], threshold: int) -> float:
    """The share of the legal moves that win."""
    nim_sum = _nim_sum(piles, threshold)
    moves = [
        _wins(nim_sum, size, parts, threshold)
        for size in piles
        if size >= threshold
        for parts in range(2, size + 1)
    ]
    return sum(moves) / len(moves)


def _split_value(size: int, parts: int, threshold: int) -> int:
    """The nim sum of the piles that a pile is split into."""
    small, larger_count = divmod(size, parts)
    value = _grundy(small, threshold) if (parts - larger_count) % 2 else 0
    return value ^ _grundy(small + 1, threshold) if larger_count % 2 else value


@lru_cache(maxsize=100_000)
def _grundy(size: int, threshold: int) -> int:
    """The Grundy value of a pile."""
    if size < max(2, threshold):
        return 0
    reached = set()
    parts = 2
    while parts <= size:
        # All M with the same floor(s / M) and parity have parts of the same parities: s mod M = s - M floor(s / M).
        last = size // (size // parts)
        reached.add(_split_value(size, parts, threshold))
        if parts < last:
            reached.add(_split_value(size, parts + 1, threshold))
        parts = last + 1
    return next(value for value in range(len(reached) + 1) if value not in reached)
