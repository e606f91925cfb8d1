from collections.abc import Iterable
from functools import cache
from math import comb
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow, line, table
from rlve_gym.kit import text

Point = tuple[int, int, int]


class Problem(core.Problem, frozen=True):
    target: Point
    forbidden_points: list[Point]
    modulus: int
    answer: int  # derived: the number of paths, modulo modulus


class CountBitwiseSupersetPaths(core.ResidueEnvironment[Problem]):
    """Number of paths that add one bits to one coordinate at a time, avoiding points, modulo m.

    The number of paths between two points depends only on how many bits each coordinate gains; those that avoid the
    forbidden points are all less those that meet one, by the first one that they meet.

    Quality: 1 if equal, else 0.
    Source: Luogu P3734.
    """

    ladder = Ladder(
        max_coordinate=grow(3, by=1.1, plus=1),
        max_bits=line(4),
        max_forbidden=grow(4, by=1.1, plus=1),
        min_count=table(3, 5, 8, 10),  # where nearly all paths are cut, the answer would be 0 or 1
        top=25,
    )
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(
        self, rng: Random, *, max_coordinate: int, max_bits: int, max_forbidden: int, min_count: int
    ) -> Problem:
        count = 0
        while count < min_count:
            target = origin = (0, 0, 0)
            while not 2 <= _bits(target) <= max_bits:
                target = _point(rng.randint(0, max_coordinate) for _ in range(3))
            size = rng.randint(1, min(max_forbidden, (2 ** _bits(target) - 2) // 2))
            forbidden: list[Point] = []
            while len(forbidden) < size:
                point = _point(_random_subset(rng, coordinate) for coordinate in target)
                if point not in (origin, target, *forbidden):
                    forbidden.append(point)
            count = _count(target, forbidden)
        modulus = rng.randint(2, 10_000)
        return Problem(target=target, forbidden_points=forbidden, modulus=modulus, answer=count % modulus)

    def describe(self, problem: Problem) -> str:
        x, y, z = problem.target
        return (
            f"A path leads from the point (0, 0, 0) to the point ({x}, {y}, {z}) by moves. A move replaces exactly one of "
            "the three coordinates, c, by a greater integer c' with c AND c' = c (bitwise AND: every bit that is 1 in c "
            "is 1 in c', too). A path must not visit any of these forbidden points, given one per line "
            f'as "x y z":\n{text.rows(problem.forbidden_points)}\n\n'
            "A path visits its two ends and the points that it reaches by its moves, nothing between them. How many "
            "different sequences of visited points are there among the paths? "
            f"Give this count modulo {problem.modulus}."
        )


def _point(coordinates: Iterable[int]) -> Point:
    x, y, z = coordinates
    return x, y, z


def _bits(point: Point) -> int:
    return sum(coordinate.bit_count() for coordinate in point)


def _random_subset(rng: Random, number: int) -> int:
    """The sum of a uniform number of the powers of 2 that make up the number."""
    powers = [1 << i for i in range(number.bit_length()) if number >> i & 1]
    return sum(rng.sample(powers, rng.randint(0, len(powers))))


def _free_paths(start: Point, end: Point) -> int:
    """The paths between two points if nothing is forbidden; ``end`` has all the one bits of ``start``."""
    return _paths_by_gains(tuple(sorted((a ^ b).bit_count() for a, b in zip(start, end, strict=True))))


@cache
def _paths_by_gains(gains: tuple[int, ...]) -> int:
    if not any(gains):
        return 1
    return sum(
        comb(gain, step) * _paths_by_gains(tuple(sorted((*gains[:i], gain - step, *gains[i + 1 :]))))
        for i, gain in enumerate(gains)
        for step in range(1, gain + 1)
    )


def _count(target: Point, forbidden: list[Point]) -> int:
    """The paths to the target; on the way, those to each forbidden point that meet no other one before."""
    firsts: list[tuple[Point, int]] = []
    for point in [*sorted(forbidden, key=_bits), target]:
        count = _free_paths((0, 0, 0), point)
        for before, ways in firsts:
            if all(a & b == a for a, b in zip(before, point, strict=True)):
                count -= ways * _free_paths(before, point)
        firsts.append((point, count))
    return firsts[-1][1]
