"""Bandits with finitely many responses, against plain enumeration and finite differences."""

import itertools
import math

import numpy as np
import pytest
from enumeration import derivative, enumerated

from rlve_gym.dynamics import ProductBandit, SoftmaxBandit

INSTANCES = range(25)
INFINITY = math.inf


def random_instance(seed):
    """A bandit's arguments, theta and w: one to three prompts, some of whose responses are missing."""
    rng = np.random.default_rng(seed)
    prompts, responses, dimension = rng.integers(1, 4), rng.integers(4, 9), rng.integers(1, 4)
    correct = rng.random((prompts, responses)) < 0.4
    correct[:, 0], correct[:, 1] = True, False
    log_weights = rng.normal(size=(prompts, responses))
    log_weights[:, 2:][rng.random((prompts, responses - 2)) < 0.3] = -INFINITY
    arguments = {
        "features": rng.normal(size=(prompts, responses, dimension)),
        "correct": correct,
        "log_weights": log_weights,
        "lengths": rng.integers(1, 10, size=(prompts, responses)),
    }
    return arguments, rng.normal(size=dimension), rng.normal(size=dimension)


def success_by_enumeration(arguments, theta):
    return np.array(
        [sum(chance for chance, right, _, _ in prompt if right) for prompt in enumerated(arguments, theta)]
    )


def logit_by_enumeration(arguments, theta):
    success = success_by_enumeration(arguments, theta)
    return np.log(success) - np.log(1 - success)


def mean(prompt, value, kind=None):
    """The mean of ``value(score, length)`` over the responses of a kind."""
    chosen = [
        (chance, value(score, tokens))
        for chance, right, score, tokens in prompt
        if kind is None or right == kind
    ]
    return sum(chance * one for chance, one in chosen) / sum(chance for chance, _ in chosen)


@pytest.mark.parametrize("seed", INSTANCES)
def test_means_and_variances_are_those_of_an_enumeration(seed):
    arguments, theta, w = random_instance(seed)
    bandit = SoftmaxBandit(**arguments)
    success, log_odds, gap = bandit.success(theta), bandit.log_odds(theta), bandit.gap(theta)
    right, wrong = bandit.mean_scores(theta)
    right_variance, wrong_variance = bandit.variances(theta, w)
    right_per_token, wrong_per_token = bandit.mean_scores_per_token(theta)
    assert success.shape == (bandit.prompts,)
    assert gap.shape == right_per_token.shape == (bandit.prompts, bandit.dimension)
    for q, prompt in enumerate(enumerated(arguments, theta)):
        j = sum(chance for chance, correct, _, _ in prompt if correct)
        expected = [mean(prompt, lambda score, _: score, kind) for kind in (True, False)]
        along = [mean(prompt, lambda score, _: score @ w, kind) for kind in (True, False)]
        variance = [
            mean(prompt, lambda score, _, center=center: (score @ w - center) ** 2, kind)
            for kind, center in zip((True, False), along, strict=True)
        ]
        assert success[q] == pytest.approx(j)
        assert log_odds[q] == pytest.approx(math.log(j / (1 - j)))
        assert right[q] == pytest.approx(expected[0])
        assert wrong[q] == pytest.approx(expected[1])
        assert gap[q] == pytest.approx(expected[0] - expected[1])
        assert bandit.policy_gradient(theta)[q] == pytest.approx(j * expected[0])
        assert bandit.alignment(theta, w)[q] == pytest.approx(along[0] - along[1])
        assert right_variance[q] == pytest.approx(variance[0], abs=1e-12)
        assert wrong_variance[q] == pytest.approx(variance[1], abs=1e-12)
        assert bandit.curvature(theta, w)[q] == pytest.approx(variance[0] - variance[1], abs=1e-12)
        per_token = [mean(prompt, lambda score, tokens: score / tokens, kind) for kind in (True, False)]
        assert right_per_token[q] == pytest.approx(per_token[0])
        assert wrong_per_token[q] == pytest.approx(per_token[1])
        assert bandit.mean_length(theta)[q] == pytest.approx(mean(prompt, lambda _, tokens: tokens))
        largest = max(score @ w for _, correct, score, _ in prompt if not correct)
        assert bandit.spread(theta, w)[q] == pytest.approx(largest - along[1], abs=1e-12)


@pytest.mark.parametrize("seed", INSTANCES)
def test_policy_and_scores_are_those_of_an_enumeration(seed):
    arguments, theta, _ = random_instance(seed)
    bandit = SoftmaxBandit(**arguments)
    for q, prompt in enumerate(enumerated(arguments, theta)):
        exists = np.isfinite(arguments["log_weights"][q])
        policy = bandit.policy(theta)[q]
        assert policy[exists] == pytest.approx([chance for chance, _, _, _ in prompt])
        assert (policy[~exists] == 0).all()
        assert bandit.scores(theta)[q][exists] == pytest.approx(
            np.array([score for _, _, score, _ in prompt])
        )


