"""The oracle reads a notation by recursive descent: its value, with exponents that decrease in every sum."""

import random
from collections import Counter
from itertools import pairwise, product
from unittest.mock import Mock

import pytest

import rlve_gym

env = rlve_gym.make("recursive_power_of_two_notation", answer_style="plain")


def read_sum(text, position=0):
    """The exponents of the sum that starts here, and where it ends. Raises ValueError if there is none."""
    exponents = []
    while True:
        if text[position : position + 1] != "2":
            raise ValueError(text)
        position += 1
        exponent = 1
        if text[position : position + 3] == "(0)":
            exponent, position = 0, position + 3
        elif text[position : position + 1] == "(":
            inner, position = read_sum(text, position + 1)
            if text[position : position + 1] != ")":
                raise ValueError(text)
            exponent, position = sum(2**e for e in inner), position + 1
            if exponent < 2 or not decreasing(inner):
                exponent = 10**6  # derivable, but never the notation
        exponents.append(exponent)
        if text[position : position + 1] != "+":
            return exponents, position
        position += 1


def decreasing(exponents):
    return all(a > b for a, b in pairwise(exponents))


def reading(text):
    """The number with this notation, None if the sum is no notation of any, or "format error"."""
    try:
        exponents, end = read_sum(text)
    except ValueError:
        return "format error"
    if end < len(text):
        return "format error"
    return sum(2**e for e in exponents) if max(exponents) < 10**6 and decreasing(exponents) else None


@pytest.mark.parametrize("difficulty", range(31))
def test_the_notation_reads_as_the_number(difficulty):
    numbers = set()
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        text = env.format(env.solve(problem))
        assert reading(text) == problem.number
        assert env.judge(problem, text).correct
        assert 8 * 3**difficulty < problem.number <= 16 * 3**difficulty
        numbers.add(problem.number)
    assert len(numbers) > 30 or difficulty < 3


def test_every_short_string():
    """All strings of up to 6 characters, against the oracle."""
    five = env.problem_from({"number": 5, "answer": "2(2)+2(0)"})
    kinds = {"format error": 0, None: 0}
    for length in range(1, 7):
        for symbols in product("20()+", repeat=length):
            text = "".join(symbols)
            value = reading(text)
            verdict = env.judge(five, text)
            assert verdict.outcome == ("unparsed" if value == "format error" else "valid"), text
            assert not verdict.correct
            kinds[value] = kinds.get(value, 0) + 1
    assert kinds[None] >= 2  # 2+2 and 2(2+2)
    assert {1, 2, 3, 4, 6} <= set(kinds)


def test_strings_with_a_changed_character():
    rng = random.Random(0)
    outcomes = Counter()
    for seed in range(600):
        problem = env.sample(seed % 12, seed=seed)
        text = env.solve(problem)
        place = rng.randrange(len(text) + 1)
        text = text[:place] + rng.choice(["", *"20()+", "2+", "+2(0)"]) + text[place + rng.randint(0, 4) :]
        value = reading(text)
        verdict = env.judge(problem, text)
        assert verdict.outcome == ("unparsed" if value == "format error" else "valid"), text
        assert verdict.correct == (value == problem.number), text
        outcomes[verdict.outcome, verdict.correct] += 1
    assert min(outcomes["unparsed", False], outcomes["valid", False], outcomes["valid", True]) > 10


@pytest.mark.parametrize(
    ("number", "notation"),
    [  # published examples of NOIP 1998
        (137, "2(2(2)+2+2(0))+2(2+2(0))+2(0)"),
        (1315, "2(2(2+2(0))+2)+2(2(2+2(0)))+2(2(2)+2(0))+2+2(0)"),
        (73, "2(2(2)+2)+2(2+2(0))+2(0)"),
    ],
)
def test_published_values(number, notation):
    rng = Mock()
    rng.randint.return_value = number
    problem = env.generate(rng, number_max=number)
    assert problem.number == reading(notation) == number
    assert env.judge(problem, notation).correct


NINE = {"number": 9, "answer": "2(2+2(0))+2(0)"}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("2(2+2(0))+2(0)", "valid", 1),
        (" 2( 2 + 2(0) ) + 2(0)\n", "valid", 1),
        ("`2(2+2(0))+2(0)`", "valid", 1),
        ("2(0)+2(2+2(0))", "valid", 0),  # ascending
        ("2(2(0)+2)+2(0)", "valid", 0),  # ascending inside
        ("2(2(2(0))+2(0))+2(0)", "valid", 0),  # 2^1 is written 2
        ("2(2)+2(2)+2(0)", "valid", 0),  # a power twice
        ("2(2+2(0))", "valid", 0),
        ("2(0)", "valid", 0),
        ("2", "valid", 0),
        ("2(2+2(0))+2(0", "unparsed", 0),
        ("2(2+2(0)))+2(0)", "unparsed", 0),
        ("2(2+0)+2(0)", "unparsed", 0),
        ("2(2+2(0))+0", "unparsed", 0),
        ("(2(2+2(0))+2(0))", "unparsed", 0),
        ("2(2+2(0))2(0)", "unparsed", 0),
        ("2()+2(0)", "unparsed", 0),
        ("2(2+2(0))+2(0)+", "unparsed", 0),
        ("22(0)", "unparsed", 0),
        ("2(2(0)(2))", "unparsed", 0),
        ("0", "unparsed", 0),
        ("2^3+1", "unparsed", 0),
        ("9 = 2(2+2(0))+2(0)", "unparsed", 0),
        ("2(t)", "unparsed", 0),
        ("", "unparsed", 0),
        ("2(" * 49 + "2(0)" + ")" * 49, "valid", 0),
        ("2(" * 50 + "2(0)" + ")" * 50, "unparsed", 0),  # too deep
        ("2(" * 6000, "unparsed", 0),
        ("2(" * 5000 + "0" + ")" * 5000, "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(NINE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_the_prompt_says_that_powers_differ_and_decrease():
    """The trap of the published suite: only its examples show it."""
    prompt = env.prompt(env.problem_from(NINE))
    assert "different powers" in prompt
    assert "from the largest to the smallest" in prompt


def test_the_examples_of_the_prompt_are_never_asked():
    assert env.ladder.bounds("number_max")[0] // 2 + 1 > 8
