"""The oracle tries all sets of n-1 edges; larger graphs are checked by exact determinants and Moebius inversion."""

from itertools import combinations
from math import comb, gcd

import networkx as nx
import pytest
from sympy import isprime, mobius
from sympy.polys.domains import ZZ
from sympy.polys.matrices import DomainMatrix

import rlve_gym
from rlve_gym.envs.counting.sum_of_spanning_tree_gcds import _spanning_trees, _sum_of_gcds

env = rlve_gym.make("sum_of_spanning_tree_gcds", answer_style="plain")


def spanning_trees(n, edges):
    for chosen in combinations(edges, n - 1):
        component = list(range(n + 1))
        for u, v, *_ in chosen:
            if component[u] == component[v]:
                break
            old, new = component[u], component[v]
            component = [new if c == old else c for c in component]
        else:
            yield chosen


def by_edge_sets(n, edges):
    return sum(gcd(*(weight for _, _, weight in tree)) for tree in spanning_trees(n, edges))


def exact_tree_count(n, edges):
    laplacian = [[0] * n for _ in range(n)]
    for u, v in edges:
        laplacian[u - 1][u - 1] += 1
        laplacian[v - 1][v - 1] += 1
        laplacian[u - 1][v - 1] -= 1
        laplacian[v - 1][u - 1] -= 1
    minor = [row[1:] for row in laplacian[1:]]
    return int(DomainMatrix(minor, (n - 1, n - 1), ZZ).det())


def by_moebius(n, edges):
    """g times the number of trees with gcd g, which is that of the trees with all weights divisible, sieved."""
    most = max(weight for _, _, weight in edges)
    divisible = [0] * (most + 1)
    for d in range(1, most + 1):
        chosen = [(u, v) for u, v, weight in edges if weight % d == 0]
        if len(chosen) >= n - 1:
            divisible[d] = exact_tree_count(n, chosen)
    return sum(
        g * int(mobius(k)) * divisible[g * k] for g in range(1, most + 1) for k in range(1, most // g + 1)
    )


@pytest.mark.parametrize("difficulty", range(6))
def test_answers_are_those_of_all_edge_sets(difficulty):
    small = 0
    for seed in range(50):
        problem = env.sample(difficulty, seed=seed)
        if comb(len(problem.edges), problem.vertex_count - 1) <= 1300:
            small += 1
            expected = by_edge_sets(problem.vertex_count, problem.edges)
            assert problem.answer == expected % problem.modulus
            assert env.judge(problem, env.format(env.solve(problem))).correct
    assert small >= 12


@pytest.mark.parametrize("difficulty", [6, 10, 14])
def test_larger_answers_are_those_of_moebius_inversion(difficulty):
    for seed in range(3):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_moebius(problem.vertex_count, problem.edges) % problem.modulus


def test_the_modulus_matters_at_the_top():
    problem = env.sample(20, seed=0, parameters={"density": 0.9})
    exact = by_moebius(24, problem.edges)
    assert exact > problem.modulus and problem.answer == exact % problem.modulus


def test_determinants_modulo_small_primes():
    """There many pivots vanish though the determinant does not."""
    for seed in range(60):
        problem = env.sample(4, seed=seed, parameters={"density": 0.9})
        edges = [(u, v) for u, v, _ in problem.edges]
        count = exact_tree_count(8, edges)
        for modulus in (2, 3, 5, 7):
            assert _spanning_trees(8, edges, modulus) == count % modulus
    assert _spanning_trees(4, [(1, 2), (2, 3), (1, 3)], 101) == 0  # not connected
    assert _sum_of_gcds(4, [(u, v, 6) for u, v in combinations(range(1, 5), 2)], 101) == 16 * 6  # Cayley


@pytest.mark.parametrize("difficulty", range(0, 21, 4))
def test_graphs_are_connected_and_have_more_than_a_tree(difficulty):
    """A trap of the published suite: with n - 1 edges there is only one tree."""
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        n = problem.vertex_count
        graph = nx.Graph([(u, v) for u, v, _ in problem.edges])
        assert nx.is_connected(graph) and set(graph) == set(range(1, n + 1))
        assert n <= graph.number_of_edges() == len(problem.edges)
        assert all(1 <= u < v <= n and 1 <= weight <= n * n for u, v, weight in problem.edges)
        assert isprime(problem.modulus)


EXAMPLE = {
    "vertex_count": 3,
    "edges": [[1, 2, 12], [2, 3, 8], [1, 3, 18]],
    "modulus": 11,
    "answer": 1,
}  # 4 + 6 + 2 = 12


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("1", "valid", 1),
        (" 1\n", "valid", 1),
        ("2", "valid", 0),
        ("0", "valid", 0),
        ("12", "invalid", 0),  # not reduced
        ("11", "invalid", 0),
        ("-10", "invalid", 0),
        ("9" * 3_000, "invalid", 0),
        ("1 mod 11", "unparsed", 0),
        ("1.0", "unparsed", 0),
        ("4 6 2", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_edge_sets(3, EXAMPLE["edges"]) == 12
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_constant_pays():
    for difficulty, share in ((0, 0.22), (3, 0.08), (6, 0.06)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(400)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
