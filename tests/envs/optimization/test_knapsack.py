"""The oracle tries all sets of items."""

import pytest

import rlve_gym

env = rlve_gym.make("knapsack", answer_style="plain")


def sets_of_items(problem):
    """Every set of items with its weight and profit."""
    n = len(problem.weights)
    for mask in range(1 << n):
        items = [i for i in range(n) if mask >> i & 1]
        yield items, sum(problem.weights[i] for i in items), sum(problem.profits[i] for i in items)


@pytest.mark.parametrize("difficulty", range(9))
def test_optimum_is_that_of_all_sets(difficulty):
    for seed in range(25 if difficulty < 8 else 8):
        problem = env.sample(difficulty, seed=seed)
        fitting = [profit for _, weight, profit in sets_of_items(problem) if weight <= problem.capacity]
        assert problem.optimum == max(fitting)


def test_every_set_gets_its_quality():
    optima = 0
    for seed in range(60):
        problem = env.sample(seed % 4, seed=seed)
        sets = list(sets_of_items(problem))
        best = max(profit for _, weight, profit in sets if weight <= problem.capacity)
        for items, weight, profit in sets:
            verdict = env.judge(problem, " ".join(map(str, items)))
            if weight > problem.capacity:
                assert verdict.outcome == "invalid"
            else:
                assert verdict.outcome == "valid"
                assert verdict.correct == (profit == best)
                assert verdict.quality == pytest.approx((profit / best) ** 5)
                optima += verdict.correct
    assert optima > 70  # there are problems with several


def test_the_top_agrees_with_integer_programming():
    import numpy as np
    from scipy.optimize import LinearConstraint, milp

    for seed in range(5):
        problem = env.sample(28 if seed == 0 else 14, seed=seed)
        limit = LinearConstraint(np.array([problem.weights]), ub=problem.capacity)
        ones = np.ones(len(problem.weights))
        found = milp(-np.array(problem.profits), constraints=limit, integrality=ones, bounds=(0, 1))
        assert problem.optimum == round(-found.fun)


# By profit per weight: 2 (ratio 3), 0, 1, 3. That greedy choice fills 2 0 and earns 15; 0 1 earns 16.
ITEMS = {"weights": [4, 5, 2, 9], "profits": [9, 7, 6, 10], "capacity": 9, "optimum": 16}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("0 1", "valid", 1),
        ("1, 0", "valid", 1),
        ("1\n0", "valid", 1),
        ("2 0", "valid", (15 / 16) ** 5),
        ("3", "valid", (10 / 16) ** 5),
        ("", "valid", 0),
        ("  \n", "valid", 0),
        ("0 1 2", "invalid", 0),  # too heavy
        ("0 1 2 3", "invalid", 0),
        ("0 0", "invalid", 0),  # twice the same
        ("0 1 1", "invalid", 0),
        ("0 4", "invalid", 0),
        ("0 -3", "invalid", 0),
        ("16", "invalid", 0),  # the profit, which is not asked for
        ("none", "unparsed", 0),
        ("0 and 1", "unparsed", 0),
        ("0 1.", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(ITEMS), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_two_optima_are_both_right():
    problem = env.problem_from({"weights": [1, 2, 3], "profits": [1, 2, 3], "capacity": 3, "optimum": 3})
    assert [env.judge(problem, text).correct for text in ("0 1", "2", "0", "1 2")] == [
        True,
        True,
        False,
        False,
    ]


def test_items_heavier_than_the_capacity_are_left_out():
    problem = env.problem_from(
        {"weights": [9, 2, 8, 2], "profits": [99, 1, 99, 2], "capacity": 3, "optimum": 2}
    )
    assert env.solve(problem) == [3]


def test_taking_everything_never_fits_and_every_item_alone_does():
    """The trap of the catalogue: with a generous capacity, choosing all the items is right."""
    for seed in range(200):
        problem = env.sample(seed % 10, seed=seed)
        n = len(problem.weights)
        assert max(problem.weights) <= problem.capacity < sum(problem.weights)
        assert env.judge(problem, env.format(list(range(n)))).outcome == "invalid"
        assert all(1 <= weight <= n for weight in problem.weights)
        assert all(1 <= p <= 2 * w for w, p in zip(problem.weights, problem.profits, strict=True))


@pytest.mark.parametrize(
    "change", [{"weights": [4, 5, 2]}, {"weights": [4, 5, 0, 9]}, {"weights": [], "profits": []}, {"capacity": -1}]
)  # fmt: skip
def test_a_damaged_problem_is_refused(change):
    with pytest.raises(ValueError, match=r"positive weights|capacity"):
        env.problem_from({**ITEMS, **change})
