"""The oracle is a recursion over the sets of colored vertices; larger trees go by the descendants of each vertex."""

from fractions import Fraction
from functools import cache
from itertools import permutations

import networkx as nx
import pytest
import sympy

import rlve_gym

env = rlve_gym.make("expected_picks_to_color_tree", answer_style="plain")


def path_to_root(parents, vertex):
    path = {vertex}
    while vertex != 1:
        vertex = parents[vertex - 2]
        path.add(vertex)
    return frozenset(path)


def expected_by_recursion(parents):
    vertices = frozenset(range(1, len(parents) + 2))

    @cache
    def expected(colored):
        left = vertices - colored
        if not left:
            return Fraction(0)
        return 1 + sum(expected(colored | path_to_root(parents, vertex)) for vertex in left) / len(left)

    return expected(frozenset())


def expected_by_orders(parents):
    """The mean over all orders of the vertices, where those already colored are passed over."""
    picks = orders = 0
    for order in permutations(range(1, len(parents) + 2)):
        colored = frozenset()
        for vertex in order:
            if vertex not in colored:
                picks += 1
                colored |= path_to_root(parents, vertex)
        orders += 1
    return Fraction(picks, orders)


def expected_by_descendants(parents):
    tree = nx.DiGraph((parent, vertex) for vertex, parent in enumerate(parents, start=2))
    return sum(Fraction(1, 1 + len(nx.descendants(tree, vertex))) for vertex in tree)


def is_residue(answer, fraction, modulus):
    return 0 <= answer < modulus and (answer * fraction.denominator - fraction.numerator) % modulus == 0


@pytest.mark.parametrize(("difficulty", "count"), [(0, 60), (1, 40), (2, 20), (3, 8)])
def test_answers_are_those_of_the_recursion(difficulty, count):
    for seed in range(count):
        problem = env.sample(difficulty, seed=seed)
        expected = expected_by_recursion(problem.parents)
        assert is_residue(problem.answer, expected, problem.modulus)
        assert env.judge(problem, str(problem.answer)).correct
        assert not env.judge(problem, str((problem.answer + 1) % problem.modulus)).correct


def test_the_oracles_agree():
    for seed in range(40):
        parents = env.sample(0, seed=seed, parameters={"vertex_count": 2 + seed % 4}).parents
        assert (
            expected_by_recursion(parents) == expected_by_orders(parents) == expected_by_descendants(parents)
        )


@pytest.mark.parametrize("difficulty", [5, 9, 13, 20, 30])
def test_answers_on_larger_trees(difficulty):
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        assert is_residue(problem.answer, expected_by_descendants(problem.parents), problem.modulus)


@pytest.mark.parametrize(
    ("parents", "expected"),
    [
        ([1], Fraction(3, 2)),
        ([1, 1], Fraction(7, 3)),  # a star: the leaves, and the root if it comes first
        ([1, 2, 3], Fraction(25, 12)),  # a path: harmonic numbers
        ([3, 1], Fraction(11, 6)),  # a path where a parent has a greater number than its child
    ],
)
def test_trees_done_by_hand(parents, expected):
    assert expected_by_recursion(parents) == expected
    found = False
    for seed in range(200):
        problem = env.sample(4, seed=seed, parameters={"vertex_count": len(parents) + 1})
        if problem.parents == parents:
            assert is_residue(problem.answer, expected, problem.modulus)
            found = True
    assert found


@pytest.mark.parametrize(
    ("difficulty", "modulus"),
    [(0, 101), (1, 101), (2, 1009), (4, 1009), (5, 10007), (8, 10007), (9, 1000003), (12, 1000003), (13, 10**9 + 7)],
)  # fmt: skip
def test_instances(difficulty, modulus):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        assert problem.modulus == modulus
        n = len(problem.parents) + 1
        assert n == 6 + difficulty
        tree = nx.DiGraph((parent, vertex) for vertex, parent in enumerate(problem.parents, start=2))
        assert nx.is_arborescence(tree)
        assert set(tree) == set(range(1, n + 1))
        assert tree.in_degree(1) == 0
    assert sympy.isprime(modulus)


def test_trees_are_random_recursive_with_random_labels():
    parents = [env.sample(0, seed=seed).parents for seed in range(600)]
    children_of_root = sum(entries.count(1) for entries in parents) / len(parents)
    assert children_of_root == pytest.approx(1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5, abs=0.15)
    upward = [entries[0] != 1 for entries in parents]  # vertex 2 below a vertex with a greater number
    assert sum(upward) / len(upward) == pytest.approx(1 - children_of_root / 5, abs=0.07)


@pytest.mark.parametrize("modulus", [100, 36, 31, 2, 1_000_000_005])
def test_bad_moduli_are_refused(modulus):
    with pytest.raises(ValueError, match="prime"):
        env.sample(30, seed=1, parameters={"modulus": modulus})


def test_no_constant_pays():
    """The trap: trees of three vertices have two answers; so there are six vertices at first."""
    for difficulty, share in ((0, 0.25), (2, 0.12), (3, 0.1), (5, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(300)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


def test_the_prompt_defines_the_residue_of_a_fraction():
    assert "0 <= r < 101 and r * q = p (mod 101)" in env.prompt(env.problem_from(EXAMPLE))


EXAMPLE = {"parents": [1, 1], "modulus": 101, "answer": 36}  # 7/3: 3 * 36 = 108 = 7 modulo 101


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("36", "valid", 1),
        ("+36 ", "valid", 1),
        ("37", "valid", 0),
        ("0", "valid", 0),
        ("137", "invalid", 0),  # not reduced
        ("101", "invalid", 0),
        ("-65", "invalid", 0),
        ("7/3", "unparsed", 0),
        ("36 (mod 101)", "unparsed", 0),
        ("2.33", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
