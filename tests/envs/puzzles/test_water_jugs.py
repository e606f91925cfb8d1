"""The oracle plays on dictionaries, searches by rounds over sets of states, and knows the gcd rule of two jugs."""

from collections import Counter
from itertools import permutations, product
from math import gcd
from random import Random

import pytest

import rlve_gym

env = rlve_gym.make("water_jugs", answer_style="plain")


def all_moves(n):
    jugs = range(n)
    return [
        *(("Fill", jug) for jug in jugs),
        *(("Empty", jug) for jug in jugs),
        *(("Pour", *pair) for pair in permutations(jugs, 2)),
    ]


def play(capacities, moves):
    water = dict.fromkeys(range(len(capacities)), 0)
    for move in moves:
        match move:
            case "Fill", jug:
                water[jug] = capacities[jug]
            case "Empty", jug:
                water[jug] = 0
            case "Pour", source, into:
                while water[source] and water[into] < capacities[into]:  # liter by liter
                    water[source] -= 1
                    water[into] += 1
    return water


def least_moves(capacities):
    """The least number of moves for every volume, by rounds: the states after 0, 1, 2, ... moves."""
    n = len(capacities)

    def after(state, move):
        water = list(state)
        i = move[1]
        if move[0] == "Fill":
            water[i] = capacities[i]
        elif move[0] == "Empty":
            water[i] = 0
        else:
            j = move[2]
            total = water[i] + water[j]
            water[j] = min(total, capacities[j])
            water[i] = total - water[j]
        return tuple(water)

    states, least, rounds = {(0,) * n}, {}, 0
    while True:
        for state in states:
            for volume in state:
                least.setdefault(volume, rounds)
        grown = states | {after(state, move) for state in states for move in all_moves(n)}
        if grown == states:
            return least
        states, rounds = grown, rounds + 1


@pytest.mark.parametrize("difficulty", [0, 1, 3, 5, 8])
def test_targets_need_the_stated_number_of_moves(difficulty):
    low, high = 3 + difficulty // 2, 4 + difficulty
    for seed in range(6):
        problem = env.sample(difficulty, seed=seed)
        capacities = problem.capacities
        assert problem.target in play(capacities, problem.solution).values()
        least = least_moves(capacities)
        assert len(problem.solution) == least[problem.target] <= high
        reachable = [moves for moves in least.values() if moves <= high]
        assert len(problem.solution) >= min(low, max(reachable))


def test_every_short_sequence():
    for seed in range(12):
        problem = env.sample(0, seed=seed)
        n = len(problem.capacities)
        for length in range(1, 5 if n == 2 else 3):
            for moves in product(all_moves(n), repeat=length):
                verdict = env.judge(problem, env.format(moves))
                assert verdict.outcome == "valid"
                assert verdict.correct == (problem.target in play(problem.capacities, moves).values())


@pytest.mark.parametrize("difficulty", range(0, 31, 5))
def test_random_sequences(difficulty):
    rng = Random(difficulty)
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        moves = all_moves(len(problem.capacities))
        for answer in (problem.solution, problem.solution[:-1], rng.choices(moves, k=30)):
            verdict = env.judge(problem, env.format(answer))
            assert verdict.correct == (problem.target in play(problem.capacities, answer).values())
        assert env.judge(problem, env.format(problem.solution)).correct
        assert gcd(*problem.capacities) == 1


def test_two_jugs_measure_the_multiples_of_the_gcd():
    """The known theorem: all multiples of the gcd up to the larger capacity, and nothing else."""
    for a, b in permutations(range(2, 10), 2):
        assert set(least_moves([a, b])) == set(range(0, max(a, b) + 1, gcd(a, b)))


EXAMPLE = {
    "capacities": [5, 3],
    "target": 4,
    "solution": [["Fill", 0], ["Pour", 0, 1], ["Empty", 1], ["Pour", 0, 1], ["Fill", 0], ["Pour", 0, 1]],
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("Fill 0\nPour 0 1\nEmpty 1\nPour 0 1\nFill 0\nPour 0 1", "valid", 1),
        ("fill 0\n\n POUR 0, 1\nempty 1\npour 0 1\nFILL 0\nPour 0 1\n", "valid", 1),
        ("Fill 1\nPour 1 0\nFill 1\nPour 1 0\nEmpty 0\nPour 1 0\nFill 1\nPour 1 0", "valid", 1),
        ("Fill 0\nPour 0 1\nEmpty 1\nPour 0 1\nFill 0\nPour 0 1\nEmpty 0", "valid", 0),  # only the end counts
        (
            "Fill 0\nPour 0 1\nEmpty 1\nPour 0 1\nFill 0\nPour 0 1\nEmpty 1\nEmpty 1",
            "valid",
            1,
        ),  # useless moves
        ("Empty 0\nPour 1 0\nFill 0\nFill 0\nPour 0 1\nEmpty 1\nPour 0 1\nFill 0\nPour 0 1", "valid", 1),
        ("Fill 0\nPour 0 1\nPour 0 1", "valid", 0),  # 2 and 3
        ("Fill 0", "valid", 0),
        ("Fill 2", "invalid", 0),
        ("Fill -1", "invalid", 0),
        ("Fill 0\nPour 0 0", "invalid", 0),
        ("Fill 0\nPour 0 2", "invalid", 0),
        ("Pour 2 0", "invalid", 0),
        ("Empty 99999999999999999999", "invalid", 0),
        ("", "unparsed", 0),
        ("Fill", "unparsed", 0),
        ("Fill 0 1", "unparsed", 0),
        ("Pour 0", "unparsed", 0),
        ("Fill 0 Pour 0 1", "unparsed", 0),
        ("Drain 0", "unparsed", 0),
        ("Fill A", "unparsed", 0),
        ("1. Fill 0", "unparsed", 0),
        ("Pour 0 -> 1", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == quality


def test_any_number_of_jugs():
    problem = env.problem_from({"capacities": [9, 7, 5, 3, 2], "target": 8, "solution": []})
    assert env.judge(problem, "Fill 2\nPour 2 0\nFill 3\nPour 3 0").correct
    assert not env.judge(problem, "Fill 2\nPour 2 0\nFill 4\nPour 4 0").correct


def test_a_long_answer_is_played_to_its_end():
    problem = env.problem_from(EXAMPLE)
    way = env.format(problem.solution)
    assert env.judge(problem, "Fill 0\nEmpty 0\n" * 1200 + way).correct
    assert not env.judge(problem, way + "\nFill 0\nEmpty 0" * 1200).correct


@pytest.mark.parametrize("difficulty", [0, 3, 8, 20])
def test_no_target_is_a_capacity(difficulty):
    """The trap of the published suite: more than half of the targets were, and one move measured them."""
    lengths = Counter()
    for seed in range(100):
        problem = env.sample(difficulty, seed=seed)
        assert problem.target not in problem.capacities
        lengths[len(problem.solution)] += 1
    assert sum(count for length, count in lengths.items() if length <= 3) <= 15


@pytest.mark.parametrize(
    "damage", [{"capacities": [5]}, {"capacities": []}, {"capacities": [5, 0]}, {"target": 0}]
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(ValueError):
        env.problem_from({**EXAMPLE, **damage})
