"""The oracle lets a deque of people count aloud, one number at a time."""

from collections import Counter, deque
from itertools import permutations

import pytest

import rlve_gym

env = rlve_gym.make("josephus_order", answer_style="plain")


def count_aloud(n, m):
    circle, leaving = deque(range(1, n + 1)), []
    while circle:
        for _ in range(m - 1):
            circle.append(circle.popleft())
        leaving.append(circle.popleft())
    return leaving


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 5, 8, 12, 16])
def test_answer_is_that_of_counting_aloud(difficulty):
    for seed in range(50 if difficulty < 12 else 10):
        problem = env.sample(difficulty, seed=seed)
        expected = count_aloud(problem.person_count, problem.step)
        assert problem.answer == expected
        assert env.judge(problem, " ".join(map(str, expected))).correct


def test_published_orders():
    def order(n, m):
        for difficulty in range(31):
            for seed in range(400):
                problem = env.sample(difficulty, seed=seed)
                if (problem.person_count, problem.step) == (n, m):
                    return problem.answer
        raise AssertionError("no such problem")

    assert order(10, 3) == [3, 6, 9, 2, 7, 1, 8, 5, 10, 4]  # the example of Luogu P1996
    assert order(7, 3) == [3, 6, 2, 7, 5, 1, 4]  # OEIS A032434 has the last one


def test_the_last_of_step_two_is_twice_the_rest_of_the_count_plus_one():
    """Knuth, Graham, Patashnik, Concrete Mathematics 1.3: J(2^k + l) = 2 l + 1."""
    found = set()
    for difficulty in range(6):
        for seed in range(300):
            problem = env.sample(difficulty, seed=seed)
            if problem.step == 2:
                n = problem.person_count
                assert problem.answer[-1] == 2 * (n - (1 << n.bit_length() - 1)) + 1
                found.add(n)
    assert found >= {3, 4, 5, 6, 7}


def test_every_order_gets_its_share():
    problem = env.problem_from({"person_count": 5, "step": 3, "answer": count_aloud(5, 3)})
    right = [3, 1, 5, 2, 4]
    for order in permutations(range(1, 6)):
        verdict = env.judge(problem, " ".join(map(str, order)))
        hits = sum(a == b for a, b in zip(order, right, strict=True))
        assert verdict.correct == (hits == 5)
        assert verdict.quality == pytest.approx((hits / 5) ** 10)


# The step exceeds the number of people: 7 = 3 + 3 + 1, then 7 = 3 * 2 + 1, counting from person 2.
EXAMPLE = {"person_count": 3, "step": 7, "answer": [1, 2, 3]}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("1 2 3", "valid", 1),
        ("1, 2, 3", "valid", 1),
        ("1\n2\n3", "valid", 1),
        ("1 3 2", "valid", (1 / 3) ** 10),
        ("3 1 2", "valid", 0),
        ("1 2", "invalid", 0),
        ("1 2 3 3", "invalid", 0),
        ("1 2 2", "invalid", 0),
        ("0 1 2", "invalid", 0),  # the numbers start at 1
        ("1 2 4", "invalid", 0),
        ("1 2 -3", "invalid", 0),
        ("", "unparsed", 0),
        ("1 -> 2 -> 3", "unparsed", 0),
        ("1 2 3.", "unparsed", 0),
        ("1 2 three", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert count_aloud(3, 7) == EXAMPLE["answer"]
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_problems_are_many_and_no_answer_is_common():
    """The trap of the published suite: two problems at the bottom, fourteen at level 6."""
    for difficulty, distinct, share in ((0, 20, 0.15), (3, 100, 0.08), (5, 150, 0.06)):
        problems = [env.sample(difficulty, seed=seed) for seed in range(300)]
        assert len({(problem.person_count, problem.step) for problem in problems}) >= distinct
        assert max(Counter(tuple(problem.answer) for problem in problems).values()) <= share * 300
        assert any(problem.step > problem.person_count for problem in problems)


@pytest.mark.parametrize(
    "change", [{"step": 0}, {"person_count": 4}, {"answer": [1, 2]}, {"answer": [1, 2, 4]}]
)
def test_damaged_problems_are_refused(change):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, **change})
