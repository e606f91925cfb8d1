"""Cells that a puzzle gives and an answer must keep."""

from __future__ import annotations

from collections.abc import Sequence


def keeps_given(given: Sequence[Sequence[object]], answer: Sequence[Sequence[object]], empty: object) -> bool:
    """Whether an answer of the right shape leaves every given cell as it is.

    Args:
        given: the grid of the puzzle, by rows.
        answer: of the same shape.
        empty: what stands in cells that are to be filled.
    """
    return all(
        old in (empty, new)
        for given_row, row in zip(given, answer, strict=True)
        for old, new in zip(given_row, row, strict=True)
    )
