"""The oracle looks at one point of every interval between crossings, in fractions."""

import re
from fractions import Fraction
from itertools import combinations, pairwise

import pytest

import rlve_gym

env = rlve_gym.make("upper_envelope", answer_style="plain")


def visible_by_looking(lines):
    crossings = sorted(
        {Fraction(b2 - b1, a1 - a2) for (a1, b1), (a2, b2) in combinations(lines, 2) if a1 != a2}
    )
    crossings = crossings or [Fraction(0)]
    gaps = [
        crossings[0] - 1,
        *((p + q) / 2 for p, q in pairwise(crossings)),
        crossings[-1] + 1,
    ]
    visible = set()
    for x in gaps:
        heights = [a * x + b for a, b in lines]
        visible.add(heights.index(max(heights)))
        assert heights.count(max(heights)) == 1  # distinct lines meet at crossings only
    return visible


def touching(lines):
    """The lines that are highest at some crossing, visible or not."""
    found = set()
    for (a1, b1), (a2, b2) in combinations(lines, 2):
        if a1 != a2:
            x = Fraction(b2 - b1, a1 - a2)
            heights = [a * x + b for a, b in lines]
            found |= {index for index, height in enumerate(heights) if height == max(heights)}
    return found


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 5, 8, 12])
def test_answer_is_what_is_seen_between_the_crossings(difficulty):
    for seed in range(60 if difficulty < 4 else 20 if difficulty < 10 else 3):
        problem = env.sample(difficulty, seed=seed)
        n = len(problem.lines)
        assert len(set(problem.lines)) == n
        assert all(-n <= number <= n for line in problem.lines for number in line)
        visible = visible_by_looking(problem.lines)
        assert problem.answer == sorted(visible)
        backwards = " ".join(map(str, reversed(problem.answer)))
        assert env.judge(problem, backwards).correct


@pytest.mark.parametrize("difficulty", [20, 30])
def test_large_answers_are_the_lines_above_all_others_somewhere(difficulty):
    """Each line has the interval of the x at which it is strictly above every other one."""
    for seed in range(4):
        lines = env.sample(difficulty, seed=seed).lines
        visible = []
        for index, (a, b) in enumerate(lines):
            low, high = [], []
            hidden = False
            for other, (c, d) in enumerate(lines):
                if other != index:
                    if a == c:
                        hidden |= d > b
                    else:
                        (low if a > c else high).append(Fraction(d - b, a - c))
            if not hidden and (not low or not high or max(low) < min(high)):
                visible.append(index)
        assert env.sample(difficulty, seed=seed).answer == visible


def test_touching_lines_come_up_and_are_not_visible():
    """The trap of the notes: by the published prompt they would be."""
    count = 0
    for seed in range(150):
        problem = env.sample(2, seed=seed)
        only_touching = sorted(touching(problem.lines) - visible_by_looking(problem.lines))
        if only_touching:
            count += 1
            both = " ".join(map(str, [*problem.answer, *only_touching]))
            verdict = env.judge(problem, both)
            assert verdict.outcome == "valid" and not verdict.correct
    assert count >= 3


# y = -x, y = x, y = 0 (which only touches at 0), y = -2x - 3 (visible for x < -3), y = x - 1 (below y = x).
EXAMPLE = {"lines": [[-1, 0], [1, 0], [0, 0], [-2, -3], [1, -1]], "answer": [0, 1, 3]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("0 1 3", "valid", 1),
        ("3, 1, 0", "valid", 1),  # in any order
        ("1\n3\n0", "valid", 1),
        ("0 1 2 3", "valid", (3 / 4) ** 5),  # the touching line
        ("0 1", "valid", (2 / 3) ** 5),
        ("0 1 4", "valid", (2 / 4) ** 5),
        ("0 1 2 3 4", "valid", (3 / 5) ** 5),
        ("2", "valid", 0),
        ("2 4", "valid", 0),
        ("0 1 3 3", "invalid", 0),  # doubled answers must not win
        ("0 1 3 0 1 3", "invalid", 0),
        ("0 1 5", "invalid", 0),
        ("-1 0 1 3", "invalid", 0),
        ("", "unparsed", 0),
        ("0 1 3.", "unparsed", 0),
        ("0: y = -x", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert visible_by_looking(EXAMPLE["lines"]) == set(EXAMPLE["answer"])
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_formulas_are_written_as_in_school():
    problem = env.problem_from(
        {
            "lines": [
                [3, -2],
                [-3, 2],
                [1, 5],
                [-1, -5],
                [1, 0],
                [-1, 0],
                [0, 4],
                [0, -4],
                [0, 0],
                [2, 0],
                [10, 11],
            ],
            "answer": [0],
        }
    )
    written = ["3x - 2", "-3x + 2", "x + 5", "-x - 5", "x", "-x", "4", "-4", "0", "2x", "10x + 11"]
    prompt = env.prompt(problem)
    assert re.findall(r"^(\d+): y = (.*)$", prompt, re.MULTILINE) == [
        (str(index), text) for index, text in enumerate(written)
    ]


def test_no_constant_pays():
    for difficulty, share in ((0, 0.25), (3, 0.08), (6, 0.04)):
        answers = [tuple(env.sample(difficulty, seed=seed).answer) for seed in range(400)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
