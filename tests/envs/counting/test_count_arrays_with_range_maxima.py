"""The oracle tries every array; larger ones are checked by inclusion and exclusion over the constraints."""

from itertools import product
from math import prod
from random import Random

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_arrays_with_range_maxima import _count

env = rlve_gym.make("count_arrays_with_range_maxima", answer_style="plain")


def by_enumeration(length, max_value, constraints):
    return sum(
        all(max(array[first - 1 : last]) == v for first, last, v in constraints)
        for array in product(range(1, max_value + 1), repeat=length)
    )


def by_exclusion(length, max_value, constraints):
    """A maximum is v if all values are at most v, but not all at most v - 1."""
    constraints = list(set(map(tuple, constraints)))
    total = 0
    for lowered in product((0, 1), repeat=len(constraints)):
        bounds = [max_value] * length
        for (first, last, v), low in zip(constraints, lowered, strict=True):
            for position in range(first - 1, last):
                bounds[position] = min(bounds[position], v - low)
        total += (-1) ** sum(lowered) * prod(bounds)
    return total


def test_any_constraints_on_small_arrays():
    """Also such that contradict each other, or name single positions."""
    rng = Random(0)
    zeros = 0
    for _ in range(400):
        length, max_value = rng.randint(1, 5), rng.randint(1, 4)
        constraints = []
        for _ in range(rng.randint(1, 4)):
            first = rng.randint(1, length)
            constraints.append((first, rng.randint(first, length), rng.randint(1, max_value)))
        expected = by_enumeration(length, max_value, constraints)
        assert _count(length, max_value, constraints, 10**9 + 7) == expected
        assert by_exclusion(length, max_value, constraints) == expected
        zeros += expected == 0
    assert 50 < zeros < 350


@pytest.mark.parametrize("difficulty", [0, 1, 2])
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(60 if difficulty < 2 else 15):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_enumeration(problem.length, problem.max_value, problem.constraints)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [4, 8, 12, 20, 30])
def test_larger_answers_are_those_of_exclusion(difficulty):
    checked = reduced = 0
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        if len(set(problem.constraints)) <= 10:
            exact = by_exclusion(problem.length, problem.max_value, problem.constraints)
            assert problem.answer == exact % problem.modulus
            checked += 1
            reduced += exact > problem.modulus
    assert checked >= 8
    assert difficulty < 20 or reduced >= 8


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_sizes_and_ranges(difficulty):
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        assert max(3, (4 + difficulty) // 2) <= problem.length <= 4 + difficulty
        assert 2 <= problem.max_value <= problem.length
        assert 1 <= len(problem.constraints) <= 4 + difficulty
        for first, last, v in problem.constraints:
            assert 1 <= first < last <= problem.length and 1 <= v <= problem.max_value
        assert problem.modulus in (666_623_333, 998_244_353, 1_000_000_007)


EXAMPLE = {
    "length": 4,
    "max_value": 3,
    "constraints": [[1, 2, 2], [2, 3, 3], [2, 3, 3]],
    "modulus": 7,
    "answer": 2,  # H_3 = 3, one of H_1 and H_2 is 2 and the other 1 or 2, and H_4 is free: 9
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("2", "valid", 1),
        (" 02\n", "valid", 1),
        ("3", "valid", 0),
        ("0", "valid", 0),
        ("6", "valid", 0),
        ("7", "invalid", 0),
        ("9", "invalid", 0),  # not reduced
        ("-5", "invalid", 0),
        ("9" * 3_000, "invalid", 0),
        ("2 mod 7", "unparsed", 0),
        ("2.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_enumeration(4, 3, EXAMPLE["constraints"]) == 9
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_the_prompt_gives_ranges_from_one():
    """The trap of the notes: ranges half in Python's manner and half from 1."""
    prompt = env.prompt(env.problem_from(EXAMPLE))
    assert "\n1 2 2\n2 3 3\n2 3 3\n" in prompt and "[" not in prompt
