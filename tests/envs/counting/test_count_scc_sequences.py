"""The oracle adds all arcs in all ways: to sets of arcs, and for more vertices to transitive closures."""

from collections import Counter
from itertools import permutations, product

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_scc_sequences import _counts

env = rlve_gym.make("count_scc_sequences", answer_style="plain")


def closure(n, arcs):
    """For each vertex the set of those that it reaches, itself included, as a bit mask."""
    reach = [1 << u for u in range(n)]
    for _ in range(n):
        for u, v in arcs:
            reach[u] |= reach[v]
    return tuple(reach)


def components(reach):
    vertices = range(len(reach))
    return sum(not any(reach[u] >> v & reach[v] >> u & 1 for v in range(u)) for u in vertices)


def by_arc_sets(n):
    """For each length, how many sequences some order of some arcs gives."""
    arcs = [(u, v) for u in range(n) for v in range(n) if u != v]
    number = {
        mask: components(closure(n, [arc for i, arc in enumerate(arcs) if mask >> i & 1]))
        for mask in range(2 ** len(arcs))
    }
    reached = {(): {0}}  # sequence -> the sets of arcs that it can lead to
    counts = []
    for _ in arcs:
        longer = {}
        for sequence, masks in reached.items():
            for mask in {mask | 1 << i for mask in masks for i in range(len(arcs)) if not mask >> i & 1}:
                longer.setdefault((*sequence, number[mask]), set()).add(mask)
        reached = longer
        counts.append(len(reached))
    return counts


def by_closures(n):
    """The same by classes of isomorphic closures: what can follow depends on the closure and the number of arcs."""
    renamed = {}

    def name(reach):
        if reach not in renamed:
            # Sorting the vertices by what does not depend on their names leaves few orders to try.
            into = [sum(row >> v & 1 for row in reach) for v in range(n)]
            kinds = {}
            for v in range(n):
                kinds.setdefault((reach[v].bit_count(), into[v]), []).append(v)
            best = None
            for parts in product(*(permutations(kinds[kind]) for kind in sorted(kinds))):
                order = [v for part in parts for v in part]
                rows = tuple(sum(1 << i for i, w in enumerate(order) if reach[v] >> w & 1) for v in order)
                best = rows if best is None else min(best, rows)
            renamed[reach] = best
        return renamed[reach]

    followers, number, size = {}, {}, {}

    def learn(reach):
        if reach not in followers:
            number[reach] = components(reach)
            size[reach] = sum(row.bit_count() for row in reach) - n
            pairs = [(u, v) for u in range(n) for v in range(n) if not reach[u] >> v & 1]
            followers[reach] = {
                name(tuple(row | reach[v] if row >> u & 1 else row for row in reach)) for u, v in pairs
            }
            for follower in followers[reach]:
                learn(follower)

    start = name(closure(n, []))
    learn(start)
    sequences = Counter({frozenset([start]): 1})  # by the closures that a sequence can lead to
    counts = []
    for arcs in range(n * (n - 1)):
        longer = Counter()
        for reached, count in sequences.items():
            after = {}
            for reach in reached:
                # An arc within the closure, if one is left, changes nothing.
                for new in followers[reach] | ({reach} if size[reach] > arcs else set()):
                    after.setdefault(number[new], set()).add(new)
            for new in after.values():
                longer[frozenset(new)] += count
        sequences = longer
        counts.append(sum(sequences.values()))
    return counts


def test_counts_are_those_of_all_arc_sets():
    for n in (3, 4):
        assert _counts(n) == by_arc_sets(n)
    assert _counts(3) == [1, 2, 4, 7, 7, 7]  # in the notes


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_counts_are_those_of_the_closures(n):
    assert _counts(n) == by_closures(n)


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_answers_are_the_counts_reduced(difficulty):
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        n = problem.vertex_count
        assert n in {3 + difficulty // 2, 3 + (difficulty + 1) // 2}
        assert 2 <= problem.modulus <= min(9 * 2**difficulty, 10_000)
        assert problem.answer == [count % problem.modulus for count in _counts(n)]
        # The last numbers are equal: with so many arcs there is one component.
        assert len(problem.answer) == n * (n - 1) and len(set(problem.answer[-n:])) == 1


def test_the_modulus_matters():
    """The trap of the notes: with large moduli every problem at the bottom had the answer 1 2 4 7 7 7."""
    for difficulty, share in ((0, 0.35), (2, 0.1), (3, 0.1), (6, 0.05), (15, 0.02)):
        answers = [env.format(env.sample(difficulty, seed=seed).answer) for seed in range(300)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


def test_contradicting_parameters_are_refused():
    with pytest.raises(ValueError, match="no number of vertices"):
        env.sample(0, seed=0, parameters={"min_vertex_count": 4})


EXAMPLE = {"vertex_count": 3, "modulus": 5, "answer": [1, 2, 4, 2, 2, 2]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("1 2 4 2 2 2", "valid", 1),
        ("1, 2, 4, 2, 2, 2", "valid", 1),
        ("1 2 4\n2 2 2", "valid", 1),
        ("1 2 4 2 2 3", "valid", (5 / 6) ** 10),
        ("1 2 4 7 7 7", "valid", (3 / 6) ** 10),  # not reduced
        ("2 4 1 3 3 3", "valid", 0),
        ("1 2 4 2 2", "invalid", 0),
        ("1 2 4 2 2 2 2", "invalid", 0),
        ("2", "invalid", 0),
        ("1 2 4 2 2 two", "unparsed", 0),
        ("1 2 4 2 2 2.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


@pytest.mark.parametrize("change", [{"answer": [1, 2]}, {"answer": []}, {"vertex_count": 4}])
def test_damaged_problems(change):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, **change})
