"""The oracle slides on flat tuples, and searches all states of small boards."""

from collections import Counter
from math import factorial
from random import Random

import pytest

import rlve_gym

env = rlve_gym.make("sliding_tile_puzzle", answer_style="plain")


def neighbors(state, m):
    """The states after each possible move of a flat board with rows of length m."""
    where = state.index(0)
    steps = {"U": where - m, "D": where + m}
    if where % m > 0:
        steps["L"] = where - 1
    if where % m < m - 1:
        steps["R"] = where + 1
    for letter, other in steps.items():
        if 0 <= other < len(state):
            after = list(state)
            after[where], after[other] = after[other], 0
            yield letter, tuple(after)


def flat(grid):
    return tuple(number for row in grid for number in row)


def rows(state, m):
    return [list(state[index : index + m]) for index in range(0, len(state), m)]


def ways_from(start, m):
    ways = {start: ""}
    queue = [start]
    for state in queue:
        for letter, after in neighbors(state, m):
            if after not in ways:
                ways[after] = ways[state] + letter
                queue.append(after)
    return ways


def final(problem, letters):
    """The board at the end; None if a move leaves it."""
    state, m = flat(problem.start_grid), len(problem.start_grid[0])
    for letter in letters:
        state = dict(neighbors(state, m)).get(letter)
        if state is None:
            return None
    return state


def equal_cells(state, other):
    return sum(a == b for a, b in zip(state, other, strict=True))


@pytest.mark.parametrize(("n", "m"), [(2, 2), (2, 3), (3, 2)])
def test_ways_to_every_state(n, m):
    start = tuple(Random(n).sample(range(n * m), n * m))
    ways = ways_from(start, m)
    assert len(ways) == factorial(n * m) // 2  # the other half has the other parity
    for state in list(ways)[1:]:
        problem = env.problem_from(
            {"start_grid": rows(start, m), "target_grid": rows(state, m), "solution": ""}
        )
        assert env.judge(problem, ways[state]).correct
        assert not env.judge(problem, ways[state][:-1]).correct


@pytest.mark.parametrize("difficulty", range(0, 31, 3))
def test_every_answer_gets_its_quality(difficulty):
    rng = Random(difficulty)
    for seed in range(15):
        problem = env.sample(difficulty, seed=seed)
        start, target, plant = flat(problem.start_grid), flat(problem.target_grid), problem.solution
        assert final(problem, plant) == target
        for answer in (plant, plant[:-1], plant + rng.choice("UDLR"), "".join(rng.choices("UDLR", k=3))):
            verdict = env.judge(problem, answer)
            reached = final(problem, answer)
            if reached is None:
                assert verdict.outcome == "invalid"
                continue
            hits, total = equal_cells(reached, target), len(target)
            assert verdict.correct == (reached == target)
            gained = hits > equal_cells(start, target)
            assert verdict.quality == pytest.approx((hits / total) ** 10 if gained else 0)


EXAMPLE = {
    "start_grid": [[1, 2, 3], [4, 0, 5]],
    "target_grid": [[2, 0, 3], [1, 4, 5]],
    "solution": "LUR",
}


@pytest.mark.parametrize(
    ("text", "outcome", "quality"),
    [
        ("LUR", "valid", 1),
        (" lur\n", "valid", 1),
        ("L U, R", "valid", 1),
        ("RLLUR", "valid", 1),  # a detour
        ("URDL" * 9 + "U", "valid", (3 / 6) ** 10),  # three times around and up: 1 0 3 / 4 2 5
        ("L", "valid", (3 / 6) ** 10),  # 1 2 3 / 0 4 5
        ("LU", "valid", (4 / 6) ** 10),  # 0 2 3 / 1 4 5
        ("LR", "valid", 0),  # two cells are right, as at the start
        ("R", "valid", 0),  # worse than at the start
        ("LURL", "valid", (4 / 6) ** 10),
        ("D", "invalid", 0),
        ("LURU", "invalid", 0),
        ("LL", "invalid", 0),
        ("UU", "invalid", 0),
        ("RR", "invalid", 0),
        ("", "unparsed", 0),
        ("LUX", "unparsed", 0),
        ("L->U->R", "unparsed", 0),
        ("left up right", "unparsed", 0),
    ],
)
def test_hand_made_answers(text, outcome, quality):
    verdict = env.judge(env.problem_from(EXAMPLE), text)
    assert verdict.outcome == outcome
    assert verdict.quality == pytest.approx(quality)


def test_the_letter_says_where_the_blank_goes():
    problem = env.problem_from({**EXAMPLE, "target_grid": [[1, 0, 3], [4, 2, 5]], "solution": "U"})
    assert env.judge(problem, "U").correct
    assert env.judge(problem, "D").outcome == "invalid"


@pytest.mark.parametrize("difficulty", [0, 3, 10, 30])
def test_there_is_something_to_do_and_it_grows(difficulty):
    """Traps of the published suite: a target that equals the start, and boards with two steps at all difficulties."""
    most = 6 + difficulty
    lengths = Counter()
    for seed in range(100):
        problem = env.sample(difficulty, seed=seed)
        assert problem.start_grid != problem.target_grid
        assert env.judge(problem, "").quality == 0
        assert not any(turn in problem.solution for turn in ("UD", "DU", "LR", "RL"))
        lengths[len(problem.solution)] += 1
    assert min(lengths) >= most // 2 and max(lengths) == most


@pytest.mark.parametrize("difficulty", [8, 20, 30])
def test_the_blank_often_crosses_its_trail(difficulty):
    """On the large boards of the published suite, the cells that changed give the moves away."""
    crossed = 0
    for seed in range(60):
        problem = env.sample(difficulty, seed=seed)
        m = len(problem.start_grid[0])
        place = flat(problem.start_grid).index(0)
        trail = [place]
        for letter in problem.solution:
            place += {"U": -m, "D": m, "L": -1, "R": 1}[letter]
            trail.append(place)
        crossed += len(set(trail)) < len(trail)
    assert crossed >= 45


def test_doing_nothing_earns_nothing_on_a_large_board():
    """The trap of the published suite: there, the cells that never moved paid."""
    for seed in range(30):
        problem = env.sample(20, seed=seed)
        first = problem.solution[0]
        there_and_back = first + {"U": "D", "D": "U", "L": "R", "R": "L"}[first]
        assert env.judge(problem, there_and_back).quality == 0


@pytest.mark.parametrize(
    "damage",
    [
        {"start_grid": []},
        {"start_grid": [[0, 1, 2, 3, 4, 5]]},
        {"start_grid": [[1, 2, 3], [4, 5]]},
        {"start_grid": [[1, 2, 3], [4, 6, 5]]},
        {"target_grid": [[2, 0], [1, 4], [3, 5]]},
    ],
)
def test_damaged_problems_are_refused(damage):
    with pytest.raises(ValueError):
        env.problem_from({**EXAMPLE, **damage})
