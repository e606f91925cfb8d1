from random import Random

from rlve_gym import core
from rlve_gym.core import Ladder, SymbolGrid, Verdict, function, line
from rlve_gym.kit import text

# From top to bottom; "." is transparent.
_STAMP = ("..+---+", "./   /|", "+---+ |", "|   | +", "|   |/.", "+---+..")
_SAMPLE = [[3, 1], [1, 2]]


class Problem(core.Problem, frozen=True):
    heights: list[list[int]]
    answer: list[str]  # derived: the picture

    def __post_init__(self) -> None:
        if not self.heights or not all(self.heights) or not self.answer or not all(self.answer):
            raise ValueError("heights and answer must have rows, none of them empty")


class IsometricBlockDrawing(core.Environment[Problem, list[str]]):
    """Draw stacks of cubes as an ASCII isometric picture.

    No row of a picture begins or ends with a blank, so that blanks around rows and blank lines are ignored. Numbers of
    rows and columns come from the upper half of their ranges, where those of the published suite begin at 1.

    Quality: (right characters / characters) ** 2 if the size is right, else 0.
    Source: Luogu P1058.
    """

    ladder = Ladder(
        max_rows=line(2, every=3),
        max_columns=function(
            lambda difficulty: 2 + (difficulty + 1) // 3, "2, +1 per 3 difficulties from 2 on"
        ),
        max_height=function(
            lambda difficulty: min(5, 2 + (difficulty + 2) // 3),
            "2, +1 per 3 difficulties from 1 on, up to 5",
        ),
        top=21,
    )
    answer_format = SymbolGrid("the picture", ".+-/| ")

    def generate(self, rng: Random, *, max_rows: int, max_columns: int, max_height: int) -> Problem:
        rows, columns = (rng.randint((most + 1) // 2, most) for most in (max_rows, max_columns))
        heights = _SAMPLE
        while heights == _SAMPLE:  # whose picture the prompt shows
            heights = [[rng.randint(1, max_height) for _ in range(columns)] for _ in range(rows)]
        return Problem(heights=heights, answer=_draw(heights))

    def describe(self, problem: Problem) -> str:
        rows, columns = len(problem.heights), len(problem.heights[0])
        return (
            f"A board has {rows} x {columns} cells (rows x columns). Row 0 is at the back and the last row in front; "
            "column 0 is on the left. On each cell stands a stack of cubes. Their numbers are, row by row:\n"
            f"{text.rows(problem.heights)}\n\n"
            'Draw the board as a picture of characters. Its background is "."; each cube is this stamp of 6 lines and 7 '
            'columns, in which "." is transparent (it leaves what is there) and blanks are drawn:\n'
            f"{_lines(_STAMP)}\n\n"
            "Cube k of the stack on row i and column j, counting k from 0 at the bottom, is drawn with the leftmost column "
            "of its stamp in column 2 * t + 4 * j of the picture (the leftmost is column 0), and the lowest line of its "
            "stamp 2 * t + 3 * k lines above the lowest line of the picture, where t is the number of rows in front of row "
            "i (the last row has t = 0). Later cubes cover earlier ones: draw the rows from the back to the front, in each "
            "row the stacks from left to right, and each stack from the bottom to the top. The picture is as small as "
            'possible: no row and no column of it is all ".".\n\n'
            f"For example, the picture of these numbers\n{text.rows(_SAMPLE)}\nis\n{_lines(_draw(_SAMPLE))}"
        )

    def verify(self, problem: Problem, answer: list[str]) -> Verdict:
        picture = [row.strip() for row in answer if row.strip()]
        height, width = len(problem.answer), len(problem.answer[0])
        if len({len(row) for row in picture}) != 1:
            return Verdict.unparsed("the lines of the picture differ in length")
        if (len(picture), len(picture[0])) != (height, width):
            return Verdict.exact(
                False, f"{len(picture)} lines of {len(picture[0])} characters, not {height} of {width}"
            )
        return Verdict.positions("".join(picture), "".join(problem.answer), power=2)

    def solve(self, problem: Problem) -> list[str]:
        return problem.answer


def _draw(heights: list[list[int]]) -> list[str]:
    corners = [
        (2 * t + 3 * k, 2 * t + 4 * j)
        for t, row in reversed(list(enumerate(reversed(heights))))
        for j, height in enumerate(row)
        for k in range(height)
    ]
    picture = [
        ["."] * (max(left for _, left in corners) + 7) for _ in range(max(low for low, _ in corners) + 6)
    ]
    for low, left in corners:
        for line_above, stamp in enumerate(reversed(_STAMP)):
            for column, symbol in enumerate(stamp):
                if symbol != ".":
                    picture[low + line_above][left + column] = symbol
    return ["".join(row) for row in reversed(picture)]


def _lines(picture: list[str] | tuple[str, ...]) -> str:
    return "\n".join(picture)
