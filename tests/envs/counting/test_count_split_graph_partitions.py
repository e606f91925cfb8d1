"""The oracle tries all sets S; in large graphs those near one that is found by the degrees."""

from collections import Counter
from itertools import combinations

import pytest

import rlve_gym

env = rlve_gym.make("count_split_graph_partitions", answer_style="plain")


def is_partition(n, edges, clique):
    """Whether the edges within S are all pairs, and none are left within T."""
    inside = sum(u in clique and v in clique for u, v in edges)
    outside = sum(u not in clique and v not in clique for u, v in edges)
    return 0 < len(clique) < n and inside == len(clique) * (len(clique) - 1) // 2 and outside == 0


def by_all_sets(n, edges):
    return sum(is_partition(n, edges, {*s}) for size in range(1, n) for s in combinations(range(n), size))


def by_exchange(n, edges):
    """Two cliques share all but one vertex of S outside S', as T' is independent, and conversely."""
    degrees = Counter(vertex for edge in edges for vertex in edge)
    order = sorted(range(n), key=lambda vertex: -degrees[vertex])
    found = [{*order[:size]} for size in range(1, n) if is_partition(n, edges, {*order[:size]})]
    if not found:
        return 0
    some = found[0]
    moves = [(out, into) for out in [None, *some] for into in [None, *({*range(n)} - some)]]
    return sum(is_partition(n, edges, some - {out} | {into} - {None}) for out, into in moves)


def test_the_two_oracles_agree_on_all_small_graphs():
    """And no graph has more than n partitions, which makes the answers 1, ..., n all there are."""
    for n in (3, 4, 5):
        pairs = list(combinations(range(n), 2))
        for mask in range(0, 2 ** len(pairs), 1 if n < 5 else 3):
            edges = [pair for i, pair in enumerate(pairs) if mask >> i & 1]
            assert by_exchange(n, edges) == by_all_sets(n, edges) <= n


@pytest.mark.parametrize("vertex_count", [5, 6, 7, 8, 9])
def test_answers_are_those_of_all_sets(vertex_count):
    for seed in range(60 if vertex_count < 8 else 12):
        problem = env.sample(vertex_count - 5, seed=seed)
        assert problem.vertex_count == vertex_count
        assert problem.answer == by_all_sets(vertex_count, problem.edges)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [6, 10, 15, 20, 25])
def test_large_answers_are_those_of_the_exchanges(difficulty):
    for seed in range(12 if difficulty < 20 else 5):
        problem = env.sample(difficulty, seed=seed)
        edges = problem.edges
        assert all(0 <= u < v < problem.vertex_count for u, v in edges) and len(set(edges)) == len(edges)
        assert problem.answer == by_exchange(problem.vertex_count, edges)


def test_answers_are_uniform():
    """The trap of the notes: 3 was always right at the bottom, and 1 in 30 to 40 % of the large graphs."""
    for difficulty in (0, 3, 10):
        n = 5 + difficulty
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(1000)]
        assert set(answers) == set(range(1, n + 1))
        assert max(map(answers.count, set(answers))) <= 1000 / n * 1.5


def test_densities_vary():
    counts = [len(env.sample(5, seed=seed).edges) for seed in range(300)]
    assert min(counts) < 12 and max(counts) > 33  # of 45


PATH = {"vertex_count": 4, "edges": [[0, 1], [1, 2], [2, 3]], "answer": 1}  # only 1 and 2 are the clique
STAR = {
    "vertex_count": 4,
    "edges": [[0, 2], [1, 2], [2, 3]],
    "answer": 4,
}  # the center, alone or with one other
CYCLE = {"vertex_count": 4, "edges": [[0, 1], [1, 2], [2, 3], [0, 3]], "answer": 0}


@pytest.mark.parametrize(
    ("problem", "text", "outcome", "quality"),
    [
        (PATH, "1", "valid", 1),
        (PATH, "2", "valid", 0),  # the pairs are ordered
        (PATH, "0", "valid", 0),
        (STAR, "4", "valid", 1),
        (STAR, " 4\n", "valid", 1),
        (STAR, "3", "valid", 0),  # no credit for closeness
        (STAR, "8", "valid", 0),
        (STAR, "9" * 3_000, "valid", 0),
        (STAR, "-4", "invalid", 0),
        (STAR, "4 ways", "unparsed", 0),
        (STAR, "4.0", "unparsed", 0),
        (STAR, "", "unparsed", 0),
        (CYCLE, "0", "valid", 1),
        (CYCLE, "1", "valid", 0),
    ],
)
def test_hand_made_answers(problem, text, outcome, quality):
    problem = env.problem_from(problem)
    assert problem.answer == by_all_sets(4, problem.edges)
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
