"""Many copies of one environment in one process: what ``gymnasium.make_vec`` makes by default."""

from __future__ import annotations

from functools import partial
from typing import Any

from gymnasium.vector import AutoresetMode, SyncVectorEnv

from rlve_gym.core.registry import load


class TextVectorEnv(SyncVectorEnv):
    """Steps its environments one after another: a verdict takes microseconds, so processes would only cost time.

    Observations are tuples of str. After a step every environment has a new problem already (``SAME_STEP``
    autoreset), of its own ``difficulty``; ``set_attr("difficulty", [...])`` changes that, one value per environment.
    The infos of a step hold the verdicts (accuracy, outcome, ...) and, under the other names, the new problems.

    Args:
        environment: the name, as in ``rlve_gym.make``.
        num_envs: how many.
        autoreset_mode: as in ``gymnasium.vector.SyncVectorEnv``.
        config: the constructor's arguments of each environment.
    """

    def __init__(
        self,
        environment: str,
        num_envs: int = 1,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        **config: Any,
    ) -> None:
        cls = load(environment)
        super().__init__([lambda: cls(**config)] * num_envs, autoreset_mode=autoreset_mode)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
        difficulty: int | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Starts an episode in each environment.

        Args:
            seed: one for each environment, or the first of consecutive ones.
            options: of every environment's ``reset``.
            difficulty: the same as ``options["difficulty"]``, which it overrules.
        """
        if difficulty is not None:
            options = {**(options or {}), "difficulty": difficulty}
        return super().reset(seed=seed, options=options)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Judges one response for each environment."""
        observations, rewards, terminated, truncated, infos = super().step(actions)
        # With SAME_STEP Gymnasium keeps the verdicts in "final_info" alone; other modes have them on top.
        return observations, rewards, terminated, truncated, {**infos.get("final_info", {}), **infos}


def __getattr__(name: str) -> Any:
    # Gymnasium looks up "rlve_gym.core.vector:<ClassName>" and does not say which environment it is making. A string
    # per environment keeps the specs in its registry convertible to JSON.
    if name.startswith("_"):
        raise AttributeError(name)
    return partial(TextVectorEnv, name)
