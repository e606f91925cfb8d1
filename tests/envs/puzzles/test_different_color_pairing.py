"""The oracle lists all pairings of the items themselves, and all lists of pairs of colors at the smallest sizes."""

from itertools import combinations, combinations_with_replacement, product

import pytest

import rlve_gym

env = rlve_gym.make("different_color_pairing", answer_style="plain")


def pairings(items):
    """All ways to pair up a list of items, as sorted lists of sorted pairs."""
    if not items:
        yield []
    for index in range(1, len(items)):
        for others in pairings(items[1:index] + items[index + 1 :]):
            yield [(items[0], items[index]), *others]


def feasible_pairings(counts):
    items = [color for color, count in enumerate(counts, 1) for _ in range(count)]
    return {
        tuple(sorted(tuple(sorted(pair)) for pair in pairing))
        for pairing in pairings(items)
        if all(first != second for first, second in pairing)
    }


def test_every_list_of_pairs_gets_its_quality():
    several = 0
    for seed in range(40):
        counts = env.sample(0, seed=seed).color_counts
        problem, right = env.problem_from({"color_counts": counts}), set()
        for answer in combinations_with_replacement(combinations(range(1, len(counts) + 1), 2), 3):
            verdict = env.judge(problem, env.format(answer))
            hits = sum(sum(pair.count(c) for pair in answer) == count for c, count in enumerate(counts, 1))
            assert verdict.outcome == "valid"
            assert verdict.quality == pytest.approx((hits / len(counts)) ** 10)
            if verdict.correct:
                right.add(answer)
        assert right == feasible_pairings(counts)
        several += len(right) > 1
    assert several >= 10


def test_counts_are_possible_just_if_none_exceeds_the_half():
    for k in (2, 3, 4):
        for counts in product(range(1, 6), repeat=k):
            if sum(counts) % 2 or sum(counts) > 10:
                continue
            fields = {"color_counts": list(counts)}
            if feasible_pairings(counts):
                problem = env.problem_from(fields)
                assert env.judge(problem, env.format(env.solve(problem))).correct
            else:
                with pytest.raises(ValueError, match="half"):
                    env.problem_from(fields)


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_counts_of_problems(difficulty):
    pair_count = 3
    for _ in range(difficulty):
        pair_count = int(1.1 * pair_count + 1)
    for seed in range(30):
        counts = env.sample(difficulty, seed=seed).color_counts
        assert len(counts) >= 3
        assert min(counts) >= 1
        assert sum(counts) == 2 * pair_count
        assert max(counts) <= pair_count


def test_half_of_the_problems_are_tight():
    """Most random counts are far from the limit, and then nearly any way to pair items ends well."""
    counts = [env.sample(15, seed=seed).color_counts for seed in range(400)]
    assert 160 <= sum(max(numbers) >= sum(numbers) // 2 - 1 for numbers in counts) <= 260


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("3 1\n3 1\n3 2", "valid", 1),
        ("\n1 3\n\n1,3\n 2 3\n", "valid", 1),
        ("2 3\n1 3\n3 1", "valid", 1),
        ("1 2\n1 3\n2 3", "valid", (1 / 3) ** 10),
        ("1 2\n1 2\n1 2", "valid", 0),
        ("1 3\n2 3", "invalid", 0),
        ("1 3\n1 3\n2 3\n1 3", "invalid", 0),
        ("1 1\n2 3\n3 3", "invalid", 0),
        ("0 1\n1 3\n2 3", "invalid", 0),
        ("1 3\n1 3\n2 4", "invalid", 0),
        ("-1 3\n1 3\n2 3", "invalid", 0),
        ("1 3 1 3 2 3", "unparsed", 0),
        ("1 3\n1 3\n2", "unparsed", 0),
        ("1 3\n1 3\n2 3 1", "unparsed", 0),
        ("1-3\n1-3\n2-3", "unparsed", 0),
        ("red blue", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from({"color_counts": [2, 1, 3]}), text)
    assert verdict.outcome == outcome
    assert verdict.quality == quality


@pytest.mark.parametrize("counts", [[], [0, 0], [1, 1, 1], [-1, 1], [3, 1], [1, 0, 1]])
def test_damaged_problems_are_refused(counts):
    with pytest.raises(ValueError, match="positive, with an even sum"):
        env.problem_from({"color_counts": counts})
