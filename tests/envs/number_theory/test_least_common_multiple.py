"""The oracle goes through the multiples of one number; large ones are checked by the definition and by SymPy."""

import pytest
import sympy

import rlve_gym

env = rlve_gym.make("least_common_multiple", answer_style="plain")


def first_common_multiple(a, b):
    multiple = a
    while multiple % b:
        multiple += a
    return multiple


@pytest.mark.parametrize("difficulty", range(11))
def test_answer_is_the_first_common_multiple(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        assert all(2 <= value <= 15 * 1.5**difficulty for value in problem.values)
        assert problem.answer == first_common_multiple(*problem.values)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [15, 20, 25, 30])
def test_large_answers(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == sympy.ilcm(*problem.values)


def test_over_half_of_the_pairs_have_a_common_factor():
    """The trap of the catalogue: the product is the answer for most random pairs."""
    for difficulty in (0, 5, 20):
        problems = [env.sample(difficulty, seed=seed) for seed in range(300)]
        products = sum(problem.answer == problem.values[0] * problem.values[1] for problem in problems)
        assert 0.2 * 300 < products < 0.45 * 300  # half of 60 % without the planted factors
        assert sum(problem.answer in problem.values for problem in problems) < 0.5 * 300


@pytest.mark.parametrize(
    ("values", "text", "outcome", "quality"),
    [
        ([12, 18], "36", "valid", 1),
        ([12, 18], " +36\n", "valid", 1),
        ([12, 18], "216", "valid", 0),  # a common multiple, but the product
        ([12, 18], "72", "valid", 0),
        ([12, 18], "6", "valid", 0),  # the greatest common divisor
        ([12, 18], "18", "valid", 0),
        ([12, 18], "-36", "valid", 0),
        ([12, 18], "0", "valid", 0),
        ([12, 18], "36.0", "unparsed", 0),
        ([12, 18], "2^2 * 3^2", "unparsed", 0),
        ([12, 18], "36 or 72", "unparsed", 0),
        ([12, 18], "", "unparsed", 0),
        ([5, 20], "20", "valid", 1),
        ([7, 7], "7", "valid", 1),
        ([10**18, 10**18 + 1], str(10**36 + 10**18), "valid", 1),
        ([10**18, 10**18 + 1], str(10**36 + 10**18 + 1), "valid", 0),
    ],
)
def test_hand_made_answers(values, text, outcome, quality):
    problem = env.problem_from({"values": values, "answer": sympy.ilcm(*values)})
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


@pytest.mark.parametrize("value_max", [4, 5, 10**100])
def test_extreme_parameters_work(value_max):
    for seed in range(20):
        problem = env.sample(0, seed=seed, parameters={"value_max": value_max})
        assert all(2 <= value <= value_max for value in problem.values)
        assert env.judge(problem, env.format(env.solve(problem))).correct


def test_damaged_problem():
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({"values": [2, 3, 4], "answer": 12})
