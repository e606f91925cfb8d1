"""All Latin squares of orders 3 and 4, listed by brute force, must come equally often."""

from collections import Counter
from itertools import permutations, product
from random import Random

import pytest

from rlve_gym.envs.puzzles._latin import latin_fault, random_latin_square


def all_latin_squares(n):
    rows = list(permutations(range(n)))
    return [
        square
        for square in product(rows, repeat=n)
        if all(len(set(line)) == n for line in zip(*square, strict=True))
    ]


def draws(n, count):
    rng = Random(f"latin {n}")
    return Counter(tuple(map(tuple, random_latin_square(rng, n))) for _ in range(count))


@pytest.mark.parametrize("n", range(1, 19))
def test_rows_and_columns_are_permutations(n):
    for seed in range(5):
        square = random_latin_square(Random(seed), n)
        assert [sorted(row) for row in square] == [list(range(n))] * n
        assert [sorted(column) for column in zip(*square, strict=True)] == [list(range(n))] * n


def test_the_same_generator_state_gives_the_same_square():
    assert random_latin_square(Random(1), 8) == random_latin_square(Random(1), 8)
    assert random_latin_square(Random(1), 8) != random_latin_square(Random(2), 8)


@pytest.mark.parametrize(("n", "squares"), [(2, 2), (3, 12), (4, 576)])
def test_all_squares_are_equally_likely(n, squares):
    expected = all_latin_squares(n)
    assert len(expected) == squares
    each = 8
    counts = draws(n, each * squares)
    assert set(counts) <= set(expected)
    # The chi-square statistic has mean (squares - 1) and variance 2 (squares - 1).
    statistic = sum((counts[square] - each) ** 2 / each for square in expected)
    assert statistic < squares - 1 + 4 * (2 * (squares - 1)) ** 0.5


def is_klein(square):
    """Whether each permutation that leads from one row to another is its own inverse."""
    steps = [dict(zip(a, b, strict=True)) for a in square for b in square]
    return all(step[step[symbol]] == symbol for step in steps for symbol in step)


def test_other_classes_than_the_cyclic_squares_come():
    """A quarter of the squares of order 4 is like the table of the Klein group, not of the cyclic one."""
    klein = sum(count for square, count in draws(4, 2_000).items() if is_klein(square))
    assert 400 <= klein <= 600


def test_latin_fault():
    assert latin_fault([[0, 1], [1, 0]], "number") is None
    assert latin_fault([[0, 0], [1, 1]], "number") == "some row does not contain every number once"
    assert latin_fault([[0, 1], [0, 1]], "height") == "some column does not contain every height once"
    assert latin_fault([[1, 2], [2, 1]], "number") is not None
