"""The oracle reads the subsets from the prompt and tries all splits."""

import re
from itertools import combinations

import pytest

import rlve_gym

env = rlve_gym.make("set_splitting", answer_style="plain")


def subsets(problem):
    lines = [line for line in env.describe(problem).split("\n") if re.fullmatch(r"\d+( \d+)+", line)]
    return [[int(element) for element in line.split()] for line in lines]


def hits(sets, one_class):
    return sum(len({element in one_class for element in elements}) == 2 for elements in sets)


@pytest.mark.parametrize("difficulty", range(5))
def test_every_split_gets_its_quality(difficulty):
    n = 5 + difficulty
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        sets = subsets(problem)
        assert sets == problem.subsets
        right = []
        for size in range(n + 1):
            for one_class in combinations(range(n), size):
                verdict = env.judge(problem, env.format(one_class[::-1]))  # in any order
                share = hits(sets, one_class) / len(sets)
                assert verdict.outcome == "valid"
                assert verdict.correct == (share == 1)
                assert verdict.quality == pytest.approx(share**10)
                if verdict.correct:
                    right.append(set(one_class))
        assert set(problem.solution) in right
        assert set(range(n)).difference(problem.solution) in right  # the other class is right, too


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_shape_of_the_subsets(difficulty):
    n = 5 + difficulty
    pairs = total = 0
    for seed in range(25):
        problem = env.sample(difficulty, seed=seed)
        sets = subsets(problem)
        assert problem.element_count == n
        assert len(sets) == int(problem.origin.parameters["subset_ratio"] * n)
        assert all(elements == sorted(set(elements)) and len(elements) in (2, 3) for elements in sets)
        assert all(0 <= element < n for elements in sets for element in elements)
        assert len(set(map(tuple, sets))) == len(sets)
        assert hits(sets, problem.solution) == len(sets)
        assert abs(len(problem.solution) - n / 2) <= 1
        # The trap of the published suite: {0, 2, 4, ...} is right in about half of the problems.
        assert hits(sets, range(0, n, 2)) < len(sets)
        assert hits(sets, range(n // 2)) < len(sets)
        pairs += sum(len(elements) == 2 for elements in sets)
        total += len(sets)
    assert 0.22 < pairs / total < 0.4


@pytest.mark.parametrize(("n", "ratio"), [(5, 3.0), (5, 1.0), (6, 3.0), (35, 3.0)])
def test_extremes_have_enough_subsets(n, ratio):
    parameters = {"element_count": n, "subset_ratio": ratio}
    for seed in range(15):
        sets = subsets(env.sample(0, seed=seed, parameters=parameters))
        assert len(set(map(tuple, sets))) == int(ratio * n)


# {0, 2} and {1, 3}, or {0, 3} and {1, 2}; the set of 4 is split by {0, 1}, too
EXAMPLE = {"element_count": 4, "subsets": [[0, 1], [3, 2], [0, 1, 2, 3]], "solution": [0, 2]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("0 2", "valid", 1),
        ("2, 0", "valid", 1),
        ("1\n3", "valid", 1),
        ("3 0", "valid", 1),
        ("0", "valid", (2 / 3) ** 10),
        ("0 1", "valid", (1 / 3) ** 10),
        ("0 1 2", "valid", (2 / 3) ** 10),
        ("0 1 2 3", "valid", 0),
        ("", "valid", 0),  # an empty class
        ("  \n", "valid", 0),
        ("0 4", "invalid", 0),
        ("-1 0 2", "invalid", 0),
        ("0 2 0", "invalid", 0),
        ("{0, 2}", "unparsed", 0),
        ("0 2 and 1 3", "unparsed", 0),
        ("0 2 | 1 3", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


@pytest.mark.parametrize(
    "damage",
    [
        {"subsets": []},
        {"subsets": [[0]]},
        {"subsets": [[1, 1]]},
        {"subsets": [[0, 1, 1]]},
        {"subsets": [[0, 1], []]},
        {"subsets": [[0, 4]]},
        {"subsets": [[-1, 0]]},
        {"element_count": 3},
        {"solution": [0, 1]},  # does not split the first set
        {"solution": []},
        {"solution": [0, 2, 2]},
        {"solution": [0, 2, 4]},
    ],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(rlve_gym.ProblemError, match=r"subsets|solution"):
        env.problem_from({**EXAMPLE, **damage})
