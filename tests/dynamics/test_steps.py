"""Step sizes and courses of training, against formulas by hand and the guarantee over many random instances."""

import math

import numpy as np
import pytest

from rlve_gym.dynamics import (
    CORRECT,
    WRONG,
    AlignmentOverVariance,
    Constant,
    DividedByLength,
    NormalizedGradient,
    ProductBandit,
    Reinforce,
    SoftmaxBandit,
    TokenBandit,
    train,
)

# Correct: 1. Wrong: 3, 0 or -3, with mean 0 and variance 6. The gap is 1, the excess 3.
PLAIN = SoftmaxBandit([[1.0], [3.0], [0.0], [-3.0]], [True, False, False, False], lengths=[4, 1, 2, 3])
START, UNIT = np.zeros(1), np.ones(1)


def test_constant_is_constant():
    assert Constant(0.3)(PLAIN, START, UNIT) == 0.3
    assert Constant(0.3)(PLAIN, np.full(1, 5.0), -UNIT) == 0.3


def test_divided_by_length_divides_by_the_mean_length():
    assert DividedByLength(Constant(0.5))(PLAIN, START, UNIT) == pytest.approx(0.5 / 2.5)
    weights = [math.exp(phi) for phi in (1, 3, 0, -3)]
    mean = sum(weight * n for weight, n in zip(weights, (4, 1, 2, 3), strict=True)) / sum(weights)
    assert DividedByLength(Constant(0.5))(PLAIN, UNIT, UNIT) == pytest.approx(0.5 / mean)
    rule = AlignmentOverVariance()
    assert DividedByLength(rule)(PLAIN, START, UNIT) == pytest.approx(0.5 / 6 / 2.5)


def test_divided_by_length_takes_the_mean_over_prompts():
    two = SoftmaxBandit(
        [[[1.0], [0.0]], [[0.0], [1.0]]], [[True, False], [True, False]], lengths=[[2, 4], [10, 20]]
    )
    assert DividedByLength(Constant(1.0))(two, START, UNIT) == pytest.approx(1 / 9)


def test_step_is_alignment_over_variance_where_nothing_else_binds():
    assert AlignmentOverVariance()(PLAIN, START, UNIT) == pytest.approx(0.5 / 6)
    assert AlignmentOverVariance(constant=0.2)(PLAIN, START, UNIT) == pytest.approx(0.2 / 6)


def test_step_is_bound_by_the_excess():
    # One wrong response of eleven at 10, the others at -1: mean 0, variance 10; alignment 5.
    features = [[5.0], [10.0], *[[-1.0]] * 10]
    bandit = SoftmaxBandit(features, [True] + [False] * 11)
    # The other bounds, 0.5 * 5 / 10 and 1 / 5, are higher.
    assert AlignmentOverVariance()(bandit, START, UNIT) == pytest.approx(1 / 10)
    assert AlignmentOverVariance(radius=0.4)(bandit, START, UNIT) == pytest.approx(0.04)
    # The other way the excess is only 1: wrong responses at -10 and 1.
    mirrored = SoftmaxBandit([[5.0], [-10.0], *[[1.0]] * 10], [True] + [False] * 11)
    assert AlignmentOverVariance()(mirrored, START, UNIT) == pytest.approx(1 / 5)


def test_step_is_bound_by_the_alignment():
    # The other bounds, 0.5 * 4 / 0.01 and 1 / 0.1, are higher.
    bandit = SoftmaxBandit([[4.0], [0.1], [-0.1]], [True, False, False])
    assert AlignmentOverVariance()(bandit, START, UNIT) == pytest.approx(1 / 4)
    assert AlignmentOverVariance(radius=2.0)(bandit, START, UNIT) == pytest.approx(2 / 4)


def test_a_single_wrong_response_has_no_variance():
    bandit = SoftmaxBandit([[4.0], [0.0]], [True, False])
    assert AlignmentOverVariance()(bandit, START, UNIT) == pytest.approx(1 / 4)
    assert AlignmentOverVariance(constant=9.0, radius=3.0)(bandit, START, UNIT) == pytest.approx(3 / 4)


