import re
from random import Random

from rlve_gym import core
from rlve_gym.core import Ladder, String, Verdict, function


class Problem(core.Problem, frozen=True):
    number: int
    answer: str  # derived: the notation


class RecursivePowerOfTwoNotation(core.ExactEnvironment[Problem, str]):
    """Write an integer as a nested sum of powers of two.

    A string that is no sum of terms 2, 2(0) and 2(sum), or one nested deeper than 50, is a format error.

    Quality: 1 if equal, apart from spaces, else 0.
    Source: Luogu P1010 (NOIP 1998).
    """

    ladder = Ladder(number_max=function(lambda d: 16 * 3**d, "16 * 3 ** difficulty"), top=30)
    answer_format = String("the notation", "20()+", example="2(2)+2(0)", loose=True)

    def generate(self, rng: Random, *, number_max: int) -> Problem:
        number = rng.randint(number_max // 2 + 1, number_max)
        return Problem(number=number, answer=_notation(number))

    def describe(self, problem: Problem) -> str:
        return (
            "Every positive integer is in one way a sum of different powers of 2. Its notation lists these powers from the "
            "largest to the smallest, joined by +. The power 2^0 is written 2(0), the power 2^1 is written 2, and the power "
            "2^e with e >= 2 is written 2(E), where E is the notation of e, by the same rules. For example, "
            "7 = 2^2 + 2^1 + 2^0 becomes 2(2)+2+2(0), and 8 = 2^3 becomes 2(2+2(0)).\n\n"
            f"Give the notation of {problem.number}."
        )

    def verify(self, problem: Problem, answer: str) -> Verdict:
        if not _is_notation(answer):
            return Verdict.unparsed("not a sum of terms 2, 2(0) and 2(sum), or one nested too deep")
        return super().verify(problem, answer)


def _notation(number: int) -> str:
    exponents = [e for e in reversed(range(number.bit_length())) if number >> e & 1]
    return "+".join("2(0)" if e == 0 else "2" if e == 1 else f"2({_notation(e)})" for e in exponents)


_TERM = re.compile(r"2\((?:0|[2t](?:\+[2t])*)\)")
_SUM = re.compile(r"[2t](?:\+[2t])*")


def _is_notation(text: str) -> bool:
    """Whether the string is derived from S -> T | S+T, T -> 2 | 2(0) | 2(S), nested at most 50 deep."""
    for _ in range(50):
        text, count = _TERM.subn("t", text)  # from the inside out: "t" is a term with parentheses
        if not count:
            break
    return _SUM.fullmatch(text) is not None
