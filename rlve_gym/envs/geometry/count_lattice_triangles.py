from math import comb
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit.number_theory import totients


class Problem(core.Problem, frozen=True):
    width: int
    height: int
    answer: int  # derived: the number of triangles


class CountLatticeTriangles(core.IntegerEnvironment[Problem]):
    """Count non-degenerate triangles with vertices in a lattice rectangle.

    All triples of points, less the collinear ones: those on a horizontal or vertical line, and those whose outer two
    points differ by (x, y) with x, y > 0, of which there are gcd(x, y) - 1 for each position of these two.

    Quality: 1 if equal, else 0. (The published suite grades closeness; but gcd(x, y) - 1 is the hard part, and an answer
    that forgets it is within one percent at large sizes.)
    Source: Luogu P3166 (CQOI 2014).
    """

    ladder = Ladder(max_side=grow(4, by=1.25, plus=1, low=1), top=30)
    answer_format = Integer("the number of triangles", example="1234")
    least = 1

    def generate(self, rng: Random, *, max_side: int) -> Problem:
        width, height = (rng.randint(1, max_side) for _ in range(2))
        return Problem(width=width, height=height, answer=_count_triangles(width, height))

    def describe(self, problem: Problem) -> str:
        return (
            f"Consider the points (x, y) with integer coordinates 0 <= x <= {problem.width} and "
            f"0 <= y <= {problem.height}. How many triangles have their three vertices among these points? Count each set "
            "of three different points that do not lie on one line once. Give the exact number."
        )


def _count_triangles(width: int, height: int) -> int:
    collinear = (height + 1) * comb(width + 1, 3) + (width + 1) * comb(height + 1, 3)
    # gcd(x, y) is the sum of phi(g) over all g that divide both, so gcd(x, y) - 1 is that over g >= 2.
    phi = totients(min(width, height))
    for g in range(2, len(phi)):
        collinear += 2 * phi[g] * _positions(width, g) * _positions(height, g)
    return comb((width + 1) * (height + 1), 3) - collinear


def _positions(side: int, g: int) -> int:
    """How many pairs of integers in 0..side differ by a positive multiple of g."""
    count = side // g
    return count * (side + 1) - g * count * (count + 1) // 2
