"""Text of instances, the same way in every prompt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def rows(table: Iterable[Sequence[object]]) -> str:
    """One row a line, its entries separated by spaces: edge lists, matrices, number grids."""
    return "\n".join(" ".join(map(str, row)) for row in table)


def grid(cells: Iterable[Sequence[object]]) -> str:
    """A grid whose columns line up: entries right-aligned to the widest of all, separated by spaces.

    Unknown cells are written as "." in every puzzle, which its prompt says.
    """
    lines = [[str(cell) for cell in row] for row in cells]
    width = max((len(cell) for row in lines for cell in row), default=0)
    return "\n".join(" ".join(cell.rjust(width) for cell in row) for row in lines)


def series(values: Iterable[object]) -> str:
    """Values on one line, separated by spaces."""
    return " ".join(map(str, values))


def graph(kind: str, vertex_count: int, columns: str, edges: Iterable[Sequence[object]]) -> str:
    """The sentences that present a graph with its list of edges.

    Args:
        kind: such as "A directed graph".
        vertex_count: the vertices are 0..vertex_count-1.
        columns: the meaning of the entries of an edge, such as "source target weight".
        edges: one row each.
    """
    return (
        f"{kind} has {vertex_count} vertices, numbered 0 to {vertex_count - 1}. "
        f'Its edges, one per line as "{columns}", are:\n{rows(edges)}'
    )
