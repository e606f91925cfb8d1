"""The oracle plays all interleavings of n pushes and n pops on a plain list."""

from collections import Counter
from itertools import combinations, permutations, product
from math import comb

import pytest

import rlve_gym

env = rlve_gym.make("one_stack_permutation", answer_style="plain")


def play(n, operations):
    """The output, or None if some operation is impossible."""
    queue, stack, output = list(range(n)), [], []
    try:
        for operation in operations:
            if operation == "a":
                stack += [queue.pop(0)]
            else:
                output += [stack.pop()]
    except IndexError:
        return None
    return output


def outputs(n):
    """Every complete operation string, with its output."""
    for places in combinations(range(2 * n), n):
        operations = "".join("a" if place in places else "b" for place in range(2 * n))
        output = play(n, operations)
        if output is not None:
            yield operations, output


def greedy(permutation):
    """The operations that a person would find: push until the wanted number is on top, then pop."""
    operations, stack, pushed = "", [], 0
    for wanted in permutation:
        while not stack or stack[-1] != wanted:
            stack.append(pushed)
            pushed += 1
            operations += "a"
        stack.pop()
        operations += "b"
    return operations


@pytest.mark.parametrize("n", range(1, 9))
def test_the_oracle_counts_as_catalan_and_knuth_do(n):
    """Catalan many strings, all with different outputs: those without a number before two smaller ascending ones."""
    found = [tuple(output) for _, output in outputs(n)]
    assert len(found) == len(set(found)) == comb(2 * n, n) // (n + 1)
    if n <= 6:
        avoiding = {
            order
            for order in permutations(range(n))
            if not any(second < third < first for first, second, third in combinations(order, 3))
        }
        assert set(found) == avoiding


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3, 4])
def test_solution_is_the_only_one_and_others_get_their_share(difficulty):
    (n,) = {len(env.sample(difficulty, seed=seed).permutation) for seed in range(20)}
    everything = list(outputs(n))
    for seed in range(40 if difficulty < 2 else 3):
        problem = env.sample(difficulty, seed=seed)
        right = [operations for operations, output in everything if output == problem.permutation]
        assert right == [problem.solution]
        for operations, output in everything:
            verdict = env.judge(problem, operations)
            hits = sum(a == b for a, b in zip(output, problem.permutation, strict=True))
            assert verdict.outcome == "valid" and verdict.correct == (hits == n)
            assert verdict.quality == pytest.approx((hits / n) ** 10)


def test_every_string_of_any_length_gets_the_right_outcome():
    problem = env.sample(0, seed=1)
    for length in range(1, 12):
        for operations in map("".join, product("ab", repeat=length)):
            output = play(4, operations)
            complete = output is not None and len(output) == 4
            verdict = env.judge(problem, operations)
            assert verdict.outcome == ("valid" if complete else "invalid")
            assert verdict.correct == (complete and output == problem.permutation)


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_solution_is_that_of_greedy(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        n = len(problem.permutation)
        assert n == env.ladder.parameters["item_count"].at(difficulty)
        assert sorted(problem.permutation) == list(range(n))
        assert problem.solution == greedy(problem.permutation)
        assert env.judge(problem, problem.solution).correct


EXAMPLE = {"permutation": [1, 2, 0, 3], "solution": "aababbab"}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("aababbab", "valid", 1),
        ("`AABABBAB`", "valid", 1),
        ("aabbabab", "valid", (2 / 4) ** 10),  # 1 0 2 3
        ("abababab", "valid", (1 / 4) ** 10),  # 0 1 2 3
        ("aaaabbbb", "valid", (1 / 4) ** 10),  # 3 2 1 0
        ("ababaabb", "valid", 0),  # 0 1 3 2
        ("aababb", "invalid", 0),  # stops early
        ("aababbabb", "invalid", 0),  # an empty stack
        ("aababbaab", "invalid", 0),  # an empty queue
        ("baababbab", "invalid", 0),
        ("a" * 19_000, "invalid", 0),
        ("", "unparsed", 0),
        ("aababbac", "unparsed", 0),
        ("a a b a b b a b", "unparsed", 0),
        ("push push pop", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert play(4, EXAMPLE["solution"]) == EXAMPLE["permutation"]
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_no_fixed_answer_pays():
    """The trap of the published suite: "abab..." wins 31 % at the bottom and 11 % at level 3."""
    for difficulty, share in ((0, 0.22), (3, 0.06), (6, 0.03)):
        problems = [env.sample(difficulty, seed=seed) for seed in range(300)]
        solutions = Counter(problem.solution for problem in problems)
        n = len(problems[0].permutation)
        assert max(solutions.values()) <= share * 300
        assert solutions["ab" * n] + solutions["a" * n + "b" * n] <= 0.15 * 300


@pytest.mark.parametrize("permutation", [[], [0, 2], [1, 2, 3], [0, 1, 1], [-1, 0, 1]])
def test_damaged_problems_are_refused(permutation):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, "permutation": permutation})
