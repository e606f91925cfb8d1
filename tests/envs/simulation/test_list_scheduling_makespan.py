"""The oracle is a clock that ticks: at each tick every busy machine works one unit, then free ones take jobs."""

from collections import Counter

import pytest

import rlve_gym

env = rlve_gym.make("list_scheduling_makespan", answer_style="plain")


def tick(durations, machine_count):
    waiting = list(durations)
    left = [0] * machine_count
    clock = 0
    while True:
        for machine in range(machine_count):
            if left[machine] == 0 and waiting:
                left[machine] = waiting.pop(0)
        if not any(left):
            return clock
        left = [max(0, work - 1) for work in left]
        clock += 1


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 5, 8, 11, 15, 20])
def test_answer_is_that_of_the_ticking_clock(difficulty):
    for seed in range(60 if difficulty < 11 else 8):
        problem = env.sample(difficulty, seed=seed)
        expected = tick(problem.durations, problem.machine_count)
        assert problem.answer == expected
        assert env.judge(problem, str(expected)).correct


@pytest.mark.parametrize("difficulty", range(0, 31, 6))
def test_the_bounds_of_graham(difficulty):
    """At least the longest job and the mean load; at most the mean load plus (1 - 1 / K) times the longest job."""
    for seed in range(30):
        problem = env.sample(difficulty, seed=seed)
        longest, total, k = max(problem.durations), sum(problem.durations), problem.machine_count
        assert max(longest * k, total) <= problem.answer * k <= total + (k - 1) * longest


def test_published_example():
    """USACO 2017 January, Cow Dance Show: K = 4 is the smallest stage that is done by time 8."""
    durations = [4, 7, 8, 6, 4]
    times = {k: tick(durations, k) for k in (1, 2, 3, 4)}
    assert min(k for k, time in times.items() if time <= 8) == 4
    for k, time in times.items():
        problem = env.problem_from({"durations": durations, "machine_count": k, "answer": time})
        assert env.judge(problem, env.format(env.solve(problem))).correct


# Machines A, B: A 3, B 5; A 3 + 2 = 5; both are free at 5: jobs 4 and 5 start at 5 and end at 9 and 6; job 6 at 6.
EXAMPLE = {"durations": [3, 5, 2, 4, 1, 2], "machine_count": 2, "answer": 9}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("9", "valid", 1),
        (" 9\n", "valid", 1),
        ("8", "valid", 0),
        ("17", "valid", 0),
        ("0", "invalid", 0),
        ("-9", "invalid", 0),
        ("9.0", "unparsed", 0),
        ("time 9", "unparsed", 0),
        ("9 9", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert tick(EXAMPLE["durations"], 2) == 9
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_guess_pays():
    """The trap of the published suite: few durations give answers near n, or the longest duration."""
    for difficulty, share in ((0, 0.2), (3, 0.1), (6, 0.1), (12, 0.05)):
        problems = [env.sample(difficulty, seed=seed) for seed in range(300)]
        answers = Counter(problem.answer for problem in problems)
        assert max(answers.values()) <= share * 300
        assert sum(problem.answer == max(problem.durations) for problem in problems) <= 0.25 * 300
        for problem in problems:
            n = len(problem.durations)
            assert 2 <= problem.machine_count <= max(2, n // 2)
            assert all(1 <= duration <= 3 * n for duration in problem.durations)


@pytest.mark.parametrize(
    "change", [{"durations": [3, 0]}, {"machine_count": 0}, {"machine_count": 7}, {"answer": 0}]
)
def test_damaged_problems_are_refused(change):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, **change})
