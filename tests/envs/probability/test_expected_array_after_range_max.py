"""The oracles follow all arrays with their numbers of ways, and for larger ones the 0/1 array of each threshold."""

from collections import Counter
from itertools import combinations_with_replacement, product

import pytest

import rlve_gym
from rlve_gym.envs.probability.expected_array_after_range_max import _totals

env = rlve_gym.make("expected_array_after_range_max", answer_style="plain")


def totals_by_arrays(values, steps):
    """Exact totals over all sequences of choices."""
    n = len(values)
    ways = Counter({tuple(values): 1})
    for _ in range(steps):
        following = Counter()
        for array, count in ways.items():
            for first, last in combinations_with_replacement(range(n), 2):
                part = array[first : last + 1]
                following[array[:first] + (max(part),) * len(part) + array[last + 1 :]] += count
        ways = following
    return [sum(array[i] * count for array, count in ways.items()) for i in range(n)]


def totals_by_thresholds(values, steps):
    """An element is the sum of the gaps between the values up to it, each of which is a process of 0 and 1."""
    totals, below = [0] * len(values), 0
    for threshold in sorted(set(values)):
        flags = totals_by_arrays([int(value >= threshold) for value in values], steps)
        totals = [total + (threshold - below) * flag for total, flag in zip(totals, flags, strict=True)]
        below = threshold
    return totals


@pytest.mark.parametrize(("difficulty", "count"), [(0, 120), (1, 60), (2, 40), (3, 15), (4, 4)])
def test_answers_are_those_of_all_arrays(difficulty, count):
    for seed in range(count):
        problem = env.sample(difficulty, seed=seed)
        totals = totals_by_arrays(problem.values, problem.step_count)
        assert problem.answer == [total % 10007 for total in totals]
        assert totals == totals_by_thresholds(problem.values, problem.step_count)
        assert env.judge(problem, " ".join(map(str, problem.answer))).correct


@pytest.mark.parametrize(("difficulty", "count"), [(6, 10), (9, 4), (11, 4), (14, 3), (18, 1)])
def test_answers_are_those_of_the_thresholds(difficulty, count):
    for seed in range(count):
        problem = env.sample(difficulty, seed=seed)
        totals = totals_by_thresholds(problem.values, problem.step_count)
        assert problem.answer == [total % 10007 for total in totals]


def test_equal_values():
    """The trap: relevant intervals are bounded by strictly greater neighbors."""
    for values in [
        *product(range(3), repeat=4),
        (2, 0, 0, 2, 1, 2),
        (1, 1, 0, 1, 1, 0, 1),
        (0, 0, 3, 3, 0, 3),
    ]:
        assert _totals(list(values), 2, 10**9) == totals_by_arrays(values, 2)


def test_a_single_element_stays():
    assert _totals([7], 5, 10007) == [7]


@pytest.mark.parametrize(
    ("difficulty", "n", "steps"), [(0, 3, {1}), (1, 3, {1, 2}), (4, 5, {2, 3}), (15, 10, set(range(5, 10))), (30, 18, set(range(8, 17)))]
)  # fmt: skip
def test_instances(difficulty, n, steps):
    problems = [env.sample(difficulty, seed=seed) for seed in range(80)]
    assert {problem.step_count for problem in problems} == steps
    values = [value for problem in problems for value in problem.values]
    assert len(values) == 80 * n
    assert min(values) >= 0
    assert 9 * n < max(values) <= 10 * n
    assert all(problem.modulus == 10007 for problem in problems)


def test_totals_hardly_ever_vanish():
    """The trap of the published suite: 10000 divides 10^4, so four steps on equal numbers of length 4 give zeros."""
    assert [total % 10000 for total in totals_by_arrays([5] * 4, 4)] == [0] * 4
    assert [total % 10007 for total in totals_by_arrays([5] * 4, 4)] == [9972] * 4  # 5 * 10000 modulo 10007
    answers = [entry for seed in range(100) for entry in env.sample(9, seed=seed).answer]
    assert answers.count(0) <= 0.01 * len(answers)


def test_the_modulus_belongs_to_the_problem():
    fields = {"values": [5, 5, 5, 5], "step_count": 4, "modulus": 10000, "answer": [0, 0, 0, 0]}
    problem = env.problem_from(fields)
    assert "E_i * 10^4 modulo 10000" in env.prompt(problem)
    assert env.judge(problem, "0 0 0 0").correct


# The subarrays 1..2, 2..3 and 1..3 lift something: 1 5 2 to 5 5 2, 1 5 5 and 5 5 5.
EXAMPLE = {"values": [1, 5, 2], "step_count": 1, "modulus": 10007, "answer": [14, 30, 18]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("14 30 18", "valid", 1),
        ("14, 30, 18", "valid", 1),
        ("14\n30\n18", "valid", 1),
        ("14 30 19", "valid", (2 / 3) ** 3),
        ("14 18 30", "valid", (1 / 3) ** 3),
        ("18 14 30", "valid", 0),
        ("14 30 10025", "valid", (2 / 3) ** 3),  # not reduced
        ("-9993 30 18", "valid", (2 / 3) ** 3),
        ("14 30", "invalid", 0),
        ("14 30 18 0", "invalid", 0),
        ("7/3 5 3", "unparsed", 0),  # the expected values themselves
        ("14 30 18.0", "unparsed", 0),
        ("14 30 eighteen", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert totals_by_arrays([1, 5, 2], 1) == [14, 30, 18]
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)
    assert verdict.correct == (quality == 1)


@pytest.mark.parametrize("change", [{"answer": [14, 30]}, {"values": []}, {"values": [1, 5, "2"]}])
def test_damaged_problems(change):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, **change})
