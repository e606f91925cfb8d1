"""The oracle reads the statements from the prompt and tries all assignments at once with NumPy."""

import re
from itertools import permutations

import numpy as np
import pytest

import rlve_gym
from rlve_gym.envs.logic.knights_and_knaves import NAMES

env = rlve_gym.make("knights_and_knaves", answer_style="plain")

ATOM = r"\(([^()]*)\)"


def truth(text, knights):
    """Under which assignments an English statement is true."""
    if match := re.fullmatch(r"(\w+) is a (knight|knave)", text):
        return knights[match[1]] if match[2] == "knight" else ~knights[match[1]]
    if match := re.fullmatch(rf"it is not true that {ATOM}", text):
        return ~truth(match[1], knights)
    if match := re.fullmatch(rf"if {ATOM}, then {ATOM}", text):
        return ~truth(match[1], knights) | truth(match[2], knights)
    match = re.fullmatch(rf"{ATOM} (and|or|if and only if) {ATOM}", text)
    first, second = truth(match[1], knights), truth(match[3], knights)
    return {"and": first & second, "or": first | second, "if and only if": first == second}[match[2]]


def said(problem):
    """(name, statement) pairs as the prompt prints them."""
    return re.findall(r"^(\w+): (.*)\.$", env.describe(problem), re.MULTILINE)


def solutions(problem):
    statements = said(problem)
    number = np.arange(2 ** len(statements))
    knights = {name: (number >> i) % 2 == 1 for i, (name, _) in enumerate(statements)}
    consistent = np.full(len(number), True)
    for name, statement in statements:
        consistent &= knights[name] == truth(statement, knights)
    return [
        ["knight" if a >> i & 1 else "knave" for i in range(len(statements))]
        for a in np.flatnonzero(consistent)
    ]


@pytest.mark.parametrize("difficulty", range(16))
def test_the_answer_is_the_only_consistent_assignment(difficulty):
    for seed in range(30 if difficulty < 9 else 4):
        problem = env.sample(difficulty, seed=seed)
        assert [name for name, _ in said(problem)] == problem.names
        assert len(problem.names) == 3 + difficulty
        assert solutions(problem) == [problem.answer] == [env.solve(problem)]


def test_no_statement_is_constant():
    """The trap of the catalogue: a contradiction or tautology gives its speaker away."""
    kinds = set()
    for seed in range(150):
        problem = env.sample(seed % 4, seed=seed)
        number = np.arange(2 ** len(problem.names))
        knights = {name: (number >> i) % 2 == 1 for i, name in enumerate(problem.names)}
        for name, statement in said(problem):
            assert set(truth(statement, knights)) == {True, False}
            assert statement != f"{name} is a knave"
        kinds.update(statement[0] for statement in problem.statements)
    assert kinds == {"knight", "knave", "not", "and", "or", "implies", "iff"}


def test_the_roles_are_balanced():
    roles = [role for seed in range(300) for role in env.sample(3, seed=seed).answer]
    assert 0.45 < roles.count("knight") / len(roles) < 0.55


def test_no_name_contains_another():
    """The trap of the catalogue: "Liam" is found inside "William"."""
    assert len(NAMES) >= 20
    assert not any(a.casefold() in b.casefold() for a, b in permutations(NAMES, 2))


# B: "We are both knaves" makes B a knave and A a knight, who says so.
EXAMPLE = {
    "names": ["Ann", "Bob", "Cid"],
    "statements": [
        ["knave", 1],
        ["and", ["knave", 0], ["knave", 1]],
        ["implies", ["not", ["iff", ["knight", 0], ["knight", 1]]], ["or", ["knight", 0], ["knight", 2]]],
    ],
    "answer": ["knight", "knave", "knight"],
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("knight knave knight", "valid", 1),
        ("Knight, KNAVE, knight", "valid", 1),
        ("knight\nknave\nknight", "valid", 1),
        ("knight knave knave", "valid", (2 / 3) ** 10),
        ("knave knight knave", "valid", 0),
        ("knight knave", "unparsed", 0),
        ("knight knave knight knight", "unparsed", 0),
        ("Ann is a knight, Bob is a knave, and Cid is a knight.", "unparsed", 0),
        ("knight knave knight!", "unparsed", 0),
        ("knight liar knight", "unparsed", 0),
        ("1 0 1", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_nested_statements_are_bracketed():
    assert (
        "Cid: if (it is not true that ((Ann is a knight) if and only if (Bob is a knight))), "
        "then ((Ann is a knight) or (Cid is a knight)).\n" in env.describe(env.problem_from(EXAMPLE))
    )


DEEP = ["knave", 1]
for _ in range(100):
    DEEP = ["not", DEEP]


@pytest.mark.parametrize(
    "statement",
    [
        ["knave", 3],
        ["knave", -1],
        ["knave", True],
        ["knave", "Bob"],
        ["knave"],
        ["spy", 1],
        ["not", 1],
        ["not", ["knight", 1], ["knight", 1]],
        ["and", ["knave", 1]],
        [],
        DEEP,
    ],
)
def test_damaged_statements_are_refused(statement):
    with pytest.raises(ValueError, match="statement"):
        env.problem_from({**EXAMPLE, "statements": [statement, *EXAMPLE["statements"][1:]]})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("names", ["Ann", "Bob"]),
        ("answer", ["knight", "knave"]),
        ("answer", ["knave", "knave", "knight"]),
        ("answer", ["knight", "knave", "spy"]),
    ],
)
def test_damaged_problems_are_refused(field, value):
    with pytest.raises(ValueError, match=r"length|contradicts|enum"):
        env.problem_from({**EXAMPLE, field: value})
