"""Sampled responses and what is estimated from them, against exact values and sums by hand."""

import math

import numpy as np
import pytest
from enumeration import enumerated

from rlve_gym.dynamics import (
    CORRECT,
    WRONG,
    ProductBandit,
    Rollouts,
    SoftmaxBandit,
    TokenBandit,
    estimate_gap,
)

SIZE = 40_000

SOFTMAX = SoftmaxBandit(
    [
        [[1.0, 0.5], [0.0, -1.0], [0.3, 0.8], [-1.0, 0.2], [2.0, 0.0]],
        [[0.0, 1.0], [0.5, 0.5], [-0.7, 0.0], [1.0, 1.0], [-1.0, 1.5]],
    ],
    [[True, False, False, True, False], [False, True, False, False, True]],
    log_weights=[[0.2, 0.0, 1.0, -0.5, -math.inf], [0.0, 0.3, -0.3, 0.6, 0.1]],
    lengths=[[3, 1, 4, 1, 5], [9, 2, 6, 5, 3]],
)
PRODUCT = ProductBandit(
    [[1.0, 0.0, -2.0], [0.5, -0.5, 3.0]],
    [[0.6, 0.4, 0.0], [0.0, 0.5, 0.5]],
    [[0.0, 0.7, 0.3], [0.2, 0.8, 0.0]],
    success=0.3,
)
TOKENS = TokenBandit(
    [[[1.0, 0.0], [0.0, 1.0], [-1.0, 0.5]], [[0.5, 0.5], [1.0, -1.0], [0.0, 0.0]]],
    [[1, CORRECT, 0], [WRONG, 0, CORRECT]],
    log_weights=[[0.4, 0.0, 0.2], [0.3, 0.5, -0.2]],
)
BANDITS = {"softmax": SOFTMAX, "product": PRODUCT, "tokens": TOKENS}
THETA, W = np.array([0.3, -0.4]), np.array([0.6, 0.8])


def softmax_responses():
    """By prompt, probability, correctness, score and length of each response, by plain sums."""
    return enumerated(vars(SOFTMAX), THETA)


def within(values, expected, deviations=5.0):
    """Whether the mean of rows is within so many standard errors of what is expected."""
    values = np.asarray(values, dtype=float)
    error = values.std(axis=0) / math.sqrt(len(values))
    return bool((np.abs(values.mean(axis=0) - expected) <= deviations * error + 1e-12).all())


@pytest.mark.parametrize("name", BANDITS)
def test_rollouts_have_the_exact_means(name):
    bandit = BANDITS[name]
    drawn = bandit.rollouts(THETA, np.random.default_rng(0), SIZE)
    assert drawn.scores.shape == (bandit.prompts, SIZE, 2)
    assert drawn.correct.shape == drawn.lengths.shape == (bandit.prompts, SIZE)
    assert drawn.correct.dtype == bool
    right, wrong = bandit.mean_scores(THETA)
    right_variance, wrong_variance = bandit.variances(THETA, W)
    right_per_token, wrong_per_token = bandit.mean_scores_per_token(THETA)
    for q in range(bandit.prompts):
        scores, correct, lengths = drawn.scores[q], drawn.correct[q], drawn.lengths[q]
        assert within(correct, bandit.success(THETA)[q])
        assert within(scores, 0)
        assert within(lengths, bandit.mean_length(THETA)[q])
        for kind, mean, variance, per_token in (
            (correct, right, right_variance, right_per_token),
            (~correct, wrong, wrong_variance, wrong_per_token),
        ):
            assert within(scores[kind], mean[q])
            assert within((scores[kind] @ W - mean[q] @ W) ** 2, variance[q])
            assert within(scores[kind] / lengths[kind][:, None], per_token[q])


def test_frequencies_of_responses_are_their_probabilities():
    drawn = SOFTMAX.rollouts(THETA, np.random.default_rng(1), SIZE)
    for q, responses in enumerate(softmax_responses()):
        seen = 0
        for chance, correct, score, length in responses:
            same = (np.abs(drawn.scores[q] - score) < 1e-9).all(axis=1)
            if chance == 0:
                assert not same.any()
                continue
            seen += same.sum()
            assert within(same, chance)
            assert (drawn.correct[q][same] == correct).all()
            assert (drawn.lengths[q][same] == length).all()
        assert seen == SIZE


