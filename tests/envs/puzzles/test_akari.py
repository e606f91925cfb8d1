"""The oracle lists all placements of bulbs and follows the light of each, cell by cell."""

from itertools import product
from random import Random

import pytest

import rlve_gym

env = rlve_gym.make("akari", answer_style="plain")


def white_cells(grid):
    return [(i, j) for i, row in enumerate(grid) for j, symbol in enumerate(row) if symbol == "W"]


def beam(grid, i, j):
    """The cells that a bulb lights, without its own."""
    for di, dj in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        a, b = i + di, j + dj
        while 0 <= a < len(grid) and 0 <= b < len(grid[0]) and grid[a][b] == "W":
            yield a, b
            a, b = a + di, b + dj


def rules(grid, bulbs):
    """Whether the light is as it must be, and for each number whether it is met."""
    lit = {cell for bulb in bulbs for cell in beam(grid, *bulb)}
    numbers = [
        int(symbol) == sum(abs(a - i) + abs(b - j) == 1 for a, b in bulbs)
        for i, row in enumerate(grid)
        for j, symbol in enumerate(row)
        if symbol.isdigit()
    ]
    return not lit & set(bulbs) and lit | set(bulbs) == set(white_cells(grid)), numbers


def draw(grid, bulbs):
    return "\n".join(
        "".join("L" if (i, j) in bulbs else symbol for j, symbol in enumerate(row))
        for i, row in enumerate(grid)
    )


def bulbs_of(answer):
    return [(i, j) for i, row in enumerate(answer) for j, symbol in enumerate(row) if symbol == "L"]


def test_every_placement_gets_its_quality():
    tried, several = 0, 0
    for seed in range(150):
        problem = env.sample(seed % 2, seed=seed)
        white = white_cells(problem.grid)
        if len(white) > 8:
            continue
        tried, right = tried + 1, 0
        for chosen in product((False, True), repeat=len(white)):
            bulbs = [cell for cell, is_bulb in zip(white, chosen, strict=True) if is_bulb]
            fair, numbers = rules(problem.grid, bulbs)
            verdict = env.judge(problem, draw(problem.grid, bulbs))
            assert verdict.outcome == ("valid" if fair else "invalid")
            assert verdict.correct == (fair and all(numbers))
            if fair:
                assert verdict.quality == pytest.approx((sum(numbers) / len(numbers)) ** 10)
            right += verdict.correct
        assert right >= 1
        several += right > 1
    assert tried >= 50
    assert several >= 3  # other placements than the planted one count


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_planted_bulbs_solve_the_puzzle(difficulty):
    side = 3 + difficulty
    for seed in range(6):
        problem = env.sample(difficulty, seed=seed)
        height, width = len(problem.grid), len(problem.grid[0])
        assert all(max(3, side - 2) <= length <= side for length in (height, width))
        bulbs = bulbs_of(problem.solution)
        fair, numbers = rules(problem.grid, bulbs)
        assert fair and all(numbers)
        assert "\n".join(problem.solution) == draw(problem.grid, bulbs)
        black = height * width - len(white_cells(problem.grid))
        assert max(1, int(0.15 * height * width)) <= black <= 0.4 * height * width
        assert len(numbers) == max(1, int(problem.origin.parameters["clue_share"] * black))


@pytest.mark.parametrize("difficulty", [0, 3, 6])
def test_one_pass_that_ignores_the_numbers_never_wins(difficulty):
    """The trap of the published suite: placing a bulb on each cell not yet lit won 80% to 46%."""
    for seed in range(100):
        problem = env.sample(difficulty, seed=seed)
        for order in (1, -1):
            bulbs = []
            for cell in white_cells(problem.grid)[::order]:
                if not any(cell in beam(problem.grid, *bulb) for bulb in bulbs):
                    bulbs.append(cell)
            verdict = env.judge(problem, draw(problem.grid, bulbs))
            assert verdict.outcome == "valid"
            assert not verdict.correct


def test_a_random_pass_seldom_wins():
    wins = 0
    for seed in range(200):
        problem, bulbs = env.sample(3, seed=seed), []
        white = white_cells(problem.grid)
        for cell in Random(seed).sample(white, len(white)):
            if not any(cell in beam(problem.grid, *bulb) for bulb in bulbs):
                bulbs.append(cell)
        wins += env.judge(problem, draw(problem.grid, bulbs)).correct
    assert wins <= 30


EXAMPLE = {"grid": ["WWW", "W2W", "WWB"], "solution": ["LWW", "W2L", "WLB"]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("LWW\nW2L\nWLB", "valid", 1),
        ("\nl w w\n\nW,2,L\nWLB\n", "valid", 1),
        ("WLW\nL2L\nWLB", "valid", 0),  # black cells stop the light, but the number is 4 here
        ("LWL\nW2W\nWLB", "invalid", 0),  # two bulbs in a row
        ("LWW\nL2L\nWLB", "invalid", 0),  # two bulbs in a column
        ("WLW\nL2W\nWWB", "invalid", 0),  # (1, 2) is dark
        ("WWW\nW2W\nWWB", "invalid", 0),
        ("LWW\nWLL\nWLB", "invalid", 0),  # a bulb on a black cell
        ("LWW\nW1L\nWLB", "invalid", 0),  # another number
        ("LBW\nW2L\nWLB", "invalid", 0),  # a white cell made black
        ("LWW\nW2L\nWLW", "invalid", 0),  # a black cell made white
        ("LWW\nW2L", "unparsed", 0),
        ("LWW\nW2L\nWLB\nWWW", "unparsed", 0),
        ("LWW\nW2L\nWL", "unparsed", 0),
        ("LWWW\nW2LW\nWLBW", "unparsed", 0),
        ("LWWW2LWLB", "unparsed", 0),
        ("L..\n.2L\n.LB", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == quality


def test_one_number_of_two():
    problem = env.problem_from({"grid": ["W1W", "B0W", "WWB"], "solution": ["L1W", "B0W", "LWB"]})
    verdict = env.judge(problem, "L1W\nB0L\nLWB")
    assert (verdict.outcome, verdict.quality) == ("valid", (1 / 2) ** 10)


@pytest.mark.parametrize("text", ["LWW\n1WL\nWLB", "WLW\n1WL\nLWB"])
def test_another_solution_counts(text):
    problem = env.problem_from({"grid": ["WWW", "1WW", "WWB"], "solution": ["LWW", "1WL", "WLB"]})
    assert env.judge(problem, text).correct


@pytest.mark.parametrize(
    ("grid", "why"),
    [
        ([], "rectangle"),
        (["WW", "1"], "rectangle"),
        (["WL", "1W"], "rectangle"),
        (["W5", "1W"], "rectangle"),
        (["WW", "BW"], "numbered"),
    ],
)
def test_damaged_problems_are_refused(grid, why):
    with pytest.raises(ValueError, match=why):
        env.problem_from({"grid": grid, "solution": grid})
