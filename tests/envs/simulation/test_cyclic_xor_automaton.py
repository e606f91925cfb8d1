"""The oracle changes the lamps step by step; far beyond its reach, Lucas's theorem gives single lamps."""

from collections import Counter

import pytest

import rlve_gym

env = rlve_gym.make("cyclic_xor_automaton", answer_style="plain")


def simulate(states, step_count):
    for _ in range(step_count):
        states = [int(a != b) for a, b in zip(states, states[1:] + states[:1], strict=True)]
    return states


def words(bits):
    return " ".join("ON" if bit else "OFF" for bit in bits)


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 5, 7, 9, 12])
def test_answer_is_that_of_simulation(difficulty):
    for seed in range(40 if difficulty < 9 else 12):
        problem = env.sample(difficulty, seed=seed)
        final = simulate(problem.initial_states, problem.step_count)
        expected = [final[lamp - 1] for lamp in problem.queries]
        assert problem.answer == expected
        assert env.judge(problem, words(expected)).correct


@pytest.mark.parametrize("difficulty", [18, 24, 30])
def test_answer_is_that_of_odd_binomial_coefficients(difficulty):
    """C(T, i) is odd if and only if the bits of i are among those of T."""
    for seed in range(3):
        problem = env.sample(difficulty, seed=seed)
        states, T = problem.initial_states, problem.step_count
        odd = [i for i in range(T + 1) if i & ~T == 0]
        expected = [sum(states[(lamp - 1 + i) % len(states)] for i in odd) % 2 for lamp in problem.queries]
        assert problem.answer == expected


def test_every_other_answer_loses():
    problem = env.sample(2, seed=0)
    k = len(problem.queries)
    answers = [[mask >> i & 1 for i in range(k)] for mask in range(2**k)]
    assert [bits for bits in answers if env.judge(problem, words(bits)).correct] == [problem.answer]


# 1 1 0 0 0 -> 0 1 0 0 1 -> 1 1 0 1 1 -> 0 1 1 0 0
EXAMPLE = {"initial_states": [1, 1, 0, 0, 0], "step_count": 3, "queries": [5, 2, 3], "answer": [0, 1, 1]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("OFF ON ON", "valid", 1),
        ("off, on, on", "valid", 1),
        ("OFF\nON\nON", "valid", 1),
        ("ON ON OFF", "valid", 0),
        ("OFF ON OFF", "valid", 0),
        ("OFF ON", "invalid", 0),
        ("OFF ON ON ON", "invalid", 0),
        ("OFF ON ON " * 50, "invalid", 0),
        ("OFF ON ON.", "unparsed", 0),
        ("0 1 1", "unparsed", 0),
        ("OFF ON MAYBE", "unparsed", 0),
        ("OFFONON", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_one_lamp_may_be_asked_and_sizes_may_be_powers_of_two():
    """Problems of the published suite: one lamp, any size."""
    problem = env.problem_from(
        {"initial_states": [1, 0, 0, 0], "step_count": 2, "queries": [3], "answer": [1]}
    )
    assert simulate([1, 0, 0, 0], 2) == [1, 0, 1, 0]
    assert env.judge(problem, "ON").correct
    assert not env.judge(problem, "OFF").correct


def test_sizes_that_would_be_easy_are_left_out():
    for difficulty in range(0, 31, 5):
        values = env.ladder.draw(difficulty, None)
        for seed in range(30):
            problem = env.sample(difficulty, seed=seed)
            n, T = len(problem.initial_states), problem.step_count
            assert 5 <= n <= values["max_lamps"] and n & (n - 1)
            assert values["max_steps"] // 2 <= T <= values["max_steps"] and T & (T - 1)
            assert len(set(problem.queries)) == len(problem.queries) == min(n, 6)
            assert set(problem.answer) == {0, 1}


def test_no_guess_pays():
    """The trap of the published suite: one lamp is guessed half the time."""
    for difficulty, share in ((0, 0.15), (3, 0.08), (10, 0.08)):
        answers = Counter(words(env.sample(difficulty, seed=seed).answer) for seed in range(300))
        assert max(answers.values()) <= share * 300


@pytest.mark.parametrize(
    "change",
    [
        {"queries": [6, 2, 3]},
        {"queries": [0, 2, 3]},
        {"queries": [], "answer": []},
        {"answer": [0, 1]},
        {"answer": [0, 1, 2]},
        {"initial_states": []},
        {"initial_states": [1, 1, 0, 0, 7]},
        {"step_count": -1},
    ],
)
def test_damaged_problems_are_refused(change):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, **change})
