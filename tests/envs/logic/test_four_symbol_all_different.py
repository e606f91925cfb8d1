"""The oracle lists all sequences that keep the rule for neighbors, and checks the conditions that the prompt prints."""

import random
import re
from itertools import pairwise, product

import pytest

import rlve_gym

env = rlve_gym.make("four_symbol_all_different", answer_style="plain")

FORBIDDEN = {"00", "11", "22", "33", "02", "20", "13", "31", "23", "32"}


def walks(n):
    """All sequences of n symbols without a forbidden pair."""
    found = ["0", "1", "2", "3"]
    for _ in range(n - 1):
        found = [walk + symbol for walk in found for symbol in "0123" if walk[-1] + symbol not in FORBIDDEN]
    return found


def conditions(problem):
    lines = [line for line in env.describe(problem).split("\n") if re.fullmatch(r"[\d ]+", line)]
    return [[int(position) for position in line.split()] for line in lines]


def hits(walk, lists):
    return sum(
        all(walk[a - 1] != walk[b - 1] for a in positions for b in positions if a < b) for positions in lists
    )


def test_the_oracle_by_the_definition():
    for n in (3, 4, 5):
        texts = ("".join(symbols) for symbols in product("0123", repeat=n))
        kept = [text for text in texts if not any(pair in text for pair in FORBIDDEN)]
        assert sorted(walks(n)) == kept


@pytest.mark.parametrize("difficulty", range(5))
def test_every_walk_gets_its_quality(difficulty):
    everything = walks(5 + difficulty)
    for seed in range(12):
        problem = env.sample(difficulty, seed=seed)
        lists = conditions(problem)
        assert lists == problem.conditions
        right = 0
        for walk in everything:
            verdict = env.judge(problem, " ".join(walk))
            share = hits(walk, lists) / len(lists)
            assert verdict.outcome == "valid"
            assert verdict.correct == (share == 1)
            assert verdict.quality == pytest.approx(share**5)
            right += verdict.correct
        assert (
            right >= 2
        )  # 0 and 1, 2 and 3 can always be swapped: another answer than that of solve is right, too


@pytest.mark.parametrize("difficulty", range(0, 31, 2))
def test_shape_of_the_conditions(difficulty):
    n = 5 + difficulty
    telling = total = 0
    for seed in range(15):
        problem = env.sample(difficulty, seed=seed)
        lists = conditions(problem)
        assert problem.length == n
        assert 1 <= len(lists) <= 2 * n and (difficulty < 4 or len(lists) >= n)
        assert all(2 <= len(set(positions)) == len(positions) <= 4 for positions in lists)
        assert all(1 <= position <= n for positions in lists for position in positions)
        assert len(set(map(frozenset, lists))) == len(lists)
        telling += sum(len({a % 2 for a in positions}) < len(positions) for positions in lists)
        total += len(lists)
        # The trap of the published suite: an alternation is often right.
        for a, b in ("01", "10", "03", "30", "12", "21"):
            assert not env.judge(problem, " ".join((a + b) * n)[: 2 * n - 1]).correct
    assert telling / total >= 0.5


def test_solve_finds_a_sequence_if_there_is_one():
    rng = random.Random(5)
    solved = unsolved = 0
    for _ in range(400):
        n = rng.randint(3, 9)
        lists = [rng.sample(range(1, n + 1), rng.choice((2, 2, 2, 3))) for _ in range(rng.randint(1, n + 1))]
        problem = env.problem_from({"length": n, "conditions": lists})
        if any(hits(walk, lists) == len(lists) for walk in walks(n)):
            answer = env.solve(problem)
            assert all(f"{a}{b}" not in FORBIDDEN for a, b in pairwise(answer))
            assert hits(answer, lists) == len(lists)
            solved += 1
        else:
            with pytest.raises(ValueError, match="no sequence"):
                env.solve(problem)
            unsolved += 1
    assert solved > 50 and unsolved > 50


EXAMPLE = {"length": 4, "conditions": [[1, 3], [4, 1, 2], [2, 3], [4, 3, 1]]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("0 1 2 1", "valid", (3 / 4) ** 5),  # positions 2 and 4
        ("3 0 1 2", "valid", 1),
        ("2, 1, 0, 3", "valid", 1),
        ("0 3 0 3", "valid", (1 / 4) ** 5),
        ("0 0 1 2", "invalid", 0),
        ("0 1 2 3", "invalid", 0),
        ("3 0 2 1", "invalid", 0),
        ("0 1 3 0", "invalid", 0),
        ("3 0 1", "invalid", 0),
        ("3 0 1 2 1", "invalid", 0),
        ("3 0 1 4", "invalid", 0),
        ("3 0 1 -2", "invalid", 0),
        ("3012", "invalid", 0),
        ("", "unparsed", 0),
        ("3 0 1 x", "unparsed", 0),
        ("3 -> 0 -> 1 -> 2", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


@pytest.mark.parametrize(
    "damage",
    [
        {"length": 3},
        {"length": 0},
        {"conditions": []},
        {"conditions": [[]]},
        {"conditions": [[1]]},
        {"conditions": [[0, 1]]},
        {"conditions": [[1, 3, 1]]},
        {"conditions": [[1, 1]]},
        {"conditions": [[1, 2, 3, 4, 5]]},
    ],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(rlve_gym.ProblemError, match="conditions"):
        env.problem_from({**EXAMPLE, **damage})
