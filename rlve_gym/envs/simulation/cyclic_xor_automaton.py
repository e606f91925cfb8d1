from random import Random

from rlve_gym import core
from rlve_gym.core import ExactEnvironment, Ladder, Verdict, Words, grow, line
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    initial_states: list[int]  # 0 or 1, lamp 1 first
    step_count: int
    queries: list[int]  # lamps, numbered from 1
    answer: list[int]  # derived: the states of the queried lamps after the steps

    def __post_init__(self) -> None:
        if not self.initial_states or not self.queries or self.step_count < 0:
            raise ValueError("there must be lamps and queries, and no negative number of steps")
        if not {*self.initial_states, *self.answer} <= {0, 1}:
            raise ValueError("states must be 0 or 1")
        if not all(1 <= lamp <= len(self.initial_states) for lamp in self.queries):
            raise ValueError("a queried lamp does not exist")
        if len(self.answer) != len(self.queries):
            raise ValueError("the answer must have one state for each query")


class CyclicXorAutomaton(ExactEnvironment[Problem, list[str]]):
    """States of lamps on a ring that XOR with the next lamp, after many steps.

    The published suite asks for one lamp, which a coin flip answers half the time; here up to six are asked.

    Quality: 1 if all the states are right, else 0.
    Source: Luogu P3937.
    """

    ladder = Ladder(
        max_lamps=line(8, step=2, cap=40),
        max_steps=grow(6, by=1.4),
        top=30,
    )
    answer_format = Words(
        "the states of the lamps asked for, in that order", ("ON", "OFF"), example="OFF ON ON"
    )

    def generate(self, rng: Random, *, max_lamps: int, max_steps: int) -> Problem:
        while True:
            n = _not_a_power_of_two(rng, 5, max_lamps)  # a ring of 2^j lamps is all OFF from step 2^j on
            step_count = _not_a_power_of_two(rng, max(2, max_steps // 2), max_steps)  # one XOR would do
            share = rng.uniform(0.2, 0.8)
            states = [int(rng.random() < share) for _ in range(n)]
            final = _after(states, step_count)
            queries = rng.sample(range(1, n + 1), min(n, 6))
            answer = [final[lamp - 1] for lamp in queries]
            if len(set(answer)) == 2:
                return Problem(initial_states=states, step_count=step_count, queries=queries, answer=answer)

    def describe(self, problem: Problem) -> str:
        n = len(problem.initial_states)
        return (
            f"{n} lamps stand in a circle, numbered 1 to {n} clockwise. At time 0 their states, from lamp 1 to lamp {n}, "
            f"are (1 is ON, 0 is OFF):\n{text.series(problem.initial_states)}\n\n"
            f"At each step all lamps change at once: lamp i becomes ON if, just before the step, its state and the state of "
            f"the next lamp clockwise differed, and OFF if they were the same. The next lamp is i + 1, and lamp 1 for lamp "
            f"{n}.\n\n"
            f"After {problem.step_count} steps, what are the states of these lamps, in this order?\n"
            f"{text.series(problem.queries)}"
        )

    def verify(self, problem: Problem, answer: list[str]) -> Verdict:
        if len(answer) != len(problem.queries):
            return Verdict.invalid(f"{len(answer)} states instead of {len(problem.queries)}")
        return super().verify(problem, answer)

    def solve(self, problem: Problem) -> list[str]:
        return ["ON" if state else "OFF" for state in problem.answer]


def _not_a_power_of_two(rng: Random, low: int, high: int) -> int:
    while True:
        number = rng.randint(low, high)
        if number & (number - 1):
            return number


def _after(states: list[int], step_count: int) -> list[int]:
    """2^j steps XOR each lamp with the one 2^j further on: squaring 1 + x modulo 2 gives 1 + x^2."""
    n = len(states)
    for exponent in range(step_count.bit_length()):
        if step_count >> exponent & 1:
            shift = pow(2, exponent, n)
            states = [state ^ states[(lamp + shift) % n] for lamp, state in enumerate(states)]
    return states