def test_step_takes_means_over_prompts_and_the_largest_excess():
    bandit = SoftmaxBandit(
        [[[1.0], [3.0], [-3.0]], [[2.0], [1.0], [-1.0]]], [[True, False, False], [True, False, False]]
    )
    assert AlignmentOverVariance(radius=9.0)(bandit, START, UNIT) == pytest.approx(0.5 * 1.5 / 5)
    assert AlignmentOverVariance(constant=9.0)(bandit, START, UNIT) == pytest.approx(1 / 3)
    # One prompt gains 4, one loses 2.
    level = SoftmaxBandit([[[4.0], [0.1], [-0.1]], [[-2.0], [0.1], [-0.1]]], [[True, False, False]] * 2)
    assert AlignmentOverVariance()(level, START, UNIT) == pytest.approx(1.0)
    assert AlignmentOverVariance()(level, START, -UNIT) == 0


def test_the_variance_of_correct_responses_does_not_matter():
    spread_out = SoftmaxBandit(
        [[6.0], [-4.0], [3.0], [0.0], [-3.0]], [True, True, False, False, False], log_weights=[0.0] * 5
    )
    assert AlignmentOverVariance()(spread_out, START, UNIT) == pytest.approx(0.5 / 6)


@pytest.mark.parametrize("bandit", [PLAIN, SoftmaxBandit([[1.0], [0.0]], [True, False])])
def test_misaligned_directions_get_no_step(bandit):
    assert AlignmentOverVariance()(bandit, START, -UNIT) == 0
    assert AlignmentOverVariance()(bandit, START, 0 * UNIT) == 0


def random_bandit(rng):
    prompts, responses, dimension = rng.integers(1, 4), rng.integers(3, 9), rng.integers(1, 5)
    correct = rng.random((prompts, responses)) < rng.uniform(0.1, 0.7)
    correct[:, 0], correct[:, 1] = True, False
    return SoftmaxBandit(
        rng.normal(size=(prompts, responses, dimension)) * rng.uniform(0.2, 4),
        correct,
        log_weights=rng.normal(size=(prompts, responses)) * 2,
    )


def mean_log_odds(bandit, theta):
    """By plain sums."""
    total = 0.0
    for features, correct, weights in zip(bandit.features, bandit.correct, bandit.log_weights, strict=True):
        sums = [0.0, 0.0]
        for phi, right, weight in zip(features, correct, weights, strict=True):
            sums[int(right)] += math.exp(phi @ theta + weight)
        total += math.log(sums[1] / sums[0])
    return total / bandit.prompts


def gains(rule, count=600):
    """By aligned instance: what a step gains, and the factor times v.G from a finite difference."""
    rng = np.random.default_rng(0)
    found = []
    while len(found) < count:
        bandit = random_bandit(rng)
        theta = rng.normal(size=bandit.dimension) * 0.5
        v = rng.normal(size=bandit.dimension)
        before = mean_log_odds(bandit, theta)
        slope = (mean_log_odds(bandit, theta + 1e-6 * v) - mean_log_odds(bandit, theta - 1e-6 * v)) / 2e-6
        if slope < 1e-3:
            continue
        factor = rule(bandit, theta, v)
        assert factor > 0
        found.append((mean_log_odds(bandit, theta + factor * v) - before, factor * slope))
    return found


@pytest.mark.parametrize(
    ("constant", "radius"), [(0.5, 1.0), (0.69, 1.0), (0.9, 0.3), (0.11, 4.0), (0.3, 2.0)]
)
def test_steps_that_satisfy_the_inequality_gain_at_least_half_of_what_the_gap_predicts(constant, radius):
    assert constant * (math.exp(radius) - 1 - radius) / radius**2 <= 0.5
    assert all(
        gain >= predicted / 2 - 1e-9 for gain, predicted in gains(AlignmentOverVariance(constant, radius))
    )


def test_steps_that_violate_the_inequality_gain_less_somewhere():
    found = gains(AlignmentOverVariance(constant=6.0, radius=10.0), 300)
    assert sum(gain < predicted / 2 for gain, predicted in found) >= 30
    assert sum(gain < 0 for gain, _ in found) >= 10


