"""The oracle walks: it follows every path move by move, or sums over all points before a point where there are many."""

from functools import cache

import pytest

import rlve_gym

env = rlve_gym.make("count_bitwise_superset_paths", answer_style="plain")

ORIGIN = (0, 0, 0)


def moves(point, target):
    for i in range(3):
        for greater in range(point[i] + 1, target[i] + 1):
            if point[i] & greater == point[i]:
                yield (*point[:i], greater, *point[i + 1 :])


def all_paths(path, target, forbidden):
    if path[-1] == target:
        yield path
        return
    for point in moves(path[-1], target):
        if point not in forbidden:
            yield from all_paths((*path, point), target, forbidden)


def by_predecessors(target, forbidden):
    @cache
    def ways(point):
        if point in forbidden:
            return 0
        if point == ORIGIN:
            return 1
        total = 0
        for i, coordinate in enumerate(point):
            smaller = coordinate
            while smaller:
                smaller = (smaller - 1) & coordinate
                total += ways((*point[:i], smaller, *point[i + 1 :]))
        return total

    return ways(target)


@pytest.mark.parametrize("difficulty", [0, 1, 2])
def test_answers_are_those_of_walking(difficulty):
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        paths = list(all_paths((ORIGIN,), problem.target, set(problem.forbidden_points)))
        assert len(set(paths)) == len(paths) >= (3, 5, 8)[difficulty]
        assert problem.answer == len(paths) % problem.modulus
        assert env.judge(problem, env.format(env.solve(problem))).correct


@pytest.mark.parametrize(("difficulty", "count"), [(3, 60), (5, 40), (7, 20), (9, 10)])
def test_answers_are_those_of_sums_over_predecessors(difficulty, count):
    for seed in range(count):
        problem = env.sample(difficulty, seed=seed)
        paths = by_predecessors(problem.target, set(problem.forbidden_points))
        assert paths >= 10 and problem.answer == paths % problem.modulus


def test_many_bits():
    """About as many points as at the top can be walked through."""
    for seed in range(2):
        problem = env.sample(25, seed=seed, parameters={"max_bits": 12})
        paths = by_predecessors(problem.target, set(problem.forbidden_points))
        assert problem.answer == paths % problem.modulus


@pytest.mark.parametrize("difficulty", range(0, 26, 5))
def test_sampling(difficulty):
    for seed in range(20):
        problem = env.sample(difficulty, seed=seed)
        parameters = problem.origin.parameters
        points = problem.forbidden_points
        bits = sum(bin(coordinate).count("1") for coordinate in problem.target)
        assert 2 <= bits <= parameters["max_bits"]
        assert 1 <= len(set(points)) == len(points) <= min(parameters["max_forbidden"], 2**bits // 2 - 1)
        assert max(problem.target) <= parameters["max_coordinate"] and 2 <= problem.modulus <= 10_000
        assert not {ORIGIN, problem.target} & set(points)
        for point in points:
            assert all(a | b == b for a, b in zip(point, problem.target, strict=True))


# Of the 8 paths, 2 meet (0, 1, 0) and 2 others meet (1, 2, 0): 4 are left.
EXAMPLE = {"target": [1, 3, 0], "forbidden_points": [[0, 1, 0], [1, 2, 0]], "modulus": 3, "answer": 1}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("1", "valid", 1),
        ("+1", "valid", 1),
        ("2", "valid", 0),
        ("0", "valid", 0),
        ("3", "invalid", 0),
        ("4", "invalid", 0),  # not reduced
        ("-2", "invalid", 0),
        ("4 mod 3", "unparsed", 0),
        ("1.0", "unparsed", 0),
        ("", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    assert len(list(all_paths((ORIGIN,), (1, 3, 0), {(0, 1, 0), (1, 2, 0)}))) == 4
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert (verdict.outcome, verdict.quality) == (outcome, quality)


def test_no_constant_pays():
    """The trap of the catalogue: forbidden points cut most paths, and 0 or 1 was often the answer."""
    for difficulty, share in ((0, 0.3), (3, 0.1), (6, 0.05), (12, 0.05)):
        answers = [env.sample(difficulty, seed=seed).answer for seed in range(400)]
        assert max(map(answers.count, set(answers))) <= share * len(answers)
