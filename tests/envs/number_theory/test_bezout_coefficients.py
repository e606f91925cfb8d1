"""The oracle searches all small coefficients; the gcd comes from trial division."""

from itertools import combinations, product

import pytest

import rlve_gym

env = rlve_gym.make("bezout_coefficients", answer_style="plain")


def least_positive_sum(values, bound):
    """The least positive value of a sum with coefficients in -bound..bound, and every way to get it."""
    *front, last = values
    best, ways = None, []
    for x in product(range(-bound, bound + 1), repeat=len(front)):
        partial = sum(a * b for a, b in zip(front, x, strict=True))
        for step in range(-bound, bound + 1):
            total = partial + last * step
            if total > 0 and (best is None or total <= best):
                ways = [] if total != best else ways
                best = total
                ways.append([*x, step])
    return best, ways


def greatest_common_divisor(values):
    return next(d for d in range(min(map(abs, values)), 0, -1) if all(value % d == 0 for value in values))


def test_every_best_choice_of_two_coefficients_wins():
    for seed in range(150):
        problem = env.sample(0, seed=seed)
        best, ways = least_positive_sum(problem.values, 40)
        assert problem.optimum == best
        for way in ways:
            assert env.judge(problem, env.format(way)).correct
        assert problem.solution in ways


def test_every_best_choice_of_three_coefficients_wins():
    for values in ([6, -10, 15], [-12, 20, 30], [14, 21, 9], [-4, -6, 10], [39, 26, -33], [36, 40, -28]):
        best, ways = least_positive_sum(values, 12)
        problem = env.problem_from({"values": values, "optimum": best, "solution": ways[0]})
        for way in ways[::7]:
            assert env.judge(problem, env.format(way)).correct


@pytest.mark.parametrize("difficulty", range(0, 31, 2))
def test_solution_gives_the_gcd_with_small_coefficients(difficulty):
    for seed in range(12 if difficulty < 20 else 4):
        problem = env.sample(difficulty, seed=seed)
        values, x = problem.values, problem.solution
        assert len(values) == len(x) == 2 + difficulty
        assert sum(a * b for a, b in zip(values, x, strict=True)) == problem.optimum > 0
        assert all(value % problem.optimum == 0 for value in values)  # so no positive sum is smaller
        assert env.judge(problem, env.format(x)).correct
        assert max(map(abs, x)) <= len(values) * max(map(abs, values))  # they would grow exponentially


def test_no_single_value_is_the_answer_and_all_differ():
    """The trap of the catalogue: the smallest value was the gcd in most problems."""
    for difficulty in range(10):
        for seed in range(30):
            problem = env.sample(difficulty, seed=seed)
            sizes = [abs(value) for value in problem.values]
            assert len(set(sizes)) == len(sizes)
            assert all(2 <= size <= 32 * 2**difficulty for size in sizes)
            assert problem.optimum == greatest_common_divisor(sizes) < min(sizes)
            for i, value in enumerate(problem.values):
                unit = [0] * len(sizes)
                unit[i] = 1 if value > 0 else -1
                assert not env.judge(problem, env.format(unit)).correct


def test_half_of_the_values_are_negative():
    values = [value for seed in range(200) for value in env.sample(1, seed=seed).values]
    assert 0.4 * len(values) < sum(value < 0 for value in values) < 0.6 * len(values)


def test_most_pairs_have_a_common_factor():
    related = total = 0
    for seed in range(20):
        for a, b in combinations(env.sample(6, seed=seed).values, 2):
            total += 1
            related += greatest_common_divisor([a, b]) > 1
    assert related > 0.8 * total  # of random pairs it would be 39 %


EXAMPLE = {"values": [6, -10, 15], "optimum": 1, "solution": [-14, -7, 1]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("-14 -7 1", "valid", 1),
        ("1 2 1", "valid", 1),
        ("-4, -1, 1", "valid", 1),  # -24 + 10 + 15 = 1
        ("1\n-1\n-1", "valid", 1),  # 6 + 10 - 15 = 1
        ("−1 −2 −1", "invalid", 0),  # -6 + 20 - 15 = -1
        ("2 1 0", "valid", (1 / 2) ** 5),
        ("1 0 0", "valid", (1 / 6) ** 5),
        ("1 -1 1", "valid", (1 / 31) ** 5),
        (f"{10**400} 0 0", "valid", 0),  # beyond floats
        ("0 0 0", "invalid", 0),
        ("0 3 2", "invalid", 0),  # the sum is 0
        ("1 -1", "invalid", 0),
        ("1 -1 -1 0", "invalid", 0),
        ("1", "invalid", 0),
        ("1 -1 -1.0", "unparsed", 0),
        ("x = 1, y = -1, z = -1", "unparsed", 0),
        ("1 -1 " + "9" * 4301, "unparsed", 0),  # Python itself refuses so many digits
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)
    assert verdict.correct == (quality == 1)


@pytest.mark.parametrize(("value_count", "max_value"), [(31, 32), (2, 32), (20, 100), (32, 2**35)])
def test_extreme_parameters_work(value_count, max_value):
    problem = env.sample(0, seed=1, parameters={"value_count": value_count, "max_value": max_value})
    assert len(problem.values) == value_count
    assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize(
    "change",
    [
        {"optimum": 2},
        {"optimum": -1},
        {"values": [6, -10, 15, 0]},
        {"values": [1]},
        {"values": []},
    ],
)
def test_damaged_problems(change):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, **change})


def test_more_values_than_there_are():
    with pytest.raises(ValueError, match="no 32 different integers"):
        env.sample(0, seed=0, parameters={"value_count": 32, "max_value": 32})
