"""The oracle tests every sequence by the definition; longer ones are grown term by term, with their sets of terms merged."""

from collections import Counter
from itertools import product

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_narrowing_range_sequences import _count

env = rlve_gym.make("count_narrowing_range_sequences", answer_style="plain")


def is_good(sequence):
    for i in range(2, len(sequence)):
        below = [term for term in sequence[: i - 1] if term <= sequence[i - 1]]
        above = [term for term in sequence[: i - 1] if term >= sequence[i - 1]]
        if any(sequence[i] < term for term in below) or any(sequence[i] > term for term in above):
            return False
    return True


def count_by_enumeration(bounds):
    return sum(map(is_good, product(*(range(1, bound + 1) for bound in bounds))))


def count_by_sets(bounds):
    """Good sequences by (set of the terms before the last, last): all that the rule looks at."""
    states = Counter((frozenset(), first) for first in range(1, bounds[0] + 1))
    for bound in bounds[1:]:
        following = Counter()
        for (earlier, last), ways in states.items():
            for term in range(1, bound + 1):
                if all(term >= a for a in earlier if a <= last) and all(
                    term <= a for a in earlier if a >= last
                ):
                    following[earlier | {last}, term] += ways
        states = following
    return sum(states.values())


@pytest.mark.parametrize(("length", "greatest"), [(1, 3), (2, 3), (3, 4), (4, 3), (5, 2)])
def test_all_bounds_against_enumeration(length, greatest):
    for bounds in product(range(1, greatest + 1), repeat=length):
        assert _count(bounds) == count_by_enumeration(bounds)


@pytest.mark.parametrize("difficulty", range(6))
def test_sampled_answers_are_those_of_enumeration(difficulty):
    for seed in range(60 if difficulty < 4 else 8):
        problem = env.sample(difficulty, seed=seed)
        count = count_by_enumeration(problem.upper_bounds)
        assert count >= 1 and problem.answer == count % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [6, 8, 10])
def test_larger_answers_are_those_of_the_sets(difficulty):
    for seed in range(4):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == count_by_sets(problem.upper_bounds) % problem.modulus


def test_no_constant_pays():
    """The trap of the catalogue: nearly all sequences qualify at the bottom."""
    for difficulty, share in ((0, 0.4), (3, 0.11), (6, 0.08)):
        problems = [env.sample(difficulty, seed=seed) for seed in range(500)]
        answers = [problem.answer for problem in problems]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
        assert all(len(set(problem.upper_bounds)) > 1 for problem in problems)


def test_the_example_of_the_prompt():
    """The trap of the catalogue: the rule is easy to misread."""
    assert "for example" in env.prompt(env.sample(0, seed=0)).lower()
    for start, terms in (((5, 1, 3), range(1, 6)), ((5, 1, 3, 2), range(1, 4)), ((5, 1, 3, 3), [3])):
        assert [term for term in range(1, 9) if is_good((*start, term))] == list(terms)


# Of the 12 sequences, these are not good: 1 1 2, 1 1 3, 2 1 3, 2 2 1 and 2 2 3.
EXAMPLE = {"upper_bounds": [2, 2, 3], "modulus": 1000, "answer": 7}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("7", "valid", 1),
        (" 7\n", "valid", 1),
        ("12", "valid", 0),
        ("0", "valid", 0),
        ("1000", "invalid", 0),
        ("1007", "invalid", 0),
        ("-993", "invalid", 0),
        ("7 sequences", "unparsed", 0),
        ("7.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert count_by_enumeration([2, 2, 3]) == 7
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
