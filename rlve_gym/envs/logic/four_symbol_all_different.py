from itertools import combinations, pairwise
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, line
from rlve_gym.kit import text

NEIGHBORS = ((1, 3), (0, 2), (1,), (0,))  # of each symbol: the path 3 - 0 - 1 - 2


class Problem(core.Problem, frozen=True):
    length: int
    conditions: list[list[int]]  # positions, from 1 on, whose values must be pairwise different

    def __post_init__(self) -> None:
        n = self.length
        if not self.conditions or not all(2 <= len(set(condition)) <= 4 for condition in self.conditions):
            raise ValueError("conditions must not be empty, and each needs 2 to 4 positions")
        if any(not 1 <= position <= n for condition in self.conditions for position in condition):
            raise ValueError(f"conditions has a position that is not in 1..{n}")
        if any(len(set(condition)) < len(condition) for condition in self.conditions):
            raise ValueError("conditions has a position twice in one condition")


class FourSymbolAllDifferent(core.Environment[Problem, list[int]]):
    """Build a sequence over four symbols with restricted neighbors and all-different conditions.

    Symbols at positions of equal parity are all of {0, 2} or all of {1, 3}, so that only conditions on two such
    positions say anything. Each problem has some of these: otherwise 0 1 0 1 ... would do, as it often does in the
    published suite.

    Quality: (conditions met / conditions) ** 5.
    Source: Luogu P3876; with one bit for each position it is 2-SAT, solved as in S. Even, A. Itai and A. Shamir,
    "On the complexity of timetable and multicommodity flow problems" (1976).
    """

    ladder = Ladder(length=line(5), top=30)
    answer_format = Integers("the values a_1, a_2, and so on, in order", example="1 0 3")

    def generate(self, rng: Random, *, length: int) -> Problem:
        n = length
        different: list[tuple[int, int]] = []  # the pairs of positions of equal parity with different values
        while not different:
            hidden = _hidden(rng, n)
            different = [(i, j) for i in range(n) for j in range(i + 2, n, 2) if hidden[i] != hidden[j]]
        places = [[i for i in range(n) if hidden[i] == symbol] for symbol in range(4)]
        symbols = [symbol for symbol in range(4) if places[symbol]]

        count = rng.randint(n, 2 * n)
        conditions: dict[tuple[int, ...], list[int]] = {}  # by the sorted positions
        telling = skips = 0  # how many conditions hold two positions of equal parity; repetitions in a row
        while len(conditions) < count and skips < 50:
            size = rng.randint(2, min(4, len(symbols)))
            chosen = list(rng.choice(different)) if 2 * telling <= len(conditions) else []
            unused = [symbol for symbol in symbols if symbol not in [hidden[i] for i in chosen]]
            chosen += [rng.choice(places[symbol]) for symbol in rng.sample(unused, size - len(chosen))]
            key = tuple(sorted(chosen))
            if key in conditions:
                skips += 1
                continue
            skips = 0
            rng.shuffle(chosen)
            conditions[key] = [i + 1 for i in chosen]
            telling += any((i - j) % 2 == 0 for i, j in combinations(chosen, 2))
        return Problem(length=n, conditions=list(conditions.values()))

    def describe(self, problem: Problem) -> str:
        n = problem.length
        return (
            f"Find a sequence a_1, a_2, ..., a_{n} of {n} values, each of them 0, 1, 2 or 3. Two values next to each other "
            "in the sequence must be 0 and 1, or 0 and 3, or 1 and 2, in either order; no other pair of neighbors is "
            "allowed, equal ones included. Besides, each of the following lines lists positions, counted from 1, at which "
            f"the values must all be different from each other:\n{text.rows(problem.conditions)}\n\n"
            "Any sequence that meets all this will do."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        if len(answer) != problem.length:
            return Verdict.invalid(f"{len(answer)} values instead of {problem.length}")
        if any(not 0 <= value <= 3 for value in answer):
            return Verdict.invalid("a value is not in 0..3")
        if any(right not in NEIGHBORS[left] for left, right in pairwise(answer)):
            return Verdict.invalid("two neighbors form a pair that is not allowed")
        hits = sum(
            len({answer[i - 1] for i in condition}) == len(condition) for condition in problem.conditions
        )
        return Verdict.share(hits, len(problem.conditions), power=5)

    def solve(self, problem: Problem) -> list[int]:
        # Even positions get 0 or 2, odd ones 1 or 3 (or the other way round, which makes no difference): outer[i] says
        # whether position i gets the greater one. Neighbors are not both outer; conditions make pairs differ.
        n = problem.length
        partners: list[list[int]] = [[] for _ in range(n)]
        for condition in problem.conditions:
            for i, j in combinations(condition, 2):
                if (i - j) % 2 == 0:
                    partners[i - 1].append(j - 1)
                    partners[j - 1].append(i - 1)
        outer: dict[int, bool] = {}
        for start in range(n):
            if start not in outer:
                forced = _consequences(start, False, partners) or _consequences(start, True, partners)
                if not forced:
                    raise ValueError("no sequence meets all the conditions")
                outer |= forced
        return [i % 2 + 2 * outer[i] for i in range(n)]


def _hidden(rng: Random, length: int) -> list[int]:
    weights = [rng.randint(1, length) for _ in range(4)]
    sequence = rng.choices(range(4), weights)
    while len(sequence) < length:
        options = NEIGHBORS[sequence[-1]]
        sequence += rng.choices(options, [weights[symbol] for symbol in options])
    return sequence


def _consequences(start: int, value: bool, partners: list[list[int]]) -> dict[int, bool]:
    """All that follows if this position has this value; nothing if that leads to a contradiction."""
    found = {start: value}
    queue = [start]
    for i in queue:  # which grows meanwhile
        follows = [(j, not found[i]) for j in partners[i]]
        if found[i]:
            follows += [(j, False) for j in (i - 1, i + 1) if 0 <= j < len(partners)]
        for j, forced in follows:
            if j not in found:
                found[j] = forced
                queue.append(j)
            elif found[j] != forced:
                return {}
    return found
