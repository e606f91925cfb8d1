"""The oracle multiplies the Fibonacci numbers of all gcds, exactly where they are few; the gcds are NumPy's where many."""

from math import gcd

import numpy as np
import pytest
from sympy import isprime, primerange

import rlve_gym
from rlve_gym.envs.number_theory.product_of_fibonacci_gcds import _fibonacci, _product

env = rlve_gym.make("product_of_fibonacci_gcds", answer_style="plain")

FIBONACCI = [0, 1]
while len(FIBONACCI) <= 2300:
    FIBONACCI.append(FIBONACCI[-1] + FIBONACCI[-2])


def exact_product(n, m):
    product = 1
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            product *= FIBONACCI[gcd(i, j)]
    return product


def by_arrays(n, m, modulus):
    product = 1
    counts = np.bincount(np.gcd.outer(np.arange(1, n + 1), np.arange(1, m + 1)).ravel())
    for number, count in zip(FIBONACCI, counts.tolist(), strict=False):
        product = product * pow(number, count, modulus) % modulus
    return product


@pytest.mark.parametrize("difficulty", range(11))
def test_answers_are_the_exact_products_reduced(difficulty):
    for seed in range(25):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == exact_product(problem.x_limit, problem.y_limit) % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [14, 18, 22, 26, 30])
def test_large_answers_are_those_of_the_arrays(difficulty):
    for seed in range(3 if difficulty < 26 else 1):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_arrays(problem.x_limit, problem.y_limit, problem.modulus)


@pytest.mark.parametrize("difficulty", range(0, 31, 5))
def test_the_modulus_is_a_prime_that_divides_no_factor(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        assert isprime(problem.modulus) and 0 < problem.answer < problem.modulus
        limit = min(problem.x_limit, problem.y_limit)
        assert all(number % problem.modulus for number in FIBONACCI[1 : limit + 1])


def test_primes_that_divide_a_factor_are_avoided():
    """The trap of the catalogue: the product would be 0."""
    bad = {p for p in primerange(500, 1001) if any(number % p == 0 for number in FIBONACCI[1:51])}
    assert {521, 557} <= bad  # of F(26) and F(31)
    small = {env.sample(0, seed=seed).modulus for seed in range(500)}
    large = {env.sample(0, seed=seed, parameters={"limit_max": 100}).modulus for seed in range(500)}
    assert small & bad and not large & bad and large


def test_moduli_that_are_too_small_are_refused():
    with pytest.raises(ValueError, match="too small"):
        env.sample(0, seed=0, parameters={"limit_max": 2296})


def test_every_small_rectangle_and_published_products():
    modulus = 10**9 + 7
    products = {
        (n, m): _product(n, m, modulus, _fibonacci(min(n, m), modulus))
        for n in range(1, 16)
        for m in range(1, 16)
    }
    for (n, m), product in products.items():
        assert product == exact_product(n, m) % modulus
    assert (products[2, 3], products[4, 5]) == (1, 6)  # the sample of Luogu P3704


EXAMPLE = {"x_limit": 6, "y_limit": 7, "modulus": 11, "answer": 3}  # 2 * 2 * 2 * 3 * 5 * 8 = 960


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("3", "valid", 1),
        ("03", "valid", 1),
        ("4", "valid", 0),
        ("0", "valid", 0),
        ("10", "valid", 0),
        ("11", "invalid", 0),
        ("960", "invalid", 0),  # not reduced
        ("-8", "invalid", 0),
        ("3 mod 11", "unparsed", 0),
        ("3.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert exact_product(6, 7) == 960
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_few_problems_share_their_answer():
    """The trap of the catalogue: with limits up to 5 and large moduli 2 was right in most problems at the bottom."""
    for difficulty, share in ((0, 0.35), (3, 0.03)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
