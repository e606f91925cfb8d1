"""The oracles search the whole game on small trees, and all sets of vertices that Bob might visit on larger ones."""

from collections import Counter
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

import rlve_gym

env = rlve_gym.make("min_tree_marking_rate", answer_style="plain")


def neighbors(n, edges):
    found = [[] for _ in range(n)]
    for u, v in edges:
        found[u].append(v)
        found[v].append(u)
    return found


def alice_wins(n, edges, rate):
    around = neighbors(n, edges)

    @cache
    def wins(bob, marked):
        """Whether Alice wins before her turn. (Marking none is no better than marking one.)"""
        unmarked = [v for v in range(n) if v not in marked]
        if len(unmarked) <= rate:
            return True
        return any(
            all(v in after and wins(v, after) for v in (bob, *around[bob]))
            for count in range(1, rate + 1)
            for new in combinations(unmarked, count)
            for after in [marked.union(new)]
        )

    return wins(0, frozenset([0]))


def rate_of_the_game(n, edges):
    return next(rate for rate in range(1, n) if alice_wins(n, edges, rate))


def rate_of_visited_sets(n, edges):
    """Bob visits a connected set with 0, and Alice must mark it and all its neighbors while he does."""
    around = [sum(1 << v for v in row) for row in neighbors(n, edges)]
    seen, queue = {1}, [1]
    best = 1
    for visited in queue:
        border = 0
        for v in range(n):
            if visited >> v & 1:
                border |= around[v]
        size = visited.bit_count()
        best = max(best, -(-((border | visited).bit_count() - 1) // size))
        for v in range(n):
            grown = visited | 1 << v
            if border >> v & 1 and grown not in seen:
                seen.add(grown)
                queue.append(grown)
    return best


def solved(n, edges):
    """The environment's answer for a tree of any shape."""
    from rlve_gym.envs.games.min_tree_marking_rate import _least_rate

    around = neighbors(n, edges)
    order, parents = [0], {0: 0}
    for v in order:
        children = [w for w in around[v] if w not in parents]
        parents.update(dict.fromkeys(children, v))
        order += children
    place = {v: index for index, v in enumerate(order)}
    return _least_rate([place[parents[v]] for v in order])


def test_rates_are_those_of_the_game():
    """All trees of up to 5 vertices in which each one joins an earlier one, and random ones of 6 and 7."""
    rng = Random(0)
    trees = [parents for n in (2, 3, 4, 5) for parents in product(*(range(v) for v in range(1, n)))]
    trees += [[rng.randrange(v) for v in range(1, n)] for n in (6, 7) for _ in range(25)]
    trees += [[0, 1, 2, 2, 2, 2], [0, 1, 1, 1, 1, 1], [0, 1, 2, 3, 3, 3], [0, 0, 1, 1, 2, 2]]
    rates = Counter()
    for parents in trees:
        n = len(parents) + 1
        edges = [(parent, v) for v, parent in enumerate(parents, 1)]
        rate = rate_of_the_game(n, edges)
        assert rate == rate_of_visited_sets(n, edges) == solved(n, edges)
        rates[rate] += 1
    assert set(rates) == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("difficulty", range(3))
def test_answers_are_those_of_all_sets(difficulty):
    for seed in range((80, 40, 2)[difficulty]):
        problem = env.sample(difficulty, seed=seed)
        n = problem.vertex_count
        assert n == 10 + 4 * difficulty
        assert all(0 <= u < v < n for u, v in problem.edges)
        assert problem.answer == rate_of_visited_sets(n, problem.edges)


# Bob walks to vertex 3: the children of 0, 4 and 3 are 1 + 1 + 4, which is 2 for each visit.
EXAMPLE = {
    "vertex_count": 7,
    "edges": [[0, 4], [3, 4], [1, 3], [2, 3], [3, 5], [3, 6]],
    "answer": 2,
}


def test_the_example():
    assert rate_of_the_game(7, EXAMPLE["edges"]) == 2


@pytest.mark.parametrize(
    ("text", "outcome", "correct"),
    [
        ("2", "valid", True),
        ("+2", "valid", True),
        ("1", "valid", False),
        ("3", "valid", False),
        ("4", "valid", False),  # the most children
        ("0", "invalid", False),
        ("-2", "invalid", False),
        ("", "unparsed", False),
        ("2 3", "unparsed", False),
        ("K = 2", "unparsed", False),
        ("2.0", "unparsed", False),
    ],
)
def test_hand_made_answers(text, outcome, correct):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.correct) == (outcome, correct)


@pytest.mark.parametrize("difficulty", [3, 6, 15, 30])
def test_no_fixed_answer_wins_often(difficulty):
    """The trap of the published suite: small random trees have small answers."""
    problems = [env.sample(difficulty, seed=seed) for seed in range(150)]
    answers, glances = Counter(problem.answer for problem in problems), Counter()
    assert max(answers.values()) < 30
    n = problems[0].vertex_count
    assert min(answers) == 2 and max(answers) == min(n // 2, n // 5 + 6)
    # Nor do two numbers that are seen at a glance: the degree of 0, and the most children of a vertex.
    for problem in problems:
        children = [len(row) - (v > 0) for v, row in enumerate(neighbors(n, problem.edges))]
        glances.update(degree=problem.answer == children[0], most=problem.answer == max(children))
    assert all(wins < 30 for wins in glances.values())


@pytest.mark.parametrize(
    "change",
    [{"answer": 0}, {"answer": 7}, {"edges": EXAMPLE["edges"][:-1]}, {"vertex_count": 1, "edges": []}],
)
def test_damaged_problems_are_refused(change):
    with pytest.raises(ValueError, match=r"answer|edges"):
        env.problem_from({**EXAMPLE, **change})
