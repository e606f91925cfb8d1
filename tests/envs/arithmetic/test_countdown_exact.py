"""The oracle enumerates all ordered binary trees with exact fractions; values of random trees check the evaluator."""

import random
from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest

import rlve_gym

env = rlve_gym.make("countdown_exact", answer_style="plain")


def combine(left, right):
    yield "+", left + right
    yield "-", left - right
    yield "*", left * right
    if right:
        yield "/", left / right


@cache
def trees(leaves):
    """Every value of a binary tree over these leaves from left to right, with one text for each."""
    if len(leaves) == 1:
        return {Fraction(leaves[0]): str(leaves[0])}
    found = {}
    for cut in range(1, len(leaves)):
        for left, left_text in trees(leaves[:cut]).items():
            for right, right_text in trees(leaves[cut:]).items():
                for operator, value in combine(left, right):
                    found.setdefault(value, f"({left_text}){operator}({right_text})")
    return found


def reachable(values):
    """Every value that an expression over these values can have, with one text for each."""
    found = {}
    for order in permutations(values):
        found.update(trees(order))
    return found


def judged(values, target, text):
    return env.judge(env.problem_from({"values": values, "target": target}), text)


@pytest.mark.parametrize("difficulty", [0, 1, 2])
def test_targets_are_reachable_and_any_right_expression_wins(difficulty):
    for seed in range(60 if difficulty < 2 else 12):
        problem = env.sample(difficulty, seed=seed)
        found = reachable(tuple(sorted(problem.values)))
        assert env.judge(problem, found[Fraction(problem.target)]).correct
        assert env.judge(problem, env.format(env.solve(problem))).correct
        for value, text in random.Random(seed).sample(sorted(found.items()), min(40, len(found))):
            verdict = env.judge(problem, text)
            assert verdict.outcome == "valid"
            assert verdict.correct == (value == problem.target)


def test_solve_finds_every_target_within_the_non_negative_integers():
    """Reachability by whole non-negative steps, breadth first over hands; solve must find all and no more."""
    rng = random.Random(0)
    for _ in range(40):
        values = [rng.randint(1, 9) for _ in range(4)]
        hands = {tuple(sorted(values))}
        for _ in range(3):
            hands = {
                tuple(sorted([*(hand[k] for k in range(len(hand)) if k not in (i, j)), int(value)]))
                for hand in hands
                for i, j in permutations(range(len(hand)), 2)
                for _, value in combine(Fraction(hand[i]), Fraction(hand[j]))
                if value >= 0 and value.denominator == 1
            }
        targets = {value for (value,) in hands}
        for target in range(30):
            problem = env.problem_from({"values": values, "target": target})
            if target in targets:
                assert env.judge(problem, env.format(env.solve(problem))).correct
            else:
                with pytest.raises(ValueError, match="no expression"):
                    env.solve(problem)


def test_the_value_of_random_expressions():
    """Precedence, associativity and signs, with only the necessary parentheses."""
    rng = random.Random(1)

    def build(leaves):
        """A text, its value, and its precedence: 3 for a number or sign, 2 for * and /, 1 for + and -."""
        if len(leaves) == 1:
            text, value, level = str(leaves[0]), Fraction(leaves[0]), 3
        else:
            cut = rng.randrange(1, len(leaves))
            left, right = build(leaves[:cut]), build(leaves[cut:])
            operator, value = rng.choice(list(combine(left[1], right[1])))
            level = 1 if operator in "+-" else 2
            left_text = left[0] if left[2] >= level else f"({left[0]})"
            right_text = right[0] if right[2] > level else f"({right[0]})"
            text = f"{left_text} {operator} {right_text}"
        if rng.random() < 0.15:
            text, value, level = (f"-{text}" if level == 3 else f"-({text})"), -value, 3
        return text, value, level

    right = 0
    for _ in range(2000):
        leaves = [rng.randint(1, 12) for _ in range(rng.randint(2, 7))]
        text, value, _ = build(leaves)
        for target in {abs(int(value)), abs(int(value)) + 1}:
            verdict = judged(leaves, target, text)
            assert verdict.outcome == "valid"
            assert verdict.correct == (value == target), text
            right += verdict.correct
    assert right > 300


