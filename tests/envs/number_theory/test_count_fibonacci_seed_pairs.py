"""The oracles run the sequence of every pair, and for larger targets go backwards from each possible f(n-1)."""

import pytest

import rlve_gym

env = rlve_gym.make("count_fibonacci_seed_pairs", answer_style="plain")


def runs(target):
    """All pairs: the sequence increases from f(1) on, and b = target itself is no hit, as n = 1 does not count."""
    count = 0
    for a in range(1, target):
        for b in range(1, target):
            x, y = a, b
            while y < target:
                x, y = y, x + y
            count += y == target
    return count


def backward_runs(target):
    """For each f(n-1) = y < target one step back after the other; every (f(0), f(1)) on the way, if positive, counts."""
    count = 0
    for y in range(1, target):
        x = target - y
        while x > 0:
            count += 1
            x, y = y - x, x
    return count


def test_all_targets_of_difficulty_0_and_1():
    targets = set()
    for difficulty, count in ((0, 150), (1, 250)):
        for seed in range(count):
            problem = env.sample(difficulty, seed=seed)
            if problem.target not in targets:
                assert problem.answer == runs(problem.target)
                targets.add(problem.target)
            assert env.judge(problem, env.format(env.solve(problem))).correct
    assert targets == set(range(2, 46))


@pytest.mark.parametrize("difficulty", range(2, 22))
def test_larger_targets(difficulty):
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        assert problem.target <= 30 * 1.5**difficulty
        assert problem.answer == backward_runs(problem.target)


def test_very_large_target():
    """For each n the equation F(n-1) a + F(n) b = K has K / (F(n-1) F(n)) positive solutions, up to 1."""
    problem = env.sample(0, seed=1, parameters={"target_max": 10**100})
    estimate, indices, p, q = 0, 0, 1, 1
    while p + q <= problem.target:
        estimate += problem.target // (p * q)
        indices, p, q = indices + 1, q, p + q
    assert abs(problem.answer - estimate) <= 2 * indices < 1000


# f(n) = 4 for (1, 3), (2, 2), (3, 1), and (2, 1): 2 1 3 4.
EXAMPLE = {"target": 4, "answer": 4}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("4", "valid", 1),
        ("+4\n", "valid", 1),
        ("3", "valid", 0),  # n = 2 alone
        ("5", "valid", 0),
        ("7", "valid", 0),  # with (1, 4), (2, 4), (3, 4), where f(1) is the target
        ("0", "invalid", 0),
        ("-4", "invalid", 0),
        ("4.0", "unparsed", 0),
        ("4 pairs", "unparsed", 0),
        ("1 3 2 2 3 1 2 1", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert runs(4) == 4
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_many_problems_although_each_is_one_number():
    for difficulty in (5, 6, 8):
        assert len({env.sample(difficulty, seed=seed).target for seed in range(1000)}) >= 200
