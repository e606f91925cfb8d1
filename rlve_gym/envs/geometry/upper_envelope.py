from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, grow


class Problem(core.Problem, frozen=True):
    lines: list[tuple[int, int]]  # (slope, intercept)
    answer: list[int]  # derived: the indices of the visible lines, ascending


class UpperEnvelope(core.Environment[Problem, list[int]]):
    """Lines that appear on the upper envelope.

    A line that only touches the envelope in a corner is not visible, which the prompt says. An index given twice makes an
    answer invalid (the published suite ignores it).

    Quality: (lines both given and visible / lines given or visible) ** 5.
    Source: Luogu P3194 (HNOI 2008, Horizontally visible lines); the convex hull trick.
    """

    ladder = Ladder(line_count=grow(4, by=1.1, plus=1), top=30)
    answer_format = Integers("the numbers of all visible lines, in any order", example="2 0")

    def generate(self, rng: Random, *, line_count: int) -> Problem:
        n = line_count
        width = 2 * n + 1
        cells = rng.sample(range(width * width), n)
        lines = [(cell // width - n, cell % width - n) for cell in cells]
        return Problem(lines=lines, answer=_upper_envelope(lines))

    def describe(self, problem: Problem) -> str:
        n = len(problem.lines)
        listed = "\n".join(f"{index}: y = {_formula(*line)}" for index, line in enumerate(problem.lines))
        return (
            f"Here are {n} lines in the plane, numbered 0 to {n - 1}:\n{listed}\n\n"
            "A line is visible if there is a real number x at which it lies strictly above all the other lines. (So a "
            "line that is highest only at a point where it meets others is not visible.) Which lines are visible?"
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = len(problem.lines)
        if not all(0 <= index < n for index in answer):
            return Verdict.invalid(f"a number is not in 0..{n - 1}")
        given, visible = set(answer), set(problem.answer)
        if len(given) < len(answer):
            return Verdict.invalid("a line is given twice")
        return Verdict.share(len(given & visible), len(given | visible), power=5)

    def solve(self, problem: Problem) -> list[int]:
        return problem.answer


def _formula(slope: int, intercept: int) -> str:
    if slope == 0:
        return str(intercept)
    product = {1: "x", -1: "-x"}.get(slope, f"{slope}x")
    if intercept == 0:
        return product
    return f"{product} {'+' if intercept > 0 else '-'} {abs(intercept)}"


def _upper_envelope(lines: list[tuple[int, int]]) -> list[int]:
    """The lines in order of their slopes, where each new one hides those that it leaves no interval."""
    envelope: list[tuple[int, int, int]] = []  # (slope, intercept, index), the visible ones so far
    for index, (slope, intercept) in sorted(enumerate(lines), key=lambda item: item[1]):
        if envelope and envelope[-1][0] == slope:
            envelope.pop()  # parallel and lower
        while len(envelope) > 1:
            (a1, b1, _), (a2, b2, _) = envelope[-2:]
            # The second line begins to be above the first where x = (b1 - b2) / (a2 - a1), and the new one above the
            # second where x = (b2 - b3) / (a3 - a2): there must be something between.
            if (b1 - b2) * (slope - a2) < (b2 - intercept) * (a2 - a1):
                break
            envelope.pop()
        envelope.append((slope, intercept, index))
    return sorted(index for _, _, index in envelope)
