from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, grow
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    values: list[int]  # the calories of food 1, 2, ..., n

    def __post_init__(self) -> None:
        if len(self.values) < 3 or min(self.values) < 1:
            raise ValueError("values must be positive, at least three of them")


class CircularSharingEquilibrium(core.Environment[Problem, list[int]]):
    """Pure Nash equilibrium when neighbors on a circle share food.

    A congestion game: every profitable switch raises a potential, so switching one person after another ends in an
    equilibrium, here after polynomially many switches, since everyone takes a single food. With values in n..5n, at
    the top everyone taking their own number has a quality of 0.23, and everyone taking the better food one of 0.08.

    Quality: (persons without a profitable switch / n) ** 10.
    Source: Luogu P3584; R. W. Rosenthal, "A class of games possessing pure-strategy Nash equilibria" (1973); S. Ieong
    et al., "Fast and compact: a simple class of congestion games" (2005).
    """

    ladder = Ladder(person_count=grow(4, by=1.1, plus=1), top=30)
    answer_format = Integers(
        "the food that each person chooses, from person 1 to the last one", example="2 3 4 1"
    )

    def generate(self, rng: Random, *, person_count: int) -> Problem:
        n = person_count
        own = list(range(n))
        following = [*range(1, n), 0]
        while True:
            # The nearer the values, the fewer foods are worth sharing, and the more answers are nearly right.
            values = [rng.randint(n, 5 * n) for _ in range(n)]
            # The two answers that need no thought must fail.
            if all(_switchers(values, taken) for taken in (own, following)):
                return Problem(values=values)

    def describe(self, problem: Problem) -> str:
        n = len(problem.values)
        return (
            f"There are {n} persons and {n} foods, both numbered 1 to {n}. The calories of the foods, from food 1 to food {n}, "
            f"are:\n{text.series(problem.values)}\n\n"
            f"Each person chooses one of two foods: person i chooses food i or food i+1, and person {n} chooses food {n} or "
            "food 1. A food that one person chooses gives that person all its calories; a food that two persons choose gives "
            "each of them half of its calories.\n\n"
            "Find choices such that no single person would get strictly more calories by switching to their other food "
            "while all others keep their choices. Any such choices will do."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        n = len(problem.values)
        if len(answer) != n:
            return Verdict.unparsed(f"{len(answer)} numbers instead of {n}")
        for person, number in enumerate(answer):
            if number not in (person + 1, (person + 1) % n + 1):
                return Verdict.invalid(f"person {person + 1} cannot choose this food")
        unhappy = _switchers(problem.values, [number - 1 for number in answer])
        return Verdict.share(n - len(unhappy), n, power=10)

    def solve(self, problem: Problem) -> list[int]:
        n = len(problem.values)
        taken = list(range(n))
        while unhappy := _switchers(problem.values, taken):
            person = unhappy[0]
            taken[person] = (person + 1) % n if taken[person] == person else person
        return [food + 1 for food in taken]


def _switchers(values: list[int], taken: list[int]) -> list[int]:
    """The persons who would get strictly more from their other food. All count from 0."""
    n = len(values)
    eaters = [0] * n
    for food in taken:
        eaters[food] += 1
    found = []
    for person, food in enumerate(taken):
        other = (person + 1) % n if food == person else person
        # What a food gives to each of k eaters is its value over k, and k is 1 or 2.
        if values[other] * eaters[food] > values[food] * (eaters[other] + 1):
            found.append(person)
    return found
