"""The oracle reads the equations as they are printed, and tries all vectors of a box where there are few variables."""

import re
from itertools import product

import pytest

import rlve_gym

env = rlve_gym.make("integer_linear_system", answer_style="plain")


def equations(problem):
    """The printed equations, as functions of x that give left side - right side."""
    _, *lines = env.describe(problem).split("\n")
    for line in lines:
        term = r"(\d+\*)?x\d+"
        assert re.fullmatch(rf"-?{term}( [+-] {term})* = -?\d+", line), line
        assert not re.search(r"\b[01]\*", line)
        left, right = line.split(" = ")
        left = re.sub(r"x(\d+)", r"x[\1]", left)
        yield eval(f"lambda x: {left} - ({right})")


def test_every_vector_of_a_box_gets_its_quality():
    others = 0
    for seed in range(60):
        problem = env.sample(seed % 2, seed=seed)
        residuals = list(equations(problem))
        solutions = []
        for x in product(range(-3, 4), repeat=3):
            hits = sum(residual(x) == 0 for residual in residuals)
            verdict = env.judge(problem, env.format(x))
            assert verdict.correct == (hits == len(residuals))
            assert verdict.quality == pytest.approx((hits / len(residuals)) ** 10)
            if verdict.correct:
                solutions.append(list(x))
        assert problem.solution in solutions
        others += len(solutions) > 1
    assert others >= 2  # where the rank is less than n


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_solution_satisfies_the_printed_equations(difficulty):
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        x = problem.solution
        assert all(residual(x) == 0 for residual in equations(problem))
        assert env.judge(problem, env.format(x)).correct
        assert not env.judge(problem, env.format([-value for value in x])).correct


@pytest.mark.parametrize("difficulty", [0, 1, 4, 11, 30])
def test_problems_are_as_the_catalogue_wants(difficulty):
    counts, signs = set(), set()
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        n, m = len(problem.solution), len(problem.matrix)
        assert n == 3 + difficulty // 2
        assert n <= m <= 1.5 * n
        assert all(1 <= abs(value) <= n for value in problem.solution)
        entries = [entry for row in problem.matrix for entry in row]
        assert max(map(abs, entries)) <= 2 + (difficulty + 1) // 2
        assert all(any(row) for row in problem.matrix)
        # The trap: redundant equations.
        rows = {max(tuple(row), tuple(-entry for entry in row)) for row in problem.matrix}
        assert len(rows) == m
        counts.add(m)
        signs |= {(entry > 0) - (entry < 0) for entry in entries}
    assert len(counts) >= 2
    assert signs == {-1, 0, 1}


EXAMPLE = {
    "matrix": [[1, 0, -1], [-2, 3, 0], [0, -3, 2]],
    "right_sides": [-1, -1, 3],
    "solution": [2, 1, 3],
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("2 1 3", "valid", 1),
        ("2, 1, 3", "valid", 1),
        ("2\n1\n3", "valid", 1),
        ("5 3 6", "valid", 1),  # the rank is 2
        ("-1 -1 0", "valid", 1),
        ("2 1 4", "valid", (1 / 3) ** 10),
        ("0 0 1", "valid", (1 / 3) ** 10),
        ("2 2 3", "valid", (1 / 3) ** 10),
        ("0 0 0", "valid", 0),
        ("2 1", "invalid", 0),
        ("2 1 3 0", "invalid", 0),
        ("2 1 3.0", "unparsed", 0),
        ("x0 = 2, x1 = 1, x2 = 3", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_prompt():
    assert env.describe(env.problem_from(EXAMPLE)).split("\n")[1:] == [
        "x0 - x2 = -1",
        "-2*x0 + 3*x1 = -1",
        "-3*x1 + 2*x2 = 3",
    ]


@pytest.mark.parametrize(
    "damage",
    [{"matrix": [], "right_sides": []}, {"right_sides": [1, 2]}, {"matrix": [[1, 0], [2, 3], [0, 1]]}],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, **damage})
