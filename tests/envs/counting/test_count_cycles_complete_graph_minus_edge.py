"""The oracle lists all cycles as sequences of vertices; larger graphs are checked by a closed form."""

from functools import cache
from itertools import pairwise, permutations
from math import factorial

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_cycles_complete_graph_minus_edge import _cycles

env = rlve_gym.make("count_cycles_complete_graph_minus_edge", answer_style="plain")


@cache
def by_enumeration(n):
    cycles = set()
    for length in range(3, n + 1):
        for cycle in permutations(range(1, n + 1), length):
            if cycle[0] == min(cycle) and cycle[1] < cycle[-1]:  # one of the ways to write it
                edges = frozenset(frozenset(pair) for pair in pairwise([*cycle, cycle[0]]))
                if frozenset((1, n)) not in edges:
                    cycles.add(edges)
    return len(cycles)


@cache
def by_closed_form(n):
    """All cycles of the complete graph, less those through one edge, which are paths between its ends."""
    return sum(
        factorial(n) // factorial(n - k) // (2 * k) - factorial(n - 2) // factorial(n - k)
        for k in range(3, n + 1)
    )


def test_counts_are_those_of_enumeration():
    assert [by_enumeration(n) for n in (4, 5, 6)] == [3, 22, 133]
    for n in range(4, 9):
        assert by_enumeration(n) == by_closed_form(n)
        for modulus in [*range(3, 1000, 2), 999_999_999_999]:
            assert _cycles(n, modulus) == by_enumeration(n) % modulus


@pytest.mark.parametrize("difficulty", range(31))
def test_answers_are_those_of_the_closed_form(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_closed_form(problem.vertex_count) % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


def test_sizes_and_moduli():
    """Traps of the published suite: small graphs at every difficulty, and moduli above every count."""
    for difficulty in range(31):
        for seed in range(20):
            problem = env.sample(difficulty, seed=seed)
            most, most_modulus = problem.origin.parameters.values()
            assert max(5, 2 * most / 3) <= problem.vertex_count <= most
            assert most_modulus // 3 <= problem.modulus <= most_modulus and problem.modulus % 2
            if difficulty >= 3:
                assert by_closed_form(problem.vertex_count) > problem.modulus


def test_no_constant_pays():
    for difficulty, share in ((0, 0.45), (3, 0.08), (6, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(400)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


EXAMPLE = {"vertex_count": 6, "modulus": 35, "answer": 28}  # 133


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("28", "valid", 1),
        (" 28\n", "valid", 1),
        ("27", "valid", 0),
        ("0", "valid", 0),
        ("22", "valid", 0),  # of the complete graph: 197
        ("21", "valid", 0),  # both directions: 266
        ("133", "invalid", 0),  # not reduced
        ("35", "invalid", 0),
        ("-7", "invalid", 0),
        ("28 mod 35", "unparsed", 0),
        ("28.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_enumeration(6) == 133
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
