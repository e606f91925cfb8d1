"""The oracle takes central differences of an answer with 80 digits, by SymPy and mpmath, where all parts of f are real."""

import math
from collections import Counter
from random import Random

import mpmath
import pytest
import sympy

import rlve_gym

env = rlve_gym.make("symbolic_antiderivative", answer_style="plain")
x = sympy.Symbol("x")


def real_value(function, point):
    """The value of f, our own text, in Python's real arithmetic; None where some part of it is not real."""
    names = {name: getattr(math, name) for name in ("sin", "cos", "exp", "log", "sqrt")}
    try:
        value = eval(function, {"E": math.e, "x": point, **names})
    except (ValueError, TypeError, ZeroDivisionError, OverflowError):
        return None
    return (
        None if isinstance(value, complex) else value
    )  # such as of (-2) ** 0.5, which no later step makes real again


def is_antiderivative(function, answer):
    rng = Random(function)
    points = (rng.randint(-19_999, 19_999) / 2**13 for _ in range(40))
    points = [point for point in points if real_value(function, point) is not None][:4]
    assert points
    with mpmath.workdps(80):
        f, F = (sympy.lambdify(x, sympy.sympify(side), "mpmath") for side in (function, answer))
        step = mpmath.mpf(10) ** -25
        for point in map(mpmath.mpf, points):
            if abs((F(point + step) - F(point - step)) / (2 * step) - f(point)) > 1e-15 * (1 + abs(f(point))):
                return False
    return True


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 5, 7, 9])
def test_solution_is_an_antiderivative(difficulty):
    for seed in range(5):
        problem = env.sample(difficulty, seed=seed)
        assert is_antiderivative(problem.function, problem.solution)
        assert env.judge(problem, problem.solution).correct


def test_verdicts_are_those_of_the_oracle():
    right = wrong = 0
    for seed in range(12):
        problem = env.sample(seed % 6, seed=100 + seed)
        solution = sympy.sympify(problem.solution)
        for answer in (
            sympy.expand(solution) + sympy.pi,
            sympy.together(solution) - 10**6,
            solution.rewrite(sympy.tan),
            solution.subs(x, -x),
            solution + x / 1000,
            sympy.Rational(1000001, 1000000) * solution,
            solution + sympy.exp(-x) / 10**9,
            problem.function,
        ):
            expected = is_antiderivative(problem.function, answer)
            assert env.judge(problem, str(answer)).correct == expected, (problem, answer)
            right, wrong = right + expected, wrong + (not expected)
    assert right >= 36
    assert wrong >= 36


