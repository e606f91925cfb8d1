"""Difficulty that follows the model: controllers, samplers, the joint curriculum, and a Gymnasium wrapper."""

from rlve_gym.curriculum.controllers import Controller, Fixed, SlidingWindow, TargetSuccess
from rlve_gym.curriculum.curriculum import Curriculum, Draw
from rlve_gym.curriculum.samplers import RecentPerformance, Sampler, Uniform
from rlve_gym.curriculum.wrapper import AdaptiveDifficultyWrapper

__all__ = [
    "AdaptiveDifficultyWrapper",
    "Controller",
    "Curriculum",
    "Draw",
    "Fixed",
    "RecentPerformance",
    "Sampler",
    "SlidingWindow",
    "TargetSuccess",
    "Uniform",
]