@pytest.mark.parametrize("seed", INSTANCES)
def test_gap_and_curvature_are_derivatives_of_the_log_odds(seed):
    arguments, theta, w = random_instance(seed)
    bandit = SoftmaxBandit(**arguments)
    for unit, (gap, slope) in zip(
        np.eye(len(theta)),
        zip(bandit.gap(theta).T, bandit.policy_gradient(theta).T, strict=True),
        strict=True,
    ):
        logit = derivative(lambda at: logit_by_enumeration(arguments, at), theta, unit)
        assert gap == pytest.approx(logit, rel=1e-6, abs=1e-8)
        success = derivative(lambda at: success_by_enumeration(arguments, at), theta, unit)
        assert slope == pytest.approx(success, rel=1e-6, abs=1e-8)
    h = 1e-3
    before, at, after = (logit_by_enumeration(arguments, theta + step * w) for step in (-h, 0, h))
    assert bandit.curvature(theta, w) == pytest.approx((before - 2 * at + after) / h**2, rel=1e-4, abs=1e-4)


@pytest.mark.parametrize("seed", INSTANCES)
def test_scores_have_mean_zero_under_the_policy(seed):
    arguments, theta, _ = random_instance(seed)
    bandit = SoftmaxBandit(**arguments)
    right, wrong = bandit.mean_scores(theta)
    j = success_by_enumeration(arguments, theta)[:, None]
    assert j * right + (1 - j) * wrong == pytest.approx(np.zeros_like(right), abs=1e-12)
    assert np.abs(right).max() > 1e-3


def test_log_odds_keep_their_digits_next_to_0_and_1():
    bandit = SoftmaxBandit([[1.0], [0.0], [-1.0]], [True, False, False])
    for theta in (50.0, 200.0, 700.0):
        closed = theta - math.log1p(math.exp(-theta))  # correct: exp(theta), wrong: 1 + exp(-theta)
        assert bandit.log_odds(np.array([theta]))[0] == pytest.approx(closed, rel=1e-14)
        closed = -theta - (theta + math.log1p(math.exp(-theta)))
        assert bandit.log_odds(np.array([-theta]))[0] == pytest.approx(closed, rel=1e-14)
    assert bandit.success(np.array([50.0]))[0] == 1
    assert bandit.policy_gradient(np.array([50.0]))[0, 0] == pytest.approx(math.exp(-50), rel=1e-9)
    assert bandit.policy_gradient(np.array([-50.0]))[0, 0] == pytest.approx(2 * math.exp(-100), rel=1e-9)


def test_a_single_prompt_needs_no_axis_of_prompts():
    flat = SoftmaxBandit([[1, 0], [0, 1]], [True, False], log_weights=[0, 1], lengths=[2, 3])
    full = SoftmaxBandit([[[1, 0], [0, 1]]], [[True, False]], log_weights=[[0, 1]], lengths=[[2, 3]])
    theta = np.array([0.3, -0.2])
    odds = 0.3 - (-0.2 + 1)
    for bandit in (flat, full):
        assert (bandit.prompts, bandit.dimension) == (1, 2)
        assert bandit.log_odds(theta) == pytest.approx([odds])
        j = 1 / (1 + math.exp(-odds))
        assert bandit.mean_length(theta) == pytest.approx([2 * j + 3 * (1 - j)])


def test_weights_and_lengths_are_equal_by_default():
    bandit = SoftmaxBandit([[1], [0], [0], [0]], [True, False, False, False])
    assert bandit.success(np.zeros(1)) == pytest.approx([0.25])
    assert bandit.mean_length(np.zeros(1)) == pytest.approx([1.0])


@pytest.mark.parametrize("seed", INSTANCES)
def test_critical_step_is_where_the_parabola_is_back(seed):
    arguments, theta, w = random_instance(seed)
    steps = SoftmaxBandit(**arguments).critical_step(theta, w)
    for step, prompt in zip(steps, enumerated(arguments, theta), strict=True):
        right, wrong = (mean(prompt, lambda score, _: score @ w, kind) for kind in (True, False))
        right_square, wrong_square = (
            mean(prompt, lambda score, _: (score @ w) ** 2, kind) for kind in (True, False)
        )
        bend = (right_square - right**2) - (wrong_square - wrong**2)
        if right <= wrong:
            assert step == 0
        elif bend >= 0:
            assert step == INFINITY
        else:
            assert step * (right - wrong) + step**2 * bend / 2 == pytest.approx(0, abs=1e-9 * step)
            assert step > 0


