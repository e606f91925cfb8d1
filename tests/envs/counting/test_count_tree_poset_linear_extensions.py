"""The oracles try all permutations, build the orders up set by set, and take differences of the order polynomial."""

from itertools import permutations
from math import comb, prod

import networkx as nx
import pytest

import rlve_gym
from rlve_gym.envs.counting.count_tree_poset_linear_extensions import _linear_extensions

env = rlve_gym.make("count_tree_poset_linear_extensions", answer_style="plain")


def by_permutations(n, edges):
    return sum(all(p[a] < p[b] for a, b in edges) for p in permutations(range(n)))


def by_down_sets(n, edges):
    """How many ways lead to each set of vertices that hold the smallest numbers."""
    below = [sum(1 << a for a, b in edges if b == vertex) for vertex in range(n)]
    ways = {0: 1}
    for _ in range(n):
        following = {}
        for placed, count in ways.items():
            for vertex in range(n):
                if not placed >> vertex & 1 and placed & below[vertex] == below[vertex]:
                    larger = placed | 1 << vertex
                    following[larger] = following.get(larger, 0) + count
        ways = following
    return ways[(1 << n) - 1]


def by_order_polynomial(n, edges):
    """The n-th difference of the number of strictly increasing maps into 0..k-1, a polynomial of degree n in k."""
    tree = nx.Graph(edges)
    less = set(map(tuple, edges))

    def maps(k):
        counts = {}
        for vertex in nx.dfs_postorder_nodes(tree, 0):
            branches = [
                [sum(counts[c][x + 1 :] if (vertex, c) in less else counts[c][:x]) for x in range(k)]
                for c in tree[vertex]
                if c in counts
            ]
            counts[vertex] = [prod(branch[x] for branch in branches) for x in range(k)]
        return sum(counts[0])

    return sum((-1) ** (n - k) * comb(n, k) * maps(k) for k in range(n + 1))


@pytest.mark.parametrize(("vertices", "count"), [(3, 40), (4, 60), (5, 80), (6, 60), (7, 25)])
def test_answers_are_those_of_all_permutations(vertices, count):
    for seed in range(count):
        problem = env.sample(0, seed=seed, parameters={"vertex_count": vertices})
        expected = by_permutations(vertices, problem.edges)
        assert _linear_extensions(vertices, problem.edges) == expected > 0
        assert problem.answer == expected % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", range(2, 10))
def test_answers_are_those_of_down_sets(difficulty):
    for seed in range(4):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_down_sets(problem.vertex_count, problem.edges) % problem.modulus


@pytest.mark.parametrize("difficulty", [0, 3, 10, 20, 30])
def test_answers_are_those_of_the_order_polynomial(difficulty):
    for seed in range(4):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_order_polynomial(problem.vertex_count, problem.edges) % problem.modulus


def test_chains_stars_and_zigzags():
    """Published numbers: 1, (n-1)! and the Euler zigzag numbers (OEIS A000111)."""
    assert _linear_extensions(6, [(3, 1), (1, 0), (0, 5), (5, 2), (2, 4)]) == 1
    assert _linear_extensions(6, [(0, v) for v in range(1, 6)]) == 120
    assert _linear_extensions(6, [(v, 5) for v in range(5)]) == 120
    for n, zigzag in enumerate((1, 1, 1, 2, 5, 16, 61, 272, 1385, 7936, 50521)):
        if n:
            path = [(v, v + 1) if v % 2 else (v + 1, v) for v in range(n - 1)]
            assert _linear_extensions(n, path) == zigzag


@pytest.mark.parametrize("difficulty", range(0, 31, 5))
def test_the_relations_form_a_tree_and_the_modulus_is_not_small(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        assert nx.is_tree(nx.Graph(problem.edges)) and len(problem.edges) == problem.vertex_count - 1
        assert 1000 <= problem.modulus <= 10**6


EXAMPLE = {
    "vertex_count": 5,
    "edges": [[0, 1], [2, 1], [2, 3], [4, 3]],
    "modulus": 10,
    "answer": 6,
}  # the zigzag number 16


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("6", "valid", 1),
        (" 6\n", "valid", 1),
        ("5", "valid", 0),
        ("0", "valid", 0),
        ("16", "invalid", 0),  # not reduced
        ("10", "invalid", 0),
        ("-4", "invalid", 0),
        ("9" * 3_000, "invalid", 0),
        ("6 mod 10", "unparsed", 0),
        ("6.0", "unparsed", 0),
        ("1 6", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_constant_pays():
    """A trap of the published suite: at the bottom the answer was 1 or 2."""
    for difficulty, share in ((0, 0.25), (3, 0.06)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
