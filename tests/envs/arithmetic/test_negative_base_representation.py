"""The oracle is a list of all digit strings up to a length, by their values; at large sizes, Horner's rule."""

from functools import cache
from itertools import product
from unittest.mock import Mock

import pytest

import rlve_gym

env = rlve_gym.make("negative_base_representation", answer_style="plain")


def horner(digits, base):
    value = 0
    for digit in digits:
        value = value * base + digit
    return value


@cache
def table(radix, length):
    """The digit strings without leading zero, of at most `length` digits, by value."""
    strings = {}
    for size in range(1, length + 1):
        for digits in product(range(radix), repeat=size):
            if digits[0]:
                value = horner(digits, -radix)
                assert value not in strings  # the representation is unique
                strings[value] = digits
    return strings


@pytest.mark.parametrize(("difficulty", "length"), [(0, 8), (1, 8), (2, 8)])
def test_the_right_digits_are_those_of_the_table(difficulty, length):
    for seed in range(150):
        problem = env.sample(difficulty, seed=seed)
        strings = table(-problem.base, length)
        digits = strings[problem.number]
        assert len(digits) >= 3
        assert env.judge(problem, " ".join(map(str, digits))).correct
        assert env.judge(problem, env.format(env.solve(problem))).correct
        for other in range(problem.number - 3, problem.number + 4):
            if other in strings and other != problem.number:
                assert not env.judge(problem, " ".join(map(str, strings[other]))).correct


@pytest.mark.parametrize("difficulty", range(31))
def test_digits_are_in_range_and_make_the_number(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        digits = env.solve(problem)
        assert horner(digits, problem.base) == problem.number
        assert digits[0] != 0
        assert all(0 <= digit < -problem.base for digit in digits)
        assert 2 <= -problem.base <= min(2 + difficulty, 16)
        assert abs(problem.number) <= 16 * 2**difficulty
        assert len(digits) >= 3  # the trap: short ones are read off


def test_numbers_of_both_signs():
    for difficulty in (0, 10, 30):
        numbers = [env.sample(difficulty, seed=seed).number for seed in range(100)]
        assert 20 < sum(number < 0 for number in numbers) < 80


@pytest.mark.parametrize(
    ("number", "base", "digits"),
    [(30000, -2, "11011010101110000"), (-20000, -2, "1111011000100000"), (28800, -16, "19180")],
)
def test_published_values(number, base, digits):
    rng = Mock()
    rng.randint.side_effect = [-base, number]
    problem = env.generate(rng, radix_max=-base, number_max=abs(number))
    assert (problem.number, problem.base) == (number, base)
    assert env.judge(problem, " ".join(digits)).correct


def test_every_combination_of_parameters_has_numbers_of_three_digits():
    for seed in range(100):
        problem = env.sample(0, seed=seed, parameters={"radix_max": 16, "number_max": 16})
        assert len(problem.answer) >= 3
        assert horner(problem.answer, problem.base) == problem.number


# Published examples of NOIP 2000, there with letters for the digits from 10 on: -15 in base -2 is 110001, and so on.
FIFTEEN = {"number": -15, "base": -2, "answer": [1, 1, 0, 0, 0, 1]}
HEXADECIMAL = {"number": -25000, "base": -16, "answer": [7, 15, 11, 8]}  # 7FB8


@pytest.mark.parametrize(
    ("problem", "text", "outcome", "quality"),
    [
        (FIFTEEN, "1 1 0 0 0 1", "valid", 1),
        (FIFTEEN, "1, 1, 0, 0, 0, 1", "valid", 1),
        (FIFTEEN, "1 1 0 0 0 0", "valid", (5 / 6) ** 5),
        (FIFTEEN, "1 0 0 0 1 1", "valid", (4 / 6) ** 5),  # least significant first
        (FIFTEEN, "0 0 1 1 1 0", "valid", 0),
        (FIFTEEN, "0 1 1 0 0 0 1", "valid", 0),  # a leading zero
        (FIFTEEN, "1 1 0 0 0", "valid", 0),
        (FIFTEEN, "110001", "valid", 0),  # one number
        (FIFTEEN, "-1 1 1 1", "valid", 0),
        (FIFTEEN, "1 1 0 0 1 3", "valid", (4 / 6) ** 5),  # has the value, but 3 is no digit
        (FIFTEEN, "1 -1 0 0 0 1", "valid", (5 / 6) ** 5),
        (FIFTEEN, "", "unparsed", 0),
        (FIFTEEN, "1 1 0 0 0 one", "unparsed", 0),
        (FIFTEEN, "1 1 0 0 0 1.0", "unparsed", 0),
        (FIFTEEN, "110001 (base -2)", "unparsed", 0),
        (HEXADECIMAL, "7 15 11 8", "valid", 1),
        (HEXADECIMAL, "7 1 5 1 1 8", "valid", 0),
        (HEXADECIMAL, "7 F B 8", "unparsed", 0),
    ],
)
def test_hand_made_answers(problem, text, outcome, quality):
    assert horner(problem["answer"], problem["base"]) == problem["number"]
    verdict = env.judge(env.problem_from(problem), text)
    assert verdict.outcome == outcome
    assert verdict.correct == (quality == 1)
    assert verdict.quality == pytest.approx(quality)
