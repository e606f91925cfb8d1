"""The oracles filter integers by their digits and sort subset sums; larger ranks are counted digit by digit."""

from itertools import combinations

import pytest

import rlve_gym

env = rlve_gym.make("kth_sum_of_distinct_powers", answer_style="plain")


def digits(number, base):
    found = []
    while number:
        found.append(number % base)
        number //= base
    return found


def by_filtering(base, count):
    """The first numbers of the list, by looking at every integer."""
    found, number = [], 0
    while len(found) < count:
        number += 1
        if max(digits(number, base)) <= 1:
            found.append(number)
    return found


def by_subset_sums(base, powers):
    return sorted(
        sum(base**e for e in subset)
        for size in range(1, powers + 1)
        for subset in combinations(range(powers), size)
    )


SUBSET_SUMS = {base: by_subset_sums(base, 10) for base in range(2, 11)}  # the first 1023 of the list


def test_the_two_oracles_agree():
    for base in range(2, 7):
        assert by_filtering(base, 64) == SUBSET_SUMS[base][:64]


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 4, 5])
def test_answers_are_those_of_the_sorted_subset_sums(difficulty):
    for seed in range(100):
        problem = env.sample(difficulty, seed=seed)
        assert problem.answer == SUBSET_SUMS[problem.base][problem.rank - 1]
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("difficulty", range(6, 31, 3))
def test_large_answers_have_their_rank(difficulty):
    """Below a member of the list with highest power e there are 2^e - 1 with lower ones, and those that share it."""
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        rest, smaller = problem.answer, 0
        while rest:
            power = max(e for e in range(200) if problem.base**e <= rest)
            smaller += 2**power
            rest -= problem.base**power
            assert rest < problem.base**power
        assert smaller == problem.rank


def test_sampling():
    for difficulty in (0, 5, 10, 30):
        problems = [env.sample(difficulty, seed=seed) for seed in range(400)]
        greatest = 16 * 2**difficulty
        assert all(greatest // 2 <= problem.rank <= greatest for problem in problems)
        # With base 2 the rank itself would be right.
        assert {problem.base for problem in problems} == set(range(3, 6 + difficulty // 2))
        assert all(problem.answer > problem.rank for problem in problems)


def test_the_prompt_counts_the_power_zero():
    assert "3^0 = 1" in env.describe(env.problem_from(EXAMPLE))


EXAMPLE = {"base": 3, "rank": 100, "answer": 981}  # the published example of NOIP 2006


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("981", "valid", 1),
        (" +0981\n", "valid", 1),
        ("972", "valid", 0),  # rank 96
        ("1", "valid", 0),
        ("1093", "valid", 0),
        ("980", "invalid", 0),  # 1100022 in base 3
        ("2", "invalid", 0),
        ("100", "invalid", 0),  # the rank itself, 10201
        ("1100100", "invalid", 0),  # the digits in base 3, read in base 10
        ("0", "invalid", 0),
        ("-981", "invalid", 0),
        ("981.0", "unparsed", 0),
        ("3^6 + 3^5 + 3^2", "unparsed", 0),
        ("981 972", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_with_base_2_the_answer_is_the_rank():
    problem = env.problem_from({"base": 2, "rank": 10, "answer": 10})
    assert env.judge(problem, "10").correct
    assert env.judge(problem, "11").outcome == "valid"


@pytest.mark.parametrize("base", [1, 0, -3])
def test_damaged_problems(base):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, "base": base})
