from random import Random

from rlve_gym import core
from rlve_gym.core import Ladder, String, Verdict, grow
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    permutation: list[int]  # the wanted output, of 0..n-1
    solution: str  # derived: the operations, a and b

    def __post_init__(self) -> None:
        if not self.permutation or sorted(self.permutation) != list(range(len(self.permutation))):
            raise ValueError("not a permutation of 0..n-1")


class OneStackPermutation(core.Environment[Problem, str]):
    """Produce a given output order with a queue and one stack.

    An output can be made if and only if no item is followed by two smaller ones in ascending order, and then in exactly
    one way. There are few such outputs of four items, so at difficulty 0 a fixed answer wins about one time in six.

    Quality: (positions of the output with the wanted item / n) ** 10.
    Source: classic; D. E. Knuth, The Art of Computer Programming 1, 2.2.1.
    """

    ladder = Ladder(item_count=grow(4, by=1.1, plus=1), top=30)
    answer_format = String("the operations in order, from first to last", "ab", example="abbaa")

    def generate(self, rng: Random, *, item_count: int) -> Problem:
        n = item_count
        while True:
            weights = [rng.randint(1, 3), rng.randint(1, 3)]
            pushed = 0
            stack: list[int] = []
            permutation: list[int] = []
            solution = ""
            while len(permutation) < n:
                choices = "a" * (pushed < n) + "b" * bool(stack)
                operation = rng.choices("ab", weights)[0] if len(choices) == 2 else choices
                solution += operation
                if operation == "a":
                    stack.append(pushed)
                    pushed += 1
                else:
                    permutation.append(stack.pop())
            # "ab" comes n times for the identity and once for the reversal, which are seen at a glance: mostly redrawn.
            if 1 < solution.count("ab") < n or rng.random() < 0.1:
                return Problem(permutation=permutation, solution=solution)

    def describe(self, problem: Problem) -> str:
        n = len(problem.permutation)
        return (
            f"A queue holds the numbers 0 to {n - 1} in ascending order, with 0 at the front. There are also a stack and an "
            "output sequence, both empty at first. There are two operations:\n"
            "a: take the number at the front of the queue away and put it on top of the stack;\n"
            "b: take the number on top of the stack away and append it to the end of the output.\n\n"
            "An operation must not be used when there is nothing to take. Find a sequence of operations after which the "
            f"output has all {n} numbers, in exactly this order:\n{text.series(problem.permutation)}"
        )

    def verify(self, problem: Problem, answer: str) -> Verdict:
        n = len(problem.permutation)
        pushed = 0
        stack: list[int] = []
        output: list[int] = []
        for operation in answer:
            if operation == "a":
                if pushed == n:
                    return Verdict.invalid("a takes from the empty queue")
                stack.append(pushed)
                pushed += 1
            elif stack:
                output.append(stack.pop())
            else:
                return Verdict.invalid("b takes from the empty stack")
        if len(output) < n:
            return Verdict.invalid(f"the output has {len(output)} of the {n} numbers")
        return Verdict.positions(output, problem.permutation, power=10)

    def solve(self, problem: Problem) -> str:
        return problem.solution
