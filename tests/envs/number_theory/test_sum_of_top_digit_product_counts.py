"""The oracle sorts all N^2 values; large N are checked by a best-first search over the pairs."""

import heapq
from collections import Counter
from math import prod

import pytest

import rlve_gym
from rlve_gym.envs.number_theory.sum_of_top_digit_product_counts import _top_sum

env = rlve_gym.make("sum_of_top_digit_product_counts", answer_style="plain")


def counts(limit):
    """How many of 1..limit have each digit product."""
    return Counter(prod(map(int, str(x))) for x in range(1, limit + 1))


def by_sorting(limit):
    """All values g(a, b), from largest to smallest."""
    h = counts(limit)
    return sorted((h[a] * h[b] for a in range(1, limit + 1) for b in range(1, limit + 1)), reverse=True)


def best_first(limit, top_count):
    h = sorted((size for product, size in counts(limit).items() if product), reverse=True)
    heap = [(-h[0] * h[0], 0, 0)]
    total = 0
    for _ in range(top_count):
        value, i, j = heapq.heappop(heap)
        total -= value
        if j + 1 < len(h):
            heapq.heappush(heap, (-h[i] * h[j + 1], i, j + 1))
        if j == 0 and i + 1 < len(h):
            heapq.heappush(heap, (-h[i + 1] * h[0], i + 1, 0))
    return total


def test_all_pairs_by_definition():
    """g itself, counted pair by pair."""
    for limit in (2, 9, 10, 12, 23):
        products = [prod(map(int, str(x))) for x in range(1, limit + 1)]
        g = Counter((first, second) for first in products for second in products)
        values = sorted((g[a, b] for a in range(1, limit + 1) for b in range(1, limit + 1)), reverse=True)
        assert values == by_sorting(limit)


@pytest.mark.parametrize("limit", [*range(1, 61), 99, 100, 101, 150, 199, 211, 300])
def test_sums_are_those_of_sorting(limit):
    values = by_sorting(limit)
    for top_count in {1, 2, limit // 3, limit // 2, limit - 1, limit}:
        assert _top_sum(limit, top_count) == sum(values[:top_count])


@pytest.mark.parametrize("difficulty", range(0, 10, 3))
def test_answers_are_those_of_sorting(difficulty):
    for seed in range(15):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == sum(by_sorting(problem.limit)[: problem.top_count])
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [12, 16, 20, 24, 28])
def test_answers_are_those_of_best_first_search(difficulty):
    for seed in range(3):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == best_first(problem.limit, problem.top_count)


def test_the_answer_is_not_the_number_of_values():
    """A trap of the published suite: while N <= 9, the answer is K."""
    for seed in range(300):
        problem = env.sample(0, seed=seed)
        assert problem.limit // 3 <= problem.top_count <= problem.limit
        assert 12 <= problem.limit <= 24
        assert problem.answer > problem.top_count


@pytest.mark.parametrize(
    ("limit", "top_count", "text", "outcome", "quality"),
    [
        (5, 5, "5", "valid", 1),
        (12, 4, "16", "valid", 1),  # products 1 and 2 twice each: four values of 4
        (12, 5, "18", "valid", 1),  # then 2
        (12, 5, "+18", "valid", 1),
        (12, 5, "20", "valid", 0),
        (12, 5, "5", "valid", 0),
        (12, 5, "9" * 3_000, "valid", 0),
        (12, 5, "0", "invalid", 0),
        (12, 5, "-18", "invalid", 0),
        (12, 5, "4 4 4 4 2", "unparsed", 0),
        (12, 5, "18.0", "unparsed", 0),
        (12, 5, "", "unparsed", 0),
    ],
)
def test_hand_made_answers(limit, top_count, text, outcome, quality):
    answer = sum(by_sorting(limit)[:top_count])
    problem = env.problem_from({"limit": limit, "top_count": top_count, "answer": answer})
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
