"""The bandit of tokens, against all its token sequences, truncated sums, finite differences and closed forms."""

import math

import numpy as np
import pytest
from enumeration import derivative, second_difference

from rlve_gym.dynamics import CORRECT, WRONG, SoftmaxBandit, TokenBandit

INFINITY = math.inf


def random_automaton(seed, *, cycles):
    """A bandit's arguments, theta and w. Without cycles a state leads only to later ones."""
    rng = np.random.default_rng(seed)
    states, tokens, dimension = rng.integers(2, 5), rng.integers(3, 5), rng.integers(1, 4)
    next_state = np.zeros((states, tokens), dtype=int)
    for state in range(states):
        later = list(range(states)) if cycles else list(range(state + 1, states))
        next_state[state] = rng.choice([CORRECT, WRONG, *later], size=tokens)
        next_state[state, 0] = rng.choice([CORRECT, WRONG])
    next_state[0, :2] = CORRECT, states - 1
    next_state[-1, :2] = WRONG, CORRECT
    log_weights = rng.normal(size=(states, tokens))
    log_weights[:, 2:][rng.random((states, tokens - 2)) < 0.2] = -INFINITY
    log_weights[:, 0] += 1.0  # so that responses with cycles end soon
    arguments = {
        "features": rng.normal(size=(states, tokens, dimension)),
        "next_state": next_state,
        "log_weights": log_weights,
    }
    return arguments, rng.normal(size=dimension) / 2, rng.normal(size=dimension)


def token_tables(arguments, theta):
    """By state, a list of (probability, score, next state) of its tokens."""
    tables = []
    for features, targets, log_weights in zip(*arguments.values(), strict=True):
        weights = [
            math.exp(sum(t * x for t, x in zip(theta, psi, strict=True)) + weight)
            for psi, weight in zip(features, log_weights, strict=True)
        ]
        policy = [weight / sum(weights) for weight in weights]
        center = sum(chance * psi for chance, psi in zip(policy, features, strict=True))
        tables.append(
            [
                (chance, psi - center, int(target))
                for chance, psi, target in zip(policy, features, targets, strict=True)
                if chance > 0
            ]
        )
    return tables


def all_responses(arguments, theta):
    """Every sequence of tokens of an automaton without cycles: probability, end, score and length of each."""
    tables = token_tables(arguments, theta)
    open_ones, ended = [(1.0, 0, np.zeros(len(theta)), 0)], []
    while open_ones:
        chance, state, score, length = open_ones.pop()
        for probability, token_score, target in tables[state]:
            entry = (chance * probability, target, score + token_score, length + 1)
            (open_ones if target >= 0 else ended).append(entry)
    return ended


def mean(responses, value, end=None):
    chosen = [
        (chance, value(score, length))
        for chance, where, score, length in responses
        if end is None or where == end
    ]
    return sum(chance * one for chance, one in chosen) / sum(chance for chance, _ in chosen)


def variance(responses, value, end=None):
    center = mean(responses, value, end)
    return mean(responses, lambda score, length: (value(score, length) - center) ** 2, end)


def truncated_sums(arguments, theta, w, steps=3000):
    """By end, the sums over responses of up to ``steps`` tokens: of p, p s, p (w.s)**2, p s / n, p n and p n**2.

    They come from the sums over the unfinished responses that are in each state after each number of tokens. The last
    value is the probability of longer responses.
    """
    tables = token_tables(arguments, theta)
    states, dimension = len(tables), len(theta)
    mass, first, second = np.zeros(states), np.zeros((states, dimension)), np.zeros(states)
    along = np.zeros(states)
    mass[0] = 1
    sums = {
        end: [0.0, np.zeros(dimension), 0.0, np.zeros(dimension), 0.0, 0.0, 0.0] for end in (CORRECT, WRONG)
    }
    for n in range(1, steps + 1):
        new = (np.zeros(states), np.zeros((states, dimension)), np.zeros(states), np.zeros(states))
        for state, table in enumerate(tables):
            for chance, score, target in table:
                step = score @ w
                p = chance * mass[state]
                ps = chance * (first[state] + mass[state] * score)
                pa = chance * (along[state] + mass[state] * step)
                paa = chance * (second[state] + 2 * step * along[state] + mass[state] * step**2)
                if target >= 0:
                    for array, value in zip(new, (p, ps, paa, pa), strict=True):
                        array[target] += value
                else:
                    for place, value in enumerate((p, ps, paa, ps / n, p * n, p * n * n, pa)):
                        sums[target][place] = sums[target][place] + value
        mass, first, second, along = new
        if mass.sum() < 1e-16:
            break
    return sums, mass.sum()


