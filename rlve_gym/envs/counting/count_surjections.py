from math import comb
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit.number_theory import random_prime


class Problem(core.Problem, frozen=True):
    ball_count: int
    box_count: int
    modulus: int
    answer: int  # derived: the number of ways, modulo modulus


class CountSurjections(core.ResidueEnvironment[Problem]):
    """Number of ways to put distinct balls into distinct boxes with no box empty, modulo a prime.

    The boxes are distinct, so this is r! times the Stirling number of the second kind. The prime is greater than r,
    else the answer would be 0.

    Quality: 1 if equal, else 0.
    Source: Luogu P1287; inclusion and exclusion over the empty boxes.
    """

    ladder = Ladder(
        max_balls=grow(6, by=1.1, plus=1),
        max_boxes=grow(3, by=1.1, plus=1),
        modulus_max=grow(1_000, by=1.2),
        top=30,
    )
    answer_format = Integer("the count modulo the given prime", example="305")

    def generate(self, rng: Random, *, max_balls: int, max_boxes: int, modulus_max: int) -> Problem:
        n = rng.randint(max(3, max_balls // 2), max_balls)
        r = rng.randint(2, min(n, max_boxes))
        # Many small primes keep the answers short and the problems different.
        p = random_prime(rng, max(modulus_max // 10, r + 1), modulus_max)
        answer = sum((-1) ** k * comb(r, k) * pow(r - k, n, p) for k in range(r + 1)) % p
        return Problem(ball_count=n, box_count=r, modulus=p, answer=answer)

    def describe(self, problem: Problem) -> str:
        n, r = problem.ball_count, problem.box_count
        return (
            f"{n} balls, numbered 1 to {n}, are put into {r} boxes, numbered 1 to {r}, such that no box stays empty. "
            "Balls with different numbers are different, and so are the boxes; the order of the balls within a box "
            "does not matter. In how many ways can this be done? Give this count modulo the prime "
            f"{problem.modulus}."
        )
