"""The oracle builds the text of the number and divides it; large limits are checked by a closed form for each length."""

import pytest

import rlve_gym

env = rlve_gym.make("concatenated_integers_mod", answer_style="plain")


def by_text(limit, modulus):
    return int("".join(map(str, range(1, limit + 1)))) % modulus


def by_closed_form(limit, modulus):
    """first ... last with B = 10^k are the sum of (last - j) B^j, which is ((first B^c - last)(B - 1) + B^c - B) / (B - 1)^2."""
    value, first = 0, 1
    while first <= limit:
        base = 10 * first
        last = min(limit, base - 1)
        count = last - first + 1
        square = (base - 1) ** 2
        power = pow(base, count, modulus * square)
        block, rest = divmod(
            ((first * power - last) * (base - 1) + power - base) % (modulus * square), square
        )
        assert rest == 0
        value = (value * power + block) % modulus
        first = base
    return value


@pytest.mark.parametrize("difficulty", range(0, 19, 2))
def test_answer_is_that_of_the_text(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        expected = by_text(problem.limit, problem.modulus)
        assert env.judge(problem, str(expected)).correct
        assert not env.judge(problem, str((expected + 1) % problem.modulus)).correct


@pytest.mark.parametrize("difficulty", [0, 5, 10, 15, 20, 25, 28, 30])
def test_answer_is_that_of_the_closed_form(difficulty):
    for seed in range(12):
        problem = env.sample(difficulty, seed=seed)
        assert env.solve(problem) == by_closed_form(problem.limit, problem.modulus)


def test_ranges():
    for difficulty, limit_max, modulus_max in ((0, 8, 50), (3, 20, 109)):
        problems = [env.sample(difficulty, seed=seed) for seed in range(500)]
        assert {p.limit for p in problems} == {*range(limit_max // 2, limit_max + 1)}
        assert {p.modulus for p in problems} <= {*range(modulus_max // 2, modulus_max + 1)}


def test_no_constant_pays_and_none_is_a_plain_reading_task():
    """The trap of the catalogue: for a modulus above 123...n the answer would be that number itself."""
    for difficulty in (0, 3, 6):
        problems = [env.sample(difficulty, seed=seed) for seed in range(300)]
        assert all(int("".join(map(str, range(1, p.limit + 1)))) > 10 * p.modulus for p in problems)
        answers = [problem.answer for problem in problems]
        assert max(map(answers.count, set(answers))) < 30


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("60", "valid", 1),  # 1 + 23 + 45 + 67 + 89 + 10 + 11 + 12 = 258
        (" 60\n", "valid", 1),
        ("12", "valid", 0),
        ("0", "valid", 0),
        ("98", "valid", 0),
        ("99", "invalid", 0),
        ("159", "invalid", 0),
        ("-39", "invalid", 0),
        ("60 mod 99", "unparsed", 0),
        ("60.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert 123456789101112 % 99 == 258 % 99 == 60  # casting out 99
    problem = env.problem_from({"limit": 12, "modulus": 99, "answer": 60})
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
