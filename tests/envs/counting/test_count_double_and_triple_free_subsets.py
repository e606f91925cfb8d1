"""The oracle tests all subsets, or lists the good ones; large sizes are checked by counting independent sets of a graph."""

from itertools import chain, combinations

import networkx as nx
import pytest

import rlve_gym

env = rlve_gym.make("count_double_and_triple_free_subsets", answer_style="plain")


def by_all_subsets(n):
    numbers = range(1, n + 1)
    return sum(
        all(2 * x not in subset and 3 * x not in subset for x in subset)
        for subset in map(set, chain.from_iterable(combinations(numbers, k) for k in range(n + 1)))
    )


def by_listing(last):
    """The counts for 0..last: each good subset of 1..n-1 is kept, and n added where it may be."""
    subsets, counts = [frozenset()], [1]
    for n in range(1, last + 1):
        bad = {n / 2, n / 3}
        subsets += [subset | {n} for subset in subsets if not bad & subset]
        counts.append(len(subsets))
    return counts


def by_graph(n):
    graph = nx.Graph()
    graph.add_nodes_from(range(1, n + 1))
    graph.add_edges_from((x, c * x) for c in (2, 3) for x in range(1, n // c + 1))
    return independent_sets(graph)


def independent_sets(graph):
    """Without and with a vertex of greatest degree, component by component."""
    product = 1
    for component in nx.connected_components(graph):
        part = graph.subgraph(component)
        vertex = max(sorted(component), key=part.degree)
        rest = component - {vertex}
        product *= (
            independent_sets(graph.subgraph(rest))
            + independent_sets(graph.subgraph(rest - set(part[vertex])))
            if rest
            else 2
        )
    return product


LISTED = by_listing(19)


def test_the_oracles_agree():
    for n in range(1, 20):
        assert by_graph(n) == LISTED[n]
        if n <= 13:
            assert by_all_subsets(n) == LISTED[n]


@pytest.mark.parametrize("difficulty", range(5))
def test_answers_are_those_of_listing(difficulty):
    sizes = set()
    for seed in range(150):
        problem = env.sample(difficulty, seed=seed)
        sizes.add(problem.size)
        assert problem.answer == LISTED[problem.size]
        assert env.judge(problem, env.format(env.solve(problem))).correct
    assert sizes == set(range(3, [10, 12, 14, 16, 19][difficulty] + 1))


@pytest.mark.parametrize("difficulty", [7, 10, 13, 16])
def test_large_answers_are_those_of_the_graph(difficulty):
    for seed in range(3):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_graph(problem.size)


def test_the_greatest_answer_is_readable():
    """A trap of the published suite: answers of more digits than str() writes."""
    problem = max((env.sample(16, seed=seed) for seed in range(100)), key=lambda problem: problem.size)
    assert problem.size > 145 and 30 < len(str(problem.answer)) < 40
    for wrong in (problem.answer - 1, problem.answer + 1):  # another trap: one more or less was right
        assert env.judge(problem, str(wrong)).quality == 0


def test_no_constant_pays():
    for difficulty, share in ((0, 0.2), (3, 0.13), (6, 0.09)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(400)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


EXAMPLE = {
    "size": 4,
    "answer": 8,
}  # with 1: alone or 1 4; without: 2, 4 or neither, with or without 3


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("8", "valid", 1),
        (" 8\n", "valid", 1),
        ("7", "valid", 0),  # without the empty set
        ("9", "valid", 0),
        ("16", "valid", 0),
        ("8" * 3_000, "valid", 0),
        ("0", "invalid", 0),
        ("-8", "invalid", 0),
        ("8.0", "unparsed", 0),
        ("2^3", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_all_subsets(4) == 8
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
