"""The oracle lists all colorings and collects those that the permutations lead to, class by class."""

from itertools import permutations
from math import factorial

import pytest
from sympy.combinatorics import Permutation, PermutationGroup

import rlve_gym
from rlve_gym.envs.counting.count_colorings_up_to_symmetry import _closure, _count_classes

env = rlve_gym.make("count_colorings_up_to_symmetry", answer_style="plain")


def arrangements(counts, prefix=""):
    if not any(counts):
        yield prefix
    for i, color in enumerate("rgb"):
        if counts[i]:
            yield from arrangements([count - (i == j) for j, count in enumerate(counts)], prefix + color)


def apply(row, coloring):
    moved = [""] * len(row)
    for i, position in enumerate(row):
        moved[position - 1] = coloring[i]
    return "".join(moved)


def by_search(counts, rows):
    unseen, classes = set(arrangements(counts)), 0
    while unseen:
        classes += 1
        stack = [unseen.pop()]
        while stack:
            coloring = stack.pop()
            for row in rows:
                other = apply(row, coloring)
                if other in unseen:
                    unseen.remove(other)
                    stack.append(other)
    return classes


def coloring_count(counts):
    total = factorial(sum(counts))
    for count in counts:
        total //= factorial(count)
    return total


def test_all_pairs_of_permutations_of_four():
    for counts in ((2, 1, 1), (1, 3, 0)):
        for first in permutations(range(4)):
            for second in permutations(range(4)):
                group = _closure([bytes(first), bytes(second)], 4, 24)
                rows = [[position + 1 for position in row] for row in (first, second)]
                assert _count_classes(group, counts) == by_search(counts, rows)


@pytest.mark.parametrize("difficulty", range(4))
def test_answers_are_those_of_the_search(difficulty):
    for seed in range(50):
        problem = env.sample(difficulty, seed=seed)
        assert sum(problem.color_counts) == 5 + difficulty
        assert problem.answer == by_search(problem.color_counts, problem.permutations) > 1
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [6, 10, 15, 20])
def test_large_answers_are_those_of_the_search(difficulty):
    problems = [env.sample(difficulty, seed=seed) for seed in range(60)]
    small = [problem for problem in problems if coloring_count(problem.color_counts) <= 1_500]
    assert len(small) >= 3
    for problem in small[:4]:
        assert problem.answer == by_search(problem.color_counts, problem.permutations)


@pytest.mark.parametrize("n", [7, 12, 25])
def test_three_red_beads(n):
    """The known formulas for necklaces, (n-1)(n-2)/6 rounded up, and for bracelets, n^2/12 to the nearest."""
    rotation = bytes([*range(1, n), 0])
    reversal = bytes(reversed(range(n)))
    necklaces = _count_classes(_closure([rotation], n, 100), (3, n - 3, 0))
    bracelets = _count_classes(_closure([rotation, reversal], n, 100), (3, n - 3, 0))
    assert necklaces == -(-(n - 1) * (n - 2) // 6)
    assert bracelets == round(n * n / 12)


@pytest.mark.parametrize("difficulty", [0, 3, 10, 20])
def test_groups_are_small_but_do_something(difficulty):
    """The trap of the catalogue: random permutations generate huge groups, which make all colorings equivalent."""
    for seed in range(15):
        problem = env.sample(difficulty, seed=seed)
        rows = [[position - 1 for position in row] for row in problem.permutations]
        order = PermutationGroup([Permutation(row) for row in rows]).order()
        parameters = problem.origin.parameters
        assert 2 <= order <= parameters["max_order"] and len(rows) == parameters["generator_count"]
        assert problem.answer * order >= coloring_count(problem.color_counts)
        assert any(row != sorted(row) for row in rows)


def test_too_large_groups_are_given_up():
    generators = [bytes([1, 2, 3, 4, 0]), bytes([1, 0, 2, 3, 4])]
    assert len(_closure(generators, 5, 120)) == 120
    assert _closure(generators, 5, 119) is None


# The four corners of a square, rotated.
EXAMPLE = {"color_counts": [2, 1, 1], "permutations": [[2, 3, 4, 1]], "answer": 3}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("3", "valid", 1),
        (" 3\n", "valid", 1),
        ("12", "valid", 0),  # all colorings
        ("2", "valid", 0),  # with reflections
        ("1", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("0", "invalid", 0),
        ("-3", "invalid", 0),
        ("3 classes", "unparsed", 0),
        ("3.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_search((2, 1, 1), [[2, 3, 4, 1]]) == 3
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_permutations_at_all():
    problem = env.problem_from({"color_counts": [2, 1, 1], "permutations": [], "answer": 12})
    assert by_search((2, 1, 1), []) == _count_classes(_closure([], 4, 1), (2, 1, 1)) == 12
    assert env.judge(problem, "12").correct


def test_no_constant_pays():
    for difficulty, share in ((0, 0.4), (3, 0.1), (6, 0.06)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(300)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
