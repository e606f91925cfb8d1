"""Finds environments by their files: ``envs/<family>/<id>.py`` is the environment ``<id>``."""

from __future__ import annotations

import importlib
import json
import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import gymnasium as gym
import msgspec
from gymnasium.envs.registration import EnvSpec

from rlve_gym import envs
from rlve_gym.core.names import class_name
from rlve_gym.envs.versions import RENAMES, VERSIONS

if TYPE_CHECKING:
    from rlve_gym.core.environment import Environment


class UnknownEnvironmentError(KeyError):
    """No environment or family has this name; the message offers the nearest ones."""

    def __str__(self) -> str:  # KeyError would show the repr of the message
        return str(self.args[0])


class Entry(msgspec.Struct, frozen=True):
    """A registered environment, imported or not."""

    id: str
    class_name: str
    family: str
    version: int
    module: str

    @property
    def gym_id(self) -> str:
        """The name in Gymnasium's registry."""
        return f"rlve/{self.class_name}-v{self.version}"


_entries: dict[str, Entry] = {}
_classes: dict[str, type[Environment[Any, Any]]] = {}
_ids_by_class_name: dict[str, str] = {}


def list_environments(family: str | None = None) -> list[str]:
    """The ids of all environments, or of one family, in alphabetical order.

    Raises:
        UnknownEnvironmentError: there is no such family.
    """
    if family is None:
        return sorted(_entries)
    ids = sorted(entry.id for entry in _entries.values() if entry.family == family)
    if not ids:
        families = sorted({entry.family for entry in _entries.values()})
        raise UnknownEnvironmentError(f"no family {family!r}; there are {', '.join(families)}")
    return ids


def resolve(name: str) -> Entry:
    """The environment of a snake-case id, class name, Gymnasium id, or identifier of the published suite.

    Raises:
        UnknownEnvironmentError: there is none; the message names the nearest three.
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of an environment must be a str, not {type(name).__name__}")
    plain = name.removeprefix("rlve/").rsplit("-v", 1)[0] if name.startswith("rlve/") else name
    for found in (plain, _ids_by_class_name.get(plain), RENAMES.get(plain)):
        if found in _entries:
            return _entries[found]
    planned = _catalogue().get(plain)
    if planned in _entries:
        return _entries[planned]
    if planned is not None:
        what = planned if name == planned else f"{planned} ({name})"
        raise UnknownEnvironmentError(f"this version does not have {what} yet")
    import difflib

    known = {**{entry.id: entry.id for entry in _entries.values()}, **_ids_by_class_name}
    nearest = difflib.get_close_matches(plain, known, n=9, cutoff=0.0)
    ids = list(dict.fromkeys(known[match] for match in nearest))[:3]
    raise UnknownEnvironmentError(f"no environment {name!r}; the nearest are {', '.join(ids)}")


def load(name: str) -> type[Environment[Any, Any]]:
    """The class of an environment, imported if need be; names as in ``resolve``."""
    entry = resolve(name)
    if entry.id not in _classes:
        _classes[entry.id] = getattr(importlib.import_module(entry.module), entry.class_name)
    return _classes[entry.id]


def make(name: str, **config: Any) -> Environment[Any, Any]:
    """An environment, without Gymnasium's registry.

    Args:
        name: as in ``resolve``.
        config: the constructor's arguments: difficulty, answer_style, rewards, split, render_mode.

    Raises:
        UnknownEnvironmentError: no environment has this name.
    """
    return load(name)(**config)


def register(cls: type[Environment[Any, Any]]) -> type[Environment[Any, Any]]:
    """Adds an environment from outside this package; usable as a class decorator.

    It is then found by ``rlve_gym.make``, ``loads`` and ``gymnasium.make("rlve/<ClassName>-v<version>")``.

    Raises:
        ValueError: the id or class name is taken by another class, or the Problem class is another environment's.
    """
    if cls.problem_type.environment != cls.id:
        raise ValueError(
            f"{cls.id} needs a Problem class of its own, not that of {cls.problem_type.environment}"
        )
    entry = Entry(cls.id, cls.__name__, cls.family, cls.version, cls.__module__)
    owner = _ids_by_class_name.get(entry.class_name, entry.id)
    if owner != entry.id or _entries.get(entry.id, entry).module != entry.module:
        raise ValueError(f"an environment called {entry.id} or {entry.class_name} exists already")
    _add(entry, cls)
    _classes[cls.id] = cls
    return cls


def _add(entry: Entry, entry_point: Any) -> None:
    _entries[entry.id] = entry
    _ids_by_class_name[entry.class_name] = entry.id
    # Straight into Gymnasium's registry: `gymnasium.register` compares each new id with all the others.
    gym.registry[entry.gym_id] = EnvSpec(
        entry.gym_id,
        entry_point=entry_point,
        vector_entry_point=f"rlve_gym.core.vector:{entry.class_name}",
        # The environment keeps the order of reset and step itself; the wrappers would hide reset(difficulty=).
        order_enforce=False,
        disable_env_checker=True,
    )


def register_suite() -> None:
    """Registers every environment of this package without importing any."""
    for root in envs.__path__:
        for family in sorted(os.listdir(root)):
            folder = os.path.join(root, family)
            if family[0] in "._" or not os.path.isdir(folder):
                continue
            for file in sorted(os.listdir(folder)):
                identifier, extension = os.path.splitext(file)
                if extension == ".py" and not identifier.startswith("_"):
                    version = VERSIONS[identifier].version if identifier in VERSIONS else 0
                    path, name = f"{envs.__name__}.{family}.{identifier}", class_name(identifier)
                    _add(Entry(identifier, name, family, version, path), f"{path}:{name}")


@lru_cache(maxsize=1)
def _catalogue() -> dict[str, str]:
    """Every other name of the environments that are here or planned -> id.

    Those are the identifier in the published suite (RLVE-Gym, arXiv 2511.07317), the class name, and the id itself.
    """
    from importlib import resources

    text = resources.files("rlve_gym").joinpath("data/upstream_names.json").read_text()
    published: dict[str, str] = json.loads(text)
    ids = published.values()
    return {
        **{identifier: identifier for identifier in ids},
        **{class_name(identifier): identifier for identifier in ids},
        **published,
    }
