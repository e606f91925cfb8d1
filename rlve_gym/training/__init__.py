"""Training with TRL: adaptive difficulty and dynamic sampling (``pip install 'rlve-gym-suite[train]'``)."""

from rlve_gym.training.alignment import AlignmentStepSize, GapAlignmentCallback
from rlve_gym.training.config import RLVEConfig
from rlve_gym.training.trainer import RLVETrainer

__all__ = ["AlignmentStepSize", "GapAlignmentCallback", "RLVEConfig", "RLVETrainer"]
