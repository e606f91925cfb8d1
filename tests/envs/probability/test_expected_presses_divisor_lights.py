"""The oracle solves the linear equations over all 2^n states; for more lights, those over the distances 0..n."""

from fractions import Fraction
from functools import cache
from math import factorial

import pytest

import rlve_gym

env = rlve_gym.make("expected_presses_divisor_lights", answer_style="plain")
P = 10**9 + 7


def masks(n):
    """What each switch toggles; bit i-1 is light i."""
    return [sum(1 << (d - 1) for d in range(1, n + 1) if i % d == 0) for i in range(1, n + 1)]


@cache
def distances(n):
    """The least number of presses from every state, breadth first."""
    distance, queue = {0: 0}, [0]
    for state in queue:
        for mask in masks(n):
            if state ^ mask not in distance:
                distance[state ^ mask] = distance[state] + 1
                queue.append(state ^ mask)
    return distance


def solved(matrix):
    """The solution of a square system given with its right side in the last column, exactly."""
    size = len(matrix)
    for column in range(size):
        pivot = next(row for row in range(column, size) if matrix[row][column])
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        matrix[column] = [entry / matrix[column][column] for entry in matrix[column]]
        for row in range(size):
            if row != column and matrix[row][column]:
                factor = matrix[row][column]
                matrix[row] = [a - factor * b for a, b in zip(matrix[row], matrix[column], strict=True)]
    return [row[-1] for row in matrix]


@cache
def expectations_by_state(n, k):
    distance = distances(n)
    matrix = []
    for state in range(1 << n):
        row = [Fraction(0)] * ((1 << n) + 1)
        row[state] += 1
        if distance[state] <= k:
            row[-1] = Fraction(distance[state])
        else:
            for mask in masks(n):
                row[state ^ mask] -= Fraction(1, n)
            row[-1] = Fraction(1)
        matrix.append(row)
    return solved(matrix)


@cache
def expectations_by_distance(n, k):
    """As before, but of n switches in the set to press, c become c - 1 with probability c / n."""
    matrix = []
    for c in range(n + 1):
        row = [Fraction(int(i == c)) for i in range(n + 2)]
        row[-1] = Fraction(c if c <= k else 1)
        if c > k:
            row[c - 1] -= Fraction(c, n)
            if c < n:
                row[c + 1] -= Fraction(n - c, n)
        matrix.append(row)
    return solved(matrix)


def distance_of(lights):
    """The least number of presses, by elimination in a basis of the toggles, highest light first."""
    state, count = sum(on << i for i, on in enumerate(lights)), 0
    for mask in reversed(masks(len(lights))):
        if state.bit_length() == mask.bit_length():
            state, count = state ^ mask, count + 1
    assert state == 0
    return count


@pytest.mark.parametrize("n", [3, 4, 5])
def test_answer_is_that_of_the_equations_over_all_states(n):
    assert sorted(distances(n)) == list(range(1 << n))
    for seed in range(150):
        problem = env.sample(0, seed=seed, parameters={"light_count": n})
        state = sum(on << i for i, on in enumerate(problem.initial_state))
        value = expectations_by_state(n, problem.threshold)[state] * factorial(n)
        assert value.denominator == 1
        assert problem.answer == value % P
        assert distance_of(problem.initial_state) == distances(n)[state]


@pytest.mark.parametrize("difficulty", [2, 4, 6, 9])
def test_answer_is_that_of_the_equations_over_the_distances(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        n, c = len(problem.initial_state), distance_of(problem.initial_state)
        assert problem.answer == expectations_by_distance(n, problem.threshold)[c] * factorial(n) % P


def test_the_oracles_agree():
    for k in range(6):
        by_state, by_distance = expectations_by_state(5, k), expectations_by_distance(5, k)
        assert all(by_state[state] == by_distance[c] for state, c in distances(5).items())


def test_sampling():
    """At least two switches are needed, so the lights are never all off, and the procedure mostly does not end at once."""
    at_once = 0
    for seed in range(400):
        problem = env.sample(3, seed=seed)
        least, n = distance_of(problem.initial_state), len(problem.initial_state)
        assert 2 <= least <= n and 0 <= problem.threshold <= n and any(problem.initial_state)
        at_once += least <= problem.threshold
    assert 40 < at_once < 120


def test_no_constant_pays():
    for difficulty, share in ((0, 0.2), (3, 0.1), (6, 0.08)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(300)]
        assert max(map(answers.count, set(answers))) < share * len(answers)


def test_the_prompt_says_that_the_comparison_comes_first():
    assert "also before the first" in env.prompt(env.sample(0, seed=0))


# The example of Luogu P3750: 512 presses over 4!.
EXAMPLE = {"initial_state": [0, 0, 1, 1], "threshold": 0, "modulus": P, "answer": 512}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("512", "valid", 1),
        (" +512\n", "valid", 1),
        ("511", "valid", 0),
        ("0", "valid", 0),
        (str(P - 1), "valid", 0),
        (str(P), "invalid", 0),
        (str(P + 512), "invalid", 0),
        ("-1", "invalid", 0),
        ("64/3", "unparsed", 0),
        ("512.0", "unparsed", 0),
        ("512 presses", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert expectations_by_state(4, 0)[0b1100] * 24 == 512
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
