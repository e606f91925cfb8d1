"""The oracle builds the number of every set of digits; wide digits are checked by choosing one digit after the other."""

from functools import cache
from itertools import combinations, pairwise

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_increasing_digit_numbers import _increasing

env = rlve_gym.make("count_increasing_digit_numbers", answer_style="plain")


def digits(number, base):
    found = []
    while number:
        number, digit = divmod(number, base)
        found.insert(0, digit)
    return found


def qualifies(number, k):
    written = digits(number, 2**k)
    return len(written) >= 2 and all(a < b for a, b in pairwise(written))


@cache
def bit_lengths(k):
    """The bit lengths of all numbers with at least two strictly increasing digits, whatever their width."""
    lengths = []
    for size in range(2, 2**k):
        for chosen in combinations(range(1, 2**k), size):
            number = 0
            for digit in chosen:
                number = number * 2**k + digit
            lengths.append(number.bit_length())
    return lengths


def count_digit_by_digit(k, max_bits):
    """From the last digit to the first: the numbers by their length and first digit."""
    by_first = dict.fromkeys(range(1, 2**k), 1)
    total, length = 0, 1
    while length * k < max_bits:
        longer, above = {}, 0
        for digit in range(2**k - 1, 0, -1):
            longer[digit] = above
            above += by_first[digit]
        by_first = longer
        total += sum(ways for digit, ways in by_first.items() if length * k + digit.bit_length() <= max_bits)
        length += 1
    return total


@pytest.mark.parametrize(("k", "max_bits"), [(2, 8), (3, 14), (4, 16), (5, 15)])
def test_every_number_of_few_bits(k, max_bits):
    """By the definition alone; also k = 2 and widths of one digit, which are never drawn."""
    lengths = [number.bit_length() for number in range(1, 2**max_bits) if qualifies(number, k)]
    for w in range(1, max_bits + 1):
        assert _increasing(k, w) == sum(length <= w for length in lengths)


@pytest.mark.parametrize("k", [2, 3, 4])
def test_every_width(k):
    for w in range(k + 1, k * 2**k + 1):
        assert _increasing(k, w) == sum(length <= w for length in bit_lengths(k))
    assert _increasing(k, k * 2**k) == 2 ** (2**k - 1) - 2**k  # all sets of at least two digits


@pytest.mark.parametrize("difficulty", [0, 1, 2])
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == sum(length <= problem.max_bits for length in bit_lengths(problem.digit_bits))
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [3, 5, 8, 12, 16, 20])
def test_wide_digits_are_counted_one_by_one(difficulty):
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == count_digit_by_digit(problem.digit_bits, problem.max_bits)


def test_the_sample_of_the_source():
    assert _increasing(3, 7) == 36  # Luogu P1066


def test_widths_are_far_from_saturation():
    """The trap of the notes: near k * 2^k bits every set of digits fits; and answers of over 4,000 digits."""
    for difficulty in range(31):
        for seed in range(40):
            problem = env.sample(difficulty, seed=seed)
            k = problem.digit_bits
            assert 3 <= k <= 16 and 2 * k <= problem.max_bits <= (5 + difficulty // 2) * k - 1
            assert 0 < problem.answer < 10**76
            if k < 10:
                assert problem.answer < 2 ** (2**k - 1) - 2**k
    assert all(env.sample(3, seed=seed).answer < 10**7 for seed in range(100))


def test_no_constant_pays():
    for difficulty, share in ((0, 0.2), (3, 0.1)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


EXAMPLE = {"digit_bits": 3, "max_bits": 7, "answer": 36}  # 21 of two digits, 15 of three with a leading 1


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("36", "valid", 1),
        (" 36\n", "valid", 1),
        ("37", "valid", 0),  # no credit for closeness
        ("21", "valid", 0),
        ("0", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("-36", "invalid", 0),
        ("21 + 15", "unparsed", 0),
        ("21 15", "unparsed", 0),
        ("36.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert sum(length <= 7 for length in bit_lengths(3)) == 36
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
