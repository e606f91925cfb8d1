"""The oracle goes through all the sequences of colors, step by step; large urns are checked by rising factorials."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import pytest

import rlve_gym

env = rlve_gym.make("probability_polya_urn_draws", answer_style="plain")


def by_sequences(problem):
    """The sum over every sequence of colors up to the last step that has the listed colors."""
    wanted = dict(problem.events)
    total = Fraction(0)
    for colors in product(range(1, len(problem.initial_counts) + 1), repeat=problem.events[-1][0]):
        if all(colors[step - 1] == color for step, color in wanted.items()):
            counts, chance = list(problem.initial_counts), Fraction(1)
            for color in colors:
                chance *= Fraction(counts[color - 1], sum(counts))
                counts[color - 1] += problem.added_per_draw
            total += chance
    return total


def by_urns(problem):
    """The same, with equal urns put together after each step."""
    wanted = dict(problem.events)
    urns = {tuple(problem.initial_counts): Fraction(1)}
    for step in range(1, problem.events[-1][0] + 1):
        following = Counter()
        for counts, chance in urns.items():
            for i, count in enumerate(counts):
                if wanted.get(step, i + 1) == i + 1:
                    urn = (*counts[:i], count + problem.added_per_draw, *counts[i + 1 :])
                    following[urn] += chance * Fraction(count, sum(counts))
        urns = following
    return sum(urns.values())


def by_rising_factorials(problem):
    added = problem.added_per_draw
    favorable = prod(
        prod(range(count, count + times * added, added))
        for color, times in Counter(color for _, color in problem.events).items()
        for count in [problem.initial_counts[color - 1]]
    )
    total = sum(problem.initial_counts)
    return Fraction(favorable, prod(range(total, total + len(problem.events) * added, added)))


def text_of(value):
    return f"{value.numerator}/{value.denominator}"


@pytest.mark.parametrize(("difficulty", "seeds"), [(0, 150), (1, 60)])
def test_answer_is_that_of_all_sequences(difficulty, seeds):
    for seed in range(seeds):
        problem = env.sample(difficulty, seed=seed)
        value = by_sequences(problem)
        assert 0 < value < 1 and problem.answer == text_of(value)


@pytest.mark.parametrize(("difficulty", "seeds"), [(1, 60), (2, 40), (3, 20)])
def test_answer_is_that_of_all_urns(difficulty, seeds):
    for seed in range(seeds):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == text_of(by_urns(problem))


@pytest.mark.parametrize("difficulty", [0, 5, 10, 20, 30])
def test_answer_is_that_of_rising_factorials(difficulty):
    for seed in range(15):
        problem = env.sample(difficulty, seed=seed)
        value = by_rising_factorials(problem)
        p, q = value.numerator, value.denominator
        assert problem.answer == text_of(value)
        assert env.judge(problem, f"{p * 6}/{q * 6}").correct  # lowest terms are not asked for
        assert not env.judge(problem, f"{p * 10**30 - 1}/{q * 10**30}").correct  # equal as floats
        assert max(len(str(p)), len(str(q))) < 700


@pytest.mark.parametrize(("difficulty", "size"), [(0, 3), (4, 7), (30, 139)])
def test_sampling(difficulty, size):
    """Two events at least: the chance of one alone is a count over the total."""
    for seed in range(100):
        problem = env.sample(difficulty, seed=seed)
        steps = [step for step, _ in problem.events]
        assert 2 <= len(steps) < size
        assert steps == sorted(set(steps)) and steps[0] >= 1 and steps[-1] <= size
        assert 2 <= len(problem.initial_counts) <= size
        assert all(1 <= color <= len(problem.initial_counts) for _, color in problem.events)
        assert all(1 <= number <= size for number in [problem.added_per_draw, *problem.initial_counts])


def test_no_constant_pays():
    for difficulty, share in ((0, 0.12), (2, 0.06), (3, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(300)]
        assert max(map(answers.count, set(answers))) < share * len(answers)


def test_an_answer_between_the_marks_is_read():
    """In the published suite only a bare fraction is, and no answer between the marks that its prompt asks for."""
    tagged = rlve_gym.make("probability_polya_urn_draws")
    problem = tagged.sample(2, seed=0)
    assert tagged.judge(problem, f"It is <answer>{problem.answer}</answer>").correct
    assert tagged.judge(problem, f"It is <answer>\n{problem.answer}\n</answer>").correct
    assert not tagged.judge(problem, "It is <answer>5/17</answer>").correct


# 3/5 in step 1, any in step 2, color 2 in step 4: 3/5 * 2/7.
EXAMPLE = {
    "initial_counts": [3, 2],
    "added_per_draw": 2,
    "events": [[1, 1], [4, 2]],
    "answer": "6/35",
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("6/35", "valid", 1),
        (" 12 / 70\n", "valid", 1),
        ("\\frac{6}{35}", "valid", 1),
        ("+6/35", "valid", 1),
        ("-6/-35", "valid", 1),
        ("5/35", "valid", 0),
        ("0", "valid", 0),
        ("1", "valid", 0),
        ("35/35", "valid", 0),
        ("35/6", "invalid", 0),
        ("-6/35", "invalid", 0),
        ("6/-35", "invalid", 0),
        ("6", "invalid", 0),
        ("6/0", "unparsed", 0),
        ("6 35", "unparsed", 0),
        ("0.1714", "unparsed", 0),
        ("3/5 * 2/7", "unparsed", 0),
        ("6/35/1", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    problem = env.problem_from(EXAMPLE)
    assert by_sequences(problem) == by_urns(problem) == Fraction(6, 35)
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


@pytest.mark.parametrize("answer", ["6/0", "6", "-1/2", "1e999999999", "", "1/" + "9" * 5000, "0.5"])
def test_damaged_problems(answer):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, "answer": answer})