@pytest.mark.parametrize("constant", [0.5, 5.0])
def test_the_movement_does_not_depend_on_the_length_of_the_direction(constant):
    rng = np.random.default_rng(1)
    rule = AlignmentOverVariance(constant)
    for _ in range(50):
        bandit = random_bandit(rng)
        theta, v = rng.normal(size=(2, bandit.dimension)) * 0.5
        movement = rule(bandit, theta, v) * v
        for scale in (1e-3, 7.0, 1e4):
            assert rule(bandit, theta, scale * v) * scale * v == pytest.approx(movement, rel=1e-9)


def test_wrong_responses_with_equal_scores_leave_the_bound_by_the_alignment():
    rng = np.random.default_rng(2)
    for _ in range(200):
        count = rng.integers(2, 7)
        features = np.concatenate([rng.normal(size=(2, 2)), np.tile(rng.normal(size=2), (count, 1))])
        bandit = SoftmaxBandit(
            features, [True, True] + [False] * count, log_weights=rng.normal(size=count + 2)
        )
        gap = bandit.gap(np.zeros(2))[0]
        assert 0 <= bandit.spread(np.zeros(2), gap)[0] < 1e-12
        assert AlignmentOverVariance()(bandit, np.zeros(2), gap) == pytest.approx(1 / (gap @ gap))


def test_the_bound_by_the_excess_has_no_effect_where_no_score_is_largest():
    bandit = TokenBandit([[[1.0], [-1.0], [0.5]]], [[CORRECT, WRONG, 0]])
    variance = bandit.variances(START, UNIT)[1][0]
    alignment = bandit.alignment(START, UNIT)[0]
    expected = min(0.5 * alignment / variance, 1 / alignment)
    assert AlignmentOverVariance()(bandit, START, UNIT) == pytest.approx(expected)


def test_a_course_of_two_steps_by_hand():
    # Log-odds: theta_1 - log cosh(2 theta_1) + 3 theta_2.
    bandit = ProductBandit(
        [[1, 2, -2], [3, 0, 0]], [[1, 0, 0]] * 2, [[0, 0.5, 0.5], [0, 0.5, 0.5]], success=0.2
    )
    directions = iter([np.array([3.0, -4.0]), np.array([2.0, 0.0])])
    course = train(bandit, lambda *_: next(directions), Constant(0.1), 2, theta=[0.5, 0.0])
    places = [(0.5, 0.0), (0.8, -0.4), (1.0, -0.4)]
    assert course.theta == pytest.approx(np.array(places))
    assert course.step == pytest.approx([0.5, 0.2])
    odds = [math.log(0.25) + x - math.log(math.cosh(2 * x)) + 3 * y for x, y in places]
    assert course.log_odds == pytest.approx(np.array(odds)[:, None])
    j = [1 / (1 + math.exp(-value)) for value in odds]
    assert course.success == pytest.approx(np.array(j)[:, None])
    gaps = [(1 - 2 * math.tanh(2 * x), 3) for x, _ in places]
    alignment = [0.6 * gaps[0][0] - 0.8 * gaps[0][1], gaps[1][0]]
    assert course.alignment == pytest.approx(np.array(alignment)[:, None])
    sums = [0, 0.5 * alignment[0], 0.5 * alignment[0] + 0.2 * alignment[1]]
    assert course.cumulative_alignment == pytest.approx(np.array(sums)[:, None])
    norms = [p * (1 - p) * math.hypot(*gap) for p, gap in zip(j, gaps, strict=True)]
    assert course.gradient_norm == pytest.approx(norms)


