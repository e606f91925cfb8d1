"""What a bandit is by its definition, in plain sums, and derivatives by differences."""

import math


def enumerated(arguments, theta):
    """For each prompt of a ``SoftmaxBandit`` the responses it has: (probability, correct, score, length) of each."""
    prompts = []
    columns = (arguments[name] for name in ("features", "correct", "log_weights", "lengths"))
    for features, correct, log_weights, lengths in zip(*columns, strict=True):
        weights = [
            math.exp(sum(t * x for t, x in zip(theta, phi, strict=True)) + weight)
            for phi, weight in zip(features, log_weights, strict=True)
        ]
        policy = [weight / sum(weights) for weight in weights]
        mean = sum(chance * phi for chance, phi in zip(policy, features, strict=True))
        prompts.append(
            [
                (chance, bool(right), phi - mean, int(tokens))
                for chance, right, phi, tokens in zip(policy, correct, features, lengths, strict=True)
                if chance > 0
            ]
        )
    return prompts


def derivative(function, theta, w, h=1e-5):
    return (function(theta + h * w) - function(theta - h * w)) / (2 * h)


def second_difference(function, theta, w, h=1e-3):
    return (function(theta - h * w) - 2 * function(theta) + function(theta + h * w)) / h**2
