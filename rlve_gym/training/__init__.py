"""Training with TRL: adaptive difficulty and dynamic sampling (``pip install 'rlve-gym-suite[train]'``)."""

from rlve_gym.training.config import RLVEConfig
from rlve_gym.training.trainer import RLVETrainer

__all__ = ["RLVEConfig", "RLVETrainer"]
