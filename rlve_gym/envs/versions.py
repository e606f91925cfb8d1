"""Environments past their first version, and ids that were renamed.

A change of an environment's problems, prompts or scores is a new version. Curriculum checkpoints restart an
environment whose version has changed, and its Gymnasium id ends in the new number.
"""

from __future__ import annotations

from typing import NamedTuple


class Version(NamedTuple):
    """One change: the new version number, its date (ISO), and why."""

    version: int
    date: str
    why: str


VERSIONS: dict[str, Version] = {}
"""Environment id -> its latest version; absent ids are at version 0."""

RENAMES: dict[str, str] = {}
"""Old id -> current id; old ids keep working in ``rlve_gym.make``."""
