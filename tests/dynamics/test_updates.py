"""The update rules, against their definitions over all responses and groups worked out by hand."""

import math

import numpy as np
import pytest
from enumeration import enumerated

from rlve_gym.dynamics import (
    CORRECT,
    WRONG,
    Dapo,
    DrGrpo,
    Grpo,
    NormalizedGradient,
    Reinforce,
    Rollouts,
    SoftmaxBandit,
    TokenBandit,
)

RULES = {
    "REINFORCE": Reinforce(),
    "GRPO": Grpo(),
    "Dr. GRPO": DrGrpo(length=7.0),
    "DAPO": Dapo(),
    "normalized": NormalizedGradient(),
}


def random_instance(seed):
    """A bandit's arguments and theta, with one to three prompts and responses of different lengths."""
    rng = np.random.default_rng(seed)
    prompts, responses, dimension = rng.integers(1, 4), rng.integers(3, 8), rng.integers(1, 4)
    correct = rng.random((prompts, responses)) < 0.4
    correct[:, 0], correct[:, 1] = True, False
    log_weights = rng.normal(size=(prompts, responses))
    log_weights[:, 2:][rng.random((prompts, responses - 2)) < 0.2] = -math.inf
    arguments = {
        "features": rng.normal(size=(prompts, responses, dimension)),
        "correct": correct,
        "log_weights": log_weights,
        "lengths": rng.integers(1, 20, size=(prompts, responses)),
    }
    return arguments, rng.normal(size=dimension) / 2


def by_definition(name, prompts):
    """The mean over all responses to all prompts of what a rule multiplies scores with."""
    total, mean_lengths = 0.0, []
    for prompt in prompts:
        j = sum(p * r for p, r, _, _ in prompt)
        deviation = math.sqrt(sum(p * (r - j) ** 2 for p, r, _, _ in prompt))
        mean_lengths.append(sum(p * n for p, _, _, n in prompt))
        factors = {
            "REINFORCE": lambda r, n, j=j: r,
            "GRPO": lambda r, n, j=j, deviation=deviation: (r - j) / deviation / n,
            "Dr. GRPO": lambda r, n, j=j: (r - j) / 7.0,
            "DAPO": lambda r, n, j=j, deviation=deviation: (r - j) / deviation,
            "normalized": lambda r, n, j=j: r / j - (1 - r) / (1 - j),
        }
        total = total + sum(p * factors[name](r, n) * s for p, r, s, n in prompt)
    mean = total / len(prompts)
    if name == "DAPO":
        return mean / (sum(mean_lengths) / len(mean_lengths))
    if name == "normalized":
        return mean / math.sqrt(sum(x * x for x in mean))
    return mean


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", range(15))
def test_exact_directions_are_those_of_the_definition(name, seed):
    arguments, theta = random_instance(seed)
    found = RULES[name].exact(SoftmaxBandit(**arguments), theta)
    assert found.shape == theta.shape
    assert found == pytest.approx(by_definition(name, enumerated(arguments, theta)), abs=1e-12)


def test_constant_length_of_dr_grpo_is_1_by_default():
    arguments, theta = random_instance(3)
    bandit = SoftmaxBandit(**arguments)
    assert DrGrpo().exact(bandit, theta) == pytest.approx(7 * DrGrpo(length=7.0).exact(bandit, theta))
    assert DrGrpo().exact(bandit, theta) == pytest.approx(Reinforce().exact(bandit, theta))


def test_exact_directions_keep_their_sizes_where_success_is_next_to_1():
    bandit = SoftmaxBandit([[1.0], [0.0]], [True, False], lengths=[4, 2])
    theta = np.array([60.0])  # J = 1 - exp(-60): gap 1, sd(r) = exp(-30), E|o| = 4
    assert Reinforce().exact(bandit, theta) == pytest.approx([math.exp(-60)])
    assert Dapo().exact(bandit, theta) == pytest.approx([math.exp(-30) / 4])
    assert Grpo().exact(bandit, theta) == pytest.approx([math.exp(-30) / 2])  # g+ = 0 and g- = -1
    assert NormalizedGradient().exact(bandit, theta) == pytest.approx([1.0])


