from collections import Counter
from itertools import combinations, permutations
from random import Random

import pytest

from rlve_gym.kit import text
from rlve_gym.kit.graphs import random_recursive_tree, sample_pairs


@pytest.mark.parametrize("directed", [True, False])
def test_pairs_are_distinct_allowed_and_as_many_as_asked_for(directed):
    pairs = set(permutations(range(5), 2) if directed else combinations(range(5), 2))
    exclude = [(0, 1), (2, 3)]
    for count in (0, 1, 5, len(pairs) - 2):
        drawn = sample_pairs(Random(count), 5, count, directed=directed, exclude=exclude)
        assert len(drawn) == len(set(drawn)) == count
        assert set(drawn) <= pairs - set(exclude)
    assert set(sample_pairs(Random(0), 5, 99, directed=directed, exclude=exclude)) == pairs - set(exclude)


def test_pairs_are_uniform():
    counts = Counter(
        pair for seed in range(3000) for pair in sample_pairs(Random(seed), 4, 2, directed=False)
    )
    assert len(counts) == 6
    assert all(count == pytest.approx(1000, abs=100) for count in counts.values())


def test_recursive_trees_have_uniform_parents_among_the_earlier_vertices():
    trees = [tuple(random_recursive_tree(Random(seed), [7, 3, 9, 4])) for seed in range(3000)]
    for tree in trees:
        assert [child for _, child in tree] == [3, 9, 4]
        assert tree[0][0] == 7 and tree[1][0] in (7, 3) and tree[2][0] in (7, 3, 9)
    counts = Counter(trees)
    assert len(counts) == 6
    assert all(count == pytest.approx(500, abs=90) for count in counts.values())
    assert random_recursive_tree(Random(0), [5]) == []


def test_text():
    assert text.series([1, "b", 2.5]) == "1 b 2.5"
    assert text.rows([(1, 2), [3]]) == "1 2\n3"
    assert text.grid([[1, 10], [".", 3]]) == " 1 10\n .  3"
    assert text.grid([]) == ""
    assert text.graph("A tree", 3, "u v", [(0, 1), (1, 2)]) == (
        'A tree has 3 vertices, numbered 0 to 2. Its edges, one per line as "u v", are:\n0 1\n1 2'
    )
