"""The oracle runs over 1, 10, 11, 100, ...: binary numerals, read in decimal."""

import pytest

import rlve_gym
from rlve_gym.envs.number_theory.smallest_zero_one_multiple import _least_multiplier

env = rlve_gym.make("smallest_zero_one_multiple", answer_style="plain")

NUMERALS = [int(f"{i:b}") for i in range(1, 1 << 16)]


def first_multiple(number):
    """The least one with at most 16 digits, or None."""
    return next((numeral for numeral in NUMERALS if numeral % number == 0), None)


def test_small_numbers():
    compared = 0
    for number in range(2, 400):
        product = first_multiple(number)
        if product is None:
            assert _least_multiplier(number) * number > NUMERALS[-1]
        else:
            compared += 1
            assert _least_multiplier(number) * number == product
    assert compared > 350


def test_published_multiples():
    """OEIS A004290, and repunits for 9, 99 and 999."""
    published = [
        10,
        111,
        100,
        10,
        1110,
        1001,
        1000,
        111111111,
        10,
        11,
        11100,
        1001,
        10010,
        1110,
        10000,
        11101,
    ]
    assert [number * _least_multiplier(number) for number in range(2, 18)] == published
    for digits in (1, 2, 3):
        number = 10**digits - 1
        assert number * _least_multiplier(number) == int("1" * 9 * digits)


@pytest.mark.parametrize("difficulty", range(0, 31, 2))
def test_generated_problems(difficulty):
    number_max = env.ladder.parameters["number_max"].at(difficulty)
    compared = 0
    for seed in range(30 if difficulty < 20 else 8):
        problem = env.sample(difficulty, seed=seed)
        number, optimum = problem.number, problem.optimum
        assert number_max // 4 <= number <= number_max
        assert not set(str(number)) <= {"0", "1"} and set(str(number * optimum)) <= {"0", "1"}
        assert len(str(optimum)) <= 4 + difficulty  # the trap of the catalogue: multiples of 9
        product = first_multiple(number)
        if product is None:
            assert number * optimum > NUMERALS[-1]
        else:
            compared += 1
            assert number * optimum == product
        assert env.judge(problem, env.format(env.solve(problem))).correct
    assert compared >= 5


def test_all_numbers_of_difficulty_0():
    numbers = {env.sample(0, seed=seed).number for seed in range(300)}
    assert numbers == {5, 6, 7, 8, 12, 13, 14, 15, 16, 17, 19, 20}


@pytest.mark.parametrize("digit_max", [4, 10, 34])
def test_overrides_of_the_number_of_digits(digit_max):
    problem = env.sample(30, seed=1, parameters={"digit_max": digit_max})
    assert len(str(problem.optimum)) <= digit_max
    assert first_multiple(problem.number) in (None, problem.number * problem.optimum)


EXAMPLE = {"number": 7, "optimum": 143}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("143", "valid", 1),
        (" +143\n", "valid", 1),
        ("1430", "valid", 0),  # 10010
        ("1,430", "valid", 0),
        ("14443", "valid", 0),  # 101101
        ("1001", "invalid", 0),  # the product itself: 7007
        ("142", "invalid", 0),
        ("286", "invalid", 0),
        ("1", "invalid", 0),
        ("0", "invalid", 0),
        ("-143", "invalid", 0),
        ("143" + "0" * 997, "valid", 0),
        ("143" + "0" * 998, "invalid", 0),  # 1001 digits
        ("143" + "0" * 3_997, "invalid", 0),
        ("9" * 3_999, "invalid", 0),
        ("143.0", "unparsed", 0),
        ("b = 143", "unparsed", 0),
        ("143 1001", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert first_multiple(7) == 7 * 143
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


@pytest.mark.parametrize("number", [0, -7, 10**100])
def test_damaged_problems(number):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, "number": number})
