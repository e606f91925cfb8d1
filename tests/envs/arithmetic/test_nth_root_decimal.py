"""The oracle is exp(log(N) / K) in decimals of 80 digits; hand-made answers at the ends of the tolerance."""

from decimal import Decimal, localcontext

import pytest

import rlve_gym

env = rlve_gym.make("nth_root_decimal", answer_style="plain")


def root(radicand, degree):
    with localcontext() as context:
        context.prec = 80
        return (Decimal(radicand).ln() / degree).exp()


def shifted(number, by):
    with localcontext() as context:
        context.prec = 100
        return f"{number + Decimal(by):f}"


@pytest.mark.parametrize("difficulty", range(31))
def test_right_up_to_the_tolerance_around_the_true_root(difficulty):
    for seed in range(25):
        problem = env.sample(difficulty, seed=seed)
        true = root(problem.radicand, problem.degree)
        with localcontext() as context:
            context.prec = 80
            assert abs(true - Decimal(problem.answer)) <= Decimal("0.000005") + Decimal("1e-60")
        assert len(problem.answer.partition(".")[2]) == 5
        assert env.judge(problem, env.format(env.solve(problem))).correct
        for by, right in (
            ("0", True),
            ("0.00009999999999999999", True),
            ("-0.00009999999999999999", True),
            ("0.00010000000000000001", False),
            ("-0.00010000000000000001", False),
            ("0.1", False),
            ("1", False),
        ):
            verdict = env.judge(problem, shifted(true, by))
            assert (verdict.outcome, verdict.correct) == ("valid", right), (problem, by)


def test_an_answer_to_four_decimals_is_right_in_any_rounding():
    for seed in range(200):
        problem = env.sample(seed % 31, seed=seed)
        true = root(problem.radicand, problem.degree)
        for rounding in ("ROUND_FLOOR", "ROUND_CEILING", "ROUND_HALF_UP"):
            with localcontext() as context:
                context.prec = 80
                text = str((true + Decimal("1e-50")).quantize(Decimal("0.0001"), rounding=rounding))
            assert env.judge(problem, text).correct


def test_integer_roots_are_common_at_first_only():
    shares = []
    for difficulty in (0, 1, 2, 3, 4, 12):
        sample = [env.sample(difficulty, seed=seed) for seed in range(300)]
        exact = [p for p in sample if round(float(p.answer)) ** p.degree == p.radicand]
        assert all(p.answer.endswith(".00000") for p in exact)
        shares.append(len(exact) / len(sample))
    assert shares == sorted(shares, reverse=True)
    assert 0.75 < shares[0] < 0.92
    assert shares[4] < 0.1
    assert shares[5] == 0


def test_radicands_do_not_crowd_above_a_power_of_two():
    """The trap of the catalogue: a constant such as 1.5 was close to most roots."""
    for difficulty in range(31):
        sample = [env.sample(difficulty, seed=seed) for seed in range(60)]
        for problem in sample:
            assert problem.radicand > 2**problem.degree
            assert 2 <= problem.degree <= 2 + difficulty // 2
            assert max(2, (2 + difficulty) // 2) <= len(str(problem.radicand)) <= 2 + difficulty
        if difficulty >= 2:
            assert len({problem.answer for problem in sample}) > 15


def test_parameters_that_do_not_fit():
    with pytest.raises(ValueError, match="too small"):
        env.sample(0, seed=0, parameters={"degree_max": 17})
    for seed in range(50):  # where there is no power of so many digits, another number is drawn
        problem = env.sample(0, seed=seed, parameters={"digit_max": 14, "degree_max": 17, "exact_share": 0.8})
        assert 7 <= len(str(problem.radicand)) <= 14


CASES = {
    "cube root of 2": (2, 3, "1.25992"),  # 1.2599210498948732
    "square root of 2": (2, 2, "1.41421"),
    "fifth root of 243": (243, 5, "3.00000"),
    "first root of 7": (7, 1, "7.00000"),
    "root of 1": (1, 3, "1.00000"),
    "square root of 10^31": (10**31, 2, "3162277660168379.33200"),
}


@pytest.mark.parametrize(
    ("case", "text", "outcome", "quality"),
    [
        ("cube root of 2", "1.25992", "valid", 1),
        ("cube root of 2", "1.2599", "valid", 1),
        ("cube root of 2", "1.260", "valid", 1),  # off by 0.00008
        ("cube root of 2", "1.26002104", "valid", 1),
        ("cube root of 2", "1.26002105", "valid", 0),
        ("cube root of 2", "1.25982105", "valid", 1),
        ("cube root of 2", "1.25982104", "valid", 0),
        ("cube root of 2", "1.25992104989487316476721060727822835057025146470150798", "valid", 1),
        ("cube root of 2", "125992e-5", "valid", 1),
        ("cube root of 2", " +1.25992\n", "valid", 1),
        ("cube root of 2", "1.26", "valid", 1),
        ("cube root of 2", "1.25", "valid", 0),
        ("cube root of 2", "1.5", "valid", 0),
        ("cube root of 2", "0", "valid", 0),
        ("cube root of 2", "-1.25992", "valid", 0),
        ("cube root of 2", "1e99", "valid", 0),
        ("cube root of 2", "2^(1/3)", "unparsed", 0),
        ("cube root of 2", "1,25992", "unparsed", 0),
        ("cube root of 2", "1.25992...", "unparsed", 0),
        ("cube root of 2", "≈1.25992", "unparsed", 0),
        ("cube root of 2", "1.25992 1.25992", "unparsed", 0),
        ("cube root of 2", "nan", "unparsed", 0),
        ("cube root of 2", "", "unparsed", 0),
        ("square root of 2", "-1.41421", "valid", 0),  # the other root
        ("fifth root of 243", "3", "valid", 1),
        ("fifth root of 243", "3.0001", "valid", 1),  # the very end of the tolerance
        ("fifth root of 243", "2.9999", "valid", 1),
        ("fifth root of 243", "3.0001" + "0" * 3000 + "1", "valid", 0),
        ("fifth root of 243", "2.9998" + "9" * 3000, "valid", 0),
        ("first root of 7", "7", "valid", 1),
        ("root of 1", "1.0001", "valid", 1),
        ("root of 1", "1.0002", "valid", 0),
        ("root of 1", "1", "valid", 1),
        ("square root of 10^31", "3162277660168379.332", "valid", 1),
        ("square root of 10^31", "3162277660168379.33209", "valid", 1),
        ("square root of 10^31", "3162277660168379.333", "valid", 0),  # equal as floats to the one before it
        ("square root of 10^31", "3162277660168379.5", "valid", 0),
    ],
)
def test_hand_made_answers(case, text, outcome, quality):
    radicand, degree, answer = CASES[case]
    problem = env.problem_from({"radicand": radicand, "degree": degree, "answer": answer})
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_the_prompt_states_the_tolerance():
    assert "an error up to 0.0001 is fine" in env.prompt(env.sample(0, seed=0))


@pytest.mark.parametrize(("radicand", "degree"), [(0, 2), (-8, 3), (8, 0), (8, 10**9)])
def test_damaged_problems(radicand, degree):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({"radicand": radicand, "degree": degree, "answer": "2.00000"})
