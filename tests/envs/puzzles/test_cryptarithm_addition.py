"""The oracle tries all permutations and adds the numbers as Python's integers."""

from itertools import permutations

import pytest

import rlve_gym

env = rlve_gym.make("cryptarithm_addition", answer_style="plain")


def value(symbols, values, base):
    return sum(values[symbol] * base**place for place, symbol in enumerate(reversed(symbols)))


def holds(problem, values):
    first, second, total = (value(s, values, problem.base) for s in (*problem.addends, problem.total))
    return first + second == total


def matching_places(problem, values):
    """(matching, all) places of the true and the stated sum."""
    base = problem.base
    true = sum(value(symbols, values, base) for symbols in problem.addends)
    stated = value(problem.total, values, base)
    places = max(len(problem.total), len(problem.addends[0]))
    if true >= base**places:
        places += 1
    return sum(true // base**k % base == stated // base**k % base for k in range(places)), places


def test_every_assignment_gets_its_quality():
    for seed in range(120):
        problem = env.sample(seed % 3, seed=seed)
        assert holds(problem, problem.solution)
        for values in permutations(range(problem.base)):
            verdict = env.judge(problem, env.format(values))
            matching, places = matching_places(problem, values)
            assert verdict.outcome == "valid"
            assert verdict.correct == holds(problem, values)
            assert verdict.quality == pytest.approx((matching / places) ** 3)


@pytest.mark.parametrize(("difficulty", "seeds"), [(3, 6), (4, 2)])
def test_right_assignments_of_larger_bases(difficulty, seeds):
    for seed in range(seeds):
        problem = env.sample(difficulty, seed=seed)
        found = [list(values) for values in permutations(range(problem.base)) if holds(problem, values)]
        assert problem.solution in found
        assert all(env.judge(problem, env.format(values)).correct for values in found)


@pytest.mark.parametrize("difficulty", range(31))
def test_planted_additions(difficulty):
    n = 3 + difficulty
    for seed in range(5):
        problem = env.sample(difficulty, seed=seed)
        first, second = problem.addends
        assert problem.base == n
        assert sorted(problem.solution) == list(range(n))
        assert len(first) == len(second)
        assert n + 3 <= len(first) <= max(n + 3, 2 * n)
        assert len(problem.total) - len(first) in (0, 1)
        assert all(problem.solution[number[0]] != 0 for number in (first, second, problem.total))
        assert holds(problem, problem.solution)


# With 0, 1, 2 it says 112 + 101 = 220 in base 3.
EXAMPLE = {"base": 3, "addends": [[1, 1, 2], [1, 0, 1]], "total": [2, 2, 0], "solution": [0, 1, 2]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("0 1 2", "valid", 1),
        ("0, 1, 2", "valid", 1),
        ("\n0\n1\n2\n", "valid", 1),
        ("0 2 1", "valid", (1 / 4) ** 3),  # 221 + 202 = 1200, not 110
        ("1 0 2", "valid", 0),  # 002 + 010 = 012, not 221
        ("1 2 0", "valid", (1 / 4) ** 3),  # 220 + 212 = 1202, not 001
        ("0 1", "invalid", 0),
        ("0 1 2 0", "invalid", 0),
        ("0 1 2 3", "invalid", 0),
        ("0 1 1", "invalid", 0),
        ("1 2 3", "invalid", 0),
        ("0 1 -1", "invalid", 0),
        ("0 1 5", "invalid", 0),
        ("d0=0 d1=1 d2=2", "unparsed", 0),
        ("0 1 2.0", "unparsed", 0),
        ("[0, 1, 2]", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_a_sum_with_too_many_places_is_wrong():
    """The trap of the published suite, which pads the shorter number with a zero of the planted key.

    With 1, 0 it would say 0 + 0 = 0; with 0, 1 it says 1 + 1 = 0, right but for the carry.
    """
    fields = {"base": 2, "addends": [[1], [1]], "total": [0], "solution": [0, 1]}
    verdict = env.judge(env.problem_from(fields), "0 1")
    assert (verdict.correct, verdict.quality) == (False, (1 / 2) ** 3)


def test_leading_zeros_and_symbols_that_do_not_occur_are_fine():
    fields = {"base": 4, "addends": [[0, 1], [0, 1]], "total": [0, 0, 2], "solution": [0, 1, 2, 3]}
    problem = env.problem_from(fields)
    right = [
        list(values) for values in permutations(range(4)) if env.judge(problem, env.format(values)).correct
    ]
    assert right == [[0, 1, 2, 3]]
    fields = {"base": 4, "addends": [[1], [0]], "total": [1], "solution": [0, 1, 2, 3]}
    problem = env.problem_from(fields)
    right = [
        list(values) for values in permutations(range(4)) if env.judge(problem, env.format(values)).correct
    ]
    assert right == [list(values) for values in permutations(range(4)) if values[0] == 0]


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ({"addends": []}, "two numbers"),
        ({"addends": [[1, 1, 2], [1, 0]]}, "two numbers"),
        ({"addends": [[1, 1, 2]]}, "two numbers"),
        ({"total": []}, "two numbers"),
        ({"total": [2, 3, 0]}, "0..2"),
        ({"addends": [[1, 1, 2], [1, -1, 1]]}, "0..2"),
        ({"base": 2}, "0..1"),
    ],
)
def test_damaged_problems_are_refused(damage, why):
    with pytest.raises(ValueError, match=why):
        env.problem_from({**EXAMPLE, **damage})