def test_frequencies_of_the_choices_of_a_product_bandit():
    drawn = PRODUCT.rollouts(np.zeros(2), np.random.default_rng(2), SIZE)
    assert within(drawn.correct[0], 0.3)
    center = np.array([0.3 * 0.6 + 0.7 * -0.6, 0.3 * (-0.25 + 1.5) + 0.7 * (0.1 - 0.4)])
    values = drawn.scores[0] + center
    for kind, tables in (
        (drawn.correct[0], [{1.0: 0.6, 0.0: 0.4}, {-0.5: 0.5, 3.0: 0.5}]),
        (~drawn.correct[0], [{0.0: 0.7, -2.0: 0.3}, {0.5: 0.2, -0.5: 0.8}]),
    ):
        for k, table in enumerate(tables):
            matches = {value: np.abs(values[kind, k] - value) < 1e-9 for value in table}
            assert sum(match.sum() for match in matches.values()) == kind.sum()
            for value, chance in table.items():
                assert within(matches[value], chance)
        joint = (np.abs(values[kind] - [next(iter(table)) for table in tables]) < 1e-9).all(axis=1)
        assert within(joint, math.prod(next(iter(table.values())) for table in tables))


def test_lengths_of_token_responses_are_distributed_as_those_of_the_chain():
    policy = [
        [math.exp(value) for value in row]
        for row in (
            [0.3 * 1 + 0.4, -0.4, -0.3 - 0.4 * 0.5 + 0.2],
            [0.15 - 0.2 + 0.3, 0.3 + 0.4 + 0.5, -0.2],
        )
    ]
    (on, right, stay), (bad, back, good) = [[value / sum(row) for value in row] for row in policy]
    drawn = TOKENS.rollouts(THETA, np.random.default_rng(3), SIZE)
    first, second = 1.0, 0.0  # the probabilities of being in each state after n tokens
    for n in range(1, 6):
        at_n = drawn.lengths[0] == n
        assert within(at_n & drawn.correct[0], first * right + second * good)
        assert within(at_n & ~drawn.correct[0], second * bad)
        first, second = first * stay + second * back, first * on


@pytest.mark.parametrize("name", BANDITS)
def test_rollouts_depend_on_the_generator_alone(name):
    bandit = BANDITS[name]
    first, same, other = (bandit.rollouts(THETA, np.random.default_rng(seed), 20) for seed in (7, 7, 8))
    assert first.scores.tolist() == same.scores.tolist()
    assert first.scores.tolist() != other.scores.tolist()


def many_estimates(bandit, seed, size=40):
    """By name of the estimate: its exact value, and the values and errors of 300 repetitions."""
    rng = np.random.default_rng(seed)
    right, wrong = bandit.mean_scores(THETA)
    right_variance, wrong_variance = bandit.variances(THETA, W)
    exact = {
        "success": bandit.success(THETA),
        "correct_score": right,
        "wrong_score": wrong,
        "gap": bandit.gap(THETA),
        "alignment": bandit.alignment(THETA, W),
        "correct_variance": right_variance,
        "wrong_variance": wrong_variance,
    }
    estimates = [estimate_gap(bandit.rollouts(THETA, rng, size), W) for _ in range(300)]
    return {
        what: (
            value,
            np.array([getattr(estimate, what).value for estimate in estimates]),
            np.array([getattr(estimate, what).error for estimate in estimates]),
        )
        for what, value in exact.items()
    }


@pytest.mark.parametrize("name", BANDITS)
def test_estimates_are_unbiased_and_their_errors_as_large_as_their_deviations(name):
    for what, (exact, values, errors) in many_estimates(BANDITS[name], 4).items():
        assert values.shape[1:] == errors.shape[1:] == exact.shape
        assert within(values, exact), what
        ratio = (errors**2).mean(axis=0) / values.var(axis=0)
        low, high = (0.5, 1.5) if "variance" in what else (0.75, 1.35)
        assert ((low < ratio) & (ratio < high)).all(), what


@pytest.mark.parametrize(("size", "off", "widest"), [(40, 0.6, 1.9), (1000, 0.3, 1.25)])
def test_z_scores_of_estimates_are_almost_standard_normal(size, off, widest):
    rng = np.random.default_rng(0)
    bandit = SoftmaxBandit(rng.uniform(-1, 1, size=(80, 2)), np.arange(80) % 2 == 0)
    for what, (exact, values, errors) in many_estimates(bandit, 5, size).items():
        z = (values - exact) / errors
        assert (np.abs(z.mean(axis=0)) < (off if "variance" in what else 0.25)).all(), what
        assert (z.std(axis=0) > 0.85).all(), what
        assert (z.std(axis=0) < (widest if "variance" in what else 1.2)).all(), what


