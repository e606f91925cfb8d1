"""``python -m rlve_gym.cli``: the same as ``rlve-gym``."""

from rlve_gym.cli import app

app()