def test_critical_steps_of_all_kinds_occur():
    found = [SoftmaxBandit(**arguments).critical_step(theta, w) for arguments, theta, w in map(random_instance, INSTANCES)]  # fmt: skip
    steps = np.concatenate(found)
    assert min((steps == 0).sum(), np.isinf(steps).sum(), (np.isfinite(steps) & (steps > 0)).sum()) >= 5


def test_critical_step_in_a_case_by_hand():
    # Correct: 1. Wrong: 3 or -3. Gap 1, Var- = 9: back at 2/9, the exact zero of eta - log cosh(3 eta) is close by.
    bandit = SoftmaxBandit([[1.0], [3.0], [-3.0]], [True, False, False])
    assert bandit.critical_step(np.zeros(1), np.ones(1)) == pytest.approx([2 / 9])
    assert bandit.critical_step(np.zeros(1), np.full(1, 2.0)) == pytest.approx([1 / 9])
    assert bandit.critical_step(np.zeros(1), -np.ones(1)).tolist() == [0]
    same = SoftmaxBandit([[1.0], [0.0]], [True, False])
    assert same.critical_step(np.zeros(1), np.ones(1)).tolist() == [INFINITY]
    assert same.critical_step(np.zeros(1), np.zeros(1)).tolist() == [0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"features": [1.0, 2.0]}, "features must have 2 or 3 axes, not 1"),
        ({"features": np.zeros((1, 1, 2, 1))}, "features must have 2 or 3 axes, not 4"),
        ({"correct": [True, False, False]}, r"correct must have the shape \(1, 2\), not \(1, 3\)"),
        ({"log_weights": [0.0]}, r"log_weights must have the shape \(1, 2\), not \(1, 1\)"),
        ({"lengths": [[1, 2], [3, 4]]}, r"lengths must have the shape \(1, 2\), not \(2, 2\)"),
        ({"correct": [True, True]}, "each prompt needs a correct and a wrong response"),
        ({"correct": [False, False]}, "each prompt needs a correct and a wrong response"),
        ({"log_weights": [0.0, -INFINITY]}, "each prompt needs a correct and a wrong response"),
        ({"log_weights": [-INFINITY, 0.0]}, "each prompt needs a correct and a wrong response"),
        ({"log_weights": [0.0, math.nan]}, "log_weights must be numbers or -inf"),
        ({"log_weights": [INFINITY, 0.0]}, "log_weights must be numbers or -inf"),
        ({"lengths": [1, 0]}, "lengths must be positive"),
        ({"lengths": [1, math.nan]}, "lengths must be positive"),
    ],
)
def test_softmax_bandits_that_cannot_be(arguments, words):
    with pytest.raises(ValueError, match=words):
        SoftmaxBandit(**{"features": [[1.0], [0.0]], "correct": [True, False]} | arguments)


def test_every_prompt_needs_both_kinds():
    with pytest.raises(ValueError, match="each prompt needs a correct and a wrong response"):
        SoftmaxBandit(np.zeros((2, 2, 1)), [[True, False], [True, True]])


def random_product(seed):
    """A product bandit's arguments, theta and w; some values are impossible for one kind of responses."""
    rng = np.random.default_rng(seed)
    dimension, choices = rng.integers(1, 4), rng.integers(2, 4)

    def probabilities():
        table = rng.random((dimension, choices)) * (rng.random((dimension, choices)) < 0.7)
        table[np.arange(dimension), rng.integers(choices, size=dimension)] += 0.2
        return table / table.sum(axis=1, keepdims=True)

    arguments = {
        "values": rng.normal(size=(dimension, choices)),
        "correct": probabilities(),
        "wrong": probabilities(),
        "success": rng.uniform(0.02, 0.98),
    }
    return arguments, rng.normal(size=dimension), rng.normal(size=dimension)


def product_responses(arguments, theta):
    """All possible responses of a product bandit: probability, correctness, score and length of each."""
    values, success = arguments["values"], arguments["success"]
    found = []
    for kind, share in ((True, success), (False, 1 - success)):
        base = arguments["correct" if kind else "wrong"]
        for choice in itertools.product(range(values.shape[1]), repeat=len(values)):
            weight = share
            for k, at in enumerate(choice):
                weight *= base[k][at] * math.exp(theta[k] * values[k][at])
            if weight > 0:
                found.append((weight, kind, np.array([values[k][at] for k, at in enumerate(choice)])))
    total = sum(weight for weight, _, _ in found)
    center = sum(weight * phi for weight, _, phi in found) / total
    return [(weight / total, kind, phi - center, 1) for weight, kind, phi in found]


