"""The oracles: every filling of 2 x 2 x 2; elsewhere the numbers are placed from the largest down, cell by cell."""

from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import factorial

import pytest

import rlve_gym

env = rlve_gym.make("probability_k_dominant_cells", answer_style="plain")


def cells_of(dimensions):
    return list(product(*map(range, dimensions)))


def related(cell, other):
    return any(x == y for x, y in zip(cell, other, strict=True))


@cache
def by_enumeration():
    """The distribution of the number of dominant cells over all fillings of 2 x 2 x 2, by definition."""
    cells = cells_of((2, 2, 2))
    rivals = [[j for j, other in enumerate(cells) if j != i and related(cells[i], other)] for i in range(8)]
    counts = [0] * 3
    for values in permutations(range(8)):
        counts[sum(all(values[i] > values[j] for j in rivals[i]) for i in range(8))] += 1
    return [Fraction(count, factorial(8)) for count in counts]


def by_filled_cells(dimensions):
    """The same, over sets of the cells that hold the largest numbers: the next cell is dominant if no rival is filled."""
    cells = cells_of(dimensions)
    rivals = [sum(1 << j for j, other in enumerate(cells) if related(cell, other)) for cell in cells]

    @cache
    def tail(filled):
        """The number of ways to go on, by the number of dominant cells yet to come."""
        ways = [0] * (min(dimensions) + 1)
        ways[0] = filled == (1 << len(cells)) - 1
        for i, rival in enumerate(rivals):
            if not filled >> i & 1:
                more = tail(filled | 1 << i)
                if rival & filled:
                    ways = [x + y for x, y in zip(ways, more, strict=True)]
                else:
                    ways = [x + y for x, y in zip(ways, [0, *more[:-1]], strict=True)]
        return ways

    return [Fraction(ways, factorial(len(cells))) for ways in tail(0)]


@cache
def by_layers(dimensions):
    """The same, with what matters of a set only: how many layers of each kind it meets, and its size.

    Unfilled cells fall into classes by which of their layers are new; the next number takes one of them.
    """
    a, b, c = dimensions
    total = a * b * c
    states = {(0, 0, 0, 0): Fraction(1)}  # layers met of each kind, dominant cells
    for filled in range(total):
        following = {}
        for (x, y, z, k), chance in states.items():
            for new in product((0, 1), repeat=3):
                count = 1
                for fresh, met, side in zip(new, (x, y, z), dimensions, strict=True):
                    count *= side - met if fresh else met
                if new == (0, 0, 0):
                    count -= filled
                if count:
                    key = (x + new[0], y + new[1], z + new[2], k + (new == (1, 1, 1)))
                    following[key] = following.get(key, 0) + chance * Fraction(count, total - filled)
        states = following
    result = [Fraction(0)] * (min(dimensions) + 1)
    for (*_, k), chance in states.items():
        result[k] += chance
    return result


def is_residue(answer, value, modulus):
    return (answer * value.denominator - value.numerator) % modulus == 0


def test_the_oracles_agree():
    assert by_enumeration() == by_filled_cells((2, 2, 2)) == by_layers((2, 2, 2))
    assert by_enumeration() == [0, Fraction(6, 7), Fraction(1, 7)]
    assert by_filled_cells((3, 2, 2)) == by_layers((3, 2, 2))


@pytest.mark.parametrize(("difficulty", "seeds"), [(0, 150), (1, 60)])
def test_answer_is_that_of_placing(difficulty, seeds):
    asked = set()
    for seed in range(seeds):
        problem = env.sample(difficulty, seed=seed)
        value = by_layers(tuple(sorted(problem.dimensions)))[problem.dominant_count]
        assert 0 < value < 1
        assert is_residue(problem.answer, value, problem.modulus)
        asked.add(problem.dominant_count)
    assert asked >= {1, 2, 3}


def test_larger_arrays_and_moduli():
    for modulus in (1_000_003, 998_244_353):
        for seed in range(8):
            problem = env.sample(3, seed=seed, parameters={"modulus": modulus})
            if len(cells_of(problem.dimensions)) <= 100:
                value = by_layers(tuple(sorted(problem.dimensions)))[problem.dominant_count]
                assert is_residue(problem.answer, value, modulus)


@pytest.mark.parametrize("dimensions", [(2, 2, 2), (2, 2, 3), (3, 3, 3), (2, 4, 5), (4, 3, 4)])
def test_dominant_counts_are_1_to_the_least_side(dimensions):
    distribution = by_layers(dimensions)
    assert distribution[0] == 0 and sum(distribution) == 1 and all(distribution[1:])


@pytest.mark.parametrize(("difficulty", "side"), [(0, 3), (4, 7), (8, 12), (30, 139)])
def test_sampling(difficulty, side):
    problems = [env.sample(difficulty, seed=seed) for seed in range(150)]
    assert {min(problem.dimensions) for problem in problems} >= {2, 3}
    assert max(max(problem.dimensions) for problem in problems) == side
    assert all(1 <= problem.dominant_count <= min(problem.dimensions) for problem in problems)
    assert all(problem.modulus > side**3 for problem in problems)


def test_no_constant_pays():
    for difficulty, share in ((0, 0.3), (3, 0.08), (6, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(300)]
        assert max(map(answers.count, set(answers))) < share * len(answers)


@pytest.mark.parametrize("modulus", [100, 51, 23, 998_244_352])
def test_moduli_must_be_large_primes(modulus):
    with pytest.raises(ValueError, match="modulus"):
        env.sample(0, seed=0, parameters={"modulus": modulus})


def test_the_prompt_defines_the_residue():
    assert "1/2 would be 51." in env.prompt(env.sample(0, seed=0))
    assert "1/2 would be 499122177." in env.prompt(env.sample(13, seed=0))


# 1/7; 7 * 29 = 203 = 1 (mod 101).
EXAMPLE = {"dimensions": [2, 2, 2], "dominant_count": 2, "modulus": 101, "answer": 29}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("29", "valid", 1),
        (" +29\n", "valid", 1),
        ("30", "valid", 0),
        ("0", "valid", 0),
        ("100", "valid", 0),
        ("101", "invalid", 0),
        ("130", "invalid", 0),
        ("-72", "invalid", 0),
        ("1/7", "unparsed", 0),
        ("29 mod 101", "unparsed", 0),
        ("29.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert is_residue(29, by_enumeration()[2], 101)
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
