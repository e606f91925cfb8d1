"""The oracle has Python evaluate the expression that the prompt prints, under all assignments."""

import re
from itertools import product

import pytest

import rlve_gym

env = rlve_gym.make("boolean_formula_sat", answer_style="plain")


def printed(problem):
    (line,) = [line for line in env.describe(problem).split("\n") if re.fullmatch(r"[x\d&|^() ]+", line)]
    return line


def evaluator(problem):
    body = re.sub(r"x(\d+)", r"x[\1]", printed(problem))
    assert re.fullmatch(r"[x\d\[\]&|^() ]+", body)
    return eval(f"lambda x: {body}")


@pytest.mark.parametrize("difficulty", range(5))
def test_every_assignment_is_judged_by_the_expression(difficulty):
    others = 0
    for seed in range(12):
        problem = env.sample(difficulty, seed=seed)
        value = evaluator(problem)
        right = []
        for values in product((0, 1), repeat=problem.variable_count):
            verdict = env.judge(problem, env.format(values))
            assert verdict.outcome == "valid"
            assert verdict.correct == (value(values) == 1)
            assert verdict.quality == verdict.correct
            if verdict.correct:
                right.append(list(values))
        assert problem.solution in right
        others += len(right) > 1
    assert others  # the planted assignment is not the only right one


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_shape_of_the_formulas(difficulty):
    n = 4 + difficulty
    for seed in range(15):
        problem = env.sample(difficulty, seed=seed)
        leaves = [int(name) for name in re.findall(r"x(\d+)", printed(problem))]
        assert problem.variable_count == n
        assert set(leaves) == set(range(n))  # every variable occurs
        assert len(leaves) == int(problem.origin.parameters["leaf_ratio"] * n)
        value = evaluator(problem)
        assert value(problem.solution) == 1
        # The trap of the published suite: constant answers.
        assert not any(value(guess) for guess in ([0] * n, [1] * n, [0, 1] * n, [1, 0] * n))


@pytest.mark.parametrize(("difficulty", "most"), [(0, 0.2), (2, 0.1), (4, 0.06)])
def test_few_assignments_satisfy(difficulty, most):
    """In the published suite about half of all do."""
    shares = []
    for seed in range(25):
        value = evaluator(env.sample(difficulty, seed=seed))
        assignments = list(product((0, 1), repeat=4 + difficulty))
        shares.append(sum(map(value, assignments)) / len(assignments))
    assert sum(shares) / len(shares) < most


# (x0 ^ x1) & (x1 | (x2 & x0)), true for 0 1 *, and for 1 0 1
EXAMPLE = {
    "variable_count": 3,
    "expression_tree": [[0, "^", 1], "&", [1, "|", [2, "&", 0]]],
    "solution": [0, 1, 0],
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("0 1 0", "valid", 1),
        ("0, 1, 1", "valid", 1),
        ("1\n0\n1", "valid", 1),
        ("1 0 0", "valid", 0),
        ("1 1 1", "valid", 0),
        ("0 0 0", "valid", 0),
        ("0 1", "invalid", 0),
        ("0 1 0 0", "invalid", 0),
        ("0 1 2", "invalid", 0),
        ("0 -1 0", "invalid", 0),
        ("010", "invalid", 0),
        ("0 1 x", "unparsed", 0),
        ("False True False", "unparsed", 0),
        ("x0=0 x1=1 x2=0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    problem = env.problem_from(EXAMPLE)
    assert printed(problem) == "(x0 ^ x1) & (x1 | (x2 & x0))"
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_a_single_variable_and_absent_ones():
    problem = env.problem_from({"variable_count": 2, "expression_tree": 1, "solution": [0, 1]})
    assert "\nx1\n" in env.describe(problem)
    assert [env.judge(problem, text).correct for text in ("0 1", "1 1", "1 0", "0 0")] == [1, 1, 0, 0]


def test_deep_formulas():
    def chain(depth):
        tree = 0
        for _ in range(depth):
            tree = [tree, "^", 1]
        return {"variable_count": 2, "expression_tree": tree, "solution": [1, 0]}

    problem = env.problem_from(chain(101))
    assert [env.judge(problem, text).correct for text in ("1 0", "0 1", "1 1")] == [True, True, False]
    for depth in (500, 100_000):
        with pytest.raises(rlve_gym.ProblemError, match=r"nested|recursion"):
            env.problem_from(chain(depth))


@pytest.mark.parametrize(
    "damage",
    [
        {"expression_tree": []},
        {"expression_tree": 3},
        {"expression_tree": -1},
        {"expression_tree": True},
        {"expression_tree": "1"},
        {"expression_tree": [0, "&", 3]},
        {"expression_tree": [0, "and", 1]},
        {"expression_tree": [0, "^"]},
        {"expression_tree": [0, "^", None]},
        {"expression_tree": [0, "&", 0]},  # 0 under the solution
        {"solution": [0, 1]},
        {"solution": [0, 1, 2]},
        {"solution": [1, 0, 0]},
    ],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(rlve_gym.ProblemError, match=r"expression_tree|solution"):
        env.problem_from({**EXAMPLE, **damage})