@pytest.mark.parametrize("seed", INSTANCES)
def test_product_bandits_agree_with_all_their_responses(seed):
    arguments, theta, w = random_product(seed)
    product = ProductBandit(**arguments)
    prompt = product_responses(arguments, theta)
    j = sum(chance for chance, kind, _, _ in prompt if kind)
    right, wrong = (mean(prompt, lambda score, _: score, kind) for kind in (True, False))
    along = [mean(prompt, lambda score, _: score @ w, kind) for kind in (True, False)]
    variances = [
        mean(prompt, lambda score, _, center=center: (score @ w - center) ** 2, kind)
        for kind, center in zip((True, False), along, strict=True)
    ]
    largest = max(score @ w for _, kind, score, _ in prompt if not kind)
    for bandit in (product, product.enumerated()):
        assert (bandit.prompts, bandit.dimension) == (1, len(theta))
        assert bandit.success(theta) == pytest.approx([j])
        assert bandit.log_odds(theta) == pytest.approx([math.log(j / (1 - j))])
        for found, expected in zip(bandit.mean_scores(theta), (right, wrong), strict=True):
            assert found == pytest.approx(expected[None], abs=1e-12)
        for found, expected in zip(bandit.mean_scores_per_token(theta), (right, wrong), strict=True):
            assert found == pytest.approx(expected[None], abs=1e-12)
        assert bandit.gap(theta) == pytest.approx((right - wrong)[None], abs=1e-12)
        assert bandit.policy_gradient(theta) == pytest.approx((j * right)[None], abs=1e-12)
        assert bandit.alignment(theta, w) == pytest.approx([along[0] - along[1]], abs=1e-12)
        assert np.ravel(bandit.variances(theta, w)) == pytest.approx(variances, abs=1e-12)
        assert bandit.curvature(theta, w) == pytest.approx([variances[0] - variances[1]], abs=1e-12)
        assert bandit.spread(theta, w) == pytest.approx([largest - along[1]], abs=1e-12)
        assert bandit.mean_length(theta) == pytest.approx([1.0])


@pytest.mark.parametrize("seed", INSTANCES)
def test_coordinates_of_a_product_bandit_add_up(seed):
    arguments, theta, _ = random_product(seed)
    bandit = ProductBandit(**arguments)
    odds = math.log(arguments["success"] / (1 - arguments["success"]))
    assert bandit.log_odds(np.zeros(len(theta))) == pytest.approx([odds])
    at = np.zeros(len(theta))
    for k, size in enumerate(theta):
        tilted = [
            sum(chance * math.exp(size * value) for chance, value in zip(arguments[kind][k], arguments["values"][k], strict=True))
            for kind in ("correct", "wrong")
        ]  # fmt: skip
        odds += math.log(tilted[0] / tilted[1])
        at[k] = size
        assert bandit.log_odds(at) == pytest.approx([odds], abs=1e-12)


def test_a_coordinate_gains_the_same_whatever_was_done_to_the_others():
    bandit = ProductBandit([[1, 0, -2], [3, -3, 1]], [[1, 0, 0], [0, 0, 1]], [[0, 0.5, 0.5], [0.5, 0.5, 0]])
    gains = [
        bandit.log_odds(np.array([other, 0.4]))[0] - bandit.log_odds(np.array([other, 0.0]))[0]
        for other in (0.0, 1.0, -5.0, 300.0)
    ]
    assert gains == pytest.approx([0.4 - math.log(math.cosh(1.2))] * 4)


def test_product_bandits_keep_their_digits_far_out():
    bandit = ProductBandit([[1.0, 2000.0]], [[1, 0]], [[0, 1]])  # exp(theta) against exp(2000 theta)
    assert bandit.log_odds(np.ones(1)) == pytest.approx([-1999.0], rel=1e-14)
    assert bandit.log_odds(-np.ones(1)) == pytest.approx([1999.0], rel=1e-14)
    assert bandit.gap(np.ones(1))[0] == pytest.approx([-1999.0])
    assert [variance.tolist() for variance in bandit.variances(np.ones(1), np.ones(1))] == [[0.0], [0.0]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"values": [1.0, 2.0]}, r"must have the same shape \(dimension, choices\)"),
        ({"correct": [[0.5, 0.5], [0.5, 0.5]]}, r"must have the same shape \(dimension, choices\)"),
        ({"wrong": [[1.0]]}, r"must have the same shape \(dimension, choices\)"),
        ({"correct": [[0.5, 0.4]]}, "must hold probabilities that sum to 1"),
        ({"wrong": [[1.5, -0.5]]}, "must hold probabilities that sum to 1"),
        ({"wrong": [[math.nan, 1.0]]}, "must hold probabilities that sum to 1"),
        ({"success": 0}, "success must be between 0 and 1, not 0"),
        ({"success": 1.0}, "success must be between 0 and 1, not 1.0"),
        ({"success": math.nan}, "success must be between 0 and 1, not nan"),
    ],
)
def test_product_bandits_that_cannot_be(arguments, words):
    valid = {"values": [[1.0, 2.0]], "correct": [[0.5, 0.5]], "wrong": [[0.1, 0.9]]}
    with pytest.raises(ValueError, match=words):
        ProductBandit(**valid | arguments)
