"""The oracle tries every choice of operators; longer expressions are counted by their reachable values."""

from collections import Counter
from itertools import product
from operator import and_, or_
from random import Random

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_and_or_operator_assignments import _count

env = rlve_gym.make("count_and_or_operator_assignments", answer_style="plain")


def results(words):
    """How often each value results, over all choices."""
    values = [int(word, 2) for word in words]
    counts = Counter()
    for operators in product((and_, or_), repeat=len(words) - 1):
        value = values[0]
        for operator, word in zip(operators, values[1:], strict=True):
            value = operator(value, word)
        counts[value] += 1
    return counts


def results_by_values(words):
    """The same, as the multiset of values after each operator."""
    counts = Counter({int(words[0], 2): 1})
    for word in words[1:]:
        following = Counter()
        for value, count in counts.items():
            following[value & int(word, 2)] += count
            following[value | int(word, 2)] += count
        counts = following
    return counts


def test_every_target_of_small_expressions():
    """Also with a first string that is not zero, which the published reference overlooks."""
    rng = Random(0)
    nonzero = 0
    for _ in range(150):
        width, operator_count = rng.randint(1, 4), rng.randint(1, 6)
        words = ["".join(rng.choice("01") for _ in range(width)) for _ in range(operator_count + 1)]
        nonzero += "1" in words[0]
        counts = results(words)
        for target in range(2**width):
            assert _count(words, f"{target:0{width}b}") == counts[target]
    assert nonzero > 100


@pytest.mark.parametrize("difficulty", range(5))
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(50):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == results(problem.words)[int(problem.target, 2)]
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [8, 15, 22])
def test_longer_answers_are_those_of_the_values(difficulty):
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == results_by_values(problem.words)[int(problem.target, 2)]


@pytest.mark.parametrize("difficulty", range(0, 23, 2))
def test_sizes_and_planting(difficulty):
    """The trap of the notes: 1 and 2 would be the answers of most problems."""
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        max_size = problem.origin.parameters["max_size"]
        width = len(problem.target)
        assert 2 <= width <= max_size and {len(word) for word in problem.words} == {width}
        assert max(2, max_size / 2) <= len(problem.words) - 1 <= max_size
        assert problem.words[0] == "0" * width
        assert len(set(zip(*problem.words, strict=True))) > 1
        assert problem.answer >= 2


def test_no_constant_pays():
    for difficulty, share in ((1, 0.2), (3, 0.1), (6, 0.1)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(300)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


EXAMPLE = {"words": ["100", "101", "011", "110"], "target": "110", "answer": 3}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("3", "valid", 1),
        (" 3\n", "valid", 1),
        ("2", "valid", 0),
        ("4", "valid", 0),
        ("0", "valid", 0),
        ("8", "valid", 0),  # all choices
        ("9" * 3_000, "valid", 0),
        ("-1", "invalid", 0),  # a format error in the published suite
        ("2^2", "unparsed", 0),
        ("AND OR OR", "unparsed", 0),
        ("3.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert results(EXAMPLE["words"])[0b110] == EXAMPLE["answer"]
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_a_target_out_of_reach():
    assert _count(["000", "101", "011"], "010") == 0
