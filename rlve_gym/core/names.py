"""Names of environments: ids in snake case, classes in camel case."""

from __future__ import annotations

import re


def class_name(environment_id: str) -> str:
    """The class of an id: ``sort_integers`` -> ``SortIntegers``."""
    return "".join(word[:1].upper() + word[1:] for word in environment_id.split("_"))


def snake_case(name: str) -> str:
    """The id of a class: ``SortIntegers`` -> ``sort_integers``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()
