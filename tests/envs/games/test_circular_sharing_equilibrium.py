"""The oracle pays out every choice vector in fractions, and every switch from it."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

import rlve_gym

env = rlve_gym.make("circular_sharing_equilibrium", answer_style="plain")


def options(person, n):
    """The two foods of a person; all numbers start at 1."""
    return (person, person + 1 if person < n else 1)


def payoff(values, choices, person):
    food = choices[person - 1]
    return Fraction(values[food - 1], choices.count(food))


def content(values, choices):
    """How many persons gain nothing by a switch."""
    n = len(values)
    count = 0
    for person in range(1, n + 1):
        first, second = options(person, n)
        switched = list(choices)
        switched[person - 1] = second if choices[person - 1] == first else first
        count += payoff(values, switched, person) <= payoff(values, choices, person)
    return count


def vectors(n):
    return [list(choices) for choices in product(*(options(person, n) for person in range(1, n + 1)))]


def test_every_choice_of_small_games():
    games = [list(values) for values in product((1, 2, 3, 4), repeat=3)]
    games += [env.sample(difficulty, seed=seed).values for difficulty in range(3) for seed in range(12)]
    for values in games:
        n = len(values)
        problem = env.problem_from({"values": values})
        equilibria = 0
        for choices in vectors(n):
            verdict = env.judge(problem, env.format(choices))
            happy = content(values, choices)
            assert verdict.outcome == "valid"
            assert verdict.correct == (happy == n)
            assert verdict.quality == pytest.approx((happy / n) ** 10)
            equilibria += verdict.correct
        assert equilibria
        solution = env.solve(problem)
        assert solution in vectors(n) and content(values, solution) == n


@pytest.mark.parametrize("difficulty", [0, 3, 8, 15, 22, 30])
def test_solutions_of_drawn_games(difficulty):
    """The trap of the published suite: taking one's own number is often an equilibrium. So may be the next one."""
    for seed in range(40 if difficulty < 20 else 4):
        values = env.sample(difficulty, seed=seed).values
        n = len(values)
        assert all(n <= value <= 5 * n for value in values)
        solution = env.solve(env.problem_from({"values": values}))
        assert all(food in options(person, n) for person, food in enumerate(solution, 1))
        assert content(values, solution) == n
        own = list(range(1, n + 1))
        assert content(values, own) < n
        assert content(values, [*own[1:], 1]) < n


# Food 1 is worth sharing: half of 9 is more than 4.
EXAMPLE = {"values": [9, 4, 2, 4]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("1 2 3 1", "valid", (3 / 4) ** 10),  # person 3 would rather have food 4
        ("1 2 4 1", "valid", 1),
        ("1, 2, 4, 1", "valid", 1),
        ("1\n2\n4\n1", "valid", 1),
        ("1 3 4 1", "valid", (3 / 4) ** 10),
        ("2 2 3 4", "valid", (2 / 4) ** 10),  # persons 1 and 4 want food 1
        ("1 2 4 5", "invalid", 0),
        ("1 2 4 0", "invalid", 0),
        ("1 2 2 1", "invalid", 0),  # food 2 is not open to person 3
        ("1 4 4 1", "invalid", 0),
        ("-1 2 4 1", "invalid", 0),
        ("1 2 4", "unparsed", 0),
        ("1 2 4 1 1", "unparsed", 0),
        ("", "unparsed", 0),
        ("1 2 4 one", "unparsed", 0),
        ("1 2 4.0 1", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_a_switch_must_gain_strictly():
    """Half of 8 is as good as 4 alone, whichever of the two persons 2 and 3 have."""
    problem = env.problem_from({"values": [8, 4, 8, 8]})
    assert env.judge(problem, "1 2 3 4").correct
    assert env.judge(problem, "1 3 3 4").correct
    assert env.judge(problem, "2 2 3 4").quality == pytest.approx((2 / 4) ** 10)


def test_answers_without_thought_are_worth_little():
    """With values in n..3n, the first one has a quality of 0.5."""
    for seed in range(20):
        values = env.sample(30, seed=seed).values
        n = len(values)
        own = list(range(1, n + 1))
        better = [max(options(person, n), key=lambda food: values[food - 1]) for person in own]
        assert (content(values, own) / n) ** 10 < 0.5
        assert (content(values, better) / n) ** 10 < 0.5


def test_no_fixed_answer_wins_often():
    """All answers of difficulty 3, not only those of the solver."""
    wins = Counter()
    for seed in range(150):
        values = env.sample(3, seed=seed).values
        wins.update(
            tuple(choices) for choices in vectors(len(values)) if content(values, choices) == len(values)
        )
    assert 0 < max(wins.values()) <= 30


@pytest.mark.parametrize("values", [[], [3, 4], [3, 0, 4], [3, 4, -1]])
def test_damaged_values_are_refused(values):
    with pytest.raises(ValueError, match="values"):
        env.problem_from({"values": values})
