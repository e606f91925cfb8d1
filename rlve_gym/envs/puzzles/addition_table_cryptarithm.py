from itertools import combinations_with_replacement
from random import Random

from rlve_gym import core
from rlve_gym.core import Integers, Ladder, Verdict, line


class Problem(core.Problem, frozen=True):
    letters: list[str]  # "a", "b", ...
    equations: list[tuple[str, str, str]]  # (left, right, total): total has one or two letters
    answer: list[int]  # derived: the base, and the digit of each letter

    def __post_init__(self) -> None:
        if not self.letters or len(self.answer) != len(self.letters) + 1:
            raise ValueError("answer must have the base and a digit for each letter")


class AdditionTableCryptarithm(core.ExactEnvironment[Problem, list[int]]):
    """Decode a letter-coded one-digit addition table in an unknown base.

    Each digit has a letter, so the base is the number of letters. There is exactly one solution: only 0 added to itself
    gives itself, only 1 starts sums of two letters, and adding 1 leads from each digit to the next.

    Quality: 0 if the base is wrong, else (letters with the right digit / letters) ** 3.
    Source: Luogu P1013.
    """

    ladder = Ladder(letter_count=line(4, low=3), top=22)
    answer_format = Integers(
        "the base, then the digit of each letter in alphabetical order, all in decimal", example="3 2 0 1"
    )

    def generate(self, rng: Random, *, letter_count: int) -> Problem:
        letters = [chr(ord("a") + index) for index in range(letter_count)]
        digits = rng.sample(range(letter_count), letter_count)
        letter_of = {digit: letter for letter, digit in zip(letters, digits, strict=True)}
        equations = []
        for (left, first), (right, second) in combinations_with_replacement(
            zip(letters, digits, strict=True), 2
        ):
            carry, digit = divmod(first + second, letter_count)
            total = letter_of[digit] if carry == 0 else letter_of[carry] + letter_of[digit]
            equations.append((left, right, total))
        return Problem(letters=letters, equations=equations, answer=[letter_count, *digits])

    def describe(self, problem: Problem) -> str:
        equations = "\n".join(f"{left} + {right} = {total}" for left, right, total in problem.equations)
        return (
            "Numbers are written in an unknown base B, with letters as digits. Each digit from 0 to B - 1 has exactly one "
            f"letter, and these are all the letters: {', '.join(problem.letters)}. These are the sums of any two digits, "
            "equal ones included; two letters next to each other are a number of two digits, the higher one first:\n"
            f"{equations}\n\n"
            "Find the base B and the digit of each letter."
        )

    def verify(self, problem: Problem, answer: list[int]) -> Verdict:
        if len(answer) != len(problem.answer):
            return Verdict.invalid(f"{len(answer)} numbers instead of {len(problem.answer)}")
        if answer[0] != problem.answer[0]:
            return Verdict.exact(False, "the base is wrong")
        return Verdict.positions(answer[1:], problem.answer[1:], power=3)
