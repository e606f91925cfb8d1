"""The oracle is schoolbook multiplication on lists of digits."""

import pytest

import rlve_gym

env = rlve_gym.make("integer_multiplication", answer_style="plain")


def schoolbook(first, second):
    """The digits of the product of two strings of digits."""
    digits = [0] * (len(first) + len(second))
    for i, a in enumerate(reversed(first)):
        for j, b in enumerate(reversed(second)):
            digits[i + j] += int(a) * int(b)
    for position in range(len(digits) - 1):
        digits[position + 1] += digits[position] // 10
        digits[position] %= 10
    return "".join(map(str, reversed(digits))).lstrip("0") or "0"


@pytest.mark.parametrize("difficulty", range(31))
def test_answer_is_that_of_schoolbook_multiplication(difficulty):
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        product = schoolbook(*map(str, problem.factors))
        assert env.judge(problem, product).correct
        assert env.judge(problem, env.format(env.solve(problem))).correct
        assert not env.judge(problem, product[:-1] + str((int(product[-1]) + 1) % 10)).correct
        assert not env.judge(problem, str((int(product[0]) + 1) % 10) + product[1:]).correct


def test_one_digit_more_per_difficulty_in_either_order():
    for difficulty in range(31):
        digits = [[len(str(f)) for f in env.sample(difficulty, seed=s).factors] for s in range(30)]
        assert {sum(pair) for pair in digits} == {4 + difficulty}
        assert len({tuple(pair) for pair in digits}) == 1 + difficulty % 2


@pytest.mark.parametrize(
    ("factors", "text", "outcome", "quality"),
    [
        ([37, 46], "1702", "valid", 1),
        ([37, 46], " 1,702\n", "valid", 1),  # thousands may be grouped
        ([37, 46], "+1702", "valid", 1),
        ([37, 46], "01702", "valid", 1),
        ([37, 46], "1703", "valid", 0),
        ([37, 46], "83", "valid", 0),
        ([37, 46], "0", "valid", 0),
        ([37, 46], "-1702", "invalid", 0),
        ([37, 46], "-1", "invalid", 0),
        ([37, 46], "1 702", "unparsed", 0),
        ([37, 46], "1702.0", "unparsed", 0),
        ([37, 46], "37 * 46 = 1702", "unparsed", 0),
        ([37, 46], "1_702", "unparsed", 0),
        ([37, 46], "", "unparsed", 0),
        ([0, 46], "0", "valid", 1),
        ([0, 46], "46", "valid", 0),
        ([10**9, 10**9], str(10**18), "valid", 1),
        ([10**9, 10**9], str(10**18 + 1), "valid", 0),  # equal as floats
    ],
)
def test_hand_made_answers(factors, text, outcome, quality):
    problem = env.problem_from({"factors": factors, "answer": factors[0] * factors[1]})
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


@pytest.mark.parametrize(
    "fields",
    [
        {"factors": [2, 3], "answer": 7},
        {"factors": [-2, -3], "answer": 6},
        {"factors": [2, 3, 4], "answer": 24},
    ],
)
def test_damaged_problems(fields):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from(fields)
