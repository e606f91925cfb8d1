from collections.abc import Iterable
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, choice, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    element_count: int
    subsets: list[list[int]]
    solution: list[int]  # derived: one of the two planted classes

    def __post_init__(self) -> None:
        n = self.element_count
        if not self.subsets or any(len(subset) < 2 for subset in self.subsets):
            raise ValueError("subsets must not be empty, and each needs at least 2 elements")
        for elements in (*self.subsets, self.solution):
            if len(set(elements)) < len(elements) or any(not 0 <= element < n for element in elements):
                raise ValueError(f"subsets and solution must have distinct elements in 0..{n - 1}")
        if _split(self.subsets, self.solution) < len(self.subsets):
            raise ValueError("solution must split all the subsets")


class SetSplitting(core.Environment[Problem, list[int]]):
    """Set splitting (2-color a hypergraph without monochromatic edges).

    The subsets have 2 or 3 elements and are distinct. Neither the even elements nor the lower half of them are right,
    as the former often are in the published suite, whose subsets are large.

    Quality: (subsets split / subsets) ** 10.
    Source: classic; NP-complete (Garey and Johnson, problem SP4).
    """

    ladder = Ladder(
        element_count=line(5),
        subset_ratio=choice(*(tenths / 10 for tenths in range(10, 31))),
        top=30,
    )
    answer_format = Integers(
        "the numbers of one of the two classes, in any order", example="0 2 4", empty=True
    )

    def generate(self, rng: Random, *, element_count: int, subset_ratio: float) -> Problem:
        n = element_count
        while True:
            size = rng.randint((n - 1) // 2, n // 2 + 1)  # within 1 of n / 2
            solution = sorted(rng.sample(range(n), size))
            subsets = _subsets(rng, n, set(solution), int(subset_ratio * n))
            if not any(_split(subsets, guess) == len(subsets) for guess in (range(0, n, 2), range(n // 2))):
                return Problem(element_count=n, subsets=subsets, solution=solution)

    def describe(self, problem: Problem) -> str:
        n = problem.element_count
        return (
            f"Split the {n} numbers 0 to {n - 1} into two classes, so that each number is in exactly one of them and each "
            f"of the following sets, one per line, has at least one number in each class:\n{text.rows(problem.subsets)}\n\n"
            "Give one of the two classes; the other one is made of all the remaining numbers. Any split that meets "
            "this will do."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = problem.element_count
        if any(not 0 <= element < n for element in answer):
            return Verdict.invalid(f"a number is not in 0..{n - 1}")
        if len(set(answer)) < len(answer):
            return Verdict.invalid("a number is given twice")
        return Verdict.share(_split(problem.subsets, answer), len(problem.subsets), power=10)

    def solve(self, problem: Problem) -> list[int]:
        return problem.solution


def _split(subsets: list[list[int]], one_class: Iterable[int]) -> int:
    """The number of subsets with elements in both classes."""
    elements = set(one_class)
    return sum(0 < len(elements.intersection(subset)) < len(subset) for subset in subsets)


def _subsets(rng: Random, n: int, one_class: set[int], count: int) -> list[list[int]]:
    """Distinct random subsets with elements in both classes, mostly of 3 elements.

    For n = 5 there are just 15, as many as are ever asked for, and for larger n more than enough.
    """
    subsets: dict[tuple[int, ...], None] = {}
    while len(subsets) < count:
        size = 2 if rng.random() < 0.3 else 3
        subset = rng.sample(range(n), size)
        while len(one_class.intersection(subset)) in (0, size):
            subset = rng.sample(range(n), size)
        subsets[tuple(sorted(subset))] = None
    return [list(subset) for subset in subsets]