@pytest.mark.parametrize(
    ("values", "target", "text", "outcome", "quality"),
    [
        ([3, 3, 8, 8], 24, "8 / (3 - 8 / 3)", "valid", 1),  # only through fractions
        ([3, 3, 8, 8], 24, "8/(3-8/3) = 24", "valid", 1),
        ([3, 3, 8, 8], 24, "8 ÷ (3 − 8 ÷ 3)", "valid", 1),
        ([3, 3, 8, 8], 22, "3 + 3 + 8 + 8", "valid", 1),
        ([3, 3, 8, 8], 22, "-(-3 - 3) + 8 - -8", "valid", 1),  # signs are accepted
        ([3, 3, 8, 8], 24, "3 + 3 + 8 + 8", "valid", 0),
        ([3, 3, 8, 8], 24, "3 + 3 + 8 + 8 = 24", "valid", 0),  # the claim is no evidence
        ([3, 3, 8, 8], 22, "3 + 3 + 8 + 8 = 23", "unparsed", 0),
        ([3, 3, 8, 8], 22, "3 + 3 + 8 + 8 =", "unparsed", 0),
        ([3, 3, 8, 8], 22, "22 = 3 + 3 + 8 + 8", "unparsed", 0),
        # The right value, but not the given numbers.
        ([3, 3, 8], 24, "3 * 8", "invalid", 0),  # one 3 is left over
        ([3, 3, 8], 24, "3 * 8 * 3 / 3", "invalid", 0),  # a 3 too many
        ([3, 3, 8], 24, "8 + 8 + 8", "invalid", 0),
        ([3, 3, 8], 41, "33 + 8", "invalid", 0),  # digits joined
        ([3, 3, 8], 24, "3 * 8 + 3 * 0", "invalid", 0),  # a foreign number
        ([3, 3, 8], 24, "24", "invalid", 0),
        ([3, 3, 8], 14, "3 + 3 + 8 + 0", "invalid", 0),
        ([3, 3, 8], 0, "8 / (3 - 3)", "invalid", 0),  # a division by zero
        ([3, 3, 8], 0, "(3 - 3) / 8", "valid", 1),
        ([3, 3, 8], 0, "(3 - 3) * 8", "valid", 1),
        ([2, 5, 10], 5, "10 - 5 * 2", "valid", 0),  # * before -
        ([2, 5, 10], 1, "10 / 5 / 2", "valid", 1),  # from left to right
        ([2, 5, 10], 3, "10 - 5 - 2", "valid", 1),
        ([2, 5, 10], 7, "10 - 5 - 2", "valid", 0),
        # Traps: what an evaluating verifier would accept.
        ([2, 3, 1], 8, "2 ** 3 * 1", "unparsed", 0),
        ([2, 3, 1], 8, "2 ^ 3 * 1", "unparsed", 0),
        ([7, 2, 1], 3, "7 // 2 * 1", "unparsed", 0),
        ([7, 4, 1], 3, "7 % 4 * 1", "unparsed", 0),
        ([1, 5, 2], 3, "1.5 * 2", "unparsed", 0),  # not a 1 and a 5
        ([1, 5, 2], 3, "01 * (5 - 2)", "unparsed", 0),  # a leading zero
        ([1, 5, 2], 3, "1 * (5 - 2", "unparsed", 0),
        ([1, 5, 2], 3, "1 (5 - 2)", "unparsed", 0),
        ([1, 5, 2], 3, "max(1, 5 - 2)", "unparsed", 0),
        ([1, 5, 2], 3, "1 * 5 - 2\n(5 - 2) * 1", "unparsed", 0),
        ([9, 9, 9], 0, "9**9**9", "unparsed", 0),
        ([1_000_000, 333_333, 1], 3, "1000000 / 333333 * 1", "valid", 0),  # off by 3e-6
        ([1, 3, 3, 7], 7, "1 / 3 * 3 * 7", "valid", 1),  # exact, though not in floats
        ([1, 5, 2], 3, "", "unparsed", 0),
        ([1, 5, 2], 3, "+".join(["(" * 201 + "1" + ")" * 201, "5"]), "unparsed", 0),
        ([1, 5, 2], 3, "(" * 199 + "1" + ")" * 199 + "*(5-2)", "valid", 1),
    ],
)
def test_hand_made_answers(values, target, text, outcome, quality):
    verdict = judged(values, target, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_targets_are_bounded_and_varied():
    for difficulty in range(13):
        problems = [env.sample(difficulty, seed=seed) for seed in range(100)]
        for problem in problems:
            n, value_max = len(problem.values), problem.origin.parameters["value_max"]
            assert n == 3 + difficulty // 2
            assert all(1 <= value <= value_max for value in problem.values)
            assert 0 <= problem.target <= 10 * value_max * n
        assert len({problem.target for problem in problems}) > 50


@pytest.mark.parametrize(
    "fields",
    [{"values": [], "target": 0}, {"values": [1, 0, 2], "target": 3}, {"values": [1, 2, 3], "target": -1}],
)
def test_damaged_problems(fields):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from(fields)
