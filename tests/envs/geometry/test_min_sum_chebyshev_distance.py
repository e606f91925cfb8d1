"""The oracle scans all integer points around; at larger sizes a local search over the eight neighbors."""

import random

import pytest

import rlve_gym

env = rlve_gym.make("min_sum_chebyshev_distance", answer_style="plain")


def distance_sum(problem, x, y):
    return sum(
        weight * max(x - a, a - x, y - b, b - y)
        for (a, b), weight in zip(problem.points, problem.weights, strict=True)
    )


def scan(problem):
    n = len(problem.points)
    xs, ys = zip(*problem.points, strict=True)
    return {
        (x, y): distance_sum(problem, x, y)
        for x in range(min(xs) - n, max(xs) + n + 1)
        for y in range(min(ys) - n, max(ys) + n + 1)
    }


def test_optimum_and_all_minimizers_are_those_of_a_scan():
    ties = 0
    for seed in range(150):
        problem = env.sample(seed % 4, seed=seed)
        sums = scan(problem)
        assert problem.optimum == min(sums.values())
        best = [place for place, total in sums.items() if total == problem.optimum]
        ties += len(best) > 1
        for x, y in best:
            assert env.judge(problem, f"{x} {y}").correct
    assert ties > 20


def test_points_whose_medians_differ_in_parity():
    """Medians that belong to no integer point: the optimum of all real points is then out of reach."""
    moved = 0
    for seed in range(200):
        problem = env.sample(2, seed=seed, parameters={"point_count": 5})
        diagonals = []
        for sign in (1, -1):
            values = sorted(
                value
                for (x, y), weight in zip(problem.points, problem.weights, strict=True)
                for value in [x + sign * y] * weight
            )
            diagonals.append((values[(len(values) - 1) // 2], values[len(values) // 2]))
        (u, u_high), (v, v_high) = diagonals
        if u == u_high and v == v_high and (u + v) % 2:
            moved += 1
            assert problem.optimum == min(scan(problem).values())
    assert moved > 30


@pytest.mark.parametrize("difficulty", [8, 15, 22, 30])
def test_no_neighbor_is_better(difficulty):
    """The sum is convex along each of the two diagonals, so a point without a better one nearby is best."""
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        x, y = env.solve(problem)
        assert distance_sum(problem, x, y) == problem.optimum
        nearby = [distance_sum(problem, x + dx, y + dy) for dx in range(-3, 4) for dy in range(-3, 4)]
        assert min(nearby) == problem.optimum


def test_ranges():
    for difficulty in range(0, 31, 5):
        for seed in range(20):
            problem = env.sample(difficulty, seed=seed)
            n = len(problem.points)
            assert n >= 3  # of two points, the heavier one is always best
            assert len(set(problem.points)) > 1 and problem.optimum > 0
            assert all(1 <= value <= 2 * n for point in problem.points for value in point)
            assert all(1 <= weight <= n for weight in problem.weights)


# Along y = 0 the sums are 6 at x = 0, 4 at x = 2, 6 at x = 4; off it, (2, 1) has 2 + 2 + 1.
LINE = {"points": [[0, 0], [4, 0], [2, 0]], "weights": [1, 1, 1], "optimum": 4}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("2 0", "valid", 1),
        ("2, 0", "valid", 1),
        ("2\n0", "valid", 1),
        ("2 1", "valid", (4 / 5) ** 5),
        ("0 0", "valid", (4 / 6) ** 5),
        ("4 0", "valid", (4 / 6) ** 5),
        ("-2 0", "valid", (4 / 12) ** 5),
        ("-1" + "0" * 3_000 + " 5", "valid", 0),
        ("2", "unparsed", 0),
        ("2 0 4", "unparsed", 0),
        ("(2, 0)", "unparsed", 0),
        ("2.0 0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(LINE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)
    assert verdict.correct == (quality == 1)


def test_several_minimizers_of_two_equal_points():
    problem = env.problem_from({"points": [[0, 0], [2, 0]], "weights": [3, 3], "optimum": 6})
    for place in ("0 0", "1 0", "2 0", "1 1", "1 -1"):
        assert env.judge(problem, place).correct
    for place in ("0 1", "1 2", "3 0", "2 -1"):
        assert not env.judge(problem, place).correct


def test_coinciding_points():
    problem = env.problem_from({"points": [[3, 5], [3, 5]], "weights": [1, 2], "optimum": 0})
    assert env.judge(problem, "3 5").correct
    assert env.judge(problem, "3 6").quality == 0
    assert env.solve(problem) == [3, 5]


def test_a_weighted_mean_is_not_full_marks():
    """The exponent pays close answers well, but only a minimizer counts as right."""
    right = 0
    for seed in range(100):
        problem = env.sample(15, seed=seed)
        whole = sum(problem.weights)
        x, y = (
            round(sum(w * p[axis] for p, w in zip(problem.points, problem.weights, strict=True)) / whole)
            for axis in (0, 1)
        )
        verdict = env.judge(problem, f"{x} {y}")
        assert verdict.correct == (distance_sum(problem, x, y) == problem.optimum)
        right += verdict.correct
    assert right < 20


def test_order_of_the_points_does_not_matter():
    rng = random.Random(0)
    for seed in range(30):
        problem = env.sample(6, seed=seed)
        rows = list(zip(problem.points, problem.weights, strict=True))
        rng.shuffle(rows)
        points, weights = zip(*rows, strict=True)
        shuffled = env.problem_from(
            {"points": list(points), "weights": list(weights), "optimum": problem.optimum}
        )
        assert env.judge(shuffled, env.format(env.solve(shuffled))).correct


@pytest.mark.parametrize("fields", [{"points": []}, {"weights": [1, 1]}])
def test_damaged_problems_are_refused(fields):
    with pytest.raises(ValueError):
        env.problem_from({**LINE, **fields})
