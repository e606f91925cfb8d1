"""The oracle is the recursion f(n) = max(n, k f(n - k)); the smallest n are checked by all partitions."""

from math import prod

import pytest

import rlve_gym
from rlve_gym.envs.number_theory.max_product_with_fixed_sum import _largest_product

env = rlve_gym.make("max_product_with_fixed_sum", answer_style="plain")

BEST = [1]
for n in range(1, 301):
    BEST.append(max([n, *(k * BEST[n - k] for k in range(1, n))]))


def partitions(n, greatest):
    if n == 0:
        yield []
    for part in range(1, min(n, greatest) + 1):
        for rest in partitions(n - part, part):
            yield [part, *rest]


@pytest.mark.parametrize("number", range(4, 25))
def test_the_oracle_is_right(number):
    assert BEST[number] == max(prod(parts) for parts in partitions(number, number))


def test_every_number_up_to_300():
    assert [_largest_product(number) for number in range(4, 301)] == BEST[4:]
    for number_max in range(4, 301):
        problem = env.sample(0, seed=0, parameters={"number_max": number_max})
        assert max(4, number_max // 3) <= problem.number <= number_max
        assert problem.answer == BEST[problem.number]
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", range(0, 26, 5))
def test_large_answers_cannot_be_improved_by_one_step(difficulty):
    """The product of n from those of n - 2 and n - 3: some best sum contains a 2 or a 3, as n >= 4."""
    known = [0, 1, 2, 3]
    for n in range(4, 2043):
        known.append(max(n, 2 * known[n - 2], 3 * known[n - 3]))
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == known[problem.number]


def test_no_answer_is_too_long_to_be_read():
    """A trap of the published suite: from 4300 digits on, right answers counted as unreadable."""
    problem = env.sample(0, seed=0, parameters={"number_max": env.ladder.bounds("number_max")[1]})
    assert len(str(problem.answer)) < 1_000
    assert env.judge(problem, str(problem.answer)).correct
    assert not env.judge(problem, str(problem.answer + 1)).correct


@pytest.mark.parametrize(
    ("number", "text", "outcome", "quality"),
    [
        (4, "4", "valid", 1),  # 2 + 2, or 4 alone
        (4, "3", "valid", 0),
        (10, "36", "valid", 1),  # 3 + 3 + 4
        (10, " 36\n", "valid", 1),
        (10, "27", "valid", 0),
        (10, "32", "valid", 0),
        (10, "0", "valid", 0),
        (10, "-36", "valid", 0),
        (23, "4,374", "valid", 1),  # 2 * 3^7
        (23, "4373", "valid", 0),
        (10, "3 3 4", "unparsed", 0),
        (10, "3*3*4", "unparsed", 0),
        (10, "36.0", "unparsed", 0),
        (10, "", "unparsed", 0),
    ],
)
def test_hand_made_answers(number, text, outcome, quality):
    verdict = env.judge(env.problem_from({"number": number, "answer": BEST[number]}), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_variety_at_difficulty_5():
    assert {env.sample(5, seed=seed).number for seed in range(1000)} == set(range(18, 56))
