"""Random graphs and trees."""

from __future__ import annotations

from collections.abc import Collection, Sequence
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


def random_recursive_tree(rng: Random, labels: Sequence[int]) -> list[tuple[int, int]]:
    """The edges (parent, child) of a random recursive tree, parents before their children.

    Args:
        labels: of the vertices; the first is the root, and each other one gets a uniformly chosen earlier one as its
            parent.
    """
    return [(labels[rng.randrange(place)], labels[place]) for place in range(1, len(labels))]