@pytest.mark.parametrize("seed", range(25))
def test_without_cycles_everything_is_as_over_all_token_sequences(seed):
    arguments, theta, w = random_automaton(seed, cycles=False)
    bandit = TokenBandit(**arguments)

    def success(at):
        return sum(chance for chance, end, _, _ in all_responses(arguments, at) if end == CORRECT)

    def logit(at):
        return math.log(success(at) / (1 - success(at)))

    responses = all_responses(arguments, theta)
    assert sum(chance for chance, _, _, _ in responses) == pytest.approx(1)
    right, wrong = (mean(responses, lambda score, _: score, end) for end in (CORRECT, WRONG))
    j = success(theta)
    assert bandit.success(theta) == pytest.approx([j])
    assert bandit.log_odds(theta) == pytest.approx([logit(theta)], abs=1e-12)
    assert bandit.mean_scores(theta)[0] == pytest.approx(right[None])
    assert bandit.mean_scores(theta)[1] == pytest.approx(wrong[None])
    assert bandit.gap(theta) == pytest.approx((right - wrong)[None])
    assert bandit.policy_gradient(theta) == pytest.approx((j * right)[None])
    assert bandit.alignment(theta, w) == pytest.approx([(right - wrong) @ w])
    assert j * right + (1 - j) * wrong == pytest.approx(np.zeros_like(right), abs=1e-12)
    variances = [variance(responses, lambda score, _: score @ w, end) for end in (CORRECT, WRONG)]
    assert np.ravel(bandit.variances(theta, w)) == pytest.approx(variances, abs=1e-12)
    per_token = [mean(responses, lambda score, length: score / length, end) for end in (CORRECT, WRONG)]
    assert bandit.mean_scores_per_token(theta)[0] == pytest.approx(per_token[0][None], abs=1e-10)
    assert bandit.mean_scores_per_token(theta)[1] == pytest.approx(per_token[1][None], abs=1e-10)
    length = mean(responses, lambda _, length: length)
    assert bandit.mean_length(theta) == pytest.approx([length])
    assert bandit.length_moments(theta) == pytest.approx(
        (length, variance(responses, lambda _, length: length)), abs=1e-12
    )
    gap = [derivative(logit, theta, unit) for unit in np.eye(len(theta))]
    assert bandit.gap(theta)[0] == pytest.approx(gap, rel=1e-6, abs=1e-8)
    assert bandit.curvature(theta, w) == pytest.approx(
        [second_difference(logit, theta, w)], rel=1e-4, abs=1e-4
    )


@pytest.mark.parametrize("seed", range(25))
def test_with_cycles_everything_is_as_in_truncated_sums(seed):
    arguments, theta, w = random_automaton(seed, cycles=True)
    bandit = TokenBandit(**arguments)
    sums, left = truncated_sums(arguments, theta, w)
    assert left < 1e-10
    right, wrong = sums[CORRECT], sums[WRONG]
    assert bandit.success(theta) == pytest.approx([right[0]])
    assert bandit.log_odds(theta) == pytest.approx([math.log(right[0] / wrong[0])], abs=1e-10)
    for found, end in zip(bandit.mean_scores(theta), (right, wrong), strict=True):
        assert found == pytest.approx((end[1] / end[0])[None], abs=1e-9)
    for found, end in zip(bandit.variances(theta, w), (right, wrong), strict=True):
        assert found == pytest.approx([end[2] / end[0] - (end[6] / end[0]) ** 2], abs=1e-9)
    for found, end in zip(bandit.mean_scores_per_token(theta), (right, wrong), strict=True):
        assert found == pytest.approx((end[3] / end[0])[None], abs=1e-9)
    length = right[4] + wrong[4]
    assert bandit.mean_length(theta) == pytest.approx([length])
    assert bandit.length_moments(theta) == pytest.approx((length, right[5] + wrong[5] - length**2))

    def logit(at):
        found, _ = truncated_sums(arguments, at, w)
        return math.log(found[CORRECT][0] / found[WRONG][0])

    assert bandit.alignment(theta, w) == pytest.approx([derivative(logit, theta, w)], rel=1e-6, abs=1e-8)
    assert bandit.curvature(theta, w) == pytest.approx(
        [second_difference(logit, theta, w)], rel=1e-4, abs=1e-4
    )


