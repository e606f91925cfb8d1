"""The oracle counts divisors with a sieve; up to 10^18 it goes through all candidates and keeps the least for each count."""

from math import prod

import pytest
from sympy import factorint

import rlve_gym
from rlve_gym.envs.number_theory.smallest_number_with_k_divisors import _smallest

env = rlve_gym.make("smallest_number_with_k_divisors", answer_style="plain")


def first_with_each_count(limit):
    counts = [0] * (limit + 1)
    for divisor in range(1, limit + 1):
        for multiple in range(divisor, limit + 1, divisor):
            counts[multiple] += 1
    first = {}
    for n in range(1, limit + 1):
        first.setdefault(counts[n], n)
    return first


def least_with_each_count(limit):
    """Smallest numbers have exponents that never rise along 2, 3, 5, ...: else swapping two would make it smaller."""
    least = {}
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53)

    def extend(n, count, i, max_exponent):
        least[count] = min(n, least.get(count, n))
        power = n
        for exponent in range(1, max_exponent + 1):
            power *= primes[i]
            if power > limit:
                break
            extend(power, count * (exponent + 1), i + 1, exponent)

    extend(1, 1, 0, 60)
    return least


SIEVED = first_with_each_count(20_000)
LEAST = least_with_each_count(10**18)


def test_answers_are_those_of_the_sieve():
    assert {k for k in SIEVED if k >= 6} >= {env.sample(0, seed=seed).divisor_count for seed in range(300)}
    for k, n in SIEVED.items():
        assert _smallest(k) == n


def test_published_numbers():
    """OEIS A005179."""
    published = [
        1,
        2,
        4,
        6,
        16,
        12,
        64,
        24,
        36,
        48,
        1024,
        60,
        4096,
        192,
        144,
        120,
        65536,
        180,
        262144,
        240,
        576,
    ]
    assert [_smallest(k) for k in range(1, 22)] == published


def test_answers_are_those_of_all_candidates():
    for k, n in LEAST.items():
        if k <= 10_000:
            assert _smallest(k) == n
    for k in range(1000, 1100):
        if k not in LEAST:
            assert _smallest(k) > 10**18


@pytest.mark.parametrize("difficulty", range(31))
def test_every_admissible_count_comes(difficulty):
    divisor_max = env.ladder.parameters["divisor_max"].at(difficulty)
    optimum_max = min(5000 * 3**difficulty, 10**18)
    admissible = {k for k, n in LEAST.items() if 6 <= k <= divisor_max and n <= optimum_max}
    problems = [env.sample(difficulty, seed=seed) for seed in range(300 if difficulty < 6 else 20)]
    seen = {problem.divisor_count for problem in problems}
    assert seen <= admissible
    if difficulty < 6:
        assert len(seen) > 0.9 * len(admissible) >= 20
    for problem in problems[:20]:
        assert problem.optimum == LEAST[problem.divisor_count]
        assert prod(e + 1 for e in factorint(problem.optimum).values()) == problem.divisor_count
        assert env.judge(problem, env.format(env.solve(problem))).correct


def test_the_steepest_override_ends():
    problem = env.sample(0, seed=0, parameters={"divisor_max": 9062, "optimum_max": 5000})
    assert problem.optimum == LEAST[problem.divisor_count] <= 5000


EXAMPLE = {"divisor_count": 12, "optimum": 60}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("60", "valid", 1),
        (" +60\n", "valid", 1),
        ("72", "valid", 0),  # 12 divisors, too, but larger
        ("96", "valid", 0),
        ("48", "valid", 0),
        ("1", "valid", 0),
        ("2048", "valid", 0),
        ("9" * 3_999, "valid", 0),
        ("0", "invalid", 0),
        ("-60", "invalid", 0),
        ("60.0", "unparsed", 0),
        ("2^2 * 3 * 5", "unparsed", 0),
        ("60 72", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_answers_stay_short():
    """The trap of the catalogue: 2 ** (k - 1) for a prime k filled pages."""
    for difficulty, digits in ((0, 4), (3, 6), (6, 7), (30, 19)):
        assert max(env.sample(difficulty, seed=seed).optimum for seed in range(30)) < 10**digits
