"""The oracle reads the clauses from the prompt and tries all assignments."""

import re
from collections import Counter
from itertools import product

import pytest

import rlve_gym

env = rlve_gym.make("sat", answer_style="plain")


def clauses(problem):
    """The clauses as the prompt prints them: sets of (variable, value) pairs, one of which must hold."""
    lines = [line for line in env.describe(problem).split("\n") if re.match(r"(not )?x\d+ or ", line)]
    return [
        {(int(name), 1 - bool(negated)) for negated, name in re.findall(r"(not )?x(\d+)", line)}
        for line in lines
    ]


def hits(formula, values):
    held = set(enumerate(values))
    return sum(not held.isdisjoint(clause) for clause in formula)


@pytest.mark.parametrize("difficulty", range(4))
def test_every_assignment_gets_its_quality(difficulty):
    others = 0
    for seed in range(15):
        problem = env.sample(difficulty, seed=seed)
        formula = clauses(problem)
        assert len(formula) == len(problem.clauses)
        for values in product((0, 1), repeat=problem.variable_count):
            verdict = env.judge(problem, env.format(values))
            share = hits(formula, values) / len(formula)
            assert verdict.correct == (share == 1)
            assert verdict.quality == pytest.approx(share**10)
            others += verdict.correct and list(values) != problem.solution
    assert others  # the planted assignment is not the only right one


@pytest.mark.parametrize("difficulty", range(0, 22, 3))
def test_shape_of_the_formulas(difficulty):
    n = 4 + difficulty
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        formula = clauses(problem)
        assert problem.variable_count == n
        assert {variable for clause in formula for variable, _ in clause} <= set(range(n))
        (width,) = {len(dict(clause)) for clause in formula}  # distinct variables, as many in each clause
        assert 2 <= width <= min(4, (n + 2) // 3)
        assert len(set(map(frozenset, formula))) == len(formula)
        assert all(clause == sorted(clause) for clause in problem.clauses)
        assert hits(formula, problem.solution) == len(formula)
        # The traps of the catalogue: constant answers.
        assert hits(formula, [0] * n) < len(formula)
        assert hits(formula, [1] * n) < len(formula)


@pytest.mark.parametrize(
    ("n", "ratio", "width", "count"),
    [(4, 1.0, 2, 6), (4, 5.0, 2, 6), (20, 1.0, 2, 20), (20, 1.0, 3, 20), (20, 1.0, 4, 32), (20, 5.0, 4, 100), (7, 5.0, 2, 21)],
)  # fmt: skip
def test_number_of_clauses(n, ratio, width, count):
    parameters = {"variable_count": n, "clause_ratio": ratio}
    problems = [env.sample(0, seed=seed, parameters=parameters) for seed in range(30)]
    counts = {len(problem.clauses) for problem in problems if len(problem.clauses[0]) == width}
    assert counts == {count}


def test_signs_do_not_lean_towards_the_plant():
    """The trap of the catalogue: the majority sign of each variable is a strong guess, if half the literals lie."""
    true, literals, majority = Counter(), Counter(), []
    for seed in range(300):
        problem = env.sample(12, seed=seed)
        width = len(problem.clauses[0])
        lead = Counter()
        for clause in problem.clauses:
            for variable, positive in clause:
                true[width] += positive == problem.solution[variable]
                literals[width] += 1
                lead[variable] += 1 if positive else -1
        majority += [(lead[v] > 0) == problem.solution[v] for v in range(16) if lead[v]]
    assert set(literals) == {2, 3, 4}
    assert all(abs(true[width] / literals[width] - 0.5) < 0.02 for width in literals)
    assert abs(sum(majority) / len(majority) - 0.5) < 0.04


def test_plants_are_balanced_and_never_constant():
    plants = [env.sample(2, seed=seed).solution for seed in range(400)]
    for variable in range(6):
        assert 150 < sum(plant[variable] for plant in plants) < 250
    assert all(len(set(plant)) == 2 for plant in plants)


# x0 or x1, not x0 or not x1, x1 or not x2
EXAMPLE = {
    "variable_count": 3,
    "clauses": [[[0, True], [1, True]], [[0, False], [1, False]], [[1, True], [2, False]]],
    "solution": [1, 0, 0],
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("1 0 0", "valid", 1),
        ("0 1 0", "valid", 1),
        ("0, 1, 1", "valid", 1),
        ("1 0 1", "valid", (2 / 3) ** 10),
        ("0 0 1", "valid", (1 / 3) ** 10),
        ("1 0", "unparsed", 0),
        ("1 0 0 0", "unparsed", 0),
        ("1 0 2", "unparsed", 0),
        ("1 0 -1", "unparsed", 0),
        ("100", "unparsed", 0),
        ("True False False", "unparsed", 0),
        ("x0=1 x1=0 x2=0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


@pytest.mark.parametrize(
    "damage",
    [
        {"clauses": []},
        {"clauses": [[]]},
        {"clauses": [[[3, True]]]},
        {"clauses": [[[-1, True]]]},
        {"solution": [1, 0]},
    ],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(ValueError, match=r"clauses|solution"):
        env.problem_from({**EXAMPLE, **damage})
