"""Random graphs."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations, permutations
from random import Random


def sample_pairs(
    rng: Random,
    vertex_count: int,
    count: int,
    *,
    directed: bool,
    exclude: Collection[tuple[int, int]] = (),
) -> list[tuple[int, int]]:
    """Distinct random pairs of different vertices in 0..vertex_count-1, in random order.

    Args:
        count: how many; fewer come back only if there are no more.
        directed: whether (u, v) and (v, u) are two pairs; if not, u < v.
        exclude: pairs that must not come.
    """
    pairs = permutations(range(vertex_count), 2) if directed else combinations(range(vertex_count), 2)
    banned = set(exclude)
    candidates = [pair for pair in pairs if pair not in banned]
    return rng.sample(candidates, min(count, len(candidates)))
