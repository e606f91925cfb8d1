"""The oracle tries all weights and all orders; for more nodes it removes the first node from every set of nodes."""

from collections import defaultdict
from fractions import Fraction
from itertools import permutations, product
from math import prod

import pytest

import rlve_gym

env = rlve_gym.make("probability_draw_order_on_tree", answer_style="plain")


def by_enumeration(shares, constraints):
    n = len(shares)
    orders = [
        order
        for order in permutations(range(n))
        if all(order.index(u) < order.index(v) for u, v in constraints)
    ]
    total = Fraction(0)
    for weights in product((1, 2, 3), repeat=n):
        likely = prod(
            Fraction(share[weight - 1], sum(share)) for share, weight in zip(shares, weights, strict=True)
        )
        for order in orders:
            remaining = sum(weights)
            chance = Fraction(1)
            for node in order:
                chance *= Fraction(weights[node], remaining)
                remaining -= weights[node]
            total += likely * chance
    return total


def by_sets(shares, constraints):
    """Over sets of nodes not yet drawn, by their total weight: the first of them is drawn, then the rest is in order."""
    n = len(shares)
    before = [sum(1 << u for u, v in constraints if v == node) for node in range(n)]
    good = [defaultdict(Fraction) for _ in range(1 << n)]
    good[0][0] = Fraction(1)
    for left in range(1, 1 << n):
        for node in range(n):
            if left >> node & 1 and not before[node] & left:
                for weight in (1, 2, 3):
                    likely = Fraction(shares[node][weight - 1], sum(shares[node]))
                    for rest, chance in good[left ^ 1 << node].items():
                        good[left][rest + weight] += likely * chance * Fraction(weight, rest + weight)
    return sum(good[-1].values())


def is_residue(answer, value, modulus):
    return (answer * value.denominator - value.numerator) % modulus == 0


@pytest.mark.parametrize(("vertices", "count"), [(2, 60), (3, 30), (4, 12)])
def test_answer_is_that_of_enumeration(vertices, count):
    for seed in range(count):
        problem = env.sample(seed % 16, seed=seed, parameters={"vertex_count": vertices})
        value = by_enumeration(problem.weight_shares, problem.constraints)
        assert 0 < value < 1
        assert is_residue(problem.answer, value, problem.modulus)


@pytest.mark.parametrize(("vertices", "count"), [(5, 12), (6, 6), (7, 2), (8, 1)])
def test_answer_is_that_of_sets(vertices, count):
    for seed in range(count):
        problem = env.sample(13, seed=seed, parameters={"vertex_count": vertices})
        value = by_sets(problem.weight_shares, problem.constraints)
        assert is_residue(problem.answer, value, problem.modulus)


def test_the_oracles_agree():
    for seed in range(10):
        problem = env.sample(5, seed=seed)
        fields = problem.weight_shares, problem.constraints
        assert by_enumeration(*fields) == by_sets(*fields)


def test_chance_of_turned_constraints_is_the_rest():
    """The constraint of two nodes holds, or the turned one does."""
    for seed in range(50):
        problem = env.sample(0, seed=seed)
        ((u, v),) = problem.constraints
        fields = problem.weight_shares, problem.constraints
        assert by_enumeration(*fields) + by_enumeration(problem.weight_shares, [(v, u)]) == 1


@pytest.mark.parametrize("difficulty", [0, 5, 12, 20, 30])
def test_instances(difficulty):
    """The constraints form a tree, point in both directions, and every denominator has an inverse."""
    away = 0
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        n = len(problem.weight_shares)
        assert problem.modulus > 3 * n
        assert all(min(share) >= 1 and max(share) <= 2 + difficulty for share in problem.weight_shares)
        assert problem.modulus > max(map(sum, problem.weight_shares))
        assert len(problem.constraints) == n - 1
        reached = [0]
        for node in reached:
            for u, v in problem.constraints:
                reached += [w for w in {u, v} - {node} if node in (u, v) and w not in reached]
        assert sorted(reached) == list(range(n))
        away += sum(u < v for u, v in problem.constraints)
    assert 0 < away < 10 * (n - 1)


@pytest.mark.parametrize("modulus", [100, 51, 5, 998_244_352])
def test_moduli_must_be_large_primes(modulus):
    with pytest.raises(ValueError, match="modulus"):
        env.sample(0, seed=0, parameters={"modulus": modulus})


def test_the_prompt_defines_the_residue():
    assert "1/2 would be 51." in env.prompt(env.sample(0, seed=0))
    assert "1/2 would be 499122177." in env.prompt(env.sample(13, seed=0))


# Two nodes alike: 1/2 by symmetry.
EXAMPLE = {"weight_shares": [[1, 1, 2], [1, 1, 2]], "constraints": [[1, 0]], "modulus": 101, "answer": 51}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("51", "valid", 1),
        (" 051\n", "valid", 1),
        ("50", "valid", 0),
        ("0", "valid", 0),
        ("100", "valid", 0),
        ("101", "invalid", 0),
        ("152", "invalid", 0),
        ("-50", "invalid", 0),
        ("1/2", "unparsed", 0),
        ("0.5", "unparsed", 0),
        ("51 mod 101", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
