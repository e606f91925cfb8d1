"""The oracles are all vectors of a box where there are few variables, and the shortest distances of Bellman-Ford."""

from itertools import product

import pytest

import rlve_gym

env = rlve_gym.make("difference_constraints", answer_style="plain")


def bellman_ford(problem):
    """A solution: the distances from a source with edges of weight 0 to all, where x_i - x_j <= b is an edge from j to i."""
    distance = [0] * problem.variable_count
    for _ in range(problem.variable_count):
        for i, j, bound in problem.constraints:
            distance[i] = min(distance[i], distance[j] + bound)
    return distance


def test_every_vector_of_a_box_gets_its_quality():
    for seed in range(40):
        problem = env.sample(0, seed=seed)
        full = 0
        for x in product(range(-4, 5), repeat=3):
            broken = [i for i, j, bound in problem.constraints if x[i] > x[j] + bound]
            quality = (1 - len(broken) / len(problem.constraints)) ** 5
            verdict = env.judge(problem, env.format(x))
            assert verdict.correct == (not broken)
            assert verdict.quality == pytest.approx(quality)
            full += verdict.correct
        assert 0 < full < 9**3


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 5, 8, 15, 30])
def test_solutions_that_are_not_the_planted_one(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        found = bellman_ford(problem)
        assert env.judge(problem, env.format(found)).correct
        assert env.judge(problem, env.format([value + 10**50 for value in problem.solution])).correct
        # The tightest constraint that Bellman-Ford leaves is broken by a step more.
        i, j, bound = min(problem.constraints, key=lambda c: c[2] - found[c[0]] + found[c[1]])
        found[i] = found[j] + bound + 1
        assert not env.judge(problem, env.format(found)).correct


@pytest.mark.parametrize("difficulty", [0, 1, 3, 10, 30])
def test_problems_are_as_the_catalogue_wants(difficulty):
    ratios = set()
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        n, m = problem.variable_count, len(problem.constraints)
        assert n <= m <= min(2 * n, n * (n - 1))
        assert len({(i, j) for i, j, _ in problem.constraints}) == m
        assert all(i != j for i, j, _ in problem.constraints)
        assert all(abs(value) <= n for value in problem.solution)
        x = problem.solution
        assert all(0 <= bound - x[i] + x[j] <= 5 for i, j, bound in problem.constraints)
        # The trap: equal values solve what has no negative bound.
        assert not env.judge(problem, env.format([0] * n)).correct
        ratios.add(m)
    assert len(ratios) >= 4
    assert env.describe(problem).count("<=") == m  # the number of constraints that there really are


EXAMPLE = {
    "variable_count": 3,
    "constraints": [[0, 1, -2], [1, 2, 5], [2, 0, 0], [0, 2, 1]],
    "solution": [0, 2, 0],
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("0 2 0", "valid", 1),
        ("0, 2, 0", "valid", 1),
        ("0 4 -1", "valid", 1),
        ("-7\n-5\n-7", "valid", 1),
        ("0 5 0", "valid", 1),  # equality
        ("0 6 0", "valid", (3 / 4) ** 5),
        ("0 1 0", "valid", (3 / 4) ** 5),
        ("0 0 0", "valid", (3 / 4) ** 5),
        ("0 9 1", "valid", (2 / 4) ** 5),
        ("0 2", "unparsed", 0),
        ("0 2 0 0", "unparsed", 0),
        ("0 2 0.5", "unparsed", 0),
        ("x0=0 x1=2 x2=0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


@pytest.mark.parametrize("constraints", [[], [[0, 3, 1]], [[-1, 0, 1]]])
def test_damaged_problems_are_refused(constraints):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, "constraints": constraints})
