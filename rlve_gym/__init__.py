"""Verifiable text environments for training language models with reinforcement learning.

import gymnasium as gym
import rlve_gym

env = gym.make("rlve/ShortestPath-v0")
prompt, info = env.reset(seed=7, difficulty=3)
_, reward, terminated, _, info = env.step("... <answer>0 4 2</answer>")
"""

from rlve_gym.core import (
    AnswerFormatError,
    Environment,
    Problem,
    ProblemError,
    RewardScheme,
    Verdict,
    VerifierError,
    dumps,
    loads,
)
from rlve_gym.core.registry import (
    UnknownEnvironmentError,
    list_environments,
    make,
    register,
    register_suite,
)
from rlve_gym.curriculum import (
    AdaptiveDifficultyWrapper,
    Curriculum,
    Fixed,
    RecentPerformance,
    SlidingWindow,
    TargetSuccess,
    Uniform,
)
from rlve_gym.dataset import reward_function, to_dataset

__version__ = "0.1.0"

__all__ = [
    "AdaptiveDifficultyWrapper",
    "AnswerFormatError",
    "Curriculum",
    "Environment",
    "Fixed",
    "Problem",
    "ProblemError",
    "RecentPerformance",
    "RewardScheme",
    "SlidingWindow",
    "TargetSuccess",
    "Uniform",
    "UnknownEnvironmentError",
    "Verdict",
    "VerifierError",
    "dumps",
    "list_environments",
    "loads",
    "make",
    "register",
    "reward_function",
    "to_dataset",
]

register_suite()
