"""The oracle tries all ways to give the digits of a base to the letters and adds the numbers that the words stand for."""

from itertools import permutations

import pytest

import rlve_gym

env = rlve_gym.make("addition_table_cryptarithm", answer_style="plain")


def number(word, digits, base):
    value = 0
    for letter in word:
        value = value * base + digits[letter]
    return value


def solutions(problem):
    base = len(problem.letters)
    for values in permutations(range(base)):
        digits = dict(zip(problem.letters, values, strict=True))
        if all(
            digits[left] + digits[right] == number(total, digits, base)
            for left, right, total in problem.equations
        ):
            yield [base, *values]


@pytest.mark.parametrize(("letter_count", "seeds"), [(3, 30), (4, 60), (5, 60), (6, 20), (7, 4)])
def test_exactly_one_assignment_fits(letter_count, seeds):
    for seed in range(seeds):
        problem = env.sample(0, seed=seed, parameters={"letter_count": letter_count})
        assert list(solutions(problem)) == [problem.answer]


def test_every_assignment_gets_its_quality():
    for seed in range(20):
        problem = env.sample(seed % 2, seed=seed)
        base = len(problem.letters)
        for values in permutations(range(base)):
            hits = sum(a == b for a, b in zip(values, problem.answer[1:], strict=True))
            verdict = env.judge(problem, env.format([base, *values]))
            assert verdict.outcome == "valid"
            assert verdict.correct == (hits == base)
            assert verdict.quality == pytest.approx((hits / base) ** 3)
            assert env.judge(problem, env.format([base + 1, *values])).quality == 0


@pytest.mark.parametrize("difficulty", range(23))
def test_the_table_is_complete_and_right(difficulty):
    base = 4 + difficulty
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    for seed in range(3):
        problem = env.sample(difficulty, seed=seed)
        assert problem.letters == list(alphabet[:base])
        digits = dict(zip(problem.letters, problem.answer[1:], strict=True))
        assert problem.answer[0] == base
        assert sorted(digits.values()) == list(range(base))
        pairs = [(left, right) for left, right, _ in problem.equations]
        assert pairs == [
            (left, right) for left in alphabet[:base] for right in alphabet[:base] if left <= right
        ]
        for left, right, total in problem.equations:
            assert digits[left] + digits[right] == number(total, digits, base)
            assert len(total) == 1 or digits[total[0]] != 0


# Base 4 with a = 2, b = 0, c = 3, d = 1.
EXAMPLE = {
    "letters": ["a", "b", "c", "d"],
    "equations": [
        ("a", "a", "db"),
        ("a", "b", "a"),
        ("a", "c", "dd"),
        ("a", "d", "c"),
        ("b", "b", "b"),
        ("b", "c", "c"),
        ("b", "d", "d"),
        ("c", "c", "da"),
        ("c", "d", "db"),
        ("d", "d", "a"),
    ],
    "answer": [4, 2, 0, 3, 1],
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("4 2 0 3 1", "valid", 1),
        ("4, 2, 0, 3, 1", "valid", 1),
        ("\n4\n2\n0\n3\n1\n", "valid", 1),
        ("4 2 0 1 3", "valid", (2 / 4) ** 3),
        ("4 2 0 3 3", "valid", (3 / 4) ** 3),
        ("4 2 0 3 5", "valid", (3 / 4) ** 3),
        ("4 2 0 3 -1", "valid", (3 / 4) ** 3),
        ("4 1 3 0 2", "valid", 0),
        ("5 2 0 3 1", "valid", 0),
        ("3 2 0 3 1", "valid", 0),
        ("4 2 0 3", "invalid", 0),
        ("2 0 3 1", "invalid", 0),
        ("4 2 0 3 1 0", "invalid", 0),
        ("4 a=2 b=0 c=3 d=1", "unparsed", 0),
        ("4 2 0 3 1.0", "unparsed", 0),
        ("four two zero three one", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    problem = env.problem_from(EXAMPLE)
    assert list(solutions(problem)) == [problem.answer]
    verdict = env.judge(problem, text)
    assert verdict.outcome == outcome
    assert verdict.quality == quality


def test_no_order_of_digits_is_common():
    """A trap of the published suite: with three letters one constant answer wins every sixth time."""
    answers = [tuple(env.sample(0, seed=seed).answer) for seed in range(600)]
    assert len(set(answers)) == 24
    assert max(map(answers.count, answers)) < 60


@pytest.mark.parametrize("damage", [{"letters": []}, {"answer": [4, 2, 0, 3]}, {"answer": []}])
def test_damaged_problems_are_refused(damage):
    with pytest.raises(ValueError, match="digit for each letter"):
        env.problem_from({**EXAMPLE, **damage})
