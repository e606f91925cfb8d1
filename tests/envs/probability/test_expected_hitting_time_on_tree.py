"""The oracle solves the linear equations of the hitting times; larger trees are done edge by edge along all paths."""

from fractions import Fraction
from itertools import pairwise, permutations

import networkx as nx
import pytest
import sympy

import rlve_gym

env = rlve_gym.make("expected_hitting_time_on_tree", answer_style="plain")


def hitting_times(neighbors, target):
    """Solves h(v) = 1 + mean of h over the neighbors of v, with h(target) = 0, by elimination."""
    others = [vertex for vertex in neighbors if vertex != target]
    rows = []
    for vertex in others:
        share = Fraction(1, len(neighbors[vertex]))
        row = [Fraction(vertex == other) - share * (other in neighbors[vertex]) for other in others]
        rows.append([*row, Fraction(1)])
    for i in range(len(others)):
        pivot = next(j for j in range(i, len(others)) if rows[j][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [entry / rows[i][i] for entry in rows[i]]
        for j in range(len(others)):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[-1] for row in rows]


def mean_by_equations(problem):
    n = problem.vertex_count
    graph = nx.Graph(problem.edges)
    neighbors = {vertex: set(graph[vertex]) for vertex in range(n)}
    return sum(sum(hitting_times(neighbors, target)) for target in range(n)) / n**2


def mean_along_paths(problem):
    """From u to its neighbor v the walk takes, on average, 2k - 1 steps, where k vertices are on the side of u."""
    n = problem.vertex_count
    graph = nx.Graph(problem.edges)
    steps = {}
    for u, v in problem.edges:
        cut = graph.copy()
        cut.remove_edge(u, v)
        steps[u, v] = 2 * len(nx.node_connected_component(cut, u)) - 1
        steps[v, u] = 2 * len(nx.node_connected_component(cut, v)) - 1
    paths = dict(nx.all_pairs_shortest_path(graph))
    total = sum(steps[edge] for s, t in permutations(range(n), 2) for edge in pairwise(paths[s][t]))
    return Fraction(total, n**2)


def is_residue(answer, fraction, modulus):
    return 0 <= answer < modulus and (answer * fraction.denominator - fraction.numerator) % modulus == 0


@pytest.mark.parametrize("difficulty", range(5))
def test_answers_are_those_of_the_equations(difficulty):
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        mean = mean_by_equations(problem)
        assert mean == mean_along_paths(problem)
        assert is_residue(problem.answer, mean, problem.modulus)
        assert env.judge(problem, str(problem.answer)).correct
        assert not env.judge(problem, str((problem.answer + 1) % problem.modulus)).correct


@pytest.mark.parametrize("difficulty", [8, 13, 19, 25, 30])
def test_answers_on_larger_trees(difficulty):
    for seed in range(6):
        problem = env.sample(difficulty, seed=seed)
        assert is_residue(problem.answer, mean_along_paths(problem), problem.modulus)


@pytest.mark.parametrize("difficulty", [0, 1, 3, 10, 20, 30])
def test_instances(difficulty):
    limits = [50]
    for _ in range(difficulty):
        limits.append(int(1.3 * limits[-1]))
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        n = problem.vertex_count
        assert n == 4 + difficulty
        assert len(problem.edges) == n - 1
        assert all(0 <= u < v < n for u, v in problem.edges)
        assert nx.is_connected(nx.Graph(problem.edges))
        assert limits[-1] // 2 <= problem.modulus <= limits[-1]
        assert sympy.isprime(problem.modulus)
        assert problem.modulus > n


def test_all_small_labeled_trees_come():
    """The three trees of three vertices are equally likely, and of the 16 of four vertices none is missing."""
    three = [env.sample(0, seed=seed, parameters={"vertex_count": 3}).edges for seed in range(300)]
    shapes = [tuple(sorted(edges)) for edges in three]
    assert len(set(shapes)) == 3
    assert min(map(shapes.count, set(shapes))) > 70
    assert len({tuple(sorted(env.sample(0, seed=seed).edges)) for seed in range(300)}) == 16


def test_the_modulus_stays_above_the_number_of_vertices():
    moduli = {
        env.sample(0, seed=seed, parameters={"vertex_count": 34, "max_modulus": 50}).modulus
        for seed in range(60)
    }
    assert moduli == {37, 41, 43, 47}


def test_few_trees_but_many_answers():
    """The trap of the published suite: four vertices have two means, and with one modulus two answers."""
    problems = [env.sample(0, seed=seed) for seed in range(200)]
    assert len({mean_along_paths(problem) for problem in problems}) == 2
    answers = [problem.answer for problem in problems]
    assert max(map(answers.count, answers)) <= 0.2 * len(answers)
    assert len({env.prompt(env.sample(2, seed=seed)) for seed in range(200)}) >= 190


def test_the_prompt_defines_the_residue_of_a_fraction():
    prompt = env.prompt(env.problem_from(EXAMPLE))
    assert "0 <= r < 31 and r * q = p (mod 31)" in prompt
    assert "after 0 steps if s = t" in prompt


# The six times are 1, 1, 3, 3, 4, 4 and make 16/9; 1/9 is 7, since 63 = 2 * 31 + 1.
EXAMPLE = {"vertex_count": 3, "edges": [[0, 1], [1, 2]], "modulus": 31, "answer": 112 % 31}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("19", "valid", 1),
        (" 19\n", "valid", 1),
        ("18", "valid", 0),
        ("0", "valid", 0),
        ("2", "valid", 0),
        ("50", "invalid", 0),  # not reduced
        ("31", "invalid", 0),
        ("-12", "invalid", 0),
        ("16/9", "unparsed", 0),
        ("19 mod 31", "unparsed", 0),
        ("1.78", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    problem = env.problem_from(EXAMPLE)
    assert mean_by_equations(problem) == Fraction(16, 9)
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