def test_a_course_has_a_column_for_each_prompt():
    rng = np.random.default_rng(3)
    bandit = SoftmaxBandit(rng.normal(size=(3, 5, 4)), np.tile([True, True, False, False, False], (3, 1)))
    course = train(bandit, NormalizedGradient().exact, Constant(0.2), 6)
    assert course.theta.shape == (7, 4)
    assert course.log_odds.shape == course.success.shape == course.cumulative_alignment.shape == (7, 3)
    assert course.step.shape == (6,)
    assert course.alignment.shape == (6, 3)
    assert course.gradient_norm.shape == (7,)
    assert course.theta[0].tolist() == [0] * 4
    assert course.step == pytest.approx([0.2] * 6)
    assert np.linalg.norm(np.diff(course.theta, axis=0), axis=1) == pytest.approx(course.step)
    for k in range(6):
        w = (course.theta[k + 1] - course.theta[k]) / 0.2
        for q in range(3):
            alone = SoftmaxBandit(bandit.features[q], bandit.correct[q])
            slope = (mean_log_odds(alone, course.theta[k] + 1e-5 * w) - mean_log_odds(alone, course.theta[k] - 1e-5 * w)) / 2e-5  # fmt: skip
            assert course.alignment[k, q] == pytest.approx(slope, rel=1e-6, abs=1e-8)

    def mean_success(theta):
        alone = [SoftmaxBandit(bandit.features[q], bandit.correct[q]) for q in range(3)]
        return sum(1 / (1 + math.exp(-mean_log_odds(one, theta))) for one in alone) / 3

    for theta, norm in zip(course.theta, course.gradient_norm, strict=True):
        slopes = [(mean_success(theta + 1e-5 * e) - mean_success(theta - 1e-5 * e)) / 2e-5 for e in np.eye(4)]
        assert norm == pytest.approx(math.hypot(*slopes), rel=1e-6)


def test_the_cumulative_alignment_of_short_steps_is_the_gain():
    course = train(PLAIN, Reinforce().exact, Constant(1e-3), 500)
    gained = course.log_odds[-1, 0] - course.log_odds[0, 0]
    assert gained > 0.01
    assert course.cumulative_alignment[-1, 0] == pytest.approx(gained, rel=0.01)


def test_the_length_of_a_movement_counts_the_length_of_the_direction():
    course = train(PLAIN, lambda _, theta: np.full(1, -5.0), Constant(0.01), 3)
    assert course.theta[:, 0] == pytest.approx([0, -0.05, -0.1, -0.15])
    assert course.step == pytest.approx([0.05] * 3)
    assert (course.alignment < 0).all()  # of the unit vector that points down
    assert course.alignment[0, 0] == pytest.approx(-1)


def test_a_step_that_moves_nothing_has_no_alignment():
    for direction, step in ((lambda *_: np.zeros(1), Constant(1.0)), (lambda *_: np.ones(1), Constant(0.0))):
        course = train(PLAIN, direction, step, 3, theta=[0.25])
        assert course.theta.tolist() == [[0.25]] * 4
        assert course.step.tolist() == [0] * 3
        assert course.alignment.tolist() == [[0]] * 3
        assert course.cumulative_alignment.tolist() == [[0]] * 4
    misaligned = train(PLAIN, lambda *_: -np.ones(1), AlignmentOverVariance(), 2)
    assert misaligned.theta.tolist() == [[0]] * 3


def test_no_steps_leave_the_start():
    course = train(PLAIN, Reinforce().exact, Constant(1.0), 0)
    assert course.theta.tolist() == [[0.0]]
    assert course.log_odds[:, 0] == pytest.approx([math.log(1 / 3)])
    assert course.step.shape == (0,)
    assert course.alignment.shape == (0, 1)
    assert course.cumulative_alignment.tolist() == [[0.0]]
    assert course.gradient_norm == pytest.approx([0.25 * 0.75])


def test_training_leaves_the_given_start_alone():
    start = np.array([0.5])
    course = train(PLAIN, NormalizedGradient().exact, Constant(0.1), 2, theta=start)
    assert start.tolist() == [0.5]
    assert course.theta[0].tolist() == [0.5]
    assert len(set(course.theta[:, 0].tolist())) > 1


def test_direction_and_step_see_where_theta_is():
    seen = []

    def direction(bandit, theta):
        seen.append((bandit, theta.tolist()))
        return np.ones(1)

    class Recorded(Constant):
        def __call__(self, bandit, theta, direction):
            seen.append((bandit, theta.tolist(), direction.tolist()))
            return self.size

    train(PLAIN, direction, Recorded(0.5), 2)
    assert seen == [(PLAIN, [0.0]), (PLAIN, [0.0], [1.0]), (PLAIN, [0.5]), (PLAIN, [0.5], [1.0])]
