"""The oracle tries every number for station 2 and moves each passenger; at large sizes, the closed form with b solved for."""

from fractions import Fraction

import pytest

import rlve_gym

env = rlve_gym.make("fibonacci_train_passengers", answer_style="plain")


def ride(first, second, stations):
    """The passengers on leaving each of the stations 1 to stations-1, one by one."""
    train, boarded, loads = [], {}, {}
    for station in range(1, stations):
        if station == 1:
            on, off = first, 0
        elif station == 2:
            on, off = second, second
        else:
            on, off = boarded[station - 1] + boarded[station - 2], boarded[station - 1]
        boarded[station] = on
        train.extend([station] * on)
        del train[:off]
        loads[station] = len(train)
    return loads


def by_trial(problem):
    """The answers of all numbers at station 2 that fit."""
    answers = []
    for second in range(1, 40):
        loads = ride(problem.first_boarding, second, problem.station_count)
        if loads[problem.station_count - 1] == problem.final_alighting:
            answers.append(loads[problem.query_station])
    return answers


def fibonacci(index):
    a, b = 0, 1
    for _ in range(index):
        a, b = b, a + b
    return a


@pytest.mark.parametrize("difficulty", range(5))
def test_answer_is_the_only_one_that_fits(difficulty):
    for seed in range(40 if difficulty < 4 else 15):
        problem = env.sample(difficulty, seed=seed)
        (answer,) = by_trial(problem)
        assert env.judge(problem, str(answer)).correct
        assert env.judge(problem, env.format(env.solve(problem))).correct
        assert not env.judge(problem, str(answer + 1)).correct
        assert not env.judge(problem, str(answer - 1)).correct


@pytest.mark.parametrize("difficulty", range(31))
def test_answer_is_that_of_the_closed_form(difficulty):
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        a, n, q = problem.first_boarding, problem.station_count, problem.query_station
        second = Fraction(
            problem.final_alighting - (1 + fibonacci(n - 3)) * a,
            fibonacci(n - 2) - 1,
        )
        assert second.denominator == 1
        assert 1 <= second <= 20
        assert 1 <= a <= 20
        assert env.solve(problem) == (1 + fibonacci(q - 2)) * a + (fibonacci(q - 1) - 1) * second


@pytest.mark.parametrize("difficulty", [0, 1, 3, 6, 30])
def test_no_trivial_question(difficulty):
    """The traps of the catalogue: station 3 has twice the first number, the last but one the given number."""
    for seed in range(200):
        problem = env.sample(difficulty, seed=seed)
        assert 4 <= problem.query_station <= problem.station_count - 2
        assert not env.judge(problem, str(problem.final_alighting)).correct
        assert not env.judge(problem, str(2 * problem.first_boarding)).correct


def test_the_prompt_says_what_boards():
    """The published suite says neither that the number of station 2 is unknown nor that station 1 counts."""
    prompt = env.prompt(env.sample(0, seed=0))
    assert "At station 2 an unknown positive number of passengers" in prompt
    assert "the passengers who board at station 1 count" in prompt


# NOIP 1998, the sample of Luogu P1011: "5 7 32 4" gives 13.
NOIP = {"first_boarding": 5, "station_count": 7, "final_alighting": 32, "query_station": 4, "answer": 13}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("13", "valid", 1),
        (" 013\n", "valid", 1),
        ("12", "valid", 0),
        ("32", "valid", 0),
        ("0", "valid", 0),
        ("-13", "valid", 0),
        ("13.0", "unparsed", 0),
        ("13 passengers", "unparsed", 0),
        ("13 13", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    problem = env.problem_from(NOIP)
    assert by_trial(problem) == [problem.answer]
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
