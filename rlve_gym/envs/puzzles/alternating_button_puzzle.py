from random import Random
from typing import Literal

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, function, line

MAX_PRESSES = 1000

Operation = tuple[Literal["+", "-", "*"], int]
Button = tuple[Operation, Operation]  # what it does to Y while X is 0, and while X is 1


class Problem(core.Problem, frozen=True):
    start: int
    target: int
    buttons: list[Button]
    solution: list[int]  # derived: buttons that lead to the target, by number

    def __post_init__(self) -> None:
        operations = [operation for button in self.buttons for operation in button]
        if not operations or any(not 1 <= value <= (3 if op == "*" else value) for op, value in operations):
            raise ValueError("there must be buttons, with values of at least 1, and at most 3 for a product")
        if self.start == self.target:
            raise ValueError("the target is the start value")


class AlternatingButtonPuzzle(core.Environment[Problem, list[int]]):
    """Press buttons with two alternating effects to reach a target number.

    Ten puzzles are drawn and the one with the longest known solution is kept, so that most of the presses are needed:
    a breadth-first search replaces plants by shorter ways. It looks at Y within a bound; beyond it the plant stays.
    Unlike in the published suite, difficulty adds presses faster than buttons, since many buttons make short sums
    easy; and the number of presses in an answer is limited, since Y could grow without end.

    Quality: 1 if Y ends at the target, else 0.
    Source: classic.
    """

    ladder = Ladder(
        button_count=line(2, every=4),
        max_value=line(3),
        press_count=function(lambda difficulty: 3 + (difficulty + 1) // 2, "3, then +1 at 1, 3, 5, ..."),
        top=30,
    )
    answer_format = Integers("the numbers of the buttons in the order of pressing", example="1 1 0 1 0 0 0")

    def generate(self, rng: Random, *, button_count: int, max_value: int, press_count: int) -> Problem:
        kept: Problem | None = None
        drawn = 0
        while drawn < 10 or kept is None:  # a draw comes to nothing only if Y stays 0, by products alone
            drawn += 1
            plant = [rng.randrange(button_count) for _ in range(press_count)]
            start = rng.randint(-max_value, max_value)
            buttons = [(_operation(rng, max_value), _operation(rng, max_value)) for _ in range(button_count)]
            reached = _play(start, buttons, plant)
            new = [step for step, value in enumerate(reached) if value not in [start, *reached[:step]]]
            if not new or (kept and new[-1] < len(kept.solution)):
                continue
            target, plant = reached[new[-1]], plant[: new[-1] + 1]
            solution = _shorter(start, target, buttons, max_value, len(plant)) or plant
            if kept is None or len(solution) > len(kept.solution):
                kept = Problem(start=start, target=target, buttons=buttons, solution=solution)
                if len(solution) == press_count:
                    break  # none can be longer
        return kept

    def describe(self, problem: Problem) -> str:
        n = len(problem.buttons)
        effects = "\n".join(
            f"Button {index}: Y {first[0]} {first[1]} if X is 0; Y {second[0]} {second[1]} if X is 1"
            for index, (first, second) in enumerate(problem.buttons)
        )
        return (
            f"A machine has a switch X, which is 0 at first, a number Y, which is {problem.start} at first, and {n} buttons, "
            f"numbered 0 to {n - 1}. Pressing a button changes Y by one of two operations, depending on X, and then "
            "flips X: from 0 to 1, or from 1 to 0. Each button replaces Y by this:\n"
            f"{effects}\n\n"
            f"Find a sequence of at most {MAX_PRESSES} presses after which Y is {problem.target}. A button may be pressed "
            "any number of times. Any such sequence will do."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        if len(answer) > MAX_PRESSES:
            return Verdict.invalid(f"{len(answer)} presses, while {MAX_PRESSES} are allowed")
        if any(not 0 <= index < len(problem.buttons) for index in answer):
            return Verdict.invalid(f"a button is not in 0..{len(problem.buttons) - 1}")
        return Verdict.exact(_play(problem.start, problem.buttons, answer)[-1] == problem.target)

    def solve(self, problem: Problem) -> list[int]:
        return problem.solution


def _operation(rng: Random, max_value: int) -> Operation:
    op: Literal["+", "-", "*"] = rng.choices("+-*", (4, 4, 2))[0]  # type: ignore[assignment]
    return op, rng.randint(2, 3) if op == "*" else rng.randint(1, max_value)


def _line(operation: Operation) -> tuple[int, int]:
    """The operation as y -> a * y + b."""
    op, value = operation
    return (value, 0) if op == "*" else (1, value if op == "+" else -value)


def _play(start: int, buttons: list[Button], presses: list[int]) -> list[int]:
    """The values of Y after each press."""
    values, value = [], start
    for step, index in enumerate(presses):
        a, b = _line(buttons[index][step % 2])
        value = a * value + b
        values.append(value)
    return values


def _shorter(start: int, target: int, buttons: list[Button], max_value: int, length: int) -> list[int] | None:
    """The fewest presses from start to target if they are fewer than length, with Y within a bound."""
    bound = min(1000, 4 * max(abs(start), abs(target), max_value))
    if abs(target) > bound:
        return None
    lines = [[_line(button[x]) for button in buttons] for x in (0, 1)]
    layers = [{start}]  # the values of Y first reached after 0, 1, ... presses, for the X of that time
    seen: tuple[set[int], set[int]] = ({start}, set())  # for X = 0 and X = 1
    while target not in layers[-1]:
        step = len(layers) - 1
        if step + 1 == length:
            return None
        reached = {
            result
            for a, b in lines[step % 2]
            for value in layers[step]
            if -bound <= (result := a * value + b) <= bound
        }
        layers.append(reached - seen[(step + 1) % 2])
        seen[(step + 1) % 2].update(reached)

    presses: list[int] = []
    for step in range(len(layers) - 2, -1, -1):
        index, target = next(
            (index, value)
            for index, (a, b) in enumerate(lines[step % 2])
            for value in layers[step]
            if a * value + b == target  # at most one value for each button
        )
        presses.append(index)
    return presses[::-1]
