"""The oracle evaluates the printed formula under all assignments at once; large formulas are checked by probabilities."""

import re
from collections import Counter
from fractions import Fraction

import pytest

import rlve_gym

env = rlve_gym.make("count_satisfying_assignments", answer_style="plain")


def printed(problem):
    (line,) = [line for line in env.describe(problem).split("\n") if re.fullmatch(r"[_&|^() ]+", line)]
    return line


def evaluate(formula, variables):
    """The formula with an entry of variables for each "_"."""
    assert formula.count("_") == len(variables)
    indices = iter(range(len(variables)))
    return eval(re.sub("_", lambda _: f"x[{next(indices)}]", formula), {"x": variables})


def count(formula):
    """Bit a of variable i's mask is bit i of a, for each of the 2^n assignments a."""
    n = formula.count("_")
    masks = []
    for i in range(n):
        block = ((1 << (1 << i)) - 1) << (1 << i)
        for j in range(i + 1, n):
            block |= block << (1 << j)
        masks.append(block)
    return bin(evaluate(formula, masks)).count("1")


class Chance:
    """The probability of a part of the formula; no two parts share a variable."""

    def __init__(self, p):
        self.p = p

    def __and__(self, other):
        return Chance(self.p * other.p)

    def __or__(self, other):
        return Chance(self.p + other.p - self.p * other.p)

    def __xor__(self, other):
        return Chance(self.p + other.p - 2 * self.p * other.p)


def test_the_oracle_on_known_counts():
    assert [count(text) for text in ("_ & _", "_ | _", "_ ^ _", "_ | (_ ^ (_ & _))")] == [1, 3, 2, 12]
    assert count("((_ & _) & _) | _") == 9 and count("(_ & _) & (_ | _)") == 3


@pytest.mark.parametrize("difficulty", range(10))
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == count(printed(problem))
        assert env.judge(problem, str(problem.answer)).correct


@pytest.mark.parametrize("difficulty", range(10, 31, 4))
def test_large_answers_are_those_of_probabilities(difficulty):
    sizes = {10: 16, 14: 26, 18: 40, 22: 62, 26: 93, 30: 139}
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        n = sizes[difficulty]
        assert problem.answer == evaluate(printed(problem), [Chance(Fraction(1, 2))] * n).p * 2**n
        # The trap of the published suite: a relative error below 1e-7 counts as right.
        assert not env.judge(problem, str(problem.answer + 1)).correct
        assert env.judge(problem, str(problem.answer - 1)).quality == 0


def test_shape_of_the_formulas():
    for seed in range(100):
        text = printed(env.sample(seed % 12, seed=seed))
        # Every node but the outermost is in parentheses: they can be taken off one by one.
        while "(" in text:
            smaller = re.sub(r"\(_ [&|^] _\)", "_", text)
            assert smaller != text
            text = smaller
        assert re.fullmatch(r"_ [&|^] _", text)


def test_half_of_all_assignments_is_a_rare_answer():
    """The trap of the published suite: it is the answer in 20 to 35 % of the problems."""
    for difficulty in (2, 3, 6, 12):
        problems = [env.sample(difficulty, seed=seed) for seed in range(300)]
        half = 2 ** (problems[0].expression.count("_") - 1)
        assert 0 < sum(problem.answer == half for problem in problems) < 0.12 * len(problems)
        assert max(Counter(problem.answer for problem in problems).values()) < 0.15 * len(problems)


EXAMPLE = {"expression": "_ | (_ ^ (_ & _))", "answer": 12}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("12", "valid", 1),
        (" +12\n", "valid", 1),
        ("11", "valid", 0),
        ("0", "valid", 0),
        ("16", "valid", 0),
        ("17", "invalid", 0),
        ("-12", "invalid", 0),
        ("9" * 3_999, "invalid", 0),
        ("12/16", "unparsed", 0),
        ("12 of 16", "unparsed", 0),
        ("12.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


@pytest.mark.parametrize(
    "damage", [{"answer": 17}, {"answer": -1}, {"expression": ""}, {"expression": "x & y"}]
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(rlve_gym.ProblemError, match="answer"):
        env.problem_from({**EXAMPLE, **damage})
