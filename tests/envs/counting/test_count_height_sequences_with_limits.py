"""The oracle tries all orders of few items; more items are checked by building the sequences from left to right."""

from collections import Counter
from functools import cache
from itertools import permutations
from random import Random

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_height_sequences_with_limits import _height_sequences

env = rlve_gym.make("count_height_sequences_with_limits", answer_style="plain")


def sequences(heights, limits):
    found = set()
    for order in permutations(range(len(heights))):
        if all(
            sum(heights[j] > heights[i] for j in order[:place]) < limits[i] for place, i in enumerate(order)
        ):
            found.add(tuple(heights[i] for i in order))
    return found


def count_from_the_left(heights, limits):
    """Chooses one height after the other; of equal items the one with the least limit goes first (an exchange)."""
    queues = {h: sorted(limit for k, limit in zip(heights, limits, strict=True) if k == h) for h in heights}
    total = Counter(heights)
    names = sorted(total)

    @cache
    def count(used):
        if sum(used) == len(heights):
            return 1
        ways = 0
        for place, h in enumerate(names):
            if used[place] < total[h] and sum(used[place + 1 :]) < queues[h][used[place]]:
                ways += count((*used[:place], used[place] + 1, *used[place + 1 :]))
        return ways

    return count((0,) * len(names))


@pytest.mark.parametrize(("difficulty", "count"), [(0, 100), (1, 80), (2, 50), (3, 12)])
def test_answers_are_those_of_enumeration(difficulty, count):
    for seed in range(count):
        problem = env.sample(difficulty, seed=seed)
        assert len(problem.heights) == 4 + difficulty
        exact = len(sequences(problem.heights, problem.limits))
        assert exact >= 1 and problem.answer == exact % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


def test_any_heights_and_limits():
    """Also where no order is valid, and with small moduli."""
    rng = Random(0)
    seen = Counter()
    for _ in range(300):
        n = rng.randint(1, 6)
        heights = [rng.randint(1, 4) for _ in range(n)]
        limits = [rng.randint(1, n) for _ in range(n)]
        modulus = rng.choice((1, 2, 7, 10**6))
        exact = len(sequences(heights, limits))
        seen[min(exact, 2)] += 1
        assert _height_sequences(heights, limits, modulus) == exact % modulus
    assert seen[1] > 20 and seen[2] > 200


@pytest.mark.parametrize("difficulty", [4, 5, 6, 8, 10])
def test_more_items_are_counted_from_the_left(difficulty):
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        exact = count_from_the_left(problem.heights, problem.limits)
        assert problem.answer == exact % problem.modulus


def test_the_modulus_comes_into_play_slowly():
    """The trap of the notes: moduli as small as 2 make the answer a coin flip."""
    for difficulty in range(31):
        for seed in range(10):
            problem = env.sample(difficulty, seed=seed)
            assert 10**4 <= problem.modulus <= 10**6
            assert set(problem.heights) <= set(range(1, 5 + difficulty)) and min(problem.limits) >= 1


def test_no_constant_pays():
    for difficulty, share in ((0, 0.3), (3, 0.1), (6, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


# The item of height 2 and limit 1 has to come before the one of height 3, so the heights 2 and 3 are in the order
# 2 3 2 or 2 2 3, and the item of height 1 has 4 places in each of the two. Modulo 5, that is 3.
EXAMPLE = {"heights": [2, 3, 1, 2], "limits": [1, 1, 9, 2], "modulus": 5, "answer": 3}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("3", "valid", 1),
        ("03", "valid", 1),
        ("4", "valid", 0),
        ("0", "valid", 0),
        ("8", "invalid", 0),  # not reduced
        ("5", "invalid", 0),
        ("-2", "invalid", 0),
        ("3 mod 5", "unparsed", 0),
        ("2 3 2 1", "unparsed", 0),
        ("3.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert len(sequences(EXAMPLE["heights"], EXAMPLE["limits"])) == 8
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_damaged_problems():
    with pytest.raises(rlve_gym.ProblemError, match="as many limits"):
        env.problem_from({**EXAMPLE, "limits": [1, 2]})
