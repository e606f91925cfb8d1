"""The oracle divides n! by the base while it can; large n are checked with SymPy's valuation of every prime."""

from collections import Counter
from math import factorial, prod

import pytest
import sympy

import rlve_gym

env = rlve_gym.make("factorial_trailing_zeros", answer_style="plain")


def zeros(number, base):
    count, rest = 0, factorial(number)
    while rest % base == 0:
        count, rest = count + 1, rest // base
    return count


@pytest.mark.parametrize("difficulty", range(9))
def test_answer_is_that_of_dividing(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        assert int(30 * 1.3**difficulty) // 2 - 5 <= problem.number <= 30 * 1.3**difficulty
        assert problem.base >= 2
        assert problem.answer == zeros(problem.number, problem.base)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [15, 20, 25, 30])
def test_large_answers_by_sums_of_digits(difficulty):
    """The exponent of p in n! is (n - sum of the digits of n in base p) / (p - 1)."""
    for seed in range(25):
        problem = env.sample(difficulty, seed=seed)
        n = problem.number
        exponents = {
            p: ((n - sum(sympy.ntheory.digits(n, p)[1:])) // (p - 1), e)
            for p, e in sympy.factorint(problem.base).items()
        }
        assert prod(p**e for p, (_, e) in exponents.items()) == problem.base
        assert problem.answer == min(total // e for total, e in exponents.values())


def test_no_constant_pays():
    """The trap of the catalogue: a random base has a prime above n or just below it, and the answer is 0 or 1."""
    for difficulty, share in ((0, 0.25), (3, 0.12), (6, 0.1)):
        answers = Counter(env.sample(difficulty, seed=seed).answer for seed in range(500))
        assert max(answers.values()) <= share * 500
        assert answers[0] <= 0.08 * 500


def test_the_largest_prime_factor_does_not_always_decide():
    """Two primes of the smooth bases have a say, unlike in base 10, where 5 always decides."""
    decides = []
    for seed in range(300):
        problem = env.sample(10, seed=seed)
        *others, (p, e) = sorted(sympy.factorint(problem.base).items())
        if others:
            decides.append(zeros(problem.number, p) // e == problem.answer)
    assert len(decides) > 150
    assert 0.2 < sum(decides) / len(decides) < 0.85


@pytest.mark.parametrize(
    ("number", "base", "text", "outcome", "quality"),
    [
        (25, 10, "6", "valid", 1),  # 15511210043330985984000000
        (25, 10, " 06\n", "valid", 1),
        (25, 10, "5", "valid", 0),  # the multiples of 5, with 25 counted once
        (25, 10, "22", "valid", 0),  # the exponent of 2
        (10, 12, "4", "valid", 1),  # 10! = 2^8 3^4 5^2 7: both give 4
        (10, 16, "2", "valid", 1),  # the power of one prime
        (10, 48, "2", "valid", 1),  # 2, not 3, decides
        (10, 11, "0", "valid", 1),
        (10, 11, "1", "valid", 0),
        (25, 10, "-1", "invalid", 0),
        (25, 10, "-6", "invalid", 0),
        (25, 10, "6.0", "unparsed", 0),
        (25, 10, "000000", "valid", 0),  # the zeros themselves are the number 0
        (25, 10, "six", "unparsed", 0),
        (25, 10, "", "unparsed", 0),
    ],
)
def test_hand_made_answers(number, base, text, outcome, quality):
    problem = env.problem_from({"number": number, "base": base, "answer": zeros(number, base)})
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


@pytest.mark.parametrize(("number_max", "max_exponent"), [(30, 1), (30, 4), (10**9, 1), (10**9, 4)])
def test_extreme_parameters_work(number_max, max_exponent):
    problem = env.sample(0, seed=2, parameters={"number_max": number_max, "max_exponent": max_exponent})
    assert env.judge(problem, env.format(env.solve(problem))).correct
