from random import Random

from rlve_gym import core
from rlve_gym.core import IntegerRows, Ladder, Verdict, choice, line
from rlve_gym.envs.puzzles._given import keeps_given
from rlve_gym.envs.puzzles._latin import latin_fault, random_latin_square
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    grid: list[list[int]]  # -1 is an empty cell
    inequalities: list[tuple[int, int, int, int]]  # (r1, c1, r2, c2): value(r1, c1) < value(r2, c2)
    solution: list[list[int]]  # derived: the planted grid

    def __post_init__(self) -> None:
        n = len(self.grid)
        if n == 0 or len(self.solution) != n or any(len(row) != n for row in [*self.grid, *self.solution]):
            raise ValueError("grid and solution must be squares of the same size, at least 1")
        if not self.inequalities or not all(0 <= x < n for cells in self.inequalities for x in cells):
            raise ValueError("there must be an inequality, and all must be between cells of the grid")


class Futoshiki(core.Environment[Problem, list[list[int]]]):
    """Futoshiki: a Latin square with given cells and inequalities between cells.

    As in the published suite the inequalities are between any two cells. There is exactly one solution, by
    construction: a cell is emptied only if its value follows from what is left, because no other value is possible
    there (inequalities are made where that helps), or no other place in its row or column. Where that ends before the
    wanted share of empty cells, fewer are empty. (Shares below 0.3 of the published suite leave hardly anything to do.)

    Quality: (satisfied inequalities / all) ** 5.
    Source: classic (Futoshiki).
    """

    ladder = Ladder(size=line(3), empty_share=choice(0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9), top=22)
    answer_format = IntegerRows("the completed grid, row by row from the top", example="0 1\n1 0")

    def generate(self, rng: Random, *, size: int, empty_share: float) -> Problem:
        n = size
        solution = random_latin_square(rng, n)
        wanted = max(1, int(n * n * empty_share))
        limit = rng.randint(1, 2 * n)  # of the inequalities
        emptied: list[tuple[int, int]] = []
        inequalities: list[tuple[int, int, int, int]] = []
        # What has been emptied: the values and columns by row, the values and rows by column, and so on.
        row_values, row_columns, column_values, column_rows, value_rows, value_columns = (
            [set[int]() for _ in range(n)] for _ in range(6)
        )
        for cell in rng.sample(range(n * n), n * n):
            if len(emptied) == wanted:
                break
            r, c = divmod(cell, n)
            value = solution[r][c]
            if not (
                row_values[r].isdisjoint(column_values[c])
                or row_columns[r].isdisjoint(value_columns[value])
                or column_rows[c].isdisjoint(value_rows[value])
            ):
                others = row_values[r] & column_values[c]
                smaller, larger = [x for x in others if x < value], [x for x in others if x > value]
                spans = [range(max(smaller), value)] if smaller else []
                spans += [range(value + 1, min(larger) + 1)] if larger else []
                if len(inequalities) + len(spans) > limit:
                    continue
                # A given cell with the largest smaller value up to value - 1, and less than this one, excludes all
                # that is smaller; the same for what is larger.
                partners = [
                    [(i, solution[i].index(x)) for x in span for i in range(n) if i not in value_rows[x]]
                    for span in spans
                ]
                if not all(partners):
                    continue
                for places in partners:
                    i, j = rng.choice(places)
                    inequalities.append((i, j, r, c) if solution[i][j] < value else (r, c, i, j))
            emptied.append((r, c))
            row_values[r].add(value)
            row_columns[r].add(c)
            column_values[c].add(value)
            column_rows[c].add(r)
            value_rows[value].add(r)
            value_columns[value].add(c)

        # The rest are random ones; between two given cells they would say nothing.
        pairs = rng.sample(range(len(emptied) * n * n), min(len(emptied) * n * n, 8 * limit + 40))
        for pair in pairs:
            if len(inequalities) == limit:
                break
            index, cell = divmod(pair, n * n)
            (r1, c1), (r2, c2) = sorted(
                (emptied[index], divmod(cell, n)), key=lambda place: solution[place[0]][place[1]]
            )
            if solution[r1][c1] < solution[r2][c2] and (r1, c1, r2, c2) not in inequalities:
                inequalities.append((r1, c1, r2, c2))
        rng.shuffle(inequalities)
        grid = [list(row) for row in solution]
        for r, c in emptied:
            grid[r][c] = -1
        return Problem(grid=grid, inequalities=inequalities, solution=solution)

    def describe(self, problem: Problem) -> str:
        n = len(problem.grid)
        shown = text.grid(["." if value < 0 else value for value in row] for row in problem.grid)
        return (
            f'Fill in the unknown cells, shown as ".", of this {n} x {n} grid, so that each row and each column contains '
            f"every number from 0 to {n - 1} exactly once:\n{shown}\n\n"
            'In addition, inequalities must hold. Each is given below as "r1 c1 r2 c2", which means that the number in '
            "row r1, column c1 is less than the number in row r2, column c2. Rows are numbered from 0 at the top, columns "
            f"from 0 on the left.\n{text.rows(problem.inequalities)}\n\n"
            "There is exactly one solution."
        )

    def verify(self, problem: Problem, answer: list[list[int]]) -> Verdict:
        n = len(problem.grid)
        if len(answer) != n or any(len(row) != n for row in answer):
            return Verdict.unparsed(f"not {n} rows of {n} numbers")
        if fault := latin_fault(answer, "number"):
            return Verdict.invalid(fault)
        if not keeps_given(problem.grid, answer, empty=-1):
            return Verdict.invalid("a given cell is changed")
        hits = sum(answer[r1][c1] < answer[r2][c2] for r1, c1, r2, c2 in problem.inequalities)
        return Verdict.share(hits, len(problem.inequalities), power=5)

    def solve(self, problem: Problem) -> list[list[int]]:
        return problem.solution
