"""The oracle walks the steps breadth first on small numbers, and adds differences of exponents on larger ones."""

import pytest
from sympy import factorint

import rlve_gym

env = rlve_gym.make("nearest_by_prime_operations", answer_style="plain")

PRIMES = (2, 3, 5, 7, 11)


def distances_by_walking(start, limit):
    """Steps from start to each number, through numbers up to limit with no prime above 11."""
    distance = {start: 0}
    queue = [start]
    for x in queue:
        for y in [x * p for p in PRIMES] + [x // p for p in PRIMES if x % p == 0]:
            if y <= limit and y not in distance:
                distance[y] = distance[x] + 1
                queue.append(y)
    return distance


def distance_by_exponents(x, y):
    a, b = factorint(x), factorint(y)
    return sum(abs(a.get(p, 0) - b.get(p, 0)) for p in {*a, *b})


def nearest(values, distance):
    """First strict improvements only, so that the smallest index wins ties."""
    result = []
    for i, x in enumerate(values):
        best = None
        for j, y in enumerate(values):
            if j != i and (best is None or distance(x, y) < distance(x, values[best])):
                best = j
        result.append(best)
    return result


@pytest.mark.parametrize(("difficulty", "seeds"), [(0, 60), (1, 30), (2, 15), (3, 8)])
def test_answers_by_walking(difficulty, seeds):
    # A shortest way first divides down to the gcd, so it never leaves the range of the values.
    for seed in range(seeds):
        problem = env.sample(difficulty, seed=seed)
        walks = {x: distances_by_walking(x, 4 * max(problem.values)) for x in problem.values}
        assert problem.answer == nearest(problem.values, lambda x, y, walks=walks: walks[x][y])


@pytest.mark.parametrize("difficulty", [0, 4, 8, 12, 18, 24, 30])
def test_answers_by_exponents(difficulty):
    for seed in range(80 // (4 + difficulty)):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == nearest(problem.values, distance_by_exponents)
        assert env.judge(problem, env.format(env.solve(problem))).correct


def test_values_are_different_and_smooth():
    smooth = [x for x in range(1, 81) if all(p <= 11 for p in factorint(x))]
    assert len(smooth) == 47
    seen = set()
    for seed in range(400):
        values = env.sample(0, seed=seed).values
        assert len(set(values)) == 4
        seen.update(values)
    assert seen == set(smooth)
    top = [value for seed in range(40) for value in env.sample(30, seed=seed).values]
    assert {x for x in range(1, 681) if all(p <= 11 for p in factorint(x))} == set(top)


def test_ties_are_frequent():
    """The trap of the catalogue: another choice among equally near numbers is not right."""
    ties = 0
    for seed in range(50):
        problem = env.sample(3, seed=seed)
        for i, x in enumerate(problem.values):
            right = distance_by_exponents(x, problem.values[problem.answer[i]])
            for j, y in enumerate(problem.values):
                if j not in (i, problem.answer[i]) and distance_by_exponents(x, y) == right:
                    ties += 1
                    assert j > problem.answer[i]
                    other = [*problem.answer[:i], j, *problem.answer[i + 1 :]]
                    verdict = env.judge(problem, env.format(other))
                    assert not verdict.correct and verdict.quality == pytest.approx((6 / 7) ** 5)
    assert ties > 50


# 12 and 18 are two steps apart; from 1 there are three steps to either, from 5 one to 1.
EXAMPLE = {"values": [12, 1, 18, 5], "answer": [2, 3, 0, 1]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("2 3 0 1", "valid", 1),
        ("2, 3, 0, 1", "valid", 1),
        ("2\n3\n0\n1", "valid", 1),
        ("2 3 1 1", "valid", (3 / 4) ** 5),
        ("2 0 0 1", "valid", (3 / 4) ** 5),
        ("3 2 1 0", "valid", 0),
        ("2 3 0", "invalid", 0),
        ("2 3 0 1 1", "invalid", 0),
        ("2 3 0 3", "invalid", 0),  # itself
        ("2 3 0 4", "invalid", 0),
        ("2 3 0 -3", "invalid", 0),
        ("3 4 1 2", "invalid", 0),  # counted from 1
        ("2 3 0 " + "9" * 3_999, "invalid", 0),
        ("2 3 0 1.0", "unparsed", 0),
        ("0:2 1:3 2:0 3:1", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert nearest(EXAMPLE["values"], distance_by_exponents) == EXAMPLE["answer"]
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)
    assert verdict.correct == (quality == 1)


@pytest.mark.parametrize(
    "change", [{"values": [12, 1, 18]}, {"answer": [2, 3, 0]}, {"values": [], "answer": []}]
)
def test_damaged_problems(change):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, **change})
