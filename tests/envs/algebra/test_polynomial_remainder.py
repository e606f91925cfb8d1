"""The oracle is SymPy's division over the rationals, and reduction of the single powers of x in fractions."""

from fractions import Fraction

import pytest

import rlve_gym

env = rlve_gym.make("polynomial_remainder", answer_style="plain")


def reduced(dividend, divisor):
    """Sums the remainders of the powers of x, each made from the one before, times x."""
    m, lead = len(divisor) - 1, divisor[-1]
    power = [Fraction(1)] + [Fraction(0)] * (m - 1)
    total = [Fraction(0)] * m
    for coefficient in dividend:
        total = [a + coefficient * b for a, b in zip(total, power, strict=True)]
        top = power[-1] / lead
        power = [a - top * b for a, b in zip([Fraction(0), *power[:-1]], divisor[:-1], strict=True)]
    return total


@pytest.mark.parametrize("difficulty", [*range(8), 10, 15, 19])
def test_answer_is_that_of_reduced_powers(difficulty):
    for seed in range(12 if difficulty < 12 else 3):
        problem = env.sample(difficulty, seed=seed)
        expected = reduced(problem.dividend, problem.divisor)
        assert env.solve(problem) == expected
        assert env.judge(problem, " ".join(map(str, expected))).correct
        wrong = [expected[0] + 1, *expected[1:]]
        verdict = env.judge(problem, " ".join(map(str, wrong)))
        assert not verdict.correct and verdict.quality == pytest.approx((1 - 1 / len(wrong)) ** 10)


@pytest.mark.parametrize("difficulty", [0, 4, 9, 18])
def test_answer_is_that_of_sympy(difficulty):
    import sympy

    x = sympy.Symbol("x")
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        dividend, divisor = (sympy.Poly(c[::-1], x, domain="QQ") for c in (problem.dividend, problem.divisor))
        remainder = sympy.div(dividend, divisor)[1]
        assert [remainder.coeff_monomial(x**i) for i in range(len(problem.divisor) - 1)] == problem.answer


def test_top():
    """P - S is a multiple of Q with integer coefficients: so its values are multiples of those of Q."""
    for percent in (10, 50, 100):
        problem = env.sample(30, seed=percent, parameters={"divisor_percent": percent})
        for t in (2, 3, -7, 10**6 + 3):
            p, q, s = (
                sum(c * t**i for i, c in enumerate(coefficients))
                for coefficients in (problem.dividend, problem.divisor, problem.answer)
            )
            assert q != 0 and (p - s) % q == 0


@pytest.mark.parametrize(("difficulty", "degree"), [(0, 3), (1, 4), (3, 6), (8, 12), (30, 139)])
def test_degrees(difficulty, degree):
    found = set()
    for seed in range(80):
        problem = env.sample(difficulty, seed=seed)
        assert len(problem.dividend) == degree + 1
        assert problem.dividend[-1] > 0 and problem.divisor[-1] > 0
        assert max(map(abs, [*problem.divisor, *problem.answer])) <= 5
        found.add(len(problem.divisor) - 1)
    assert found == {max(2, degree * percent // 100) for percent in (10, 20, 30, 50, 70, 90, 100)}


# 6x^4 - 11x^3 + 6x^2 - 5x + 6 = (3x^2 + 2x + 2) (2x^2 - 5x + 4) - 3x - 2
EXAMPLE = {"dividend": [6, -5, 6, -11, 6], "divisor": [2, 2, 3], "answer": [-2, -3]}
# 2x^3 + x = 2 (x^3 + x^2 + 1) - 2x^2 + x - 2: of equal degree
EQUAL_DEGREES = {"dividend": [0, 1, 0, 2], "divisor": [1, 0, 1, 1], "answer": [-2, 1, -2]}


@pytest.mark.parametrize(
    ("fields", "text", "outcome", "quality"),
    [
        (EXAMPLE, "-2 -3", "valid", 1),
        (EXAMPLE, "-2, -3", "valid", 1),
        (EXAMPLE, "-3 -2", "valid", 0),  # highest degree first
        (EXAMPLE, "-2 3", "valid", (1 / 2) ** 10),
        (EXAMPLE, "4 -5", "valid", 0),  # from the quotient
        (EXAMPLE, f"-2 {'9' * 3_999}", "valid", (1 / 2) ** 10),
        (EXAMPLE, "-2", "invalid", 0),
        (EXAMPLE, "-2 -3 0", "invalid", 0),
        (EXAMPLE, "0 " * 9_000, "invalid", 0),
        (EXAMPLE, "", "unparsed", 0),
        (EXAMPLE, "-3x - 2", "unparsed", 0),
        (EXAMPLE, "-2 -3.0", "unparsed", 0),
        (EQUAL_DEGREES, "-2 1 -2", "valid", 1),
        (EQUAL_DEGREES, "0 1 0", "valid", (1 / 3) ** 10),
    ],
)
def test_hand_made_answers(fields, text, outcome, quality):
    verdict = env.judge(env.problem_from(fields), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_prompt():
    prompt = env.prompt(env.problem_from(EXAMPLE))
    assert "P(x) = 6*x^4 - 11*x^3 + 6*x^2 - 5*x + 6\n" in prompt
    assert "Q(x) = 3*x^2 + 2*x + 2\n" in prompt
    assert "\nS(x) = s_0 + s_1*x\n" in prompt


@pytest.mark.parametrize("fields", [{"divisor": []}, {"divisor": [1], "answer": []}, {"answer": [1, 2, 3]}])
def test_damaged_problems_are_refused(fields):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, **fields})