COSINE = {"function": "cos(x)", "solution": "sin(x)"}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("sin(x)", "valid", 1),
        ("sin(x) + 5", "valid", 1),
        ("  sin(x)\n", "valid", 1),
        ("sin( x )-pi^2", "valid", 1),
        ("sin(x) − 1/3", "valid", 1),
        ("-cos(x + pi/2)", "valid", 1),
        ("2*sin(x/2)*cos(x/2)", "valid", 1),
        ("(exp(sqrt(-1)*x) - exp(-sqrt(-1)*x))/(2*sqrt(-1))", "valid", 1),
        ("sin(x)" + "*(sin(x)**2 + cos(x)**2)" * 60, "valid", 1),  # however long: defect (3) of the catalogue
        ("sin(x)" + " + x - x" * 200, "valid", 1),
        ("0.1*sin(x) + .9*sin(x)", "valid", 1),
        ("1.0000001*sin(x)", "valid", 0),  # right to 10^-5: defect (4)
        ("sin(x) + 0.00000001*x", "valid", 0),
        ("cos(x)", "valid", 0),
        ("-sin(x)", "valid", 0),
        ("x", "valid", 0),
        ("7", "valid", 0),
        ("1/0", "valid", 0),
        ("sin(x) + 1/(x - x)", "valid", 0),
        ("sin(x) + 0*log(0)", "valid", 0),
        ("9**9**9*sin(x)", "valid", 0),
        ("Integral(cos(x), x)", "unparsed", 0),  # defect (2)
        ("integrate(cos(x))", "unparsed", 0),
        ("sin(x) + C", "unparsed", 0),
        ("F(x) = sin(x)", "unparsed", 0),
        ("sin x", "unparsed", 0),
        ("2sin(x/2)*cos(x/2)", "unparsed", 0),
        ("sin(t)", "unparsed", 0),
        ("sin(x", "unparsed", 0),
        ("sin(x); sin(x)", "unparsed", 0),
        ("nan", "unparsed", 0),
        ("", "unparsed", 0),
        ("sin(x)" + " + x - x" * 300, "unparsed", 0),  # over 2000 characters
        ("(" * 81 + "sin(x)" + ")" * 81, "unparsed", 0),
        ("0" * 31 + "+sin(x)", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(COSINE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


@pytest.mark.parametrize(
    ("function", "text", "right"),
    [
        ("sqrt(x**4)", "x**3/3", True),  # complex test points would reject it
        ("1/x", "log(x)", True),
        ("1/x", "log(-x) + 3", True),  # complex by a constant
        ("1/x", "log(Abs(x))", True),
        ("log(x)/x", "log(Abs(x))**2/2", True),  # f is real at x > 0 only
        ("log(x**2)/x", "log(Abs(x))**2", True),
        ("log(x**2)/x", "log(x)**2", False),  # not at x < 0
        ("2/sqrt(x)", "4*sqrt(x)", True),
        ("2/sqrt(x)", "4*sqrt(Abs(x))", True),
        ("3*sqrt(x**2)/x", "3*Abs(x)", True),
        ("3*sqrt(x**2)/x", "3*x", False),
        ("10000*x**9", "1000*x**10", True),  # large values have a relative tolerance
        ("10000*x**9", "1000*x**10 + x/1000000", False),
        ("(x - 1)/(sqrt(x)*sqrt(x - 2))", "sqrt(x**2 - 2*x)", True),  # as long as no root in f is imaginary
    ],
)
def test_where_they_must_agree(function, text, right):
    problem = env.problem_from({"function": function, "solution": text})
    assert env.judge(problem, text).correct == right


@pytest.mark.parametrize(
    "payload",
    [
        "__import__('os').system('touch {}')",
        "open('{}', 'w')",
        "x.__class__.__base__.__subclasses__()",
        "(lambda: open('{}', 'w'))() + sin(x)",
        "exp(open('{}', 'w').write('1'))",
        "[open('{}', 'w') for _ in (1,)]",
    ],
)
def test_no_answer_is_run(payload, tmp_path):
    """Defect (1) of the catalogue."""
    marker = tmp_path / "marker"
    assert env.judge(env.problem_from(COSINE), payload.format(marker)).outcome == "unparsed"
    assert not marker.exists()


@pytest.mark.parametrize("difficulty", [0, 1, 3, 6, 10])
def test_functions_are_as_the_catalogue_wants(difficulty):
    for seed in range(8):
        problem = env.sample(difficulty, seed=seed)
        values = [real_value(problem.function, place / 64) for place in range(-128, 129)]
        values = [value for value in values if value is not None]
        assert len(values) >= 129
        assert max(map(abs, values)) <= 1e4 * (1 + 1e-9)
        assert max(values) - min(values) > 1e-10
        assert "x" in problem.function
        assert max(len(problem.function), len(problem.solution)) <= 1500


def test_answers_differ():
    """x**2 is the answer of up to a half of the problems, but at difficulty 0 only."""
    for difficulty in (1, 3):
        problems = [env.sample(difficulty, seed=seed) for seed in range(50)]
        assert max(Counter(problem.function for problem in problems).values()) <= 6
        assert sum(env.judge(problem, "x**2").correct for problem in problems) <= 6


@pytest.mark.parametrize("function", ["", "2x", "f(x)", "sin(y)", "x)"])
def test_damaged_problems_are_refused(function):
    with pytest.raises(ValueError):
        env.problem_from({**COSINE, "function": function})
