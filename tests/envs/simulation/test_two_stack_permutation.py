"""The oracle searches all states of the machine; conflict coloring gives a second solution of any size."""

from collections import Counter, deque
from itertools import combinations, permutations, product

import pytest

import rlve_gym

env = rlve_gym.make("two_stack_permutation", answer_style="plain")


def plays(n):
    """Every complete operation string with its output, by depth-first search over whole states."""

    def go(queue, first, second, output, operations):
        if len(output) == n:
            yield operations, output
        if queue:
            yield from go(queue[1:], (*first, queue[0]), second, output, operations + "a")
            yield from go(queue[1:], first, (*second, queue[0]), output, operations + "c")
        if first:
            yield from go(queue, first[:-1], second, (*output, first[-1]), operations + "b")
        if second:
            yield from go(queue, first, second[:-1], (*output, second[-1]), operations + "d")

    return go(tuple(range(n)), (), (), (), "")


def reachable(permutation):
    """Breadth-first search over (numbers pushed, S1, S2, numbers out)."""
    n = len(permutation)
    start = (0, (), (), 0)
    seen, queue = {start}, deque([start])
    while queue:
        pushed, first, second, out = queue.popleft()
        if out == n:
            return True
        following = []
        if pushed < n:
            following += [(pushed + 1, (*first, pushed), second, out)]
            following += [(pushed + 1, first, (*second, pushed), out)]
        if first and first[-1] == permutation[out]:
            following += [(pushed, first[:-1], second, out + 1)]
        if second and second[-1] == permutation[out]:
            following += [(pushed, first, second[:-1], out + 1)]
        queue += [state for state in following if state not in seen]
        seen.update(following)
    return False


def play(n, operations):
    """The output, or None if some operation is impossible."""
    queue, stacks, output = list(range(n)), {"S1": [], "S2": []}, []
    try:
        for operation in operations:
            if operation == "a":
                stacks["S1"] += [queue.pop(0)]
            if operation == "b":
                output += [stacks["S1"].pop()]
            if operation == "c":
                stacks["S2"] += [queue.pop(0)]
            if operation == "d":
                output += [stacks["S2"].pop()]
    except IndexError:
        return None
    return output


def by_coloring(permutation, flip):
    """i < j cannot share a stack if some k > j leaves before i, and i before j."""
    n = len(permutation)
    place = {number: index for index, number in enumerate(permutation)}
    conflicts = {number: [] for number in range(n)}
    earliest_later = [min((place[k] for k in range(j + 1, n)), default=n) for j in range(n)]
    for i, j in combinations(range(n), 2):
        if earliest_later[j] < place[i] < place[j]:
            conflicts[i].append(j)
            conflicts[j].append(i)
    color = {}
    for root in range(n):
        pending = [] if root in color else [(root, flip)]
        while pending:
            number, side = pending.pop()
            if color.setdefault(number, side) != side:
                raise AssertionError("not 2-colorable")
            pending += [(other, 1 - side) for other in conflicts[number] if other not in color]
    operations, pushed = "", 0
    for wanted in permutation:
        while pushed <= wanted:
            operations += "ac"[color[pushed]]
            pushed += 1
        operations += "bd"[color[wanted]]
    return operations


def test_the_oracle_counts_as_published():
    """OEIS A226961: permutations that two stacks in parallel can sort."""
    for n, count in ((1, 1), (2, 2), (3, 6), (4, 23), (5, 103)):
        made = {output for _, output in plays(n)}
        assert len(made) == count
        assert made == {order for order in permutations(range(n)) if reachable(order)}


def test_every_play_of_four_numbers_gets_its_share():
    everything = list(plays(4))
    for seed in range(12):
        problem = env.sample(0, seed=seed)
        right = 0
        for operations, output in everything:
            verdict = env.judge(problem, operations)
            hits = sum(a == b for a, b in zip(output, problem.permutation, strict=True))
            assert verdict.outcome == "valid" and verdict.correct == (hits == 4)
            assert verdict.quality == pytest.approx((hits / 4) ** 10)
            right += verdict.correct
        assert right >= 2  # the stacks can change places at least


def test_every_short_string_gets_the_right_outcome():
    problem = env.problem_from({"permutation": [1, 2, 0], "solution": "aababb"})
    for length in range(1, 8):
        for operations in map("".join, product("abcd", repeat=length)):
            output = play(3, operations)
            complete = output is not None and len(output) == 3
            verdict = env.judge(problem, operations)
            assert verdict.outcome == ("valid" if complete else "invalid")
            assert verdict.correct == (complete and output == [1, 2, 0])


@pytest.mark.parametrize("difficulty", [0, 1, 2, 3])
def test_every_problem_has_a_solution(difficulty):
    for seed in range(40 if difficulty < 2 else 5):
        problem = env.sample(difficulty, seed=seed)
        assert reachable(problem.permutation)
        assert play(len(problem.permutation), problem.solution) == problem.permutation


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_solutions_other_than_the_planted_one(difficulty):
    others = 0
    for seed in range(10):
        problem = env.sample(difficulty, seed=seed)
        n = len(problem.permutation)
        assert n == env.ladder.parameters["item_count"].at(difficulty)
        assert sorted(problem.permutation) == list(range(n)) != problem.permutation
        assert env.judge(problem, problem.solution).correct
        for flip in (0, 1):
            solution = by_coloring(problem.permutation, flip)
            assert env.judge(problem, solution).correct
            others += solution != problem.solution
    assert others >= 10


EXAMPLE = {"permutation": [2, 0, 1, 3], "solution": "acabbdab"}  # 0 and 2 on S1, 1 on S2


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("acabbdab", "valid", 1),
        ("acabbdcd", "valid", 1),  # the last one on the other stack
        ("cacddbab", "valid", 1),  # the stacks changed
        ("`ACABBDAB`", "valid", 1),
        ("aaabbbab", "valid", (2 / 4) ** 10),  # 2 1 0 3
        ("abababab", "valid", (1 / 4) ** 10),  # 0 1 2 3
        ("cdcdaabb", "valid", 0),  # 0 1 3 2
        ("acabbd", "invalid", 0),  # stops early
        ("acabbdabb", "invalid", 0),  # an empty stack
        ("acabbdabd", "invalid", 0),
        ("acabbdabc", "invalid", 0),  # an empty queue
        ("acdabbab", "valid", (1 / 4) ** 10),  # 1 2 0 3
        ("adabbdab", "invalid", 0),
        ("c" * 19_000, "invalid", 0),
        ("", "unparsed", 0),
        ("acabbdae", "unparsed", 0),
        ("a c a b b d a b", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert play(4, EXAMPLE["solution"]) == EXAMPLE["permutation"]
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_no_fixed_answer_pays():
    """Measured in the published suite: 15 % at the bottom, where there are but 22 problems, 2 % with seven numbers."""
    for difficulty, distinct, share in ((0, 18, 0.25), (3, 150, 0.08), (5, 200, 0.05)):
        problems = [env.sample(difficulty, seed=seed) for seed in range(300)]
        orders = Counter(tuple(problem.permutation) for problem in problems)
        assert len(orders) >= distinct and max(orders.values()) <= share * 300


@pytest.mark.parametrize("permutation", [[], [0, 2], [1, 2, 3, 4], [0, 1, 1], [-1, 0, 1]])
def test_damaged_problems_are_refused(permutation):
    with pytest.raises(rlve_gym.ProblemError):
        env.problem_from({**EXAMPLE, "permutation": permutation})
