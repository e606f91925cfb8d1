from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    length: int
    pattern: str
    modulus: int
    answer: int  # derived: the number of strings, modulo modulus


class CountBinaryStringsAvoidingPattern(core.ResidueEnvironment[Problem]):
    """Number of binary strings of length n without a given substring, modulo m.

    The length grows by a factor of 1.3 per difficulty instead of the 2 of the published suite, beyond whose first
    steps only matrix powers would help.

    Quality: 1 if equal, else 0.
    Source: Luogu P3193; the automaton of D. E. Knuth, J. H. Morris and V. R. Pratt (1977).
    """

    ladder = Ladder(max_length=grow(8, by=1.3), max_pattern=grow(3, by=1.1, plus=1), top=20)
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(self, rng: Random, *, max_length: int, max_pattern: int) -> Problem:
        length = rng.randint(max(3, max_length // 2), max_length)
        pattern_length = rng.randint(2, min(length - 1, max_pattern))
        density = rng.random()
        pattern = "".join("01"[rng.random() < density] for _ in range(pattern_length))
        modulus = rng.randint(2, 10_000)
        return Problem(
            length=length, pattern=pattern, modulus=modulus, answer=_count(length, pattern, modulus)
        )

    def describe(self, problem: Problem) -> str:
        return (
            f"How many strings of {problem.length} characters, each of them 0 or 1, do not contain {problem.pattern} as "
            f"a substring, that is, at consecutive positions? Give this count modulo {problem.modulus}."
        )


def _count(length: int, pattern: str, modulus: int) -> int:
    # The state of a string is the length of the longest prefix of the pattern that it ends with.
    steps = [
        max(k for k in range(state + 2) if f"{pattern[:state]}{bit}".endswith(pattern[:k]))
        for state in range(len(pattern))
        for bit in "01"
    ]
    counts = [1] + [0] * len(pattern)
    for _ in range(length):
        longer = [0] * (len(pattern) + 1)
        for i, state in enumerate(steps):
            longer[state] += counts[i // 2]
        counts = [count % modulus for count in longer]
    return sum(counts[:-1]) % modulus
