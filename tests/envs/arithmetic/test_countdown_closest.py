"""The oracle replaces two numbers by a result in every way, with exact fractions, negative ones included."""

import random
from fractions import Fraction
from itertools import permutations

import pytest

import rlve_gym

env = rlve_gym.make("countdown_closest", answer_style="plain")


def combine(left, right):
    yield "+", left + right
    yield "-", left - right
    yield "*", left * right
    if right:
        yield "/", left / right


def reachable(hand):
    """Every value that an expression over this hand of (value, text) can have, with one text for each."""
    found = {}

    def reduce(hand):
        if len(hand) == 1:
            found.setdefault(*hand[0])
        for i, j in permutations(range(len(hand)), 2):
            rest = [hand[k] for k in range(len(hand)) if k not in (i, j)]
            for operator, value in combine(hand[i][0], hand[j][0]):
                if operator in "-/" or i < j:
                    reduce([*rest, (value, f"({hand[i][1]}{operator}{hand[j][1]})")])

    reduce(hand)
    return found


def hand_of(values):
    return [(Fraction(value), str(value)) for value in values]


def as_text(fraction):
    return f"{fraction.numerator}/{fraction.denominator}"


@pytest.mark.parametrize(("difficulty", "seeds"), [(0, 80), (2, 40), (4, 40), (5, 3), (7, 3), (9, 3)])
def test_every_expression_gets_its_quality(difficulty, seeds):
    for seed in range(seeds):
        problem = env.sample(difficulty, seed=seed)
        found = reachable(hand_of(problem.values))
        least = min(abs(value - problem.target) for value in found)
        assert problem.optimum == as_text(least)
        assert env.judge(problem, env.format(env.solve(problem))).correct
        best = [value for value in found if abs(value - problem.target) == least]
        for value in best + random.Random(seed).sample(list(found), min(20, len(found))):
            distance = abs(value - problem.target)
            verdict = env.judge(problem, found[value])
            assert verdict.outcome == "valid"
            assert verdict.correct == (distance == least)
            assert verdict.quality == pytest.approx(float((1 + least) / (1 + distance)))


def test_the_optimum_of_any_hand():
    """Small numbers, many of them equal, and targets on either side of what can be reached."""
    rng = random.Random(0)
    for _ in range(8):
        values = [rng.choice((1, 1, 2, 2, 3, 5, 7, 25)) for _ in range(rng.choice((2, 3, 3, 4)))]
        found = reachable(hand_of(values))
        for target in [*range(12), 40, 77, 10_000]:
            least = min(abs(value - target) for value in found)
            problem = env.problem_from({"values": values, "target": target, "optimum": as_text(least)})
            assert env.judge(problem, env.format(env.solve(problem))).correct


def test_no_random_expression_of_five_numbers_beats_the_optimum():
    """A better one would raise VerifierError."""
    rng = random.Random(1)
    for seed in range(4):
        problem = env.sample(10 + seed, seed=seed)
        assert len(problem.values) == 5
        assert env.judge(problem, env.format(env.solve(problem))).correct
        for _ in range(500):
            hand = hand_of(problem.values)
            while len(hand) > 1:
                rng.shuffle(hand)
                (left, left_text), (right, right_text) = hand.pop(), hand.pop()
                operator, value = rng.choice(list(combine(left, right)))
                hand.append((value, f"({left_text}{operator}{right_text})"))
            ((value, text),) = hand
            verdict = env.judge(problem, text)
            assert verdict.outcome == "valid"
            assert verdict.correct == (as_text(abs(value - problem.target)) == problem.optimum)


