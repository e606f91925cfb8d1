"""Boards of numbers that moves change into one another."""

from __future__ import annotations

Grid = list[list[int]]


def check_boards(start: Grid, target: Grid) -> None:
    """Raises ValueError unless both are n x m grids (n, m at least 2) that hold 0..nm-1 once each."""
    n = len(start)
    m = len(start[0]) if n else 0
    for grid in (start, target):
        numbers = sorted(number for row in grid for number in row)
        if min(n, m) < 2 or any(len(row) != m for row in grid) or numbers != list(range(n * m)):
            raise ValueError("start_grid and target_grid must be n x m and hold 0..nm-1 once each")


def cells_right(grid: Grid, target: Grid) -> int:
    """How many cells are as in the target."""
    return sum(
        given == wanted
        for row, right in zip(grid, target, strict=True)
        for given, wanted in zip(row, right, strict=True)
    )
