"""The oracle collects the orbits of all colorings; more vertices are checked permutation by permutation, and by OEIS."""

from itertools import combinations, permutations, product
from math import comb, factorial

import pytest
from sympy import isprime

import rlve_gym
from rlve_gym.envs.counting.count_nonisomorphic_edge_colorings import _classes

env = rlve_gym.make("count_nonisomorphic_edge_colorings", answer_style="plain")


def count_by_enumeration(n, m):
    """The number of orbits of the permutations of the vertices on the colorings."""
    edges = list(combinations(range(n), 2))
    moves = [
        [edges.index((min(p[u], p[v]), max(p[u], p[v]))) for u, v in edges] for p in permutations(range(n))
    ]
    seen, classes = set(), 0
    for coloring in product(range(m), repeat=len(edges)):
        if coloring not in seen:
            classes += 1
            seen.update(tuple(coloring[i] for i in move) for move in moves)
    return classes


def count_by_permutations(n, m):
    """The average number of colorings that a permutation of the vertices keeps, for each of them by following every edge."""
    total = 0
    for p in permutations(range(n)):
        left, cycles = {frozenset(edge) for edge in combinations(range(n), 2)}, 0
        while left:
            cycles += 1
            edge = next(iter(left))
            while edge in left:
                left.remove(edge)
                edge = frozenset(p[v] for v in edge)
        total += m**cycles
    assert total % factorial(n) == 0
    return total // factorial(n)


@pytest.mark.parametrize(("n", "most"), [(1, 3), (2, 5), (3, 14), (4, 4), (5, 2)])
def test_small_graphs_against_enumeration(n, most):
    for m in range(1, most + 1):
        assert _classes(n, m) == count_by_enumeration(n, m)


@pytest.mark.parametrize("difficulty", range(7))
def test_sampled_answers_are_those_of_the_permutations(difficulty):
    classes = {}
    for seed in range(60 if difficulty < 6 else 8):
        problem = env.sample(difficulty, seed=seed)
        n, m = problem.vertex_count, problem.color_count
        if (n, m) not in classes:
            classes[n, m] = comb(m + 2, 3) if n == 3 else count_by_permutations(n, m)
        assert problem.answer == classes[n, m] % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


def test_published_numbers():
    """OEIS A000088 (graphs) and A004102 (signed graphs) from one vertex on."""
    assert [_classes(n, 2) for n in range(1, 11)] == [1, 2, 4, 11, 34, 156, 1044, 12346, 274668, 12005168]
    assert [_classes(n, 3) for n in range(1, 9)] == [1, 3, 10, 66, 792, 25506, 2302938, 591901884]


@pytest.mark.parametrize("difficulty", [0, 1, 3, 10, 20, 30])
def test_moduli_are_primes_greater_than_the_number_of_vertices(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        parameters = problem.origin.parameters
        assert problem.vertex_count == 3 + difficulty // 2
        assert 2 <= problem.color_count <= parameters["max_colors"]
        assert isprime(problem.modulus) and problem.modulus > problem.vertex_count
        assert parameters["modulus_max"] // 10 <= problem.modulus <= parameters["modulus_max"]


def test_no_constant_pays():
    """The trap of the catalogue: at the bottom only two different answers existed."""
    for difficulty, share in ((0, 0.15), (3, 0.1), (6, 0.1), (8, 0.1)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


EXAMPLE = {"vertex_count": 4, "color_count": 3, "modulus": 61, "answer": 5}  # of 66


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("5", "valid", 1),
        (" 5\n", "valid", 1),
        ("6", "valid", 0),
        ("0", "valid", 0),
        ("58", "valid", 0),  # all 729 colorings, reduced
        ("61", "invalid", 0),
        ("66", "invalid", 0),  # not reduced
        ("-56", "invalid", 0),
        ("5 mod 61", "unparsed", 0),
        ("5.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert count_by_enumeration(4, 3) == 66
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
