"""The oracle multiplies exactly, one factor after the other, and reduces at the end; for large exponents it is SymPy's."""

import pytest
from sympy import ZZ
from sympy.polys.matrices import DomainMatrix

import rlve_gym

env = rlve_gym.make("matrix_power", answer_style="plain")


def product(left, right):
    n = len(left)
    return [[sum(left[i][k] * right[k][j] for k in range(n)) for j in range(n)] for i in range(n)]


def by_plain_multiplications(problem):
    power = problem.matrix
    for _ in range(problem.exponent - 1):
        power = product(power, problem.matrix)
    return [[entry % problem.modulus for entry in row] for row in power]


@pytest.mark.parametrize("difficulty", range(15))
def test_answer_is_that_of_plain_multiplications(difficulty):
    for seed in range(15):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == by_plain_multiplications(problem)
        assert env.judge(problem, env.format(problem.answer)).correct


@pytest.mark.parametrize("difficulty", [18, 24, 30])
def test_large_exponents(difficulty):
    problem = env.sample(difficulty, seed=1, parameters={"size": 2})
    exact = DomainMatrix(problem.matrix, (2, 2), ZZ) ** problem.exponent
    assert problem.answer == [[int(entry) % problem.modulus for entry in row] for row in exact.to_list()]


def test_fibonacci_numbers():
    """They make up the powers of ((1 1) (1 0)); modulo 2 they repeat 0 1 1."""
    exponents = set()
    for seed in range(150):
        problem = env.sample(24, seed=seed, parameters={"size": 2, "modulus": 2})
        if problem.matrix == [[1, 1], [1, 0]]:
            k = problem.exponent
            before, here, after = (int(index % 3 > 0) for index in (k - 1, k, k + 1))
            assert problem.answer == [[after, here], [here, before]]
            exponents.add(k)
    assert len(exponents) >= 3


def test_sizes_grow():
    """The trap of the catalogue: four-digit entries and ten rows at the bottom are drudgery."""
    for difficulty, size, modulus, largest in [
        (0, 2, 10, 2), (1, 2, 10, 4), (2, 2, 10, 4), (3, 2, 100, 8), (6, 3, 100, 16), (9, 3, 1_000, 64), (15, 4, 10_000, 512),
        (30, 7, 10_000, 65_536),
    ]:  # fmt: skip
        problems = [env.sample(difficulty, seed=seed) for seed in range(50)]
        assert {(len(problem.matrix), problem.modulus) for problem in problems} == {(size, modulus)}
        assert all(2 <= problem.exponent <= largest for problem in problems)
        assert max(problem.exponent for problem in problems) > largest // 2
        entries = [entry for problem in problems for row in problem.matrix for entry in row]
        assert min(entries) >= 0
        assert 0.9 * modulus - 1 <= max(entries) < modulus


EXAMPLE = {"matrix": [[1, 2], [3, 4]], "exponent": 3, "modulus": 50, "answer": [[37, 4], [31, 18]]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("37 4\n31 18", "valid", 1),
        ("37, 4\n\n31, 18\n", "valid", 1),
        ("37 4\n31 17", "valid", (3 / 4) ** 5),
        ("37 54\n81 118", "valid", (1 / 4) ** 5),  # not reduced
        ("-13 4\n31 18", "valid", (3 / 4) ** 5),
        ("4 37\n18 31", "valid", 0),
        ("37 31\n4 18", "valid", (2 / 4) ** 5),  # transposed
        ("1 0\n0 1", "valid", 0),
        ("37 4 31 18", "unparsed", 0),
        ("37 4", "unparsed", 0),
        ("37 4\n31", "unparsed", 0),
        ("37 4\n31 18\n0 0", "unparsed", 0),
        ("37 4 0\n31 18", "unparsed", 0),
        ("[[37, 4], [31, 18]]", "unparsed", 0),
        ("37 4\n31 18.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


@pytest.mark.parametrize(
    "damage",
    [
        {"matrix": []},
        {"matrix": [], "answer": []},
        {"matrix": [[1, 2], [3]]},
        {"answer": [[37, 4]]},
        {"answer": [[37], [31]]},
    ],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, **damage})
