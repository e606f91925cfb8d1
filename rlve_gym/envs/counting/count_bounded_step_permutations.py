from functools import cache
from itertools import combinations
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, function, line

_MAX_SIZE = 21


class Problem(core.Problem, frozen=True):
    size: int
    max_difference: int
    answer: int  # derived: the number of permutations


class CountBoundedStepPermutations(core.IntegerEnvironment[Problem]):
    """Number of permutations of 1..n whose neighbors differ by at most k.

    Twice the number of Hamiltonian paths of the graph on 1..n in which vertices are adjacent if they differ by at
    most k. They are counted by adding the vertices in order, with the state of the last k of them only.

    A problem is two small numbers: there are 10 at difficulty 3 (hence a constant wins 10 % there), 15 at 5, and 55
    at the top. Pairs are drawn uniformly, since a uniform size would favor the few problems of the small sizes.

    Quality: 1 if equal, else 0.
    Source: Luogu P3867; the marks are the mates of Simpath (D. E. Knuth, "The Art of Computer Programming" 4A,
    exercise 7.1.4-225).
    """

    variety = 0.01  # the problems are two small numbers

    ladder = Ladder(
        max_size=line(6, every=2),
        size_spread=function(lambda difficulty: 3 + difficulty // 4, "3 + difficulty // 4"),
        top=30,
    )
    answer_format = Integer("the number of permutations", example="305")

    def generate(self, rng: Random, *, max_size: int, size_spread: int) -> Problem:
        size, max_difference = rng.choice(
            [
                (n, k)
                for n in range(max(4, max_size - size_spread), max_size + 1)
                for k in range(2, min(6, n - 2) + 1)
            ]
        )
        return Problem(
            size=size, max_difference=max_difference, answer=2 * _path_counts(max_difference)[size]
        )

    def describe(self, problem: Problem) -> str:
        n, k = problem.size, problem.max_difference
        return (
            f"How many permutations p_1, ..., p_{n} of the numbers 1 to {n} satisfy |p_i - p_(i+1)| <= {k} for every i "
            f"from 1 to {n - 1}?"
        )


# A set of vertex-disjoint paths that may still grow is known by marks of its last vertices: the index of the other
# end of the path that a vertex ends (its own if it is a path by itself), or one of these two.
_INNER, _OUT = -1, -2  # not an end; an end of a path whose other end is too old to grow
Marks = tuple[int, ...]


@cache
def _path_counts(k: int) -> list[int]:
    """The number of Hamiltonian paths, both directions of one as one, of the vertices 1..n, for every n."""
    states = [(_INNER,) * k]
    numbers = {states[0]: 0}
    steps = []
    for marks in states:  # which grows
        grown, complete = _grow(marks)
        for other in grown:
            if other not in numbers:
                numbers[other] = len(states)
                states.append(other)
        steps.append(([numbers[other] for other in grown], complete))

    paths, counts = [0], [1] + [0] * (len(states) - 1)
    for _ in range(_MAX_SIZE):
        paths.append(sum(count * complete for count, (_, complete) in zip(counts, steps, strict=True)))
        following = [0] * len(states)
        for count, (targets, _) in zip(counts, steps, strict=True):
            if count:
                for number in targets:
                    following[number] += count
        counts = following
    return paths


def _grow(marks: Marks) -> tuple[list[Marks], int]:
    """The states after one more vertex, and in how many cases everything is a single path with it."""
    new = len(marks)
    grown, complete = [], 0
    ends = [i for i, mark in enumerate(marks) if mark != _INNER]
    for joined in [(), *((i,) for i in ends), *combinations(ends, 2)]:
        if len(joined) == 2 and marks[joined[0]] == joined[1]:
            continue  # that would close a cycle
        after = [*marks, new]
        for i in joined:
            _join(after, i, new)
        open_ends = [i for i, mark in enumerate(after) if mark != _INNER]
        if len(joined) == 2 and all(marks[i] == _OUT for i in joined):
            complete += not open_ends
            continue
        complete += len(open_ends) == 1 or (len(open_ends) == 2 and after[open_ends[0]] == open_ends[1])
        oldest = after[0]
        if oldest in (0, _OUT):
            continue  # a path that cannot grow any more, and not the only one
        if oldest != _INNER:
            after[oldest] = _OUT
        if after.count(_OUT) <= 2:
            grown.append(tuple(mark - 1 if mark > 0 else mark for mark in after[1:]))
    return grown, complete


def _join(marks: list[int], a: int, b: int) -> None:
    """Adds the edge between two ends of different paths."""
    end_a, end_b = marks[a], marks[b]
    marks[a] = marks[b] = _INNER
    if end_a != _OUT:
        marks[end_a] = end_b
    if end_b != _OUT:
        marks[end_b] = end_a
