"""The oracle is a breadth-first search over signed Fibonacci steps; large numbers: a recursion on the coefficients."""

import pytest

import rlve_gym

env = rlve_gym.make("min_signed_fibonacci_terms", answer_style="plain")


def fibonacci(limit):
    """Up to the first one above the limit."""
    numbers = [1, 2]
    while numbers[-1] <= limit:
        numbers.append(numbers[-1] + numbers[-2])
    return numbers


def distances(limit):
    """The least number of terms of every integer in 0..limit, by steps within -4 limit..4 limit."""
    bound = 4 * limit
    steps = [sign * number for number in fibonacci(bound) for sign in (-1, 1)]
    distance, level = {0: 0}, [0]
    while level:
        following = []
        for value in level:
            for step in steps:
                reached = value + step
                if -bound <= reached <= bound and reached not in distance:
                    distance[reached] = distance[value] + 1
                    following.append(reached)
        level = following
    return [distance[value] for value in range(limit + 1)]


def by_coefficients(target):
    """The least sum of |c| with target = sum of c * F over the Fibonacci numbers F, every c in -2..2.

    Goes down from the largest, with all remainders that the smaller ones can still make up for.
    """
    numbers = fibonacci(4 * target)
    least = {target: 0}
    for index in reversed(range(len(numbers))):
        reach = 2 * sum(numbers[:index])
        following = {}
        for rest, count in least.items():
            for c in range(-2, 3):
                left = rest - c * numbers[index]
                if abs(left) <= reach:
                    following[left] = min(following.get(left, target), count + abs(c))
        least = following
    return least[0]


DISTANCES = distances(4000)


def test_the_two_oracles_agree():
    assert all(by_coefficients(target) == DISTANCES[target] for target in range(4, 300))


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 4])
def test_answers_are_those_of_the_search(difficulty):
    for seed in range(200):
        problem = env.sample(difficulty, seed=seed)
        assert 4 <= problem.target <= 250 * 2**difficulty
        assert problem.answer == DISTANCES[problem.target]
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize("target_max", range(5, 60))
def test_small_bounds(target_max):
    for seed in range(20):
        problem = env.sample(0, seed=seed, parameters={"target_max": target_max})
        assert 4 <= problem.target <= target_max
        assert problem.answer == DISTANCES[problem.target]


@pytest.mark.parametrize("difficulty", [5, 10, 15, 20, 25, 30])
def test_answers_are_those_of_the_coefficients(difficulty):
    for seed in range(6):
        problem = env.sample(difficulty, seed=seed)
        assert 4 <= problem.target <= 250 * 2**difficulty
        assert problem.answer == by_coefficients(problem.target)


def test_answers_are_uniform():
    """A trap of the published suite: of uniform numbers, up to 71 % had the same answer."""
    for difficulty, count in ((0, 4), (3, 5), (12, 9), (30, 18)):
        numbers = fibonacci(250 * 2**difficulty)[:-1]
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(1000)]
        assert set(answers) == set(range(1, count + 1)) == set(range(1, len(numbers) // 3 + 1))
        assert all(0.6 < answers.count(answer) * count / 1000 < 1.4 for answer in set(answers))


@pytest.mark.parametrize(
    ("target", "text", "outcome", "quality"),
    [
        (5, "1", "valid", 1),
        (4, "2", "valid", 1),  # 5 - 1, and 2 + 2
        (10, "2", "valid", 1),  # 8 + 2, and 5 + 5
        (1070, "4", "valid", 1),  # 987 + 89 - 5 - 1
        (1070, " +4\n", "valid", 1),
        (1070, "3", "valid", 0),
        (1070, "5", "valid", 0),
        (1070, "9" * 3_000, "valid", 0),
        (1070, "0", "invalid", 0),
        (1070, "-4", "invalid", 0),
        (1070, "987 89 -5 -1", "unparsed", 0),
        (1070, "4.0", "unparsed", 0),
        (1070, "", "unparsed", 0),
    ],
)
def test_hand_made_answers(target, text, outcome, quality):
    problem = env.problem_from({"target": target, "answer": DISTANCES[target]})
    verdict = env.judge(problem, text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)
