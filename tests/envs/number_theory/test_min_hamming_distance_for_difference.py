"""The oracle tries every n up to 4d + 3; long strings are checked by a recursion on the last bits."""

from functools import cache

import pytest

import rlve_gym

env = rlve_gym.make("min_hamming_distance_for_difference", answer_style="plain")


@cache
def by_all_n(d):
    return min((n ^ (n + d)).bit_count() for n in range(4 * d + 4))


def by_carries(bits):
    """The least count from the last bit up: n's bit is free, and with it whether a carry goes on."""
    least = {0: 0, 1: float("inf")}  # by carry
    for bit in map(int, reversed("00" + bits)):
        following = {0: float("inf"), 1: float("inf")}
        for carry, count in least.items():
            for bit_of_n in (0, 1):
                upper, bit_of_sum = divmod(bit_of_n + bit + carry, 2)
                following[upper] = min(following[upper], count + (bit_of_sum != bit_of_n))
        least = following
    return least[0]


def test_the_two_oracles_agree():
    for d in range(1, 600):
        assert by_carries(f"{d:b}") == by_all_n(d)


@pytest.mark.parametrize("bit_length", range(2, 11))
def test_answers_are_those_of_all_n(bit_length):
    for seed in range(60):
        problem = env.sample(0, seed=seed, parameters={"bit_length": bit_length})
        d = int(problem.difference_bits, 2)
        assert problem.difference_bits == f"{d:b}" and d > 0 and len(problem.difference_bits) <= bit_length
        assert problem.answer == by_all_n(d)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_answers_are_those_of_the_carries(difficulty):
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        assert problem.difference_bits[0] == "1"
        assert problem.answer == by_carries(problem.difference_bits)


def test_answers_are_uniform():
    """A trap of the published suite: of random strings, half had the same answer."""
    for difficulty, count in ((0, 5), (3, 8), (10, 18)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(1000)]
        assert set(answers) == set(range(1, count + 1))
        assert all(0.6 < answers.count(answer) * count / 1000 < 1.4 for answer in set(answers))


@pytest.mark.parametrize(
    ("bits", "text", "outcome", "quality"),
    [
        ("1", "1", "valid", 1),
        ("11", "2", "valid", 1),
        ("111", "2", "valid", 1),  # n = 1: 0001 and 1000
        ("111", "+2", "valid", 1),
        ("111", "3", "valid", 0),  # the number of ones in d
        ("111", "1", "valid", 0),
        ("111", "9" * 3_000, "valid", 0),
        ("1011", "3", "valid", 1),
        ("111", "0", "invalid", 0),
        ("111", "-2", "invalid", 0),
        ("111", "2.0", "unparsed", 0),
        ("111", "1 2", "unparsed", 0),
        ("111", "two", "unparsed", 0),
        ("111", "", "unparsed", 0),
    ],
)
def test_hand_made_answers(bits, text, outcome, quality):
    problem = env.problem_from({"difference_bits": bits, "answer": by_all_n(int(bits, 2))})
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
