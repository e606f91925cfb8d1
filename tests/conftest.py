from collections.abc import Callable, Iterator

import gymnasium as gym
import pytest
from hypothesis import settings

import rlve_gym
from rlve_gym.core import registry

# The same examples in every run: a failure in CI can be repeated, and a green run stays green.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


@pytest.fixture(scope="module")
def register() -> Iterator[Callable[[type], type]]:
    """``rlve_gym.register``, until the end of the module: other tests ask for all environments of the package."""
    classes = []

    def register_for_now(cls: type) -> type:
        rlve_gym.register(cls)
        classes.append(cls)
        return cls

    yield register_for_now
    for cls in classes:
        entry = registry._entries.pop(cls.id, None)
        registry._ids_by_class_name.pop(cls.__name__, None)
        registry._classes.pop(cls.id, None)
        if entry is not None:
            gym.registry.pop(entry.gym_id, None)
