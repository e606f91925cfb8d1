"""The oracle tries every set of cells; larger boards are counted by transfer matrices between whole rows."""

from itertools import combinations
from math import comb

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_nonattacking_kings import _placements

env = rlve_gym.make("count_nonattacking_kings", answer_style="plain")


def count_by_enumeration(n, k):
    cells = [(x, y) for x in range(n) for y in range(n)]
    return sum(
        all(max(abs(x - u), abs(y - v)) > 1 for (x, y), (u, v) in combinations(kings, 2))
        for kings in combinations(cells, k)
    )


def counts_by_rows(n):
    """The numbers of placements of 0, 1, ... kings, row by row."""
    rows = [row for row in range(2**n) if not row & row << 1]
    fits = {row: [other for other in rows if not (row | row << 1 | row >> 1) & other] for row in rows}
    most = ((n + 1) // 2) ** 2
    states = {0: [1] + [0] * most}
    for _ in range(n):
        following = {row: [0] * (most + 1) for row in rows}
        for row, counts in states.items():
            for other in fits[row]:
                new = other.bit_count()
                for kings in range(most + 1 - new):
                    following[other][kings + new] += counts[kings]
        states = following
    return [sum(counts[k] for counts in states.values()) for k in range(most + 1)]


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_every_number_of_kings_against_enumeration(n):
    expected = [count_by_enumeration(n, k) for k in range(n * n + 1)]
    counts = _placements(n)
    assert counts == expected[: len(counts)] and not any(expected[len(counts) :])


def test_up_to_three_kings_on_larger_boards():
    for n in (5, 6, 7):
        for k in range(4 if n < 7 else 3):
            assert _placements(n)[k] == count_by_enumeration(n, k)


@pytest.mark.parametrize("n", range(1, 8))
def test_larger_boards_are_those_of_the_rows(n):
    assert _placements(n) == counts_by_rows(n)


@pytest.mark.parametrize("n", [8, 10, 13])
def test_two_kings_by_formula(n):
    pairs = 2 * n * (n - 1) + 2 * (n - 1) ** 2
    assert _placements(n)[:3] == [1, n * n, comb(n * n, 2) - pairs]


def test_published_numbers():
    """OEIS A193580, and A018807 for its sums."""
    assert _placements(4) == [1, 16, 78, 140, 79]
    assert [sum(_placements(n)) for n in range(1, 9)] == [2, 5, 35, 314, 6427, 202841, 12727570, 1355115601]
    assert _placements(8)[16] == 281571  # 16 kings on a chess board


@pytest.mark.parametrize("difficulty", range(22))
def test_sampled_problems(difficulty):
    seen = set()
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        n, k = problem.board_size, problem.king_count
        assert problem.answer == _placements(n)[k] > 0
        parameters = problem.origin.parameters
        assert max(3, parameters["max_board_size"] - 6) <= n <= parameters["max_board_size"] <= 13
        assert k <= parameters["max_kings"] <= 2 * k
        assert env.judge(problem, env.format(env.solve(problem))).correct
        seen.add((n, k))
    assert len(seen) >= 8


def test_no_constant_pays():
    """The trap of the catalogue: 16 won a quarter at the bottom, and there were eight problems."""
    for difficulty, share in ((0, 0.2), (3, 0.11), (6, 0.11), (12, 0.1)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(500)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)


EXAMPLE = {"board_size": 3, "king_count": 2, "answer": 16}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("16", "valid", 1),
        (" 16\n", "valid", 1),
        ("17", "valid", 0),
        ("36", "valid", 0),
        ("32", "valid", 0),  # ordered
        ("0", "valid", 0),
        ("9" * 3_000, "valid", 0),
        ("-16", "invalid", 0),
        ("16 ways", "unparsed", 0),
        ("16.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert count_by_enumeration(3, 2) == 16
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_large_answers_are_exact():
    """The trap of the catalogue: a relative error of 1e-7 counted as right."""
    problem = env.sample(21, seed=0)
    assert problem.answer > 10**10
    for wrong in (problem.answer + 1, problem.answer - 1):
        assert env.judge(problem, str(wrong)).quality == 0