def test_grpo_on_tokens_divides_each_response_by_its_own_length():
    # "Right" at once, or a second token: the score of a response is the sum of its tokens' scores.
    bandit = TokenBandit([[[1.0], [0.0]], [[2.0], [0.0]]], [[CORRECT, 1], [CORRECT, WRONG]])
    responses = [(0.5, 1, 0.5, 1), (0.25, 1, -0.5 + 1, 2), (0.25, 0, -0.5 - 1, 2)]
    sd = math.sqrt(0.75 * 0.25)
    expected = sum(p * (r - 0.75) * s / n for p, r, s, n in responses) / sd
    assert Grpo().exact(bandit, np.zeros(1)) == pytest.approx([expected], rel=1e-8)
    mean = sum(p * (r - 0.75) * s for p, r, s, _ in responses) / sd
    assert Dapo().exact(bandit, np.zeros(1)) == pytest.approx([mean / 1.5])


# Two prompts with four responses each, the second group all correct.
GROUPS = Rollouts(
    np.array(
        [
            [[1.0, 0.0], [2.0, -1.0], [-1.0, 3.0], [0.0, 1.0]],
            [[1.0, 1.0], [0.0, 2.0], [4.0, 0.0], [-2.0, 0.0]],
        ]
    ),
    np.array([[True, False, False, False], [True, True, True, True]]),
    np.array([[2.0, 4.0, 1.0, 5.0], [3.0, 3.0, 6.0, 1.0]]),
)


def test_reinforce_by_hand():
    # Correct scores: (1, 0), and (1, 1), (0, 2), (4, 0), (-2, 0).
    assert Reinforce().estimate(GROUPS) == pytest.approx([(1 + 1 + 0 + 4 - 2) / 8, (0 + 1 + 2) / 8])


def test_grpo_by_hand():
    sd = math.sqrt(0.25 * 0.75)
    right, wrong = 0.75 / sd, -0.25 / sd
    first = right * 1 / 2 + wrong * (2 / 4 - 1 / 1 + 0 / 5)
    second = right * 0 / 2 + wrong * (-1 / 4 + 3 / 1 + 1 / 5)
    assert Grpo().estimate(GROUPS) == pytest.approx([first / 8, second / 8])


def test_dr_grpo_by_hand():
    first = 0.75 * 1 - 0.25 * (2 - 1 + 0)
    second = 0.75 * 0 - 0.25 * (-1 + 3 + 1)
    assert DrGrpo().estimate(GROUPS) == pytest.approx([first / 8, second / 8])
    assert DrGrpo(length=5.0).estimate(GROUPS) == pytest.approx([first / 40, second / 40])


def test_dapo_by_hand():
    sd = math.sqrt(0.25 * 0.75)
    first = (0.75 * 1 - 0.25 * (2 - 1 + 0)) / sd
    second = (0.75 * 0 - 0.25 * (-1 + 3 + 1)) / sd
    tokens = 2 + 4 + 1 + 5 + 3 + 3 + 6 + 1
    assert Dapo().estimate(GROUPS) == pytest.approx([first / tokens, second / tokens])


def test_normalized_gradient_by_hand():
    gap = (1 - (2 - 1 + 0) / 3, 0 - (-1 + 3 + 1) / 3)
    length = math.hypot(*gap)
    assert NormalizedGradient().estimate(GROUPS) == pytest.approx([gap[0] / length, gap[1] / length])


def test_normalized_gradient_weighs_mixed_groups_alike():
    correct = np.array([[True, False, False, False], [True, True, False, True]])
    groups = Rollouts(GROUPS.scores, correct, GROUPS.lengths)
    gaps = (2 / 3 + (1 + 0 - 2) / 3 - 4, -1 + (1 + 2 + 0) / 3 - 0)
    length = math.hypot(*gaps)
    assert NormalizedGradient().estimate(groups) == pytest.approx([gaps[0] / length, gaps[1] / length])


