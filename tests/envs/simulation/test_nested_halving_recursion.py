"""The oracle keeps an explicit stack of pending work and remembers no values."""

from collections import Counter

import pytest

import rlve_gym

env = rlve_gym.make("nested_halving_recursion", answer_style="plain")


def evaluate(m, n):
    pending, values = [("f", m)], [n]
    while pending:
        action, number = pending.pop()
        if action == "push":
            values.append(number)
        elif action == "add":
            values.append(values.pop() + values.pop())
        else:
            n = values.pop()
            if number == 0:
                values.append(n + 1)
            elif n == 0:
                values.append(1)
                pending.append(("f", number - 1))
            else:
                inner = ("f", number // 2)
                values.append(n // 2)
                pending += [("add", None), inner, inner, ("push", n - 1), inner, inner]
    (value,) = values
    return value


def test_the_oracle_by_hand():
    assert [evaluate(0, n) for n in range(3)] == [1, 2, 3]
    assert [evaluate(1, n) for n in range(6)] == [2, 4, 6, 7, 9, 10]
    assert evaluate(2, 0) == 4  # f(1, 1)
    assert evaluate(2, 1) == 12  # f(1, f(1, 0)) + f(1, f(1, 0)) = 2 f(1, 2)
    assert evaluate(2, 4) == 25  # f(1, f(1, 2)) + f(1, f(1, 3)) = f(1, 6) + f(1, 7) = 12 + 13
    assert evaluate(3, 0) == 12  # f(2, 1), though f(2, 0) is 4


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 4, 5, 7, 9, 12, 15])
def test_answer_is_that_of_the_stack(difficulty):
    for seed in range(80 if difficulty < 7 else 15):
        problem = env.sample(difficulty, seed=seed)
        expected = evaluate(*problem.arguments)
        assert problem.answer == expected
        assert env.judge(problem, str(expected)).correct


def test_the_top_agrees_too():
    for seed in range(2):
        problem = env.sample(30, seed=seed)
        assert problem.answer == evaluate(*problem.arguments)


def test_known_formulas():
    """f(1, n) = n + floor(n / 2) + 3, and an odd first argument equals the even one below it."""
    values, pairs = {}, 0
    for difficulty in range(1, 10):
        for seed in range(200):
            problem = env.sample(difficulty, seed=seed)
            m, n = problem.arguments
            if m == 1:
                assert problem.answer == n + n // 2 + 3
            values[m, n] = problem.answer
    for m, n in values:
        if m % 2 and (m - 1, n) in values:
            assert values[m, n] == values[m - 1, n]
            pairs += 1
    assert pairs > 50


# f(3, 4) = f(1, f(1, 2)) + f(1, f(1, 3)) = f(1, 6) + f(1, 7) = 12 + 13
EXAMPLE = {"arguments": [3, 4], "answer": 25}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("25", "valid", 1),
        (" 25\n", "valid", 1),
        ("+25", "valid", 1),
        ("24", "valid", 0),
        ("0", "invalid", 0),
        ("-25", "invalid", 0),
        ("9" * 3999, "valid", 0),
        ("25.0", "unparsed", 0),
        ("f(3, 4) = 25", "unparsed", 0),
        ("12 13", "unparsed", 0),
        ("12 + 13", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_large_values_may_be_grouped():
    problem = env.problem_from({"arguments": [15, 199], "answer": evaluate(15, 199)})
    assert problem.answer > 10_000
    assert env.judge(problem, f"{problem.answer:,}").correct


def test_problems_are_many_and_no_answer_is_common():
    """The trap of the published suite: nine problems at the bottom, where one answer wins a quarter."""
    for difficulty, distinct, share in ((0, 100, 0.12), (3, 120, 0.1), (5, 150, 0.08), (10, 150, 0.05)):
        problems = [env.sample(difficulty, seed=seed) for seed in range(300)]
        assert len({problem.arguments for problem in problems}) >= distinct
        assert max(Counter(problem.answer for problem in problems).values()) <= share * 300
        if difficulty < 3:
            assert max(problem.answer for problem in problems) < 10**8


@pytest.mark.parametrize(
    "change", [{"arguments": [0, 4]}, {"arguments": [3, 0]}, {"arguments": [3]}, {"answer": 0}]
)
def test_damaged_problems_are_refused(change):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, **change})
