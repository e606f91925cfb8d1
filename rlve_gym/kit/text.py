"""Text of instances, the same way in every prompt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def rows(table: Iterable[Sequence[object]]) -> str:
    """One row a line, its entries separated by spaces: edge lists, matrices, number grids."""
    return "\n".join(" ".join(map(str, row)) for row in table)


def series(values: Iterable[object]) -> str:
    """Values on one line, separated by spaces."""
    return " ".join(map(str, values))
