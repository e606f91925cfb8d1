"""The oracle tries the circles of all pairs and triples, exactly; at large sizes, a convex minimization."""

from fractions import Fraction
from itertools import combinations

import pytest
from scipy.optimize import minimize

import rlve_gym
from rlve_gym.core import VerifierError

env = rlve_gym.make("smallest_enclosing_circle", answer_style="plain")


def center_of(a, b, c):
    """Where two perpendicular bisectors meet, by Cramer's rule on |p - a|^2 = |p - b|^2 = |p - c|^2."""
    rows = [
        (2 * (q[0] - a[0]), 2 * (q[1] - a[1]), q[0] ** 2 + q[1] ** 2 - a[0] ** 2 - a[1] ** 2) for q in (b, c)
    ]
    (p, q, r), (s, t, u) = rows
    determinant = p * t - q * s
    if determinant == 0:
        return None
    return Fraction(r * t - q * u, determinant), Fraction(p * u - r * s, determinant)


def brute_force(points):
    """Squared radius and center of the least circle."""
    centers = [(Fraction(a[0] + b[0], 2), Fraction(a[1] + b[1], 2)) for a, b in combinations(points, 2)]
    centers += [center for triple in combinations(points, 3) if (center := center_of(*triple))]
    return min((max((p[0] - x) ** 2 + (p[1] - y) ** 2 for p in points), x, y) for x, y in centers)


@pytest.mark.parametrize("difficulty", range(6))
def test_optimum_is_that_of_all_pairs_and_triples(difficulty):
    for seed in range(25):
        problem = env.sample(difficulty, seed=seed)
        squared, x, y = brute_force(problem.points)
        assert problem.optimum == pytest.approx(float(squared) ** 0.5, rel=1e-14)
        assert env.judge(problem, f"{float(x):.5f} {float(y):.5f} {float(squared) ** 0.5:.5f}").correct


@pytest.mark.parametrize("difficulty", [12, 18, 25])
def test_optimum_is_that_of_a_convex_minimization(difficulty):
    problem = env.sample(difficulty, seed=difficulty)

    def farthest(center):
        return max(((x - center[0]) ** 2 + (y - center[1]) ** 2) ** 0.5 for x, y in problem.points)

    middle = [sum(coordinate) / len(problem.points) for coordinate in zip(*problem.points, strict=True)]
    found = minimize(
        farthest, middle, method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-9, "maxiter": 5000}
    )
    assert problem.optimum == pytest.approx(found.fun, abs=1e-5)


def test_points_are_distinct_and_no_three_collinear():
    for difficulty in (0, 3, 9, 15):
        for seed in range(10):
            points = env.sample(difficulty, seed=seed).points
            n = len(points)
            assert all(0 <= coordinate <= 2 * n for point in points for coordinate in point)
            for a, b, c in combinations(points, 3):
                assert (b[0] - a[0]) * (c[1] - a[1]) != (b[1] - a[1]) * (c[0] - a[0])


# The least circle has center (5, 0) and radius 5; the third point lies inside.
ON_DIAMETER = {"points": [[0, 0], [10, 0], [5, 1]], "optimum": 5.0}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("5 0 5", "valid", 1),
        ("5.0, 0.0, 5.0", "valid", 1),
        ("5\n0\n5", "valid", 1),
        ("5 0 4.999", "valid", 1),  # the exact ends of the tolerance
        ("5 0 5.001", "valid", 1),
        ("5 0.0003 5.0005", "valid", 1),
        ("5 0 4.99899999999999999999999999", "invalid", 0),
        ("5 0 5.00100000000000000000000001", "valid", (5 / 5.001) ** 10),
        ("5 0 5.002", "valid", (5 / 5.002) ** 10),
        ("5 0 10", "valid", 2**-10),
        ("-5 0 15", "valid", 3**-10),
        ("5 0 1e99", "valid", 0),
        ("5 0 1e-99", "invalid", 0),
        ("5.0011 0 5", "invalid", 0),
        ("0 0 5", "invalid", 0),
        ("1e99 0 5", "invalid", 0),
        ("5 0 0", "unparsed", 0),
        ("5 0 -5", "unparsed", 0),
        ("5 0", "unparsed", 0),
        ("5 0 5 5", "unparsed", 0),
        ("", "unparsed", 0),
        ("(5, 0) 5", "unparsed", 0),
        ("x=5 y=0 r=5", "unparsed", 0),
        ("nan nan 5", "unparsed", 0),  # the hole of the catalogue: comparisons with nan are false
        ("5 nan 5", "unparsed", 0),
        ("5 0 nan", "unparsed", 0),
        ("5 0 inf", "unparsed", 0),
        ("5 0 5/1", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(ON_DIAMETER), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)
    assert verdict.correct == (quality == 1)


def test_the_end_of_the_tolerance_is_exact_for_an_irrational_radius():
    """The least radius is sqrt(5) / 2 = 1.118033988749894848204586834365638..., which no float is."""
    problem = env.problem_from({"points": [[0, 0], [2, 1], [1, 0]], "optimum": 1.25**0.5})
    assert env.judge(problem, "1 0.5 1.119033988749894848204586834365").correct
    assert not env.judge(problem, "1 0.5 1.119033988749894848204586834366").correct
    assert env.judge(problem, "1 0.5 1.117033988749894848204586834366").correct
    assert env.judge(problem, "1 0.5 1.117033988749894848204586834365").outcome == "invalid"


def test_an_imported_optimum_that_is_a_little_too_small_does_no_harm():
    problem = env.problem_from({**ON_DIAMETER, "optimum": 4.9991})
    for radius in ("4.999", "5", "5.0009", "5.001"):
        assert env.judge(problem, f"5 0 {radius}").correct
    for radius in ("5.00101", "5.0019", "5.003"):
        verdict = env.judge(problem, f"5 0 {radius}")
        assert not verdict.correct and verdict.quality == pytest.approx((4.9991 / float(radius)) ** 10)


def test_a_radius_below_a_wrong_optimum_is_an_error_of_ours():
    with pytest.raises(VerifierError):
        env.judge(env.problem_from({**ON_DIAMETER, "optimum": 5.1}), "5 0 5")


def test_order_of_the_points_does_not_matter():
    problem = env.sample(12, seed=0)
    for points in (sorted(problem.points), sorted(problem.points, reverse=True)):
        shuffled = env.problem_from({"points": points, "optimum": problem.optimum})
        assert env.solve(shuffled) == env.solve(problem)


def test_long_decimals():
    problem = env.sample(25, seed=0)
    long = "." + "3" * 3_990
    for text in (f"80{long} 80{long} 200{long}", f"{long} {long} {long}", "1e99 1e-99 1e99"):
        assert not env.judge(problem, text).correct
    x, y, radius = env.solve(problem)
    assert env.judge(problem, f"{x}{'0' * 3_900}1 {y}{'0' * 3_900}1 {radius}{'0' * 3_900}1").correct


@pytest.mark.parametrize(
    "fields", [{"points": []}, {"optimum": 0.0}, {"optimum": -1.0}, {"points": [[1, 2, 3]]}]
)
def test_damaged_problems_are_refused(fields):
    with pytest.raises(ValueError):
        env.problem_from({**ON_DIAMETER, **fields})
