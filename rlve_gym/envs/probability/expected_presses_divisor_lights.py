from math import factorial
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    initial_state: list[int]  # entry i-1 is light i; 1 is on
    threshold: int
    modulus: int
    answer: int  # derived: the expected number of presses times n!, modulo modulus


class ExpectedPressesDivisorLights(core.ResidueEnvironment[Problem]):
    """Expected switch presses when switch i toggles the lights dividing i.

    A state is turned off by one set of switches only. A random press brings the state nearer to "off" by one if it
    hits a switch of that set, and else takes it away by one, so that f_i = (n + (n-i) f_{i+1}) / i presses are expected
    on the way from i switches to i-1. Unlike in the published suite, this set is drawn instead of the lights, with a
    size uniform in 2..n, and the threshold mostly lies below that: otherwise there is often nothing to compute, and
    one answer wins often.

    Quality: 1 if equal, else 0.
    Source: Luogu P3750.
    """

    ladder = Ladder(light_count=grow(4, by=1.1, plus=1, low=3, high=1000), top=30)
    answer_format = Integer("the residue of E * n!", example="4321")

    def generate(self, rng: Random, *, light_count: int) -> Problem:
        n, modulus = light_count, 10**9 + 7
        needed = rng.sample(range(1, n + 1), rng.randint(2, n))
        least = len(needed)
        threshold = rng.randrange(least) if rng.random() < 0.8 else rng.randint(least, n)
        return Problem(
            initial_state=[sum(i % light == 0 for i in needed) % 2 for light in range(1, n + 1)],
            threshold=threshold,
            modulus=modulus,
            answer=_expected_presses(n, least, threshold, modulus) * factorial(n) % modulus,
        )

    def describe(self, problem: Problem) -> str:
        n, k = len(problem.initial_state), problem.threshold
        return (
            f"There are n = {n} lights and n switches, both numbered from 1 to {n}. Pressing switch i toggles every "
            "light whose number divides i. At first the lights 1, 2, ... are as follows (1 is on, 0 is off):\n"
            f"{text.series(problem.initial_state)}\n\n"
            "Let c be the least number of presses that turns all lights off from the current state. Before each press, "
            f"also before the first, compare c with {k}. If c <= {k}, make those c presses and stop. Otherwise press a "
            f"switch chosen uniformly at random from all {n}, and go on.\n\n"
            "Let E be the expected total number of presses, those at the end included. E * n! is an integer; give it "
            f"modulo {problem.modulus}."
        )


def _expected_presses(n: int, least: int, threshold: int, modulus: int) -> int:
    """The expectation as a residue; the modulus is a prime greater than n."""
    if least <= threshold:
        return least
    total, step = threshold, 0
    for i in range(n, threshold, -1):
        step = (n + (n - i) * step) * pow(i, -1, modulus) % modulus  # from i switches to i-1
        if i <= least:
            total += step
    return total
