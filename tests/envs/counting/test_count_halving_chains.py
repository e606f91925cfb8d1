"""The oracle writes down all sequences; large numbers are checked by the partitions into powers of 2."""

from itertools import combinations

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_halving_chains import _chains

env = rlve_gym.make("count_halving_chains", answer_style="plain")


def sequences(n):
    found, latest = [], [[n]]
    while latest:
        found += latest
        latest = [[*s, term] for s in latest for term in range(1, n + 1) if 2 * term <= s[-1]]
    return found


def binary_partitions(n):
    """The coefficients at 0..n of the product of 1 / (1 - x^p) for the powers p of 2."""
    counts = [1] + [0] * n
    power = 1
    while power <= n:
        for total in range(power, n + 1):
            counts[total] += counts[total - power]
        power *= 2
    return counts


def test_published_values():
    """OEIS A018819."""
    assert [_chains(n) for n in range(1, 21)] == [
        1, 2, 2, 4, 4, 6, 6, 10, 10, 14, 14, 20, 20, 26, 26, 36, 36, 46, 46, 60,
    ]  # fmt: skip


def test_every_small_number():
    for n in range(1, 60):
        assert _chains(n) == len(sequences(n))
    for n in range(
        1, 14
    ):  # by the definition alone: a chain is a set of numbers up to n with n, in decreasing order
        chains = [
            chosen
            for size in range(n)
            for rest in combinations(range(n - 1, 0, -1), size)
            if all(2 * b <= a for a, b in zip((n, *rest), rest, strict=False))
            for chosen in [rest]
        ]
        assert _chains(n) == len(chains)


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3])
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        number_max = (24, 33, 44, 59)[difficulty]
        assert number_max // 4 <= problem.number <= number_max
        assert problem.answer == len(sequences(problem.number))
        assert env.judge(problem, env.format(env.solve(problem))).correct


def test_large_answers_are_those_of_binary_partitions():
    counts = binary_partitions(76_097)
    for difficulty in range(4, 31):
        for seed in range(4):
            problem = env.sample(difficulty, seed=seed)
            assert problem.answer == counts[problem.number] < 10**27


EXAMPLE = {"number": 10, "answer": 14}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("14", "valid", 1),
        (" 14\n", "valid", 1),
        ("13", "valid", 0),  # without the sequence of one term
        ("15", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("0", "invalid", 0),
        ("-14", "invalid", 0),
        ("10 5 2", "unparsed", 0),
        ("14.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert len(sequences(10)) == 14
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_the_shown_example_is_never_right():
    """The trap of the notes: 10 is the answer for 8 and 9. No number has 12 chains."""
    assert 12 not in {len(sequences(n)) for n in range(1, 40)} and _chains(40) > 12


def test_no_constant_pays():
    for difficulty, share in ((0, 0.2), (3, 0.1)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
