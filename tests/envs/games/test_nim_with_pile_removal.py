"""The oracle plays the whole game where piles are tiny, and tries all removals and XORs elsewhere."""

from functools import cache
from itertools import combinations
from random import Random

import pytest

import rlve_gym

env = rlve_gym.make("nim_with_pile_removal", answer_style="plain")


@cache
def mover_wins(piles):
    """Whether the player to move wins Nim, by search."""
    return any(
        not mover_wins(tuple(sorted((*piles[:index], left, *piles[index + 1 :]))))
        for index, size in enumerate(piles)
        for left in range(size)
    )


def first_wins(kept):
    """Whether First wins once Second has removed piles in every possible way."""
    return all(
        mover_wins(tuple(sorted(left)))
        for count in range(1, len(kept) + 1)
        for left in combinations(kept, count)
    )


def removals(piles):
    numbers = range(1, len(piles) + 1)
    for count in range(len(piles)):
        for removed in combinations(numbers, count):
            yield removed, [piles[number - 1] for number in numbers if number not in removed]


def test_every_removal_in_played_out_games():
    rng = Random(0)
    for index in range(40):
        piles = [rng.randint(1, 5) for _ in range(3 + index % 2)]
        totals = {removed: sum(piles) - sum(kept) for removed, kept in removals(piles) if first_wins(kept)}
        problem = env.problem_from({"piles": piles, "optimum": min(totals.values())})
        for removed, _ in removals(piles):
            verdict = env.judge(problem, env.format(removed))
            if removed not in totals:
                assert verdict.outcome == "invalid"
                continue
            assert verdict.correct == (totals[removed] == problem.optimum)
            expected = 1 if verdict.correct else (problem.optimum / totals[removed]) ** 3
            assert verdict.quality == pytest.approx(expected)
        assert env.judge(problem, env.format(env.solve(problem))).correct


def least_total(piles):
    """The least total size of a removal that leaves no non-empty subset with XOR 0."""
    xors, sums, lost = [0], [0], [False]
    for mask in range(1, 2 ** len(piles)):
        low = (mask & -mask).bit_length() - 1
        rest = mask & (mask - 1)
        xors.append(xors[rest] ^ piles[low])
        sums.append(sums[rest] + piles[low])
        lost.append(xors[mask] == 0 or any(lost[mask ^ (1 << i)] for i in range(len(piles)) if mask >> i & 1))
    return min(sum(piles) - total for total, bad in zip(sums[1:], lost[1:], strict=True) if not bad)


@pytest.mark.parametrize("difficulty", range(7))
def test_optimum_is_that_of_all_removals(difficulty):
    for seed in range(60 if difficulty < 4 else 12):
        problem = env.sample(difficulty, seed=seed)
        assert problem.optimum == least_total(problem.piles)
        assert len(problem.piles) == 4 + difficulty
        assert all(1 <= size <= 2 * len(problem.piles) for size in problem.piles)


# 3 ^ 5 ^ 6 = 0 and 8 is independent of them.
EXAMPLE = {"piles": [6, 3, 5, 8], "optimum": 3}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("2", "valid", 1),
        ("3", "valid", (3 / 5) ** 3),
        ("1 2", "valid", (3 / 9) ** 3),
        ("4, 2, 3", "valid", (3 / 16) ** 3),
        ("", "invalid", 0),  # nothing removed: Second leaves 3, 5 and 6
        ("4", "invalid", 0),
        ("2 2", "invalid", 0),
        ("0", "invalid", 0),
        ("2 0", "invalid", 0),  # numbers start at 1
        ("2 5", "invalid", 0),
        ("-1", "invalid", 0),
        ("1 2 3 4", "invalid", 0),
        ("pile 2", "unparsed", 0),
        ("2.", "unparsed", 0),
        ("none", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_equal_piles_are_interchangeable():
    problem = env.problem_from({"piles": [4, 9, 4], "optimum": 4})
    assert env.judge(problem, "1").correct
    assert env.judge(problem, "3").correct


@pytest.mark.parametrize("style", ["tags", "boxed", "plain"])
def test_an_empty_answer_removes_nothing(style):
    """The trap of the catalogue: it is an answer, not a missing one."""
    styled = rlve_gym.make("nim_with_pile_removal", answer_style=style)
    problem = styled.problem_from({"piles": [1, 2, 4], "optimum": 0})
    assert styled.judge(problem, styled.respond([])).correct
    worse = styled.judge(problem, styled.respond([1]))
    assert (worse.outcome, worse.quality) == ("valid", 0)


def test_something_must_always_be_removed():
    """The trap of the catalogue: the empty answer is optimal in 45 % of the instances unless these are redrawn."""
    for seed in range(300):
        problem = env.sample(seed % 3, seed=seed)
        assert problem.optimum > 0
        assert env.judge(problem, "").outcome == "invalid"


@pytest.mark.parametrize("piles", [[], [3, 0], [3, -1]])
def test_damaged_piles_are_refused(piles):
    with pytest.raises(ValueError, match="piles"):
        env.problem_from({"piles": piles, "optimum": 0})
