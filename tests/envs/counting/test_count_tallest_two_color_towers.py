"""The oracle colors all layers, from a height downward; large towers are counted layer by layer."""

from collections import Counter
from itertools import product

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_tallest_two_color_towers import _count

env = rlve_gym.make("count_tallest_two_color_towers", answer_style="plain")


def colorings(height, black, white):
    total = height * (height + 1) // 2
    if total > black + white:
        return 0
    sums = (sum(i for i, color in enumerate(colors, 1) if color) for colors in product((0, 1), repeat=height))
    return sum(blocks <= black and total - blocks <= white for blocks in sums)


def by_enumeration(black, white):
    """The greatest height, and the colorings at it."""
    height = max(height for height in range(15) if colorings(height, black, white))
    return height, colorings(height, black, white)


def by_layers(black, white):
    """The towers of each height by the black blocks left, until no tower can be made higher."""
    towers = Counter({black: 1})
    used = height = 0
    while True:
        height += 1
        used += height
        higher = Counter()
        for left, count in towers.items():
            for rest in (left, left - height):
                if rest >= 0 and used - (black - rest) <= white:
                    higher[rest] += count
        if not higher:
            return sum(towers.values())
        towers = higher


def test_all_small_limits():
    for black in range(1, 19):
        for white in range(1, 19):
            assert _count(black, white) == by_layers(black, white) == by_enumeration(black, white)[1]


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3])
def test_answers_are_those_of_enumeration(difficulty):
    for seed in range(100):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_enumeration(problem.black_limit, problem.white_limit)[1]
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [5, 10, 15, 18])
def test_large_answers_are_those_of_the_layers(difficulty):
    for seed in range(8):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_layers(problem.black_limit, problem.white_limit)


def test_limits_far_apart():
    for limits in ((1, 200), (200, 1), (3, 1_000), (77, 900), (900, 77)):
        assert _count(*limits) == by_layers(*limits)


def test_published_counts():
    """The samples of Codeforces 478D."""
    assert (_count(4, 6), _count(9, 7), _count(1, 1)) == (2, 6, 2)


def test_few_problems_share_their_answer():
    """The trap of the notes: with limits from 1 on, 2 was right in two of five problems at the bottom."""
    for difficulty, share in ((0, 0.3), (3, 0.1), (6, 0.05)):
        problems = [env.sample(difficulty, seed=seed) for seed in range(500)]
        answers = [problem.answer for problem in problems]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
        most = problems[0].origin.parameters["max_blocks"]
        assert all(
            max(1, most // 3) <= limit <= most for p in problems for limit in (p.black_limit, p.white_limit)
        )


EXAMPLE = {"black_limit": 4, "white_limit": 3, "answer": 3}  # of 3 layers; 3, 1 + 2 or 1 + 3 black


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("3", "valid", 1),
        (" 3\n", "valid", 1),
        ("4", "valid", 0),
        ("2", "valid", 0),  # no credit for closeness
        ("9" * 3_000, "valid", 0),
        ("0", "invalid", 0),
        ("-3", "invalid", 0),
        ("3 colorings", "unparsed", 0),
        ("3.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_enumeration(4, 3) == (3, 3)
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
