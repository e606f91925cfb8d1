"""The oracles are the recurrence in exact integers, and the power of the companion matrix for large indices."""

from functools import cache

import pytest

import rlve_gym

env = rlve_gym.make("linear_recurrence_term_mod", answer_style="plain")


def exact_term(terms, coefficients, index):
    @cache
    def term(i):
        if i <= 2:
            return terms[i - 1]
        return coefficients[0] * term(i - 1) + coefficients[1] * term(i - 2)

    return term(index)


def product(a, b, m):
    return [
        [sum(x * y for x, y in zip(row, col, strict=True)) % m for col in zip(*b, strict=True)] for row in a
    ]


def term_by_matrix(problem):
    power, square, exponent = [[1, 0], [0, 1]], [[*problem.coefficients], [1, 0]], problem.index - 1
    while exponent:
        if exponent % 2:
            power = product(power, square, problem.modulus)
        square, exponent = product(square, square, problem.modulus), exponent // 2
    first, second = problem.initial_terms
    return (power[1][0] * second + power[1][1] * first) % problem.modulus


@pytest.mark.parametrize("difficulty", range(0, 11, 2))
def test_answer_is_that_of_exact_integers(difficulty):
    for seed in range(50):
        problem = env.sample(difficulty, seed=seed)
        expected = exact_term(problem.initial_terms, problem.coefficients, problem.index) % problem.modulus
        assert env.judge(problem, str(expected)).correct
        assert not env.judge(problem, str((expected + 1) % problem.modulus)).correct


@pytest.mark.parametrize("difficulty", [0, 4, 8, 12, 16, 20, 24, 28, 30])
def test_answer_is_that_of_the_matrix(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        assert env.solve(problem) == term_by_matrix(problem)


def test_ranges():
    for difficulty, index_max, modulus_max in ((0, 5, 20), (3, 14, 42), (10, 95, 257)):
        problems = [env.sample(difficulty, seed=seed) for seed in range(500)]
        assert {p.index for p in problems} == {*range(max(3, index_max // 2), index_max + 1)}
        assert min(p.modulus for p in problems) >= modulus_max // 2
        assert max(p.modulus for p in problems) <= modulus_max
        assert all(0 <= term < p.modulus for p in problems for term in p.initial_terms)
        assert all(1 <= factor < p.modulus for p in problems for factor in p.coefficients)
    assert max(env.sample(30, seed=seed).modulus for seed in range(100)) <= 10_000


@pytest.mark.parametrize("difficulty", [0, 3, 6])
def test_no_constant_pays(difficulty):
    answers = [env.sample(difficulty, seed=seed).answer for seed in range(1000)]
    assert max(map(answers.count, set(answers))) < 100


FIBONACCI = {"initial_terms": [1, 1], "coefficients": [1, 1], "index": 30, "modulus": 10_000, "answer": 2040}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("2040", "valid", 1),  # of 832040
        ("2,040", "valid", 1),
        ("4229", "valid", 0),  # of the 29th, 514229
        ("6269", "valid", 0),  # of the 31st, 1346269
        ("0", "valid", 0),
        ("832040", "invalid", 0),
        ("10000", "invalid", 0),
        ("-7960", "invalid", 0),
        ("A[30] = 2040", "unparsed", 0),
        ("2040.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    problem = env.problem_from(FIBONACCI)
    assert term_by_matrix(problem) == 2040
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_extreme_parameters():
    for index_max in (5, env.ladder.bounds("index_max")[1]):
        problem = env.sample(0, seed=1, parameters={"index_max": index_max, "modulus_max": 4})
        assert problem.modulus in (2, 3, 4)
        assert env.solve(problem) == term_by_matrix(problem)
