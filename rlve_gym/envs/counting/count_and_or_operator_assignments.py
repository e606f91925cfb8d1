from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    words: list[str]  # bit strings of one length, with an operator between each two neighbors
    target: str
    answer: int  # derived: the number of operator choices


class CountAndOrOperatorAssignments(core.IntegerEnvironment[Problem]):
    """Number of AND/OR fillings of an expression over bit strings that give a target.

    Quality: 1 if equal, else 0.
    Source: Luogu P4424; the choices with a 1 at one bit are those below a threshold.
    """

    ladder = Ladder(max_size=grow(4, by=1.1, plus=1), top=22)
    answer_format = Integer("the number of choices", example="123")

    def generate(self, rng: Random, *, max_size: int) -> Problem:
        answer = 1
        while answer == 1:  # which is common, as 2 is if all bits see the same
            operator_count = rng.randint(max(2, -(-max_size // 2)), max_size)
            width = rng.randint(2, max_size)
            densities = [rng.random() for _ in range(operator_count)]
            words = ["0" * width]
            words += ["".join("01"[rng.random() < q] for _ in range(width)) for q in densities]
            if len(set(zip(*words, strict=True))) == 1:
                continue
            and_probability = rng.random()
            value = 0
            for word in words[1:]:
                value = value & int(word, 2) if rng.random() < and_probability else value | int(word, 2)
            target = f"{value:0{width}b}"
            answer = _count(words, target)
        return Problem(words=words, target=target, answer=answer)

    def describe(self, problem: Problem) -> str:
        n = len(problem.words) - 1
        words = "\n".join(f"A_{i} = {word}" for i, word in enumerate(problem.words))
        return (
            f"Here are {n + 1} bit strings and a target R:\n{words}\nR = {problem.target}\n\n"
            f"Choose {n} operators op_1, ..., op_{n}, each of them the bitwise AND or the bitwise OR. Let v_0 = A_0 and "
            f"v_i = v_(i-1) op_i A_i for i = 1, ..., {n}, strictly from left to right. "
            f"For how many of the 2^{n} choices is v_{n} = R?"
        )


def _count(words: list[str], target: str) -> int:
    # Write AND as 1 and OR as 0, and a choice as a binary number, the last operator first. From the last operator
    # back, one that equals the bit of its word hands on the bit before it, and the first that differs decides: OR with
    # a 1 gives 1, AND with a 0 gives 0. So the result is 1 if the choice, as a number, is less than the bits of the
    # words, or if both are equal and the bit of A_0 is 1.
    low, high = 0, 1 << (len(words) - 1)
    for (first, *bits), result in zip(zip(*words, strict=True), target, strict=True):
        threshold = int("".join(reversed(bits)), 2) + int(first)
        if result == "1":
            high = min(high, threshold)
        else:
            low = max(low, threshold)
    return max(0, high - low)
