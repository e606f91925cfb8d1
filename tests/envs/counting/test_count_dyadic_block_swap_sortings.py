"""The oracle tries all sequences of operations; for 16 numbers it counts the ways back from the sorted array."""

from collections import Counter
from functools import cache
from itertools import combinations, permutations
from operator import itemgetter
from random import Random

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_dyadic_block_swap_sortings import _sortings

env = rlve_gym.make("count_dyadic_block_swap_sortings", answer_style="plain")


def operations(array, size):
    """The arrays after every possible operation of this size."""
    blocks = [array[start : start + size] for start in range(0, len(array), size)]
    for a, b in combinations(range(len(blocks)), 2):
        exchanged = list(blocks)
        exchanged[a], exchanged[b] = blocks[b], blocks[a]
        yield tuple(number for block in exchanged for number in block)


def by_search(array, sizes):
    count = int(array == tuple(sorted(array)))
    for size in sizes:
        for after in operations(array, size):
            count += by_search(after, [other for other in sizes if other != size])
    return count


@cache
def by_ways_back(k):
    """How many sequences make each array from the sorted one; backward, they sort it."""
    places = tuple(range(2**k))
    moves = {2**i: [itemgetter(*after) for after in operations(places, 2**i)] for i in range(k)}
    layer = {((), tuple(range(1, 2**k + 1))): 1}  # by the sizes used and the array
    total = Counter({array: count for (_, array), count in layer.items()})
    for _ in range(k):
        longer = Counter()
        for (used, array), count in layer.items():
            for size in moves.keys() - set(used):
                sizes = tuple(sorted((*used, size)))
                for move in moves[size]:
                    longer[sizes, move(array)] += count
        layer = longer
        for (_, array), count in layer.items():
            total[array] += count
    return total


def test_all_permutations_of_four():
    counts = {array: by_search(array, [1, 2]) for array in permutations(range(1, 5))}
    assert counts == {array: by_ways_back(2)[array] for array in counts}
    assert sum(count > 0 for count in counts.values()) == 11 + 1  # and the sorted one
    for array, count in counts.items():
        assert _sortings([number - 1 for number in array]) == count


def test_permutations_of_eight():
    """Sortable or not."""
    ways = by_ways_back(3)
    rng = Random(0)
    arrays = [*list(ways)[::3], *(tuple(rng.sample(range(1, 9), 8)) for _ in range(50))]
    assert len(arrays) > 100
    for array in arrays:
        assert _sortings([number - 1 for number in array]) == ways[array]
    for array in arrays[::10]:
        assert by_search(array, [1, 2, 4]) == ways[array]


def test_permutations_of_sixteen():
    ways = by_ways_back(4)
    for array, count in list(ways.items())[::8]:
        assert _sortings([number - 1 for number in array]) == count


@pytest.mark.parametrize("difficulty", range(8))
def test_answers_are_those_of_the_ways_back(difficulty):
    checked = 0
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        k = len(problem.permutation).bit_length() - 1
        if k <= 4:
            assert problem.answer == by_ways_back(k)[tuple(problem.permutation)]
            checked += 1
        assert env.judge(problem, env.format(env.solve(problem))).correct
    assert checked > 20


def test_sizes():
    seen = {difficulty: set() for difficulty in (0, 1, 3, 7, 14)}
    for difficulty, sizes in seen.items():
        for seed in range(30):
            problem = env.sample(difficulty, seed=seed)
            assert sorted(problem.permutation) == list(range(1, len(problem.permutation) + 1))
            assert problem.answer >= 1
            sizes.add(len(problem.permutation))
    assert seen == {0: {4}, 1: {4, 8}, 3: {8, 16}, 7: {8, 16, 32}, 14: {32, 64, 128}}


def test_constants_do_not_pay():
    """The trap of the catalogue: 1 was right in 45 % at the bottom."""
    for difficulty, share in ((3, 0.2), (7, 0.16), (14, 0.12)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(300)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


def test_contradicting_parameters_are_refused():
    with pytest.raises(ValueError, match="at most"):
        env.sample(0, seed=0, parameters={"min_log_size": 3})


EXAMPLE = {"permutation": [3, 2, 1, 4], "answer": 3}
# Exchange 3 and 1. Or exchange the halves (1 4 3 2), then 4 and 2; or 4 and 2 first (3 4 1 2), then the halves.


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("3", "valid", 1),
        (" 3\n", "valid", 1),
        ("1", "valid", 0),
        ("2", "valid", 0),
        ("3" * 3_000, "valid", 0),
        ("-3", "invalid", 0),
        ("3.0", "unparsed", 0),
        ("1! + 2!", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert by_search((3, 2, 1, 4), [1, 2]) == 3
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
