"""The oracle tries all choices; at larger sizes it fixes the four sides of the box, for which each point decides alone."""

from itertools import product

import pytest

import rlve_gym
from rlve_gym.core import VerifierError

env = rlve_gym.make("min_bounding_box_by_swaps", answer_style="plain")


def measure(problem, choice):
    moved = [point[::-1] if swap else point for point, swap in zip(problem.points, choice, strict=True)]
    xs, ys = zip(*moved, strict=True)
    cost = sum(cost * swap for cost, swap in zip(problem.costs, choice, strict=True))
    return 2 * (max(xs) - min(xs) + max(ys) - min(ys)), cost


def sweep(problem):
    """Least (perimeter, cost) over the left and the lower side, for each the best right side by trying them all."""
    values = sorted({value for point in problem.points for value in point})
    best = (10**9, 0)
    for left, bottom in product(values, repeat=2):
        for right in values:
            top = cost = 0
            for x, y in problem.points:
                stay = y if left <= x <= right and y >= bottom else 10**6
                swap = x if left <= y <= right and x >= bottom else 10**6
                top = max(top, min(stay, swap))
            if top == 10**6:
                continue
            for (x, y), price in zip(problem.points, problem.costs, strict=True):
                if not (left <= x <= right and bottom <= y <= top):
                    cost += price
            best = min(best, (2 * (right - left + top - bottom), cost))
    return best


def test_every_choice_gets_its_quality():
    """All choices at small sizes, of points from a small range too, where ties and equal coordinates are common."""
    for seed in range(60):
        problem = env.sample(seed % 4, seed=seed)
        if seed % 2:
            points = [[x % 5, y % 5] for x, y in problem.points]
            problem = env.problem_from({"points": points, "costs": problem.costs, "optimum": [0, 0]})
        values = {choice: measure(problem, choice) for choice in product((0, 1), repeat=len(problem.points))}
        best = min(values.values())
        if not seed % 2:
            assert problem.optimum == best
        problem = env.problem_from({"points": problem.points, "costs": problem.costs, "optimum": best})
        assert env.judge(problem, env.format(env.solve(problem))).correct
        for choice, (perimeter, cost) in values.items():
            verdict = env.judge(problem, "".join(map(str, choice)))
            assert verdict.correct == ((perimeter, cost) == best)
            quality = 0.5 if perimeter == 0 else 0.5 * (best[0] / perimeter) ** 5
            if perimeter == best[0]:
                quality += 0.5 if cost == best[1] else 0.5 * (best[1] / cost) ** 5
            assert verdict.quality == pytest.approx(quality)


@pytest.mark.parametrize("difficulty", [4, 5, 6])
def test_optimum_is_that_of_all_boxes(difficulty):
    for seed in range(4):
        problem = env.sample(difficulty, seed=seed)
        assert problem.optimum == sweep(problem)


def test_exchanging_nothing_or_everything_is_hardly_ever_right():
    """The trap of the catalogue: half of the problems at level 0 were solved by exchanging nothing."""
    for difficulty, limit in ((0, 20), (3, 10), (6, 5)):
        everything = 0
        for seed in range(100):
            problem = env.sample(difficulty, seed=seed)
            assert problem.optimum[1] > 0
            assert not env.judge(problem, "0" * len(problem.points)).correct
            everything += env.judge(problem, "1" * len(problem.points)).correct
        assert everything <= limit


def test_half_of_the_problems_have_two_clusters():
    clustered = 0
    for seed in range(200):
        problem = env.sample(10, seed=seed)
        n = len(problem.points)
        assert all(0 <= value <= 10 * n for point in problem.points for value in point)
        assert all(1 <= cost <= n for cost in problem.costs)
        clustered += all(min(point) <= 4 * n and max(point) >= 6 * n for point in problem.points)
    assert 70 < clustered < 130


# Of the points (0, 9), (8, 1), (2, 7), the second has to be mirrored, or else both others.
THREE = {"points": [[0, 9], [8, 1], [2, 7]], "costs": [2, 2, 3], "optimum": [8, 2]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("010", "valid", 1),
        (" 010\n", "valid", 1),
        ('"010"', "valid", 1),
        ("101", "valid", 0.5 + 0.5 * (2 / 5) ** 5),  # the mirror image
        ("000", "valid", 0.5 * (8 / 32) ** 5),
        ("111", "valid", 0.5 * (8 / 32) ** 5),
        ("011", "valid", 0.5 * (8 / 28) ** 5),
        ("01", "unparsed", 0),
        ("0100", "unparsed", 0),
        ("012", "unparsed", 0),
        ("0 1 0", "unparsed", 0),
        ("", "unparsed", 0),
        ("1", "unparsed", 0),  # the index of the point to exchange
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(THREE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)
    assert verdict.correct == (quality == 1)


def test_two_cheapest_choices_are_both_right():
    problem = env.problem_from({**THREE, "costs": [1, 2, 1]})
    assert env.judge(problem, "010").correct and env.judge(problem, "101").correct


def test_nothing_to_gain():
    """Both optima are 0: the box is a point, and exchanging its coordinates changes nothing but the cost."""
    problem = env.problem_from({"points": [[3, 3]] * 3, "costs": [1, 1, 1], "optimum": [0, 0]})
    assert env.judge(problem, "000").correct
    assert env.judge(problem, "010").quality == 0.5
    assert env.solve(problem) == "000"


def test_better_than_the_optimum_is_an_error_of_ours():
    for optimum in ([10, 2], [8, 3]):
        with pytest.raises(VerifierError):
            env.judge(env.problem_from({**THREE, "optimum": optimum}), "010")


@pytest.mark.parametrize("fields", [{"points": []}, {"costs": [1, 2]}, {"optimum": [8]}])
def test_damaged_problems_are_refused(fields):
    with pytest.raises(ValueError):
        env.problem_from({**THREE, **fields})