def test_estimates_by_hand():
    drawn = Rollouts(
        np.array([[[1.0, 2.0], [3.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [-1.0, 1.0], [0.0, -3.0], [2.0, 1.0], [-5.0, 1.0]]]),
        np.array([[True, True, False, False, False, False, True, False]]),
        np.ones((1, 8)),
    )  # fmt: skip
    estimate = estimate_gap(drawn, np.array([1.0, 2.0]))
    assert estimate.success.value == pytest.approx([3 / 8])
    assert estimate.success.error == pytest.approx([math.sqrt(3 / 8 * 5 / 8 / 8)])
    # Correct: first coordinates 1, 3, 2; second 2, 0, 1. Wrong: 0, -1, -1, 0, -5 and 1, 0, 1, -3, 1.
    assert estimate.correct_score.value[0] == pytest.approx([2, 1])
    assert estimate.correct_score.error[0] == pytest.approx([math.sqrt(1 / 3), math.sqrt(1 / 3)])
    assert estimate.wrong_score.value[0] == pytest.approx([-1.4, 0])
    first = ((1.4**2) * 2 + (0.4**2) * 2 + 3.6**2) / 4
    second = (1 + 0 + 1 + 9 + 1) / 4
    assert estimate.wrong_score.error[0] == pytest.approx([math.sqrt(first / 5), math.sqrt(second / 5)])
    assert estimate.gap.value[0] == pytest.approx([3.4, 1])
    assert estimate.gap.error[0] == pytest.approx(
        [math.sqrt(1 / 3 + first / 5), math.sqrt(1 / 3 + second / 5)]
    )
    # Along (1, 2): correct 5, 3, 4; wrong 2, -1, 1, -6, -3 with mean -1.4.
    assert estimate.correct_variance.value == pytest.approx([1.0])
    deviations = [3.4, 0.4, 2.4, -4.6, -1.6]
    variance = sum(d**2 for d in deviations) / 4
    fourth = sum(d**4 for d in deviations) / 5
    assert estimate.wrong_variance.value == pytest.approx([variance])
    assert estimate.wrong_variance.error == pytest.approx(
        [math.sqrt((fourth - variance**2 * (5 - 3) / (5 - 1)) / 5)]
    )
    assert estimate.alignment.value == pytest.approx([4 + 1.4])
    assert estimate.alignment.error == pytest.approx([math.sqrt(1 / 3 + variance / 5)])


def test_too_few_responses_give_nan():
    """Prompts with zero to four correct responses of eight."""
    rng = np.random.default_rng(6)
    drawn = Rollouts(rng.normal(size=(5, 8, 2)), np.arange(8) < np.arange(5)[:, None], np.ones((5, 8)))
    estimate = estimate_gap(drawn, W)
    assert np.isfinite(estimate.success.value).all() and np.isfinite(estimate.success.error).all()
    assert np.isnan(estimate.correct_score.value).any(axis=1).tolist() == [True] + [False] * 4
    assert np.isnan(estimate.gap.value).all(axis=1).tolist() == [True] + [False] * 4
    assert np.isnan(estimate.alignment.value).tolist() == [True] + [False] * 4
    assert np.isnan(estimate.correct_score.error).all(axis=1).tolist() == [True] * 2 + [False] * 3
    assert np.isnan(estimate.gap.error).all(axis=1).tolist() == [True] * 2 + [False] * 3
    assert np.isnan(estimate.alignment.error).tolist() == [True] * 2 + [False] * 3
    assert np.isnan(estimate.correct_variance.value).tolist() == [True] * 2 + [False] * 3
    assert np.isnan(estimate.correct_variance.error).tolist() == [True] * 4 + [False]
    for known in (estimate.wrong_score, estimate.wrong_variance):
        assert np.isfinite(known.value).all() and np.isfinite(known.error).all()
    assert estimate.correct_score.value[1] == pytest.approx(drawn.scores[1, 0])


def test_too_few_wrong_responses_give_nan():
    rng = np.random.default_rng(6)
    drawn = Rollouts(rng.normal(size=(5, 8, 2)), np.arange(8) >= np.arange(5)[:, None], np.ones((5, 8)))
    estimate = estimate_gap(drawn, W)
    assert np.isnan(estimate.wrong_score.value).all(axis=1).tolist() == [True] + [False] * 4
    assert np.isnan(estimate.gap.error).all(axis=1).tolist() == [True] * 2 + [False] * 3
    assert np.isnan(estimate.wrong_variance.value).tolist() == [True] * 2 + [False] * 3
    assert np.isnan(estimate.wrong_variance.error).tolist() == [True] * 4 + [False]
    assert np.isfinite(estimate.correct_variance.error).all()


def test_equal_scores_have_no_variance_and_no_error():
    drawn = Rollouts(np.ones((1, 8, 2)), np.arange(8)[None] < 4, np.ones((1, 8)))
    estimate = estimate_gap(drawn, W)
    for known in (estimate.gap, estimate.correct_variance, estimate.wrong_variance):
        assert known.value == pytest.approx(np.zeros_like(known.value), abs=1e-12)
        assert known.error == pytest.approx(np.zeros_like(known.error), abs=1e-12)
