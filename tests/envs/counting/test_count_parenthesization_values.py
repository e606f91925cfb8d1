"""The oracle carries out the operations in every order; longer expressions are checked over all trees."""

from itertools import permutations

import pytest

import rlve_gym

env = rlve_gym.make("count_parenthesization_values", answer_style="plain")


def value(a, operator, b):
    return {"+": a + b, "-": a - b, "*": a * b}[operator]


def by_orders(operands, operators):
    """Every order of the operations is an order that some parentheses force, and the other way round."""
    found = set()
    for order in permutations(range(len(operators))):
        parts = {i: [i, i, operand] for i, operand in enumerate(operands)}  # (first, last, value) by operand
        for i in order:
            left, right = parts[i], parts[i + 1]
            merged = [left[0], right[1], value(left[2], operators[i], right[2])]
            parts.update(dict.fromkeys(range(merged[0], merged[1] + 1), merged))
        found.add(parts[0][2])
    return len(found)


def trees(operands, operators):
    """The values of all trees, one by one."""
    if not operators:
        return list(operands)
    return [
        value(a, operator, b)
        for i, operator in enumerate(operators)
        for a in trees(operands[: i + 1], operators[:i])
        for b in trees(operands[i + 1 :], operators[i + 1 :])
    ]


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 4])
def test_answers_are_those_of_all_orders(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        assert len(problem.operands) == 4 + (difficulty + 1) // 2
        assert problem.answer == by_orders(problem.operands, problem.operators) >= 3


@pytest.mark.parametrize("difficulty", [5, 6, 8, 10])
def test_answers_are_those_of_all_trees(difficulty):
    catalan = {7: 132, 8: 429, 9: 1430}
    for seed in range(12):
        problem = env.sample(difficulty, seed=seed)
        values = trees(problem.operands, problem.operators)
        assert len(values) == catalan[len(problem.operands)]
        assert problem.answer == len(set(values))


def test_no_constant_pays():
    """A trap of the published suite, where the answer was 1 or 2 in the easiest problems."""
    for difficulty, share in ((0, 0.55), (3, 0.12), (4, 0.12), (8, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(300)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


def test_the_prompt_says_that_every_order_counts():
    prompt = env.prompt(env.problem_from(EXAMPLE))
    assert "\n2 * 3 - 4 * 5\n" in prompt and "precedence" in prompt


# 2*(3-(4*5)) = -34, 2*((3-4)*5) = -10, (2*3)-(4*5) = -14, (2*(3-4))*5 = -10, ((2*3)-4)*5 = 10
EXAMPLE = {"operands": [2, 3, 4, 5], "operators": ["*", "-", "*"], "answer": 4}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("4", "valid", 1),
        (" 4\n", "valid", 1),
        ("5", "valid", 0),  # the trees
        ("1", "valid", 0),  # with the usual precedence
        ("9" * 3_000, "valid", 0),
        ("0", "invalid", 0),
        ("-4", "invalid", 0),
        ("4.0", "unparsed", 0),
        ("-34 -10 -14 10", "unparsed", 0),
        ("four", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_orders(EXAMPLE["operands"], EXAMPLE["operators"]) == 4
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


@pytest.mark.parametrize(
    "change", [{"operands": [2, 3, 4]}, {"operators": ["*", "-", "/"]}, {"operands": [], "operators": []}]
)
def test_damaged_problems(change):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, **change})
