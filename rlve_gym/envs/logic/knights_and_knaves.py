from random import Random
from typing import Any, Literal

from rlve_gym import core
from rlve_gym.core import Ladder, Verdict, Words, line

NAMES = (
    "Alice", "Boris", "Clara", "Dmitri", "Emma", "Felix", "Greta", "Hugo", "Irene", "Jonas", "Karen", "Leon", "Maria",
    "Nadia", "Oscar", "Paula", "Quentin", "Rosa", "Stefan", "Tara", "Ursula", "Victor", "Wendy", "Xavier", "Yusuf", "Zoe",
)  # fmt: skip

PHRASES = {
    "knight": "{} is a knight",
    "knave": "{} is a knave",
    "not": "it is not true that ({})",
    "and": "({}) and ({})",
    "or": "({}) or ({})",
    "implies": "if ({}), then ({})",
    "iff": "({}) if and only if ({})",
}

MAX_DEPTH = 10  # of statements made by hand; the generator's have a depth of at most 2


class Problem(core.Problem, frozen=True):
    names: list[str]
    # Said by person i: ["knight", k], ["knave", k], ["not", s], ["and", s, t], ["or", s, t], ["implies", s, t] or
    # ["iff", s, t], where k is an index into names and s, t are statements.
    statements: list[list[Any]]
    answer: list[Literal["knight", "knave"]]  # derived: the only consistent assignment

    def __post_init__(self) -> None:
        n = len(self.names)
        if n == 0 or len(self.statements) != n or len(self.answer) != n:
            raise ValueError("names, statements and answer must have the same length, at least 1")
        roles = [int(role == "knight") for role in self.answer]
        for role, statement in zip(roles, self.statements, strict=True):
            _check(statement, n, MAX_DEPTH)
            if _truth(statement, roles, 1) != role:
                raise ValueError("answer contradicts the statements")


class KnightsAndKnaves(core.Environment[Problem, list[str]]):
    """Who tells the truth and who lies.

    Exactly one assignment makes person i a knight if and only if statement i is true.

    Quality: (roles right / n) ** 10.
    Source: R. Smullyan, "What Is the Name of This Book?" (1978); the mix of statements follows mem-kk-logic.
    """

    ladder = Ladder(person_count=line(3), top=15)
    answer_format = Words(
        "the role of each person, in the order listed", ["knight", "knave"], example="knave knight"
    )

    def generate(self, rng: Random, *, person_count: int) -> Problem:
        n = person_count
        everything, knights = _assignments(n)
        plant = rng.getrandbits(n)  # bit i: whether person i is a knight

        statements: list[list[Any]] = [[]] * n
        possible = [everything] * n  # the assignments under which person i can say statement i
        redrawn = list(range(n))
        while redrawn:
            for i in redrawn:
                statements[i], truth = _statement(rng, i, plant, everything, knights)
                possible[i] = everything ^ truth ^ knights[i]
            consistent = everything
            for mask in possible:
                consistent &= mask
            redrawn = [] if consistent == 1 << plant else [rng.randrange(n)]

        return Problem(
            names=rng.sample(NAMES, n),
            statements=statements,
            answer=["knight" if plant >> i & 1 else "knave" for i in range(n)],
        )

    def describe(self, problem: Problem) -> str:
        names = problem.names
        said = "\n".join(
            f"{name}: {_english(statement, names)}."
            for name, statement in zip(names, problem.statements, strict=True)
        )
        return (
            f"Each of {len(names)} people is either a knight, who says only true things, or a knave, who says only "
            f"false things. Each of them makes one statement:\n{said}\n\n"
            'Here "A or B" is true also if both A and B are, "if A, then B" is false only if A is true and B is false, '
            'and "A if and only if B" is true if A and B are both true or both false. Just one assignment of the roles '
            "fits all the statements. Find it."
        )

    def verify(self, problem: Problem, answer: list[str]) -> Verdict:
        n = len(problem.names)
        if len(answer) != n:
            return Verdict.unparsed(f"{len(answer)} words instead of {n}")
        return Verdict.positions(answer, problem.answer, power=10)

    def solve(self, problem: Problem) -> list[str]:
        return list(problem.answer)


def _assignments(n: int) -> tuple[int, list[int]]:
    """Sets of assignments as bit masks: of all the 2**n, and of those in which person i is a knight, for each i.

    Bit a of a mask belongs to the assignment in which person i is a knight where bit i of a is set.
    """
    everything = 1
    knights: list[int] = []
    for person in range(n):
        size = 1 << person
        knights = [*(mask | (mask << size) for mask in knights), everything << size]
        everything |= everything << size
    return everything, knights


def _statement(
    rng: Random, speaker: int, plant: int, everything: int, knights: list[int]
) -> tuple[list[Any], int]:
    """A statement that the speaker can make under the planted assignment, with the mask of where it is true.

    Statements that are always or never true are left out: they would give the speaker away.
    """
    role = plant >> speaker & 1
    while True:
        statement = _any_statement(rng, speaker, len(knights))
        truth = _truth(statement, knights, everything)
        if truth >> plant & 1 == role and truth not in (0, everything):
            return statement, truth


def _any_statement(rng: Random, speaker: int, n: int) -> list[Any]:
    def atom() -> list[Any]:
        while True:
            kind, person = rng.choice(("knight", "knave")), rng.randrange(n)
            if kind == "knight" or person != speaker:  # nobody can say "I am a knave"
                return [kind, person]

    kind = rng.choice(("atom", "not", "and", "or", "implies", "iff"))
    first = atom()
    if kind == "atom":
        return first
    if kind == "not":
        return [kind, first]
    second = atom()
    while second == first:
        second = atom()
    return [kind, first, second]


def _truth(statement: list[Any], knights: list[int], everything: int) -> int:
    """The mask of the assignments under which a statement is true."""
    kind, *parts = statement
    if kind in ("knight", "knave"):
        person: int = parts[0]
        return knights[person] if kind == "knight" else everything ^ knights[person]
    first = _truth(parts[0], knights, everything)
    if kind == "not":
        return everything ^ first
    second = _truth(parts[1], knights, everything)
    if kind == "and":
        return first & second
    if kind == "or":
        return first | second
    if kind == "implies":
        return (everything ^ first) | second
    return everything ^ first ^ second


def _english(statement: list[Any], names: list[str]) -> str:
    kind, *parts = statement
    if kind in ("knight", "knave"):
        return PHRASES[kind].format(names[parts[0]])
    return PHRASES[kind].format(*(_english(part, names) for part in parts))


def _check(statement: Any, n: int, depth: int) -> None:
    """Raises ValueError unless this is a statement about n people."""
    match statement:
        case ["knight" | "knave", k] if type(k) is int and 0 <= k < n:
            return
        case ["not", _] | ["and" | "or" | "implies" | "iff", _, _] if depth > 0:
            for part in statement[1:]:
                _check(part, n, depth - 1)
        case _:
            raise ValueError("statements has something that is no statement, or one nested too deeply")