def test_random_automata_have_cycles_and_curved_log_probabilities():
    """Otherwise the tests above would not tell Var+ - Var- from the curvature, nor chains from trees."""
    curved = cyclic = 0
    for seed in range(25):
        arguments, theta, w = random_automaton(seed, cycles=True)
        bandit = TokenBandit(**arguments)
        right, wrong = bandit.variances(theta, w)
        curved += abs(bandit.curvature(theta, w) - (right - wrong))[0] > 0.01
        cyclic += bandit.tail_rate(theta) > 0.05
    assert curved >= 20
    assert cyclic >= 15


@pytest.mark.parametrize("seed", range(10))
def test_one_state_is_a_softmax_bandit(seed):
    rng = np.random.default_rng(seed)
    tokens, dimension = rng.integers(3, 7), rng.integers(1, 4)
    features = rng.normal(size=(tokens, dimension))
    ends = np.where(rng.random(tokens) < 0.5, CORRECT, WRONG)
    ends[:2] = CORRECT, WRONG
    log_weights = rng.normal(size=tokens)
    log_weights[2] = -INFINITY
    theta, w = rng.normal(size=(2, dimension))
    token = TokenBandit(features[None], ends[None], log_weights=log_weights[None])
    softmax = SoftmaxBandit(features, ends == CORRECT, log_weights=log_weights)
    for name in ("log_odds", "success", "gap", "policy_gradient", "mean_length"):
        assert getattr(token, name)(theta) == pytest.approx(getattr(softmax, name)(theta))
    for name in ("alignment", "curvature", "critical_step"):
        assert getattr(token, name)(theta, w) == pytest.approx(getattr(softmax, name)(theta, w))
    for name, arguments in (("variances", (theta, w)), ("mean_scores", (theta,)), ("mean_scores_per_token", (theta,))):  # fmt: skip
        for found, expected in zip(
            getattr(token, name)(*arguments), getattr(softmax, name)(*arguments), strict=True
        ):
            assert found == pytest.approx(expected, abs=1e-12)
    assert token.length_moments(theta) == pytest.approx((1, 0), abs=1e-12)
    assert token.tail_rate(theta) == 0


def geometric(stay):
    """Goes on with probability ``stay`` after each token, and ends as correct or wrong with the rest."""
    weights = [math.log(stay), math.log((1 - stay) / 3), math.log((1 - stay) * 2 / 3)]
    return TokenBandit([[[1.0], [0.5], [-1.0]]], [[0, CORRECT, WRONG]], log_weights=[weights])


