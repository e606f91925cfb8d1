"""The oracle tries every permutation; larger sizes are checked by a count over states that follow the permutation's values."""

from functools import cache
from itertools import combinations, permutations
from math import comb

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_321_avoiding_with_fixed_entry import _count

env = rlve_gym.make("count_321_avoiding_with_fixed_entry", answer_style="plain")


@cache
def permutations_without_321(n):
    return [p for p in permutations(range(1, n + 1)) if not any(a > b > c for a, b, c in combinations(p, 3))]


def count_by_states(n, position, value):
    """Places the entries one by one, knowing only the maximum so far; the values below it must come in order."""

    @cache
    def count(placed, maximum, below):
        """``below`` holds how many values under the prescribed one wait, and None once that one is placed."""
        if placed == n:
            return 1
        waiting = maximum - placed
        total = 0
        for new in range(maximum + 1, n + 1):  # a new maximum
            if (placed + 1 == position) != (new == value):
                continue
            # Passing over the prescribed value leaves it waiting, behind the smaller ones that wait.
            queue = below
            if below is None and maximum < value < new:
                queue = waiting + value - maximum - 1
            total += count(placed + 1, new, queue)
        if waiting:  # the smallest value that waits
            is_prescribed = below == 0
            if (placed + 1 == position) == is_prescribed:
                total += count(placed + 1, maximum, below if below is None else below - 1)
        return total

    return count(0, 0, None)


def test_every_entry_of_small_permutations():
    for n in range(1, 8):
        for position in range(1, n + 1):
            for value in range(1, n + 1):
                wanted = sum(p[position - 1] == value for p in permutations_without_321(n))
                assert _count(n, position, value) == wanted


@pytest.mark.parametrize("difficulty", [0, 1, 2])
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        matches = [
            p for p in permutations_without_321(problem.size) if p[problem.position - 1] == problem.value
        ]
        assert problem.answer == len(matches)
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [4, 8, 12, 14])
def test_larger_answers_are_those_of_the_states(difficulty):
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == count_by_states(problem.size, problem.position, problem.value)


@pytest.mark.parametrize("n", [12, 40, 171])
def test_every_permutation_has_one_value_at_each_position(n):
    for position in range(1, n + 1):
        counts = [_count(n, position, value) for value in range(1, n + 1)]
        assert sum(counts) == comb(2 * n, n) // (n + 1)


def test_the_states_agree_with_the_enumeration():
    for position in range(1, 7):
        for value in range(1, 7):
            wanted = sum(p[position - 1] == value for p in permutations_without_321(6))
            assert count_by_states(6, position, value) == wanted


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_sizes_and_entries(difficulty):
    """The traps of the notes: few problems where all have one size, and easy ones in the corners."""
    sizes = set()
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        max_size = problem.origin.parameters["max_size"]
        assert max(4, max_size - 3) <= problem.size <= max_size
        assert not {problem.position, problem.value} <= {1, problem.size}
        sizes.add(problem.size)
    assert len(sizes) == (2 if difficulty == 0 else 4)


EXAMPLE = {"size": 5, "position": 2, "value": 3, "answer": 10}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("10", "valid", 1),
        (" 10\n", "valid", 1),
        ("11", "valid", 0),
        ("24", "valid", 0),  # of all permutations
        ("9" * 3_000, "valid", 0),
        ("0", "invalid", 0),
        ("-10", "invalid", 0),
        ("2 * 5", "unparsed", 0),
        ("10.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert sum(p[1] == 3 for p in permutations_without_321(5)) == 10
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_a_wrong_answer_near_a_large_one_is_wrong():
    """The trap of the notes: as floats, neighbors beyond 10^16 have the ratio 1."""
    problem = next(p for p in (env.sample(30, seed=seed) for seed in range(10)) if p.answer > 10**40)
    verdict = env.judge(problem, str(problem.answer + 1))
    assert not verdict.correct and verdict.quality == 0
