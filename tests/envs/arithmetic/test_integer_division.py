"""The oracle is long division, digit by digit, with repeated subtraction; and the defining inequality."""

import pytest

import rlve_gym

env = rlve_gym.make("integer_division", answer_style="plain")


def long_division(dividend, divisor):
    quotient, rest = "", 0
    for digit in str(dividend):
        rest = 10 * rest + int(digit)
        count = 0
        while rest >= divisor:
            rest -= divisor
            count += 1
        quotient += str(count)
    return quotient.lstrip("0") or "0"


@pytest.mark.parametrize("difficulty", range(31))
def test_answer_is_that_of_long_division(difficulty):
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        quotient = int(long_division(problem.dividend, problem.divisor))
        assert quotient * problem.divisor <= problem.dividend < (quotient + 1) * problem.divisor
        for answer in range(quotient - 2, quotient + 3):
            verdict = env.judge(problem, str(answer))
            assert (verdict.outcome, verdict.correct) == ("valid", answer == quotient)
        assert env.judge(problem, env.format(env.solve(problem))).correct


def test_divisor_and_quotient_have_the_digits_of_the_difficulty():
    for difficulty in range(31):
        sample = [env.sample(difficulty, seed=seed) for seed in range(60)]
        for numbers in ([p.divisor for p in sample], [p.answer for p in sample]):
            lengths = [len(str(number)) for number in numbers]
            assert max(lengths) == difficulty + 1
            assert lengths.count(difficulty + 1) > 40
        assert any(p.dividend % p.divisor for p in sample)


def test_extreme_draws():
    """A quotient of 0, a divisor of 1, no remainder and the greatest one: all occur at difficulty 0."""
    sample = [env.sample(0, seed=seed) for seed in range(300)]
    assert any(p.answer == 0 for p in sample)
    assert any(p.divisor == 1 for p in sample)
    assert {0, 8} <= {p.dividend % p.divisor for p in sample if p.divisor == 9}


@pytest.mark.parametrize(
    ("dividend", "divisor", "text", "outcome", "quality"),
    [
        (1702, 46, "37", "valid", 1),
        (1747, 46, "37", "valid", 1),  # the greatest remainder
        (1748, 46, "37", "valid", 0),
        (1747, 46, "38", "valid", 0),  # not rounded to the nearest
        (1747, 46, " +37\n", "valid", 1),
        (1747, 46, "037", "valid", 1),
        (1747, 46, "-37", "valid", 0),
        (1747, 46, "45", "valid", 0),  # the remainder
        (1747, 46, "37.97", "unparsed", 0),
        (1747, 46, "37.0", "unparsed", 0),
        (1747, 46, "37 45", "unparsed", 0),
        (1747, 46, "37 R 45", "unparsed", 0),
        (1747, 46, "1747/46", "unparsed", 0),
        (1747, 46, "", "unparsed", 0),
        (1747, 46, "9" * 5000, "unparsed", 0),  # Python itself refuses such an integer
        (5, 9, "0", "valid", 1),
        (0, 9, "0", "valid", 1),
        (5_000_000, 1, "5,000,000", "valid", 1),
        (10**40 - 1, 10**20, str(10**20 - 1), "valid", 1),
        (10**40 - 1, 10**20, str(10**20), "valid", 0),  # equal as floats
    ],
)
def test_hand_made_answers(dividend, divisor, text, outcome, quality):
    answer = int(long_division(dividend, divisor))
    verdict = env.judge(env.problem_from({"dividend": dividend, "divisor": divisor, "answer": answer}), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
