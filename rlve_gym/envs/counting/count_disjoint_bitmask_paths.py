from collections import defaultdict
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow, line


class Problem(core.Problem, frozen=True):
    source: str  # binary, most significant bit first
    target: str
    modulus: int
    answer: int  # derived: the number of paths modulo modulus


class CountDisjointBitmaskPaths(core.ResidueEnvironment[Problem]):
    """Number of increasing paths between two numbers whose consecutive numbers share no binary one.

    Quality: 1 if equal, else 0.
    Source: classic; a dynamic program over the bits, from the top.
    """

    ladder = Ladder(max_length=grow(5, by=1.1, plus=1), min_count=line(2, cap=20), top=30)
    answer_format = Integer("the count modulo the given number", example="305")

    def generate(self, rng: Random, *, max_length: int, min_count: int) -> Problem:
        while True:
            numbers = []
            for _ in range(2):
                length = rng.randint(1, max_length)
                numbers.append(1 << (length - 1) | rng.getrandbits(length - 1))
            source, target = (f"{number:b}" for number in sorted(numbers))
            count = _paths(source, target)
            if count >= min_count and count % 10_000 > 1:
                return Problem(source=source, target=target, modulus=10_000, answer=count % 10_000)

    def describe(self, problem: Problem) -> str:
        return (
            "On the positive integers, there is an arc from s to t if s < t and the binary forms of s and t have no 1 at "
            "the same place, that is, s AND t = 0 bitwise. Consider these two integers, written in binary:\n"
            f"S = {problem.source}\nT = {problem.target}\n\n"
            "How many different directed paths lead from S to T? A path is a sequence of integers that begins with S and "
            "ends with T, with an arc from each number to the next; any integers may come in between, and paths are "
            f"different if their sequences are. Give this count modulo {problem.modulus}."
        )


def _paths(source: str, target: str) -> int:
    if len(source) == len(target):
        return int(source == target)
    # Along an arc, the top bit rises. So at each place, the vertices that reach it are the last ones of the path; their
    # bits there, from T down, have no two adjacent ones, and begin with T's. There are F(n - a - b) strings of n bits
    # from a to b without adjacent ones, where F(-1), F(0), ... are the Fibonacci numbers 1, 0, 1, 1, 2, ...
    fibonacci = [1, 0]
    while len(fibonacci) < len(target) + 3:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])

    def strings(n: int, a: int, b: int) -> int:
        return fibonacci[n + 1 - a - b]

    counts = {1: 1}  # by the number of vertices that reach the place
    for place in range(len(target) - 2, -1, -1):
        a = int(target[-1 - place])
        longer: dict[int, int] = defaultdict(int)
        for n, count in counts.items():
            if place < len(source):
                b = int(source[-1 - place])
                if place == len(source) - 1:
                    n += 1  # S has its top bit here
                longer[n] += count * strings(n, a, b)
            else:
                longer[n] += count * (strings(n, a, 0) + strings(n, a, 1))
                longer[n + 1] += count * strings(n + 1, a, 1)  # another vertex has its top bit here
        counts = longer
    return sum(counts.values())
