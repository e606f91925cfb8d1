"""The oracle seats everyone for all k^n draws; larger ones are counted by how many draw one of the last i seats."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest

import rlve_gym

env = rlve_gym.make("probability_parking_function", answer_style="plain")


def all_sit(draws, seats):
    taken = set()
    for draw in draws:
        seat = next((seat for seat in range(draw, seats + 1) if seat not in taken), None)
        if seat is None:
            return False
        taken.add(seat)
    return True


@cache
def by_simulation(persons, seats):
    draws = product(range(1, seats + 1), repeat=persons)
    return Fraction(sum(all_sit(draw, seats) for draw in draws), seats**persons)


@cache
def by_counting(persons, seats):
    """All sit if and only if for each i at most i people draw one of the last i seats."""
    ways = [1] + [0] * persons  # by the number of people who draw one of the last seats
    for last in range(1, seats + 1):
        ways = [
            sum(comb(m, j) * ways[m - j] for j in range(m + 1)) if m <= last else 0
            for m in range(persons + 1)
        ]
    return Fraction(ways[persons], seats**persons)


def text_of(value):
    return f"{value.numerator}/{value.denominator}"


@pytest.mark.parametrize("difficulty", range(4))
def test_answer_is_that_of_simulation(difficulty):
    checked = 0
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        n, k = problem.person_count, problem.seat_count
        if k**n <= 4_000:
            assert problem.answer == text_of(by_simulation(n, k))
            checked += 1
    assert checked >= 15


@pytest.mark.parametrize("difficulty", range(0, 31, 5))
def test_answer_is_that_of_counting(difficulty):
    for seed in range(12):
        problem = env.sample(difficulty, seed=seed)
        value = by_counting(problem.person_count, problem.seat_count)
        assert problem.answer == text_of(value)
        p, q = value.numerator, value.denominator
        assert env.judge(problem, f"{p * 6}/{q * 6}").correct  # lowest terms are not asked for
        assert not env.judge(problem, f"{p * 10**30 - 1}/{q * 10**30}").correct  # equal as floats


def test_the_oracles_agree():
    for persons, seats in [(2, 2), (2, 7), (3, 3), (3, 6), (4, 5), (5, 5)]:
        assert by_simulation(persons, seats) == by_counting(persons, seats)


def test_classic_parking_functions():
    """For as many seats as people: OEIS A000272, the numbers 1, 3, 16, 125, 1296 of n^n."""
    for n, functions in ((2, 3), (3, 16), (4, 125), (5, 1296)):
        value = Fraction(functions, n**n)
        assert by_counting(n, n) == value
        problem = env.problem_from({"person_count": n, "seat_count": n, "answer": text_of(value)})
        assert env.judge(problem, f"{functions}/{n**n}").correct


def test_sampling():
    for difficulty in (0, 3, 10, 30):
        most, seats = 3 + difficulty // 2, 8 + 12 * difficulty
        problems = [env.sample(difficulty, seed=seed) for seed in range(200)]
        counts = {problem.person_count for problem in problems}
        assert counts == set(range(max(2, most // 2), most + 1))
        assert all(problem.person_count <= problem.seat_count <= seats for problem in problems)
        assert max(problem.seat_count for problem in problems) > 0.9 * seats


def test_sizes():
    """The numbers stay short, unlike in the published suite, where they outgrow what Python prints."""
    for difficulty, digits in ((0, 3), (2, 7), (3, 7), (10, 18), (30, 47)):
        for seed in range(200):
            problem = env.sample(difficulty, seed=seed)
            assert all(len(number) <= digits for number in problem.answer.split("/"))


def test_there_are_many_problems():
    problems = {env.prompt(env.sample(5, seed=seed)) for seed in range(1000)}
    assert len(problems) >= 200


def test_too_many_people():
    with pytest.raises(ValueError, match="max_persons"):
        env.sample(0, seed=0, parameters={"max_persons": 12})


EXAMPLE = {"person_count": 2, "seat_count": 4, "answer": "15/16"}  # only two draws of seat 4 fail


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("15/16", "valid", 1),
        (" 30 / 32\n", "valid", 1),
        ("\\frac{15}{16}", "valid", 1),
        ("-15/-16", "valid", 1),
        ("16/16", "valid", 0),
        ("1", "valid", 0),
        ("0", "valid", 0),
        ("0/5", "valid", 0),
        ("14/16", "valid", 0),
        ("16/15", "invalid", 0),
        ("-15/16", "invalid", 0),
        ("15/-16", "invalid", 0),
        ("15", "invalid", 0),
        ("15/0", "unparsed", 0),
        ("15 16", "unparsed", 0),
        ("0.9375", "unparsed", 0),
        ("93.75%", "unparsed", 0),
        ("15/16/1", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_simulation(2, 4) == Fraction(15, 16)
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


@pytest.mark.parametrize("answer", ["15/0", "15", "-1/2", "1e999999999", "", "1/" + "9" * 5000, "0.5"])
def test_damaged_problems(answer):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, "answer": answer})
