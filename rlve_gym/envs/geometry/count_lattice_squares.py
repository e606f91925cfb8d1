from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    width: int
    height: int
    forbidden_points: list[tuple[int, int]]
    answer: int  # derived: the number of squares


class CountLatticeSquares(core.IntegerEnvironment[Problem]):
    """Count squares, of any orientation, with vertices in a lattice box that avoid forbidden points.

    The sides of the box come from the upper half of their range: in thin boxes with forbidden points no square is left
    too often. They grow by a tenth and one per difficulty, as in the published suite, but start at 3.

    Quality: 1 if equal, else 0.
    Source: classic.
    """

    ladder = Ladder(max_side=grow(3, by=1.1, plus=1, low=2), max_forbidden=line(2, low=1), top=24)
    answer_format = Integer("the number of squares", example="17")

    def generate(self, rng: Random, *, max_side: int, max_forbidden: int) -> Problem:
        width, height = (rng.randint(max(2, max_side // 2), max_side) for _ in range(2))
        points = [(x, y) for x in range(width + 1) for y in range(height + 1)]
        forbidden = rng.sample(points, rng.randint(1, min(width * height, max_forbidden)))
        return Problem(
            width=width,
            height=height,
            forbidden_points=forbidden,
            answer=_count_squares(width, height, forbidden),
        )

    def describe(self, problem: Problem) -> str:
        return (
            f"Consider the points (x, y) with integer coordinates 0 <= x <= {problem.width} and "
            f"0 <= y <= {problem.height}. How many squares of positive area have all four vertices among these points, "
            "and none of them on a forbidden point? Squares may be tilted. Only the vertices matter: forbidden points on "
            "the sides or inside a square are fine.\n\n"
            f'The forbidden points, one per line as "x y", are:\n{text.rows(problem.forbidden_points)}'
        )


def _count_squares(width: int, height: int, forbidden: list[tuple[int, int]]) -> int:
    # A bounding box of side s is that of s squares.
    count = sum(side * (width - side + 1) * (height - side + 1) for side in range(1, min(width, height) + 1))
    removed: set[tuple[int, int]] = set()
    for x, y in forbidden:
        # The vertices follow one another by quarter turns, so (dx, dy) from (x, y) to the next one fixes the square.
        for dx in range(-x, width - x + 1):
            for dy in range(max(-y, x - width), min(height - y, x) + 1):  # which keeps 0 <= x - dy <= width
                before, across = (x - dy, y + dx), (x + dx - dy, y + dx + dy)
                if (
                    0 <= before[1] <= height
                    and 0 <= across[0] <= width
                    and 0 <= across[1] <= height
                    and (dx or dy)
                    and (x + dx, y + dy) not in removed
                    and before not in removed
                    and across not in removed
                ):
                    count -= 1
        removed.add((x, y))
    return count
