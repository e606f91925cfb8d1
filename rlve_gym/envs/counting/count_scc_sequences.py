from functools import cache
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, function, grow, line


class Problem(core.Problem, frozen=True):
    vertex_count: int
    modulus: int
    answer: list[int]  # derived: how many sequences there are for E = 1, ..., n(n-1) arcs, modulo modulus

    def __post_init__(self) -> None:
        if len(self.answer) != self.vertex_count * (self.vertex_count - 1) or not self.answer:
            raise ValueError("the answer must have n(n-1) numbers, at least one")


class CountSccSequences(core.Environment[Problem, list[int]]):
    """Number of possible sequences of strong component counts while arcs are added, modulo m.

    A sequence c_1, ..., c_E is possible if and only if it never rises and each c_e = j, reached after r drops, has
    n - j + r <= e (joining s more vertices in one drop takes s + 1 arcs) and e <= (n - j + 1)(n - 1) + (j - 1)(j - 2) / 2
    (the most arcs with j components). A problem is two small numbers, so the moduli are small enough to matter: else
    all problems with equally many vertices would have the same answer.

    Quality: (right positions / n(n-1)) ** 10.
    Source: Luogu P5241; dynamic programming over the arcs, the components and the drops.
    """

    ladder = Ladder(
        min_vertex_count=line(3, every=2),
        max_vertex_count=function(lambda difficulty: 3 + (difficulty + 1) // 2, "3 + (d + 1) // 2"),
        modulus_max=grow(9, by=2, cap=10_000),
        top=30,
    )
    answer_format = Integers("the n(n-1) counts for E = 1, 2, ..., n(n-1), each modulo m", example="1 2 3")

    def generate(
        self, rng: Random, *, min_vertex_count: int, max_vertex_count: int, modulus_max: int
    ) -> Problem:
        if min_vertex_count > max_vertex_count:
            raise ValueError(f"there is no number of vertices in {min_vertex_count}..{max_vertex_count}")
        vertex_count = rng.randint(min_vertex_count, max_vertex_count)
        modulus = rng.randint(2, modulus_max)
        answer = [count % modulus for count in _counts(vertex_count)]
        return Problem(vertex_count=vertex_count, modulus=modulus, answer=answer)

    def describe(self, problem: Problem) -> str:
        n, m = problem.vertex_count, problem.modulus
        return (
            f"A directed graph has n = {n} labeled vertices and at first no arcs. Then E different arcs are added one "
            "at a time; an arc leads from one vertex to a different one (u to v and v to u are two arcs). After each "
            "arc the number of strongly connected components is written down, which gives a sequence of E numbers. "
            "Let f(E) be the number of different sequences that can arise, over all choices of the arcs and of their "
            f"order. For every E from 1 to n(n-1) = {n * (n - 1)}, give f(E) modulo m = {m}."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        if len(answer) != len(problem.answer):
            return Verdict.invalid(f"{len(answer)} numbers instead of {len(problem.answer)}")
        return Verdict.positions(answer, problem.answer, power=10)

    def solve(self, problem: Problem) -> list[int]:
        return problem.answer


@cache
def _counts(n: int) -> list[int]:
    """The numbers of sequences of length 1, ..., n(n-1)."""
    ways = [[0] * (n - j + 1) for j in range(n + 1)]  # by the components j and the drops r <= n - j
    ways[n][0] = 1
    counts = []
    for e in range(1, n * (n - 1) + 1):
        # Ways to have had more than j components, by the drops including the next one.
        from_more = [0] * (n + 1)
        for j in range(n, 0, -1):
            before = ways[j]
            if e <= (n - j + 1) * (n - 1) + (j - 1) * (j - 2) // 2:
                ways[j] = [before[r] + from_more[r] if n - j + r <= e else 0 for r in range(n - j + 1)]
            else:
                ways[j] = [0] * (n - j + 1)
            for r, count in enumerate(before):
                from_more[r + 1] += count
        counts.append(sum(map(sum, ways[1:])))
    return counts
