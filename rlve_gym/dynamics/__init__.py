"""The optimization dynamics of RLVR: gradient gap, step-size thresholds, and experiments that show them.

    from rlve_gym.dynamics import AlignmentOverVariance, NormalizedGradient, SoftmaxBandit, train

    bandit = SoftmaxBandit(features=[[1, 0], [0, 1], [0, -1]], correct=[True, False, False])
    course = train(bandit, NormalizedGradient().exact, AlignmentOverVariance(), steps=100)
    course.success[-1], course.cumulative_alignment[-1]

Source: "On the optimization dynamics of RLVR: gradient gap and step size thresholds" (arXiv 2510.08539). The diagnostic
for real training is ``rlve_gym.training.GapAlignmentCallback``.
"""

from rlve_gym.dynamics.bandit import Bandit, ProductBandit, Rollouts, SoftmaxBandit
from rlve_gym.dynamics.course import Course, train
from rlve_gym.dynamics.estimates import Estimate, GapEstimate, estimate_gap
from rlve_gym.dynamics.steps import AlignmentOverVariance, Constant, DividedByLength, StepSize
from rlve_gym.dynamics.tokens import CORRECT, WRONG, TokenBandit
from rlve_gym.dynamics.updates import Dapo, DrGrpo, Grpo, NormalizedGradient, Reinforce, UpdateRule

__all__ = [
    "CORRECT",
    "WRONG",
    "AlignmentOverVariance",
    "Bandit",
    "Constant",
    "Course",
    "Dapo",
    "DividedByLength",
    "DrGrpo",
    "Estimate",
    "GapEstimate",
    "Grpo",
    "NormalizedGradient",
    "ProductBandit",
    "Reinforce",
    "Rollouts",
    "SoftmaxBandit",
    "StepSize",
    "TokenBandit",
    "UpdateRule",
    "estimate_gap",
    "train",
]
