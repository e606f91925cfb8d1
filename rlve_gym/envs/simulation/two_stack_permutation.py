from random import Random

from rlve_gym import core
from rlve_gym.core import Ladder, String, Verdict, grow
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    permutation: list[int]  # the wanted output, of 0..n-1
    solution: str  # derived: the planted operations, of a, b, c, d

    def __post_init__(self) -> None:
        if not self.permutation or sorted(self.permutation) != list(range(len(self.permutation))):
            raise ValueError("not a permutation of 0..n-1")


class TwoStackPermutation(core.Environment[Problem, str]):
    """Produce a given output order with a queue and two stacks.

    Two numbers exclude each other from one stack if a later number must come out before both of them; a right answer is
    a 2-coloring of this conflict graph, played out. Any right answer counts.

    Quality: (positions of the output with the wanted item / n) ** 10.
    Source: classic; cf. NOIP 2008, double stack sort; S. Even and A. Itai, "Queues, stacks and graphs" (1971).
    """

    ladder = Ladder(item_count=grow(4, by=1.1, plus=1), top=30)
    answer_format = String("the operations in order, from first to last", "abcd", example="accbd")

    def generate(self, rng: Random, *, item_count: int) -> Problem:
        n = item_count
        while True:
            weights = dict(zip("abcd", (rng.randint(1, n) for _ in range(4)), strict=True))
            pushed = 0
            stacks: tuple[list[int], list[int]] = ([], [])
            permutation: list[int] = []
            solution = ""
            while len(permutation) < n:
                possible = "ac" * (pushed < n) + "b" * bool(stacks[0]) + "d" * bool(stacks[1])
                operation = rng.choices(possible, [weights[letter] for letter in possible])[0]
                solution += operation
                stack = stacks[operation in "cd"]
                if operation in "ac":
                    stack.append(pushed)
                    pushed += 1
                else:
                    permutation.append(stack.pop())
            if permutation != list(range(n)):  # which is seen at a glance
                return Problem(permutation=permutation, solution=solution)

    def describe(self, problem: Problem) -> str:
        n = len(problem.permutation)
        return (
            f"A queue holds the numbers 0 to {n - 1} in ascending order, with 0 at the front. There are also two stacks, S1 "
            "and S2, and an output sequence, all empty at first. There are four operations:\n"
            "a: take the number at the front of the queue away and put it on top of S1;\n"
            "b: take the number on top of S1 away and append it to the end of the output;\n"
            "c: take the number at the front of the queue away and put it on top of S2;\n"
            "d: take the number on top of S2 away and append it to the end of the output.\n\n"
            "An operation must not be used when there is nothing to take. Find a sequence of operations after which the "
            f"output has all {n} numbers, in exactly this order:\n{text.series(problem.permutation)}\n\n"
            "Any such sequence will do."
        )

    def verify(self, problem: Problem, answer: str) -> Verdict:
        n = len(problem.permutation)
        pushed = 0
        stacks: tuple[list[int], list[int]] = ([], [])
        output: list[int] = []
        for operation in answer:
            stack = stacks[operation in "cd"]
            if operation in "ac":
                if pushed == n:
                    return Verdict.invalid(f"{operation} takes from the empty queue")
                stack.append(pushed)
                pushed += 1
            elif stack:
                output.append(stack.pop())
            else:
                return Verdict.invalid(f"{operation} takes from an empty stack")
        if len(output) < n:
            return Verdict.invalid(f"the output has {len(output)} of the {n} numbers")
        return Verdict.positions(output, problem.permutation, power=10)

    def solve(self, problem: Problem) -> str:
        return problem.solution
