from math import gcd
from random import Random
from typing import Any

from rlve_gym import core
from rlve_gym.core import Ladder, Moves, Verdict, choice, line
from rlve_gym.kit import text

Move = tuple[Any, ...]  # ("Fill", jug), ("Empty", jug) or ("Pour", from, into)
State = tuple[int, ...]


class Problem(core.Problem, frozen=True):
    capacities: list[int]
    target: int
    solution: list[tuple[str | int, ...]]  # derived: fewest moves after which some jug holds the target

    def __post_init__(self) -> None:
        if len(self.capacities) < 2 or min(self.capacities) < 1 or self.target < 1:
            raise ValueError("there must be two jugs or more, and capacities and target must be positive")


class WaterJugs(core.Environment[Problem, list[Move]]):
    """Measure a target volume with jugs of given capacities.

    The target is drawn among the volumes whose least number of moves suits the difficulty. In the published suite it is
    a capacity in most problems, measured by a single move.

    Quality: 1 if some jug holds the target at the end, else 0.
    Source: classic; C.-G. Bachet, "Problèmes plaisans et délectables" (1612).
    """

    ladder = Ladder(
        jug_count=choice(2, 3),
        max_capacity=line(8),
        min_moves=line(3, every=2),
        max_moves=line(4),
        top=30,
    )
    answer_format = Moves(
        "the moves in order",
        {"Fill": 1, "Empty": 1, "Pour": 2},
        example="Fill 1\nPour 1 0\nEmpty 0\nEmpty 1",
    )

    def generate(
        self, rng: Random, *, jug_count: int, max_capacity: int, min_moves: int, max_moves: int
    ) -> Problem:
        capacities = [0]
        while gcd(*capacities) != 1:  # else few volumes can be measured
            capacities = rng.sample(range(max(2, max_capacity // 3), max_capacity + 1), jug_count)
        ways = _ways(capacities, max_moves)
        least = min(min_moves, max(map(len, ways.values())))
        target = rng.choice([volume for volume, way in ways.items() if len(way) >= least])
        return Problem(capacities=capacities, target=target, solution=ways[target])

    def describe(self, problem: Problem) -> str:
        n = len(problem.capacities)
        return (
            f"There are {n} jugs, numbered 0 to {n - 1}, all empty. Their capacities in liters, in order, are:\n"
            f"{text.series(problem.capacities)}\n\n"
            "These are the possible moves:\n"
            "- Fill i: fill jug i from the tap until it is full.\n"
            "- Empty i: pour all of jug i away.\n"
            "- Pour i j: pour water from jug i into another jug j until jug i is empty or jug j is full.\n\n"
            "Find a sequence of moves at whose end some jug holds exactly this number of liters: "
            f"{problem.target}. Any such sequence will do; it need not be a shortest one."
        )

    def verify(self, problem: Problem, answer: list[Move]) -> Verdict:
        n = len(problem.capacities)
        state: State = (0,) * n
        for verb, *jugs in answer:
            if not all(0 <= jug < n for jug in jugs):
                return Verdict.invalid(f"a jug is not in 0..{n - 1}")
            if len(set(jugs)) < len(jugs):
                return Verdict.invalid("a jug is poured into itself")
            state = _after(state, problem.capacities, verb, *jugs)
        return Verdict.exact(problem.target in state, f"the jugs hold {text.series(state)} at the end")

    def solve(self, problem: Problem) -> list[Move]:
        return problem.solution


def _after(state: State, capacities: list[int], verb: str, i: int, j: int = 0) -> State:
    levels = list(state)
    if verb == "Fill":
        levels[i] = capacities[i]
    elif verb == "Empty":
        levels[i] = 0
    else:
        amount = min(levels[i], capacities[j] - levels[j])
        levels[i] -= amount
        levels[j] += amount
    return tuple(levels)


def _ways(capacities: list[int], max_moves: int) -> dict[int, list[Move]]:
    """For each volume that max_moves can measure, a shortest way, by breadth-first search."""
    n = len(capacities)
    moves: list[tuple[list[Move], ...]] = []  # of an empty, a partly filled and a full jug
    for i in range(n):
        fill: list[Move] = [("Fill", i)]
        drain: list[Move] = [("Empty", i), *(("Pour", i, j) for j in range(n) if j != i)]
        moves.append((fill, fill + drain, drain))
    start: State = (0,) * n
    came_from: dict[State, tuple[State, Move] | None] = {start: None}
    first: dict[int, State] = {0: start}  # by volume
    layer = [start]
    for _ in range(max_moves):
        if len(first) > max(capacities):
            break
        following = []
        for state in layer:
            for i, level in enumerate(state):
                for move in moves[i][(level > 0) + (level == capacities[i])]:
                    after = _after(state, capacities, *move)
                    if after not in came_from:
                        came_from[after] = state, move
                        following.append(after)
                        for volume in after:
                            first.setdefault(volume, after)
        layer = following

    ways = {}
    for volume, state in list(first.items())[1:]:
        way = []
        while step := came_from[state]:
            state, move = step
            way.append(move)
        ways[volume] = way[::-1]
    return ways
