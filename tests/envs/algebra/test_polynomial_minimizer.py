"""The oracles are a grid, NumPy's roots of the derivative, and exact values of f beside the minimum."""

from fractions import Fraction

import numpy as np
import pytest
from sympy import integer_nthroot

import rlve_gym

env = rlve_gym.make("polynomial_minimizer", answer_style="plain")


def value(coefficients, x):
    return sum(coefficient * x**i for i, coefficient in enumerate(coefficients))


@pytest.mark.parametrize("difficulty", range(9))
def test_minimum_is_that_of_numpy(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        f = np.polynomial.Polynomial(problem.coefficients)
        grid = np.arange(-3000, 3001) / 1000
        best = grid[np.argmin(f(grid))]
        roots = f.deriv().roots()
        root = min(roots, key=lambda root: abs(root - best)).real
        assert abs(root - best) <= 0.001 + 1e-6
        assert problem.solution == pytest.approx(root, abs=1e-6)
        assert problem.optimum == pytest.approx(f(root), abs=1e-6)
        for error, right in ((0, True), (0.0099, True), (-0.0099, True), (0.0101, False), (-0.0101, False)):
            verdict = env.judge(problem, f"{root + error:.8f}")
            assert verdict.outcome == "valid"
            assert verdict.correct == right and verdict.quality == right


@pytest.mark.parametrize("difficulty", [0, 1, 3, 10, 20, 30])
def test_values_beside_the_solution_are_greater(difficulty):
    for seed in range(12):
        problem = env.sample(difficulty, seed=seed)
        x = Fraction(problem.solution)
        least = value(problem.coefficients, x)
        assert problem.optimum == float(least)
        for step in (Fraction(1, 10**12), Fraction(1, 10**6), Fraction(1, 100), Fraction(1)):
            assert least < min(value(problem.coefficients, x + step), value(problem.coefficients, x - step))


@pytest.mark.parametrize("difficulty", range(0, 31, 5))
def test_answers_near_the_ends_of_the_tolerance(difficulty):
    for seed in range(5):
        problem = env.sample(difficulty, seed=seed)
        for error in (0, 0.00999999, -0.00999999):
            assert env.judge(problem, f"{problem.solution + error:.12f}").correct
        for error in (0.01000001, -0.01000001, 0.5, -3, 1e30):
            assert not env.judge(problem, f"{problem.solution + error:.12f}").correct


@pytest.mark.parametrize("decimals", [5, 30, 39, 40, 41, 60, 500, 3_900])
def test_the_ends_of_the_tolerance_are_exact_for_an_irrational_minimum(decimals):
    """f = x^4 - 8x is least at the cube root of 2. Beyond 40 decimals, another branch decides."""
    problem = env.problem_from({"coefficients": [0, -8, 0, 0, 1], "optimum": -7.5595, "solution": 1.25992105})
    root, exact = integer_nthroot(2 * 10 ** (3 * decimals), 3)
    assert not exact

    def judged(scaled):
        return env.judge(problem, f"{scaled // 10**decimals}.{scaled % 10**decimals:0{decimals}d}").correct

    shift = 10**decimals // 100
    assert judged(root + shift) and not judged(root + shift + 1)
    assert judged(root - shift + 1) and not judged(root - shift)


# (x - 1)^2, then 2x^2 + x^4 with its minimum at 0, and one whose minimum is at 1/3
AT_ONE = {"coefficients": [1, -2, 1], "optimum": 0.0, "solution": 1.0}
AT_ZERO = {"coefficients": [5, 0, 2, 0, 1], "optimum": 5.0, "solution": 0.0}
AT_THIRD = {"coefficients": [1, -2, 3], "optimum": 2 / 3, "solution": 1 / 3}


@pytest.mark.parametrize(
    ("fields", "text", "outcome", "quality"),
    [
        (AT_ONE, "1", "valid", 1),
        (AT_ONE, "1.0", "valid", 1),
        (AT_ONE, "1e0", "valid", 1),
        (AT_ONE, "100e-2", "valid", 1),
        (AT_ONE, "1.01", "valid", 1),
        (AT_ONE, ".99", "valid", 1),
        (AT_ONE, f"1.01{'0' * 3_900}", "valid", 1),
        (AT_ONE, f"1.01{'0' * 3_900}1", "valid", 0),
        (AT_ONE, f"0.98{'9' * 3_900}", "valid", 0),
        (AT_ONE, f"0.99{'0' * 3_900}1", "valid", 1),
        (AT_ONE, "1.0100000001", "valid", 0),
        (AT_ONE, "-1", "valid", 0),
        (AT_ONE, "0", "valid", 0),  # f(0) is the least value, and not where it is attained
        (AT_ONE, "1e99", "valid", 0),
        (AT_ONE, "-1e99", "valid", 0),
        (AT_ONE, "9" * 3_999, "valid", 0),
        (AT_ONE, "x = 1", "unparsed", 0),
        (AT_ONE, "1/1", "unparsed", 0),
        (AT_ONE, "nan", "unparsed", 0),
        (AT_ONE, "inf", "unparsed", 0),
        (AT_ONE, "1e400", "unparsed", 0),
        (AT_ONE, "1,0", "unparsed", 0),
        (AT_ONE, "1 1", "unparsed", 0),
        (AT_ONE, "\N{FULLWIDTH DIGIT ONE}", "unparsed", 0),
        (AT_ONE, "", "unparsed", 0),
        (AT_ZERO, "0", "valid", 1),  # the trap of the published suite: only the float 0 passed
        (AT_ZERO, "0.000001", "valid", 1),
        (AT_ZERO, "-1e-99", "valid", 1),
        (AT_ZERO, "-0.01", "valid", 1),
        (AT_ZERO, "0.0101", "valid", 0),
        (AT_THIRD, "0.33", "valid", 1),
        (AT_THIRD, "0.3433333333", "valid", 1),
        (AT_THIRD, "0.3433333334", "valid", 0),
        (AT_THIRD, "0.3233333333", "valid", 0),
        (AT_THIRD, f"0.34{'3' * 3_900}", "valid", 1),
        (AT_THIRD, f"0.34{'3' * 3_900}4", "valid", 0),
    ],
)
def test_hand_made_answers(fields, text, outcome, quality):
    verdict = env.judge(env.problem_from(fields), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_wrong_stored_floats_do_no_harm():
    """Another trap: where root finding failed, the published suite took the best of a few random points."""
    problem = env.problem_from({**AT_THIRD, "optimum": 1.0, "solution": 0.0})
    assert env.judge(problem, "0.333").correct
    assert not env.judge(problem, "0").correct


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_sampled_polynomials_are_convex(difficulty):
    degree = 2 + 2 * ((difficulty + 1) // 2)
    solutions = set()
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        assert len(problem.coefficients) == degree + 1 and problem.coefficients[-1] in (1, 2)
        assert -2 <= problem.solution <= 2
        solutions.add(problem.solution)
        curvature = [i * (i - 1) * c for i, c in enumerate(problem.coefficients)][2:]
        assert all(value(curvature, Fraction(k, 10)) > 0 for k in range(-30, 31, 5))
    assert len(solutions) == 5 if difficulty == 0 else len(solutions) > 12


def test_shifts_are_not_all_equal():
    """In a (x - s)^4 + b (x - t)^2, s is -1/4 of the cubic coefficient over a, and f'(s) = 2 b (s - t)."""
    for seed in range(100):
        _, c1, c2, c3, c4 = env.sample(1 + seed % 2, seed=seed).coefficients
        s = Fraction(-c3, 4 * c4)
        assert c1 + 2 * c2 * s + 3 * c3 * s**2 + 4 * c4 * s**3 != 0


def test_prompt_and_degrees():
    assert "\nf(x) = x^4 + 2*x^2 + 5\n" in env.prompt(env.problem_from(AT_ZERO))
    assert env.sample(0, seed=0, parameters={"degree": 6}).origin.parameters == {"degree": 6}
    with pytest.raises(ValueError, match="even"):
        env.sample(0, seed=0, parameters={"degree": 5})


@pytest.mark.parametrize(
    "fields",
    [
        {"coefficients": []},
        {"coefficients": [1, 2]},
        {"coefficients": [1, 2, 0]},
        {"coefficients": [1, 2, -1]},
    ],
)
def test_damaged_problems_are_refused(fields):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**AT_ONE, **fields})
