"""The oracle reads the clauses from the prompt and tries all assignments."""

import re
from collections import Counter
from itertools import product

import pytest

import rlve_gym

env = rlve_gym.make("two_sat", answer_style="plain")


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


def majority(formula, n):
    """The more frequent sign of each variable."""
    lead = Counter()
    for clause in formula:
        for variable, value in clause:
            lead[variable] += 1 if value else -1
    return [int(lead[variable] >= 0) for variable in range(n)]


@pytest.mark.parametrize("difficulty", range(5))
def test_every_assignment_gets_its_quality(difficulty):
    others = 0
    for seed in range(20):
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


@pytest.mark.parametrize(("difficulty", "n"), [(0, 3), (1, 4), (2, 5), (5, 8), (10, 16), (15, 29), (20, 50)])
def test_shape_of_the_formulas(difficulty, n):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        formula = clauses(problem)
        assert problem.variable_count == n
        assert len(formula) == min(int(problem.origin.parameters["clause_ratio"] * n), n * (n - 1))
        assert all(len(dict(clause)) == 2 for clause in formula)  # two variables
        assert {variable for clause in formula for variable, _ in clause} <= set(range(n))
        assert len(set(map(frozenset, formula))) == len(formula)  # the published suite repeats some
        assert hits(formula, problem.solution) == len(formula)
        # The trap of the published suite: constant answers.
        for guess in ([0] * n, [1] * n, [0, 1] * n):
            assert hits(formula, guess[:n]) < len(formula)


@pytest.mark.parametrize(("difficulty", "most"), [(3, 0.3), (6, 0.15), (12, 0.1)])
def test_counting_signs_does_not_pay(difficulty, most):
    """Where both literals are true as often as chance has it, the more frequent signs are right in 56, 43 and 12 %."""
    right = 0
    for seed in range(200):
        problem = env.sample(difficulty, seed=seed)
        formula = clauses(problem)
        right += hits(formula, majority(formula, problem.variable_count)) == len(formula)
    assert right < most * 200


def test_plants_are_balanced():
    plants = [env.sample(2, seed=seed).solution for seed in range(400)]
    for variable in range(5):
        assert 150 < sum(plant[variable] for plant in plants) < 250


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
        ("0\n1\n1", "valid", 1),
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
        {"clauses": [[[0, True], [3, True]]]},
        {"clauses": [[[-1, True], [0, True]]]},
        {"clauses": [[[0, True]]]},
        {"clauses": [[[0, True], [1, True], [2, True]]]},
        {"clauses": [[[0, 1], [1, 0]]]},
        {"solution": [1, 0]},
        {"solution": [1, 1, 0]},  # does not satisfy the second clause
    ],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(rlve_gym.ProblemError, match=r"clauses|solution"):
        env.problem_from({**EXAMPLE, **damage})
