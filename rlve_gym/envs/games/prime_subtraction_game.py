from bisect import bisect_right
from functools import cache
from math import isqrt
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, function

MAX_STONES = 6_000
"""What the table of all piles goes up to, for problems made by hand."""


class Problem(core.Problem, frozen=True):
    stone_count: int
    answer: int  # derived: the number of moves, or -1 if the second player wins

    def __post_init__(self) -> None:
        if not 1 <= self.stone_count <= MAX_STONES:
            raise ValueError(f"stone_count must be in 1..{MAX_STONES}")
        length = _lengths()[self.stone_count]
        if self.answer != (length if length % 2 else -1):
            raise ValueError("the answer contradicts the stone_count")


class PrimeSubtractionGame(core.Environment[Problem, list[int]]):
    """Length of optimal play when prime numbers of stones are removed, and a first move of it.

    The published suite asks for the length only, and has four lengths in all up to 130 stones and nine up to 2,800, so
    that a guess is right in a quarter to a ninth of the cases. Here the winner must give a move as well, and one pile
    in ten is lost. The piles grow faster, since up to 300 stones there are few problems.

    Quality: 1 for -1 if Alice cannot win, or for the right length with a move of optimal play, else 0.
    Source: Luogu P1857.
    """

    ladder = Ladder(max_stones=function(lambda d: 30 + 14 * d * d, "30 + 14 difficulty^2"), top=20)
    answer_format = Integers(
        "if Alice wins, the total number of moves of both players and a number of stones that Alice may remove first; "
        "if Bob wins, only -1",
        example="5 7",
    )

    def generate(self, rng: Random, *, max_stones: int) -> Problem:
        # By the length, so that short games are not the most common. Lengths of a few piles only are left out.
        groups: dict[int, list[int]] = {}
        for pile, length in enumerate(_lengths()[1 : max_stones + 1], 1):
            groups.setdefault(length if length % 2 else -1, []).append(pile)
        wins = [length for length, piles in groups.items() if length > 0 and len(piles) >= 5]
        answer = -1 if rng.random() < 0.1 else rng.choice(wins)
        return Problem(stone_count=rng.choice(groups[answer]), answer=answer)

    def describe(self, problem: Problem) -> str:
        return (
            f"There is a pile of {problem.stone_count} stones. Alice and Bob take turns, Alice first. A move removes a prime "
            "number of stones, at most as many as there are. A player who cannot move, because fewer than 2 stones are "
            "left, loses.\n\n"
            "Both play perfectly: a player who can win does so, and in as few moves as possible; a player who cannot win "
            "makes the game last as many moves as possible. Who wins? If it is Alice, how many moves do both make in total, "
            "and which prime can she remove first?"
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        if answer == [-1]:
            return Verdict.exact(problem.answer == -1)
        if len(answer) != 2:
            return Verdict.unparsed("neither two numbers nor -1")
        length, prime = answer
        if prime > problem.stone_count or not _is_prime(prime):
            return Verdict.invalid("the first move is not a prime number up to the number of stones")
        if problem.answer == -1:
            return Verdict.exact(False, "Bob wins")
        if length != problem.answer:
            return Verdict.exact(False, "not the right number of moves")
        fits = _lengths()[problem.stone_count - prime] == length - 1
        return Verdict.exact(fits, None if fits else "not a first move of optimal play")

    def solve(self, problem: Problem) -> list[int]:
        n = problem.stone_count
        if problem.answer == -1:
            return [-1]
        return [problem.answer, next(p for p in _primes() if _lengths()[n - p] == problem.answer - 1)]


@cache
def _primes() -> list[int]:
    return [number for number in range(2, MAX_STONES + 1) if _is_prime(number)]


def _is_prime(number: int) -> bool:
    """By trial division; for numbers up to MAX_STONES."""
    return number >= 2 and all(number % divisor for divisor in range(2, isqrt(number) + 1))


@cache
def _lengths() -> list[int]:
    """The length of optimal play for each pile up to MAX_STONES: odd if the player to move wins, else even."""
    lengths = [0] * (MAX_STONES + 1)
    for pile in range(MAX_STONES + 1):
        if lengths[pile] == 0:
            # No smaller pile from which the other player loses can be reached, so this one is lost, slowly.
            moves = (lengths[pile - prime] for prime in _up_to(pile))
            lengths[pile] = 1 + max(moves, default=-1)
            # It is where the player wants to go from all the piles that are larger by a prime.
            for prime in _up_to(MAX_STONES - pile):
                before = lengths[pile + prime]
                lengths[pile + prime] = min(before or MAX_STONES, lengths[pile] + 1)
    return lengths


def _up_to(limit: int) -> list[int]:
    primes = _primes()
    return primes[: bisect_right(primes, limit)]