@pytest.mark.parametrize("stay", [0.1, 0.5, 0.9, 0.999])
def test_geometric_lengths_in_closed_form(stay):
    bandit, start = geometric(stay), np.zeros(1)
    assert bandit.success(start) == pytest.approx([1 / 3])
    assert bandit.length_moments(start) == pytest.approx((1 / (1 - stay), stay / (1 - stay) ** 2))
    assert bandit.mean_length(start) == pytest.approx([1 / (1 - stay)])
    assert bandit.tail_rate(start) == pytest.approx(stay)
    # E[1/n] = (1 - stay) / stay * -log(1 - stay); a response's score is (n - 1) that of staying and that of its end.
    center = stay + (1 - stay) * (0.5 / 3 - 2 / 3)
    inverse = -(1 - stay) / stay * math.log1p(-stay)
    for found, end in zip(bandit.mean_scores_per_token(start), (0.5, -1.0), strict=True):
        expected = (1 - center) * (1 - inverse) + (end - center) * inverse
        assert found[0] == pytest.approx([expected], rel=1e-8, abs=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_tail_of_the_lengths_falls_by_the_tail_rate(seed):
    rng = np.random.default_rng(seed)
    states = rng.integers(2, 6)
    # Each state can end, stay, and lead to the next or to any; staying leaves no period that would make the tail uneven.
    arguments = {
        "features": rng.normal(size=(states, 4, 2)),
        "next_state": [[CORRECT if state % 2 else WRONG, state, (state + 1) % states, rng.integers(states)] for state in range(states)],
        "log_weights": rng.normal(size=(states, 4)),
    }  # fmt: skip
    theta = rng.normal(size=2) / 2
    matrix = np.zeros((states, states))
    for state, table in enumerate(token_tables(arguments, theta)):
        for chance, _, target in table:
            if target >= 0:
                matrix[state, target] += chance
    longer_than = [np.linalg.matrix_power(matrix, n)[0].sum() for n in (200, 220)]
    rate = (longer_than[1] / longer_than[0]) ** (1 / 20)
    assert TokenBandit(**arguments).tail_rate(theta) == pytest.approx(rate, rel=1e-6)


def test_states_that_never_occur_do_no_harm():
    small = {
        "features": [[[1.0], [0.0], [-1.0]], [[0.3], [2.0], [0.0]]],
        "next_state": [[1, CORRECT, 0], [CORRECT, WRONG, 0]],
        "log_weights": [[0.0, 0.5, -0.3], [0.1, 0.2, -1.0]],
    }
    # State 1 of four can only be entered by a token that no state has, and is endless; state 2 is entered from there.
    large = {
        "features": [[[1.0], [0.0], [-1.0], [9.0]], [[5.0]] * 4, [[7.0]] * 4, [[0.3], [2.0], [0.0], [9.0]]],
        "next_state": [[3, CORRECT, 0, 1], [1, 1, 1, 2], [2, 0, 0, WRONG], [CORRECT, WRONG, 0, 2]],
        "log_weights": [[0.0, 0.5, -0.3, -INFINITY], [0.0] * 4, [0.0] * 4, [0.1, 0.2, -1.0, -INFINITY]],
    }
    theta, w = np.array([0.4]), np.ones(1)
    first, second = TokenBandit(**small), TokenBandit(**large)
    for name in ("log_odds", "gap", "mean_length", "length_moments", "tail_rate"):
        assert getattr(second, name)(theta) == pytest.approx(getattr(first, name)(theta))
    assert second.curvature(theta, w) == pytest.approx(first.curvature(theta, w))
    for name, arguments in (("variances", (theta, w)), ("mean_scores", (theta,)), ("mean_scores_per_token", (theta,))):  # fmt: skip
        for one, other in zip(
            getattr(second, name)(*arguments), getattr(first, name)(*arguments), strict=True
        ):
            assert one == pytest.approx(other)
    drawn, again = (bandit.rollouts(theta, np.random.default_rng(0), 50) for bandit in (first, second))
    assert drawn.scores == pytest.approx(again.scores)


def test_a_state_that_never_occurs_may_have_no_tokens():
    log_weights = np.array([[0.0, 0.0], [-INFINITY, -INFINITY]])
    bandit = TokenBandit(
        [[[1.0], [0.0]], [[1.0], [2.0]]],
        [[CORRECT, WRONG], [0, 0]],
        log_weights=log_weights,
    )
    assert bandit.gap(np.zeros(1)) == pytest.approx(np.ones((1, 1)))
    assert bandit.curvature(np.zeros(1), np.ones(1)) == pytest.approx([0.0])
    assert log_weights[1].tolist() == [-INFINITY, -INFINITY]


def test_a_state_from_which_only_one_end_is_left():
    bandit = TokenBandit([[[1.0], [-1.0]], [[2.0], [0.0]]], [[CORRECT, 1], [1, WRONG]])
    odds = 2.0
    assert bandit.log_odds(np.ones(1)) == pytest.approx([odds])  # decided at the first token
    assert bandit.gap(np.ones(1)) == pytest.approx(np.full((1, 1), 2.0))
    right, _ = bandit.variances(np.ones(1), np.ones(1))
    assert right == pytest.approx([0.0])
    stay = 1 / (1 + math.exp(-2))
    wrong = 1 / (1 + math.exp(odds))
    assert bandit.mean_length(np.ones(1)) == pytest.approx([1 + wrong / (1 - stay)])


def test_curvature_in_a_case_by_hand():
    # logit J of two tokens that must both be right: J = s ** 2 with s = 1 / (1 + exp(-theta)).
    bandit = TokenBandit([[[1.0], [0.0]], [[1.0], [0.0]]], [[1, WRONG], [CORRECT, WRONG]])
    for theta in (-1.0, 0.0, 2.0):
        s = 1 / (1 + math.exp(-theta))
        slope = 2 / (1 + s)  # logit J = 2 log s - log(1 - s) - log(1 + s), and s' = s (1 - s)
        bend = -2 * s * (1 - s) / (1 + s) ** 2
        at = np.array([theta])
        assert bandit.log_odds(at) == pytest.approx([math.log(s**2 / (1 - s**2))], abs=1e-12)
        assert bandit.gap(at) == pytest.approx(np.full((1, 1), slope))
        assert bandit.curvature(at, np.ones(1)) == pytest.approx([bend])
        assert bandit.curvature(at, np.full(1, 3.0)) == pytest.approx([9 * bend])
        assert bandit.critical_step(at, np.ones(1)) == pytest.approx([-2 * slope / bend])


VALID = {"features": [[[1.0], [0.0], [0.0]]], "next_state": [[CORRECT, WRONG, 0]]}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"features": [[1.0, 0.0, 0.0]]}, "features must have 3 axes, not 2"),
        ({"next_state": [[CORRECT, WRONG]]}, r"next_state must have the shape \(1, 3\), not \(1, 2\)"),
        ({"log_weights": [0.0, 0.0, 0.0]}, r"log_weights must have the shape \(1, 3\), not \(3,\)"),
        ({"log_weights": [[0.0, math.nan, 0.0]]}, "log_weights must be numbers or -inf"),
        ({"log_weights": [[0.0, INFINITY, 0.0]]}, "log_weights must be numbers or -inf"),
        ({"next_state": [[CORRECT, WRONG, 1]]}, "next_state must be a state below 1, CORRECT or WRONG"),
        ({"next_state": [[CORRECT, WRONG, -3]]}, "next_state must be a state below 1, CORRECT or WRONG"),
        ({"next_state": [[CORRECT, CORRECT, 0]]}, "a correct and a wrong end must be reachable"),
        ({"next_state": [[WRONG, WRONG, 0]]}, "a correct and a wrong end must be reachable"),
        ({"log_weights": [[0.0, -INFINITY, 0.0]]}, "a correct and a wrong end must be reachable"),
        (
            {"features": np.zeros((2, 3, 1)), "next_state": [[CORRECT, WRONG, 1], [1, 1, 1]]},
            "from state 1 no response ends",
        ),
        (
            {
                "features": np.zeros((3, 3, 1)),
                "next_state": [[CORRECT, WRONG, 2], [WRONG, WRONG, WRONG], [2, 2, 1]],
                "log_weights": [[0.0] * 3, [0.0] * 3, [0.0, 0.0, -INFINITY]],
            },
            "from state 2 no response ends",
        ),
        (
            {"features": np.zeros((2, 3, 1)), "next_state": [[0, 0, 1], [CORRECT, WRONG, 1]], "log_weights": [[0.0, 0.0, -INFINITY], [0.0] * 3]},
            "a correct and a wrong end must be reachable",
        ),
    ],
)  # fmt: skip
def test_token_bandits_that_cannot_be(arguments, words):
    with pytest.raises(ValueError, match=words):
        TokenBandit(**VALID | arguments)


def test_tokens_have_equal_weights_by_default():
    assert TokenBandit(**VALID).policy(np.zeros(1)) == pytest.approx(np.full((1, 3), 1 / 3))