@pytest.mark.parametrize("name", ["GRPO", "Dr. GRPO", "DAPO", "normalized"])
@pytest.mark.parametrize("reward", [True, False])
def test_groups_of_equal_rewards_move_nothing(name, reward):
    groups = Rollouts(GROUPS.scores, np.full((2, 4), reward), GROUPS.lengths)
    assert RULES[name].estimate(groups).tolist() == [0, 0]


def test_reinforce_moves_where_all_responses_are_correct():
    groups = Rollouts(GROUPS.scores, np.ones((2, 4), dtype=bool), GROUPS.lengths)
    assert Reinforce().estimate(groups) == pytest.approx([5 / 8, 6 / 8])
    none = Rollouts(GROUPS.scores, np.zeros((2, 4), dtype=bool), GROUPS.lengths)
    assert Reinforce().estimate(none).tolist() == [0, 0]


def test_normalized_gradient_has_norm_1_or_0():
    rng = np.random.default_rng(0)
    norms = []
    for seed in range(60):
        arguments, theta = random_instance(seed)
        bandit = SoftmaxBandit(**arguments)
        assert np.linalg.norm(NormalizedGradient().exact(bandit, theta)) == pytest.approx(1)
        norms.append(np.linalg.norm(NormalizedGradient().estimate(bandit.rollouts(theta, rng, 3))))
    assert all(norm == 0 or norm == pytest.approx(1) for norm in norms)
    assert min(norms) == 0
    assert sum(norm > 0 for norm in norms) >= 30
    flat = SoftmaxBandit([[1.0], [1.0]], [True, False])
    assert NormalizedGradient().exact(flat, np.zeros(1)).tolist() == [0]


def sampled_mean_is(rule, bandit, theta, expected, *, groups, size, bias=0.0):
    """Whether the mean of many estimates is within 5 standard errors, and what is left of the bias, of ``expected``."""
    rng = np.random.default_rng(11)
    direction = rule.sampled(rng, size)
    estimates = np.array([direction(bandit, theta) for _ in range(groups)])
    error = estimates.std(axis=0) / math.sqrt(groups)
    return bool((np.abs(estimates.mean(axis=0) - expected) <= 5 * error + bias).all())


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", [1, 8])
def test_estimates_from_large_groups_converge_to_the_exact_direction(name, seed):
    arguments, theta = random_instance(seed)
    bandit, expected = SoftmaxBandit(**arguments), by_definition(name, enumerated(*random_instance(seed)))
    bias = 0.002 * np.abs(expected).max()
    assert sampled_mean_is(RULES[name], bandit, theta, expected, groups=300, size=2000, bias=bias)
    assert not sampled_mean_is(RULES[name], bandit, theta, 1.1 * expected, groups=300, size=2000, bias=bias)


@pytest.mark.parametrize("size", [1, 4])
def test_reinforce_is_unbiased_for_groups_of_any_size(size):
    arguments, theta = random_instance(2)
    expected = by_definition("REINFORCE", enumerated(arguments, theta))
    assert sampled_mean_is(Reinforce(), SoftmaxBandit(**arguments), theta, expected, groups=3000, size=size)


def test_dr_grpo_is_biased_by_the_share_of_its_own_response():
    """The group's mean contains the response's own reward, which takes 1 / size off."""
    arguments, theta = random_instance(2)
    bandit = SoftmaxBandit(**arguments)
    expected = by_definition("Dr. GRPO", enumerated(arguments, theta))
    assert sampled_mean_is(DrGrpo(7.0), bandit, theta, expected * 3 / 4, groups=3000, size=4)
    assert not sampled_mean_is(DrGrpo(7.0), bandit, theta, expected, groups=3000, size=4)


def test_sampled_directions_draw_anew_each_time():
    arguments, theta = random_instance(1)
    bandit = SoftmaxBandit(**arguments)
    direction = Grpo().sampled(np.random.default_rng(0), 16)
    first, second = direction(bandit, theta), direction(bandit, theta)
    again = Grpo().sampled(np.random.default_rng(0), 16)(bandit, theta)
    assert first.tolist() == again.tolist()
    assert first.tolist() != second.tolist()
