"""The oracle goes through all sets of small numbers."""

from itertools import combinations

import pytest

import rlve_gym

env = rlve_gym.make("set_from_pairwise_sums", answer_style="plain")


def sorted_sums(numbers):
    return sorted(a + b for i, a in enumerate(numbers) for b in numbers[:i])


def all_solutions(pair_sums, n):
    wanted = sorted(pair_sums)
    return [
        numbers for numbers in combinations(range(1, wanted[-1]), n)
        if numbers[0] + numbers[1] == wanted[0] and sorted_sums(numbers) == wanted
    ]  # fmt: skip


def quality(given, made):
    """Both multisets as lists: each given sum strikes out one that was made."""
    rest = list(made)
    for number in given:
        if number in rest:
            rest.remove(number)
    common = len(made) - len(rest)
    return (common / (len(given) + len(rest))) ** 5


@pytest.mark.parametrize(("difficulty", "seeds"), [(0, 150), (1, 30)])
def test_exactly_the_sets_with_these_sums_win(difficulty, seeds):
    solution_counts = []
    for seed in range(seeds):
        problem = env.sample(difficulty, seed=seed)
        solutions = all_solutions(problem.pair_sums, 3 + difficulty)
        assert tuple(problem.solution) in solutions
        for numbers in solutions:
            assert env.judge(problem, env.format(numbers[::-1])).correct
        solution_counts.append(len(solutions))
    if difficulty == 0:
        assert set(solution_counts) == {1}
    else:  # the trap of the catalogue: sets of four often have a twin
        assert set(solution_counts) == {1, 2}
        assert 3 < solution_counts.count(2) < 20


def test_every_set_of_three_gets_its_quality():
    for seed in range(40):
        problem = env.sample(0, seed=seed)
        for numbers in combinations(range(1, 16), 3):
            verdict = env.judge(problem, env.format(numbers))
            expected = quality(problem.pair_sums, sorted_sums(numbers))
            assert verdict.quality == pytest.approx(expected)
            assert verdict.correct == (list(numbers) == problem.solution)


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_solutions_have_the_sums_and_the_order_tells_nothing(difficulty):
    n = 3 + difficulty
    orders = set()
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        assert sorted_sums(problem.solution) == sorted(problem.pair_sums)
        assert len(problem.solution) == n and 1 <= problem.solution[0] <= problem.solution[-1] <= 5 * n
        assert env.judge(problem, env.format(env.solve(problem))).correct
        ranks = {value: rank for rank, value in enumerate(sorted(set(problem.pair_sums)))}
        orders.add(tuple(ranks[value] for value in problem.pair_sums))
        wrong = [*problem.solution[:-1], problem.solution[-1] + 1]
        verdict = env.judge(problem, env.format(wrong))
        assert verdict.outcome == "valid" and not verdict.correct
        assert verdict.quality == pytest.approx(quality(problem.pair_sums, sorted_sums(wrong)))
    assert len(orders) > 3


TWINS = {"pair_sums": [9, 5, 6, 11, 7, 10], "solution": [1, 4, 5, 6]}


@pytest.mark.parametrize(
    ("text", "outcome", "expected"),
    [
        ("1 4 5 6", "valid", 1),  # 5 6 7 9 10 11
        ("6, 1, 5, 4", "valid", 1),
        ("2 3 4 7", "valid", 1),  # 5 6 9 7 10 11
        ("1\n4\n5\n6", "valid", 1),
        ("1 4 5 7", "valid", (4 / 8) ** 5),  # 5 6 8 9 11 12
        ("100 200 300 400", "valid", 0),
        ("1 4 5", "invalid", 0),
        ("1 4 5 6 6", "invalid", 0),
        ("1 4 5 5", "invalid", 0),
        ("0 4 5 6", "invalid", 0),
        ("-1 4 5 6", "invalid", 0),
        (f"1 4 5 {'9' * 3_999}", "valid", (3 / 9) ** 5),  # 5 6 9
        ("1 4 5 6.0", "unparsed", 0),
        ("{1, 4, 5, 6}", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, expected):
    verdict = env.judge(env.problem_from(TWINS), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(expected)
    assert verdict.correct == (expected == 1)


def test_equal_sums_count_as_often_as_they_occur():
    problem = env.problem_from({"pair_sums": [3, 4, 5, 5, 6, 7], "solution": [1, 2, 3, 4]})
    assert env.judge(problem, "1 2 3 4").correct
    assert env.judge(problem, "1 2 3 5").quality == pytest.approx((5 / 7) ** 5)  # 3 4 6 5 7 8


@pytest.mark.parametrize(
    "change", [{"pair_sums": [5, 6, 7]}, {"pair_sums": []}, {"solution": [1, 4, 5]}, {"solution": []}]
)
def test_damaged_problems(change):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**TWINS, **change})
