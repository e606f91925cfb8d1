from itertools import pairwise
from random import Random

from rlve_gym import core
from rlve_gym.core import Ladder, SymbolGrid, Verdict, choice, line


class Problem(core.Problem, frozen=True):
    grid: list[str]  # "." is a free cell, "X" a blocked one
    solution: list[str]  # derived: the planted placement, "*" for a star

    def __post_init__(self) -> None:
        if len({len(row) for row in self.grid}) != 1 or set("".join(self.grid)) - set(".X"):
            raise ValueError("grid must be a rectangle over . and X")


class StarBattleWithoutRegions(core.Environment[Problem, list[str]]):
    """One star per row on free cells, distinct columns, no two stars touching.

    Star Battle without its regions. Several placements may be right; each is accepted. Boards that are solved by taking
    the first free cell in each row that is possible, from the left or from the right, are redrawn.

    Quality: 1 if all rules hold, else 0; a grid with a changed cell is invalid.
    Source: classic (Star Battle).
    """

    ladder = Ladder(max_side=line(4), blocked_share=choice(0.5, 0.6, 0.7, 0.8, 0.9), top=30)
    answer_format = SymbolGrid(
        'the whole grid, with "*" in place of "." where a star is', "X.*", example=".X*\n*.."
    )

    def generate(self, rng: Random, *, max_side: int, blocked_share: float) -> Problem:
        for _ in range(20_000):  # 30 or so in the mean for 4 columns, two or three for many
            # With two rows, one of the two ways of taking the first free cell nearly always works.
            height = rng.randint(max(3, max_side // 2), max_side)
            width = rng.randint(max(4, height), max_side)
            stars = _random_stars(rng, height, width)
            others = [
                (row, column) for row in range(height) for column in range(width) if column != stars[row]
            ]
            rows = [["."] * width for _ in range(height)]
            for row, column in rng.sample(others, max(1, int(blocked_share * len(others)))):
                rows[row][column] = "X"
            if not any(_first_free_cells_suffice(rows, step) for step in (1, -1)):
                break
        grid = ["".join(row) for row in rows]
        solution = [row[:star] + "*" + row[star + 1 :] for row, star in zip(grid, stars, strict=True)]
        return Problem(grid=grid, solution=solution)

    def describe(self, problem: Problem) -> str:
        shown = "\n".join(problem.grid)
        return (
            f'This grid of {len(problem.grid)} rows and {len(problem.grid[0])} columns has free cells (".") and blocked '
            f'cells ("X"):\n{shown}\n\n'
            "Put stars on free cells, so that every row has exactly one star, every column has at most one star, and no "
            "two stars are in cells that touch each other horizontally, vertically or diagonally. Any such placement "
            "will do."
        )

    def verify(self, problem: Problem, answer: list[str]) -> Verdict:
        height, width = len(problem.grid), len(problem.grid[0])
        if len(answer) != height or any(len(row) != width for row in answer):
            return Verdict.unparsed(f"not {height} rows of {width} cells")
        if [row.replace("*", ".") for row in answer] != problem.grid:
            return Verdict.invalid("a cell was changed to something else than a star on a free cell")
        if any(row.count("*") != 1 for row in answer):
            return Verdict.exact(False, "some row does not have exactly one star")
        stars = [row.index("*") for row in answer]
        if len(set(stars)) < height:
            return Verdict.exact(False, "some column has two stars")
        touching = any(abs(first - second) == 1 for first, second in pairwise(stars))
        return Verdict.exact(not touching, "two stars touch" if touching else "all rules hold")

    def solve(self, problem: Problem) -> list[str]:
        return problem.solution


def _random_stars(rng: Random, height: int, width: int) -> list[int]:
    """The columns of stars that obey the rules, row by row; from 4 columns on there are always some."""
    while True:
        stars: list[int] = []
        left = list(range(width))
        while len(stars) < height:
            possible = [column for column in left if not stars or abs(column - stars[-1]) > 1]
            if not possible:
                break
            stars.append(rng.choice(possible))
            left.remove(stars[-1])
        else:
            return stars


def _first_free_cells_suffice(rows: list[list[str]], step: int) -> bool:
    """Whether taking in each row the first free cell that the rows above allow leads to the end."""
    used: set[int] = set()
    last = -2
    for row in rows:
        for column in range(len(row))[::step]:
            if row[column] == "." and column not in used and abs(column - last) != 1:
                used.add(column)
                last = column
                break
        else:
            return False
    return True
