"""The oracles are two linear programs, and all flows where the capacities are small."""

from itertools import product

import networkx as nx
import numpy as np
import pytest
from scipy.optimize import linprog

import rlve_gym

env = rlve_gym.make("min_cost_max_flow", answer_style="plain")


def is_flow(problem, flow):
    into, out = [0] * problem.vertex_count, [0] * problem.vertex_count
    for amount, (source, target, capacity, _) in zip(flow, problem.edges, strict=True):
        if not 0 <= amount <= capacity:
            return False
        out[source] += amount
        into[target] += amount
    return into[1:-1] == out[1:-1]


def value_and_cost(problem, flow):
    edges = list(zip(flow, problem.edges, strict=True))
    return sum(f for f, edge in edges if edge[0] == 0), sum(f * edge[3] for f, edge in edges)


def by_linear_programs(problem):
    """Greatest value, and least and greatest cost at that value (flow matrices are totally unimodular)."""
    n, edges = problem.vertex_count, problem.edges
    conservation = np.zeros((n, len(edges)))
    for number, (source, target, _, _) in enumerate(edges):
        conservation[source, number] -= 1
        conservation[target, number] += 1
    bounds = [(0, capacity) for _, _, capacity, _ in edges]
    costs = np.array([cost for _, _, _, cost in edges])

    inner, arriving = conservation[1:-1], conservation[-1]
    value = -linprog(-arriving, A_eq=inner, b_eq=np.zeros(n - 2), bounds=bounds).fun
    fixed = {"A_eq": conservation[1:], "b_eq": np.array([0] * (n - 2) + [round(value)]), "bounds": bounds}
    return value, linprog(costs, **fixed).fun, -linprog(-costs, **fixed).fun


@pytest.mark.parametrize("difficulty", [*range(10), 13, 17])
def test_optimum_is_that_of_two_linear_programs(difficulty):
    for seed in range(10 if difficulty < 17 else 3):
        problem = env.sample(difficulty, seed=seed)
        value, least, greatest = by_linear_programs(problem)
        assert problem.max_flow == pytest.approx(value)
        assert problem.optimum == pytest.approx(least)
        assert greatest > least + 0.5  # the costs matter


def with_small_capacities(problem, most):
    """The problem with capacities cut to `most`, all its flows, and what the best of them attain."""
    edges = [[s, t, min(capacity, most), cost] for s, t, capacity, cost in problem.edges]
    fields = {"vertex_count": problem.vertex_count, "edges": edges, "max_flow": 0, "optimum": 0}
    small = env.problem_from(fields)
    flows = [flow for flow in product(*(range(edge[2] + 1) for edge in edges)) if is_flow(small, flow)]
    value, cost = min((value_and_cost(small, flow) for flow in flows), key=lambda pair: (-pair[0], pair[1]))
    return env.problem_from({**fields, "max_flow": value, "optimum": cost}), flows


def test_every_flow_gets_its_quality():
    for seed in range(40):
        problem, flows = with_small_capacities(env.sample(seed % 3, seed=seed), 2 if seed % 3 == 0 else 1)
        for flow in flows:
            verdict = env.judge(problem, " ".join(map(str, flow)))
            value, cost = value_and_cost(problem, flow)
            expected = 0.5 * (value / problem.max_flow) ** 5
            if value == problem.max_flow:
                expected += 0.5 * (problem.optimum / cost) ** 5
            assert verdict.outcome == "valid"
            assert verdict.quality == pytest.approx(expected)
            assert verdict.correct == ((value, cost) == (problem.max_flow, problem.optimum))
        assert env.judge(problem, env.format(env.solve(problem))).correct


def test_whatever_is_no_flow_is_invalid():
    for seed in range(20):
        problem, flows = with_small_capacities(env.sample(0, seed=seed), 1)
        for numbers in product(range(-1, 3), repeat=len(problem.edges)):
            if sum(numbers) == 4:  # a few of them
                outcome = env.judge(problem, " ".join(map(str, numbers))).outcome
                assert outcome == ("valid" if numbers in flows else "invalid")


# Two units fit through 0-1-3 and 0-2-3; the edge 1-2 offers a detour, and 2-1 a useless cycle.
NETWORK = {
    "vertex_count": 4,
    "edges": [[0, 1, 2, 1], [0, 2, 2, 5], [1, 3, 1, 5], [2, 3, 2, 1], [1, 2, 2, 4], [2, 1, 2, 4]],
    "max_flow": 3,
    "optimum": 6 + 12,
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("1 2 1 2 0 0", "valid", 1),
        ("2, 1, 1, 2, 1, 0", "valid", 1),  # another optimum
        ("1\n2\n1\n2\n0\n0", "valid", 1),
        ("1 2 1 2 1 1", "valid", 0.5 + 0.5 * (18 / 26) ** 5),  # a cycle costs
        ("1 1 1 1 0 0", "valid", 0.5 * (2 / 3) ** 5),
        ("0 0 0 0 0 0", "valid", 0),
        ("0 0 0 0 2 2", "valid", 0),
        ("2 2 2 2 0 0", "invalid", 0),  # above a capacity
        ("1 2 1 2 -1 -1", "invalid", 0),  # a cycle backwards, which would earn money
        ("1 2 1 1 0 0", "invalid", 0),  # something stays in vertex 2
        ("1 2 1 2 0", "unparsed", 0),
        ("1 2 1 2 0 0 0", "unparsed", 0),
        ("3", "unparsed", 0),
        ("", "unparsed", 0),
        ("1 2 1 2 0 0.0", "unparsed", 0),
        ("0.5 2 0.5 2 0 0", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(NETWORK), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_a_maximum_flow_that_ignores_the_costs_is_rarely_the_cheapest():
    """The trap of the catalogue, where it was in most small problems."""
    lucky = 0
    for seed in range(100):
        problem = env.sample(seed % 5, seed=seed)
        graph = nx.DiGraph()
        for source, target, capacity, _ in problem.edges:
            graph.add_edge(source, target, capacity=capacity)
        value, flow = nx.maximum_flow(graph, 0, problem.vertex_count - 1)
        assert value == problem.max_flow
        verdict = env.judge(problem, env.format([flow[s][t] for s, t, _, _ in problem.edges]))
        assert verdict.quality >= 0.5
        lucky += verdict.correct
    assert lucky < 20


def test_instances_follow_the_specification():
    for seed in range(100):
        problem = env.sample(seed % 18, seed=seed)
        n = problem.vertex_count
        pairs = {(source, target) for source, target, _, _ in problem.edges}
        assert len(pairs) == len(problem.edges) >= n // 2 + 3
        assert all(s != t and s != n - 1 and t != 0 for s, t in pairs)
        assert all(1 <= capacity <= 10 and 1 <= cost <= 10 for _, _, capacity, cost in problem.edges)


@pytest.mark.parametrize(
    "change", [{"edges": [[0, 4, 1, 1]]}, {"edges": [[-1, 3, 1, 1]]}, {"edges": [[0, 3, -1, 1]]}, {"vertex_count": 1}]
)  # fmt: skip
def test_a_damaged_problem_is_refused(change):
    with pytest.raises(ValueError, match=r"outside|negative"):
        env.problem_from({**NETWORK, **change})
