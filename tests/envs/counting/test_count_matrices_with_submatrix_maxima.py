"""The oracle fills the matrix in every way; larger ones are filled cell by cell, keeping track of the conditions met."""

from collections import Counter
from itertools import product
from random import Random

import pytest

import rlve_gym
from rlve_gym.envs.counting.count_matrices_with_submatrix_maxima import _count

env = rlve_gym.make("count_matrices_with_submatrix_maxima", answer_style="plain")


def count_by_enumeration(rows, columns, greatest, constraints):
    count = 0
    for entries in product(range(1, greatest + 1), repeat=rows * columns):
        matrix = {(x + 1, y + 1): entries[columns * x + y] for x, y in product(range(rows), range(columns))}
        count += all(
            max(matrix[x, y] for x in range(x1, x2 + 1) for y in range(y1, y2 + 1)) == v
            for x1, y1, x2, y2, v in constraints
        )
    return count


def count_cell_by_cell(problem):
    """Number of ways to fill the cells so far, by the set of conditions whose maximum has been met."""
    states = Counter({frozenset(): 1})
    for x, y in product(range(1, problem.row_count + 1), range(1, problem.column_count + 1)):
        here = [
            (index, v)
            for index, (x1, y1, x2, y2, v) in enumerate(problem.constraints)
            if x1 <= x <= x2 and y1 <= y <= y2
        ]
        least = min((v for _, v in here), default=problem.max_value)
        met = frozenset(index for index, v in here if v == least)
        following = Counter()
        for state, ways in states.items():
            following[state | met] += ways
            following[state] += ways * (least - 1)  # a smaller entry meets no condition
        states = following
    return states[frozenset(range(len(problem.constraints)))]


def test_every_shape_against_enumeration():
    rng = Random(0)
    for shape in ((1, 1, 5), (1, 3, 4), (3, 1, 5), (2, 2, 4), (2, 3, 3), (3, 2, 3), (3, 3, 2), (1, 5, 3)):
        rows, columns, greatest = shape
        for size in range(1, 7):
            constraints = []
            for _ in range(size):  # not planted: many of these cannot all be satisfied
                x1, x2 = sorted(rng.choices(range(1, rows + 1), k=2))
                y1, y2 = sorted(rng.choices(range(1, columns + 1), k=2))
                constraints.append((x1, y1, x2, y2, rng.randint(1, greatest)))
            assert _count(*shape, constraints) == count_by_enumeration(*shape, constraints)
            assert _count(*shape, constraints * 2) == count_by_enumeration(*shape, constraints)  # repeated


@pytest.mark.parametrize("constraint_count", [2, 3, 5, 9])
def test_sampled_answers_are_those_of_enumeration(constraint_count):
    for seed in range(60):
        problem = env.sample(0, seed=seed, parameters={"constraint_count": constraint_count})
        count = count_by_enumeration(
            problem.row_count, problem.column_count, problem.max_value, problem.constraints
        )
        assert count >= 1  # a matrix was planted
        assert problem.answer == count % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", [1, 2, 3, 4, 6, 8])
def test_larger_answers_are_those_of_the_cells(difficulty):
    for seed in range(15):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == count_cell_by_cell(problem) % problem.modulus


def test_there_is_a_choice_and_no_condition_twice():
    """The traps of the catalogue: one cell or one value make the answer 1, and tiny matrices repeat conditions."""
    for difficulty in (0, 1, 3, 10):
        for seed in range(100):
            problem = env.sample(difficulty, seed=seed)
            assert problem.max_value >= 2 and problem.row_count * problem.column_count >= 3
            assert len(set(problem.constraints)) == len(problem.constraints)
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(300)]
        assert max(map(answers.count, set(answers))) <= (0.2 if difficulty == 0 else 0.12) * len(answers)


def test_at_most_14_conditions_have_the_same_value():
    """The count takes time exponential in their number."""
    parameters = {"constraint_count": 32, "max_side": 31}
    for seed in range(8):
        problem = env.sample(0, seed=seed, parameters=parameters)
        assert max(Counter(v for *_, v in problem.constraints).values()) <= 14
    with pytest.raises(ValueError, match="too small"):  # in 200 attempts there was no matrix small enough
        env.sample(0, seed=8, parameters=parameters)


def test_the_prompt_says_that_the_ranges_are_inclusive():
    """The trap of the catalogue: a half-open slice with indices from 1 was misread."""
    prompt = env.prompt(env.sample(3, seed=0))
    assert "both ends included" in prompt and "numbered from 1" in prompt


# A row of three entries 1..3 where the first two have maximum 2, and the last two 3: 1 2 3 / 2 1 3 / 2 2 3.
EXAMPLE = {
    "row_count": 1,
    "column_count": 3,
    "max_value": 3,
    "constraints": [[1, 1, 1, 2, 2], [1, 2, 1, 3, 3]],
    "modulus": 10,
    "answer": 3,
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("3", "valid", 1),
        (" 3\n", "valid", 1),
        ("4", "valid", 0),
        ("0", "valid", 0),
        ("9", "valid", 0),
        ("10", "invalid", 0),
        ("13", "invalid", 0),
        ("-7", "invalid", 0),
        ("3 mod 10", "unparsed", 0),
        ("3.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert count_by_enumeration(1, 3, 3, EXAMPLE["constraints"]) == 3
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
