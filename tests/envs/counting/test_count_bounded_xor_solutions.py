"""The oracle looks at all tuples; where they are many, it adds one variable at a time to the counts of all XORs."""

from functools import reduce
from itertools import product
from operator import xor

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_bounded_xor_solutions import _count

env = rlve_gym.make("count_bounded_xor_solutions", answer_style="plain")


def by_tuples(n, low, high, target):
    return sum(reduce(xor, numbers) == target for numbers in product(range(low, high + 1), repeat=n))


def by_convolution(n, low, high):
    """For every XOR."""
    size = 1 << high.bit_length()
    counts = [int(value == 0) for value in range(size)]
    for _ in range(n):
        counts = [sum(counts[value ^ x] for x in range(low, high + 1)) for value in range(size)]
    return counts


def by_walsh_hadamard(n, low, high):
    """The same: the transform turns the convolution into powers."""

    def transform(values):
        width = 1
        while width < len(values):
            for i in range(len(values)):
                if not i & width:
                    a, b = values[i], values[i | width]
                    values[i], values[i | width] = a + b, a - b
            width *= 2
        return values

    size = 1 << high.bit_length()
    indicator = [int(low <= value <= high) for value in range(size)]
    return [count // size for count in transform([value**n for value in transform(indicator)])]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_all_small_ranges(n):
    for high in range(8):
        for low in range(high + 1):
            for target in range(10):
                assert _count(n, low, high, target) == by_tuples(n, low, high, target)


@pytest.mark.parametrize("difficulty", range(9))
def test_answers_are_those_of_all_tuples(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        n, low, high = problem.variable_count, problem.low, problem.high
        if n == 2:
            count = by_tuples(n, low, high, problem.target)
        else:
            count = by_convolution(n, low, high)[problem.target]
        assert count >= 2 and problem.answer == count % 10_000 and problem.modulus == 10_000
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("n", range(4, 13, 2))
def test_many_variables(n):
    for low, high in ((0, 255), (7, 200), (100, 133), (31, 128)):
        counts = by_walsh_hadamard(n, low, high)
        assert sum(counts) == (high - low + 1) ** n
        for target in range(0, 300, 7):
            expected = counts[target] if target < len(counts) else 0
            assert _count(n, low, high, target) == expected


@pytest.mark.parametrize("difficulty", [20, 25])
def test_answers_are_those_of_the_transform(difficulty):
    problem = env.sample(difficulty, seed=1)
    counts = by_walsh_hadamard(problem.variable_count, problem.low, problem.high)
    assert problem.answer == counts[problem.target] % 10_000


@pytest.mark.parametrize("difficulty", range(0, 31, 5))
def test_ranges_have_at_least_three_numbers(difficulty):
    """The trap of the catalogue: where low = high the answer is 1."""
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        bound = problem.origin.parameters["value_bound"]
        assert problem.variable_count == 2 + difficulty // 3
        assert 0 <= problem.low <= problem.high - 2 and max(3, bound // 2) <= problem.high <= bound


# 4 numbers from 0 to 31: the first three are free.
EXAMPLE = {"variable_count": 4, "low": 0, "high": 31, "target": 5, "modulus": 10_000, "answer": 2768}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("2768", "valid", 1),
        ("2,768", "valid", 1),
        ("2767", "valid", 0),
        ("0", "valid", 0),
        ("9999", "valid", 0),
        ("10000", "invalid", 0),
        ("32768", "invalid", 0),  # not reduced
        ("-7232", "invalid", 0),
        ("2^15", "unparsed", 0),
        ("2768.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_convolution(4, 0, 31)[5] == 32**3
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_constant_pays():
    for difficulty, share in ((0, 0.45), (3, 0.1), (6, 0.05), (15, 0.02)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(1000)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
