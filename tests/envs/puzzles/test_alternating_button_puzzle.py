"""The oracle folds presses over (X, Y) with Python's operators, and tries all short sequences."""

from functools import reduce
from itertools import product
from operator import add, mul, sub

import pytest

import rlve_gym

env = rlve_gym.make("alternating_button_puzzle", answer_style="plain")

OPERATORS = {"+": add, "-": sub, "*": mul}


def press(problem, state, button):
    x, y = state
    op, value = problem.buttons[button][x]
    return 1 - x, OPERATORS[op](y, value)


def last_value(problem, presses):
    return reduce(lambda state, button: press(problem, state, button), presses, (0, problem.start))[1]


def sequences(problem, longest):
    for length in range(1, longest + 1):
        yield from product(range(len(problem.buttons)), repeat=length)


def test_every_short_sequence():
    right = 0
    for seed in range(60):
        problem = env.sample(seed % 4, seed=seed)
        for presses in sequences(problem, 5):
            verdict = env.judge(problem, env.format(presses))
            assert verdict.outcome == "valid"
            assert verdict.correct == (last_value(problem, presses) == problem.target)
            right += verdict.correct
    assert right > 60  # others than the stored one


@pytest.mark.parametrize("difficulty", range(6))
def test_hardly_any_target_has_a_shorter_way_than_the_stored_one(difficulty):
    shorter = 0
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        length = len(problem.solution)
        shorter += any(
            last_value(problem, presses) == problem.target for presses in sequences(problem, length - 1)
        )
    assert shorter == 0


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_the_stored_solution_reaches_the_target(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        assert last_value(problem, problem.solution) == problem.target != problem.start
        assert len(problem.buttons) == 2 + difficulty // 4
        assert all(
            2 <= value <= 3 if op == "*" else 1 <= value <= 3 + difficulty
            for button in problem.buttons
            for op, value in button
        )


@pytest.mark.parametrize("difficulty", [0, 3, 8, 15, 30])
def test_most_of_the_planted_presses_are_needed(difficulty):
    """The trap of the published suite: few presses, and easier ones the more buttons there are."""
    lengths = [len(env.sample(difficulty, seed=seed).solution) for seed in range(40)]
    assert sum(lengths) >= 40 * 0.85 * (3 + (difficulty + 1) // 2)


# 1, 0: (1 - 2) * 3 = -3; 0: 1 + 3 = 4; 0, 0: (1 + 3) * 3 = 12; 1, 1: (1 - 2) + 1 = 0; 0, 1: (1 + 3) + 1 = 5
EXAMPLE = {
    "start": 1,
    "target": 12,
    "buttons": [[["+", 3], ["*", 3]], [["-", 2], ["+", 1]]],
    "solution": [0, 0],
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("0 0", "valid", 1),
        ("0, 0", "valid", 1),
        ("0\n0", "valid", 1),
        ("0 1 0 1 0 1", "valid", 0),  # 4, 5, 8, 9, 12, 13
        ("0 1 0 1 0", "valid", 1),  # another way
        ("1 1 0 1 1 1 1 1 0 0 ", "valid", 0),
        ("0", "valid", 0),
        ("1 0", "valid", 0),
        ("0 2", "invalid", 0),
        ("-1 0", "invalid", 0),
        ("0 0 99999999999999999999", "invalid", 0),
        ("", "unparsed", 0),  # pressing nothing leaves the start
        ("0 0.", "unparsed", 0),
        ("0 -> 0", "unparsed", 0),
        ("[0, 0]", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == quality


def test_negative_results():
    problem = env.problem_from({**EXAMPLE, "target": -3, "solution": [1, 0]})
    assert env.judge(problem, "1 0").correct
    assert not env.judge(problem, "0 0").correct


def test_at_most_1000_presses():
    """The trap of the published suite: without a limit, Y grows to a giant integer and the check is slow."""
    problem = env.problem_from(
        {"start": 1, "target": 3**1000, "buttons": [[["*", 3], ["*", 3]]], "solution": [0] * 1000}
    )
    assert env.judge(problem, "0 " * 1000).correct
    assert env.judge(problem, "0 " * 999).outcome == "valid"
    assert env.judge(problem, "0 " * 1001).outcome == "invalid"
    assert "1000 presses" in env.prompt(problem)


@pytest.mark.parametrize(
    "damage",
    [
        {"buttons": []},
        {"buttons": [[["+", 0], ["*", 3]]]},
        {"buttons": [[["+", 3], ["*", 4]]]},
        {"buttons": [[["/", 3], ["*", 3]]]},
        {"buttons": [[["+", 3]]]},
        {"target": 1},
    ],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(ValueError):
        env.problem_from({**EXAMPLE, **damage})
