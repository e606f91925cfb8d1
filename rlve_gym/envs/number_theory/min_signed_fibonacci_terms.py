from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    target: int
    answer: int  # derived: the least number of terms


class MinSignedFibonacciTerms(core.IntegerEnvironment[Problem]):
    """Fewest Fibonacci numbers, added or subtracted, that give K.

    Drawn is a far-difference form: Fibonacci numbers whose indices differ by at least 3, and by at least 4 where
    neighbors have the same sign. Every positive integer has exactly one, and no other sum has fewer terms.

    The number of terms is uniform, but at most a third of the number of Fibonacci numbers in range: a constant wins
    20 % at difficulty 3 and 11 % at 12.

    Quality: 1 if equal, else 0.
    Source: Luogu P3539 (POI 2012); H. Alpert, "Differences of multiple Fibonacci numbers" (2009), for the form;
    C. Heuberger, "Minimal expansions in redundant number systems: Fibonacci bases and greedy algorithms" (2004).
    """

    ladder = Ladder(target_max=grow(250, by=2, low=5, high=10**200), top=30)
    answer_format = Integer("the smallest number of terms", example="30")
    least = 1
    chance = 0.25  # one of the counts 1 to 5 is as much as integers up to 2000 allow

    def generate(self, rng: Random, *, target_max: int) -> Problem:
        fibonacci = [1, 2]
        while fibonacci[-2] + fibonacci[-1] <= target_max:
            fibonacci.append(fibonacci[-2] + fibonacci[-1])
        # K itself uniform would have nearly the same count every time.
        term_count = rng.randint(1, len(fibonacci) // 3)
        target = 0
        while not 4 <= target <= target_max:
            drawn = rng.sample(range(len(fibonacci) - 2 * term_count + 2), term_count)
            indices = [position + 2 * i for i, position in enumerate(sorted(drawn))]
            target, above, sign = 0, len(fibonacci) + 4, 1
            for index in reversed(indices):
                if above - index == 3:
                    sign = -sign
                elif target:
                    sign = rng.choice((-1, 1))
                target, above = target + sign * fibonacci[index], index
        return Problem(target=target, answer=term_count)

    def describe(self, problem: Problem) -> str:
        return (
            "The Fibonacci numbers are 1, 2, 3, 5, 8, ...: each one after the first two is the sum of the two before "
            f"it. Write {problem.target} as a sum of terms each of which is a Fibonacci number or the negative of one; "
            "the same number may be used more than once. What is the smallest possible number of terms?"
        )