def test_six_numbers():
    """The trap of the catalogue: there, the search over six numbers takes too long."""
    problem = env.problem_from({"values": [1, 1, 2, 2, 3, 3], "target": 83, "optimum": "2/1"})  # 3*3*3*3
    verdict = env.judge(problem, "(1+2)*(1+2)*3*3")
    assert verdict.correct
    assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize(
    ("values", "target", "optimum", "text", "outcome", "quality"),
    [
        ([3, 3, 8, 8], 24, "0/1", "8 / (3 - 8 / 3)", "valid", 1),  # only through fractions
        ([3, 3, 8, 8], 24, "0/1", "3 + 3 + 8 + 8", "valid", 1 / 3),
        ([2, 5, 2], 8, "0/1", "2 * 5 - 2", "valid", 1),
        ([2, 5, 2], 8, "0/1", "5 * 2 - 2 = 8", "valid", 1),
        ([2, 5, 2], 8, "0/1", "2 × 5 − 2", "valid", 1),
        ([2, 5, 2], 8, "0/1", "-(2 - 2 * 5)", "valid", 1),  # signs are accepted
        ([2, 5, 2], 8, "0/1", "5 + 2 + 2", "valid", 1 / 2),
        ([2, 5, 2], 8, "0/1", "5 + 2 + 2 = 9", "valid", 1 / 2),
        ([2, 5, 2], 8, "0/1", "5 + 2 + 2 = 8", "unparsed", 0),  # a wrong claim
        ([2, 5, 2], 8, "0/1", "5 / 2 + 2", "valid", 2 / 9),  # 4.5
        ([2, 5, 2], 8, "0/1", "5 / 2 + 2 = 4", "unparsed", 0),
        ([2, 5, 2], 8, "0/1", "2 - 5 - 2", "valid", 1 / 14),  # a negative value
        # Only an inexact optimum: 2, 2 and 3 make 12 and 10, but not 11.
        ([2, 2, 3], 11, "1/1", "2 * 2 * 3", "valid", 1),
        ([2, 2, 3], 11, "1/1", "2 * (2 + 3)", "valid", 1),  # the other optimum, below the target
        ([2, 2, 3], 11, "1/1", "2 * 2 * 3 = 11", "unparsed", 0),
        ([2, 2, 3], 11, "1/1", "2 + 2 * 3", "valid", 2 / 4),
        ([2, 2, 3], 11, "1/1", "2 / 2 * 3", "valid", 2 / 9),
        # An optimum that is a fraction.
        ([3, 5], 1, "2/5", "3 / 5", "valid", 1),
        ([3, 5], 1, "2/5", "5 / 3", "valid", (7 / 5) / (5 / 3)),
        ([3, 5], 1, "2/5", "5 - 3", "valid", (7 / 5) / 2),
        # The right value, but not the given numbers.
        ([2, 5, 2], 8, "0/1", "5 + 3", "invalid", 0),
        ([2, 5, 2], 8, "0/1", "8", "invalid", 0),
        ([2, 5, 2], 8, "0/1", "8 = 8", "invalid", 0),
        ([2, 5, 2], 8, "0/1", "2 * 5 - 2 + 2 - 2", "invalid", 0),
        ([2, 5, 2], 8, "0/1", "2 * 5", "invalid", 0),
        ([2, 5, 2], 8, "0/1", "5 + 2 + 2 + 0", "invalid", 0),
        ([2, 5, 2], 27, "7/1", "25 + 2", "invalid", 0),  # digits joined
        ([2, 5, 2], 8, "0/1", "5 / (2 - 2)", "invalid", 0),  # a division by zero
        ([2, 5, 2], 8, "0/1", "(2 - 2) / 5", "valid", 1 / 9),
        # Traps: what an evaluating verifier would accept.
        ([2, 5, 2], 8, "0/1", "2**5+2", "unparsed", 0),
        ([2, 5, 2], 8, "0/1", "2^5+2", "unparsed", 0),
        ([2, 5, 2], 8, "0/1", "2//5+2", "unparsed", 0),
        ([2, 5, 2], 8, "0/1", "2.5+2", "unparsed", 0),
        ([2, 5, 2], 8, "0/1", "2*05-2", "unparsed", 0),
        ([2, 5, 2], 8, "0/1", "2*0x5-2", "unparsed", 0),
        ([2, 5, 2], 8, "0/1", "2*5-2 # right", "unparsed", 0),
        ([2, 5, 2], 8, "0/1", "1_0-2", "unparsed", 0),
        ([2, 5, 2], 8, "0/1", "2*5-(2", "unparsed", 0),
        ([2, 5, 2], 8, "0/1", "2*5-2\n5*2-2", "unparsed", 0),
        ([9, 9, 9], 80, "8/1", "9**9**9", "unparsed", 0),
        ([9, 9, 9], 80, "8/1", "9*9-9", "valid", 1),
        ([2, 5, 2], 8, "0/1", "", "unparsed", 0),
        ([2, 5, 2], 8, "0/1", "(" * 199 + "2" + ")" * 199 + "*5-2", "valid", 1),
        ([2, 5, 2], 8, "0/1", "(" * 201 + "2" + ")" * 201 + "*5-2", "unparsed", 0),
        # Equal to the optimum as a float, and yet not.
        ([10**9, 10**9 - 1], 10**18 - 10**9, "0/1", "1000000000 * 999999999", "valid", 1),
        ([10**9, 10**9 - 1, 1], 1, "0/1", "1000000000 - 999999999 * 1", "valid", 1),
        ([10**9, 10**9 - 1, 1], 1, "0/1", "1000000000 / 999999999 * 1", "valid", 1 / (1 + 1 / 999999999)),
    ],
)
def test_hand_made_answers(values, target, optimum, text, outcome, quality):
    assert Fraction(optimum) == min(abs(value - target) for value in reachable(hand_of(values)))
    problem = env.problem_from({"values": values, "target": target, "optimum": optimum})
    verdict = env.judge(problem, text)
    assert verdict.outcome == outcome
    assert verdict.correct == (quality == 1)
    assert verdict.quality == pytest.approx(quality, rel=1e-12)


def test_many_numbers_need_no_search():
    """The trap of the published suite: with more than six numbers no optimal inexact answer passes."""
    problem = env.problem_from({"values": [2] * 7, "target": 130, "optimum": "2/1"})
    assert env.judge(problem, "2*2*2*2*2*2*2").correct  # 128


def test_an_answer_better_than_the_optimum_surfaces():
    problem = env.problem_from({"values": [2, 5, 2], "target": 8, "optimum": "1/1"})
    with pytest.raises(rlve_gym.VerifierError):
        env.judge(problem, "2*5-2")


def test_sampling():
    for difficulty in range(16):
        sample = [env.sample(difficulty, seed=seed) for seed in range(4 if difficulty > 9 else 30)]
        for problem in sample:
            greatest = problem.origin.parameters["max_value"]
            assert len(problem.values) == min(3 + difficulty // 5, 5)
            assert all(1 <= value <= greatest for value in problem.values)
            assert 0 <= problem.target <= 10 * greatest
        assert len({problem.optimum for problem in sample}) > 2  # exact hits and others


@pytest.mark.parametrize(
    "change",
    [{"values": []}, {"values": [0, 2, 3]}, {"target": -1}]
    + [{"optimum": text} for text in ("", "2", "1/0", "-1/2", "1e999999999", "0.5/1", "1/2/3")],
)
def test_damaged_problems(change):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({"values": [2, 5, 2], "target": 8, "optimum": "0/1", **change})
