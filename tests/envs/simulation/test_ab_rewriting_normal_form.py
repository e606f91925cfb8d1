"""The oracle rewrites literally, at a random place each time."""

from collections import Counter
from itertools import product
from random import Random

import pytest

import rlve_gym

env = rlve_gym.make("ab_rewriting_normal_form", answer_style="plain")
TOKENS = ["A#", "#A", "B#", "#B"]
RULES = {
    ("A#", "#A"): [],
    ("B#", "#B"): [],
    ("A#", "#B"): ["#B", "A#"],
    ("B#", "#A"): ["#A", "B#"],
}


def rewrite(tokens, rng):
    tokens = list(tokens)
    while places := [i for i in range(len(tokens) - 1) if (tokens[i], tokens[i + 1]) in RULES]:
        i = rng.choice(places)
        tokens[i : i + 2] = RULES[tokens[i], tokens[i + 1]]
    return tokens


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 5, 8, 11, 15])
def test_answer_is_that_of_rewriting(difficulty):
    rng = Random(difficulty)
    for seed in range(40):
        problem = env.sample(difficulty, seed=seed)
        final = rewrite(problem.tokens, rng)
        assert problem.answer == final == rewrite(problem.tokens, rng)
        assert env.judge(problem, " ".join(final)).correct


def test_the_top_agrees_too():
    for seed in range(3):
        problem = env.sample(30, seed=seed)
        assert problem.answer == rewrite(problem.tokens, Random(seed))


def test_every_problem_of_four_tokens_is_exact():
    """All words of four tokens as hand-made problems: only the normal form wins."""
    for tokens in product(TOKENS, repeat=4):
        final = rewrite(tokens, Random(0))
        problem = env.problem_from({"tokens": list(tokens), "answer": final})
        assert env.judge(problem, " ".join(final) or "EMPTY").correct
        assert env.judge(problem, " ".join(tokens)).correct == (list(tokens) == final)
        assert not env.judge(problem, " ".join([*final, "A#"])).correct


EXAMPLE = {"tokens": ["B#", "A#", "#B", "#A", "B#"], "answer": ["B#"]}
VANISHES = {"tokens": ["A#", "B#", "#A", "#B"], "answer": []}
LONGER = {"tokens": ["A#", "B#", "#A", "#A"], "answer": ["#A", "B#"]}


@pytest.mark.parametrize(
    ("fields", "text", "outcome", "quality"),
    [
        (EXAMPLE, "B#", "valid", 1),
        (EXAMPLE, " b#\n", "valid", 1),
        (EXAMPLE, "A#", "valid", 0),
        (EXAMPLE, "B# B#", "valid", 0),
        (EXAMPLE, "B# A# #B #A B#", "valid", 0),  # the echo
        (EXAMPLE, "EMPTY", "valid", 0),
        (EXAMPLE, "", "valid", 0),
        (EXAMPLE, "B", "unparsed", 0),
        (EXAMPLE, "B #", "unparsed", 0),
        (EXAMPLE, "B#B#", "unparsed", 0),
        (EXAMPLE, "EMPTY B#", "unparsed", 0),
        (EXAMPLE, "[B#]", "unparsed", 0),
        (VANISHES, "EMPTY", "valid", 1),
        (VANISHES, "empty", "valid", 1),
        (VANISHES, "", "valid", 1),
        (VANISHES, "A#", "valid", 0),
        (LONGER, "#A B#", "valid", 1),
        (LONGER, "#A, B#", "valid", 1),
        (LONGER, "#A\nB#", "valid", 1),
        (LONGER, "B# #A", "valid", 0),  # the order counts
    ],
)
def test_hand_made_answers(fields, text, outcome, quality):
    verdict = env.judge(env.problem_from(fields), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_neither_an_echo_nor_empty_ever_wins():
    """The weak spots of the catalogue: a third of the words of level 0 would be normal already."""
    for difficulty in range(0, 31, 3):
        for seed in range(60):
            problem = env.sample(difficulty, seed=seed)
            assert len(problem.tokens) == env.ladder.parameters["token_count"].at(difficulty)
            assert not env.judge(problem, " ".join(problem.tokens)).correct
            assert not env.judge(problem, "EMPTY").correct


def test_all_tokens_and_many_answers_occur():
    problems = [env.sample(3, seed=seed) for seed in range(300)]
    assert {token for problem in problems for token in problem.tokens} == set(TOKENS)
    assert max(Counter(tuple(problem.answer) for problem in problems).values()) < 45


def test_the_prompt_states_every_rule_and_the_empty_answer():
    prompt = env.prompt(env.problem_from(EXAMPLE))
    for part in ("B# A# #B #A B#", "A# #B -> #B A#", "B# #A -> #A B#", "A# #A ->", "B# #B ->", "EMPTY"):
        assert part in prompt


@pytest.mark.parametrize("fields", [{"tokens": []}, {"tokens": ["A"]}, {"answer": ["#"]}])
def test_damaged_problems_are_refused(fields):
    with pytest.raises(ValueError):
        env.problem_from({**EXAMPLE, **fields})
