from fractions import Fraction as Rational
from random import Random

from rlve_gym import core
from rlve_gym.core import Fraction, Ladder, Verdict, grow
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    initial_counts: list[int]  # of the colors 1, 2, ...
    added_per_draw: int
    events: list[tuple[int, int]]  # (step, color), by increasing step
    answer: core.FractionText  # derived: the probability


class ProbabilityPolyaUrnDraws(core.ExactEnvironment[Problem, Rational]):
    """Probability of given draws in a Polya urn.

    The draws are exchangeable, so the listed ones might as well be the first ones, and the others never matter.
    Unlike in the published suite, at least two draws are listed, and the fraction need not be in lowest terms.

    Quality: 1 if equal as a rational number, else 0.
    Source: Luogu P4204; F. Eggenberger and G. Polya, "Über die Statistik verketteter Vorgänge" (1923).
    """

    ladder = Ladder(max_size=grow(3, by=1.1, plus=1), top=30)
    answer_format = Fraction("the probability, reduced or not", example="5/17")

    def generate(self, rng: Random, *, max_size: int) -> Problem:
        color_count = rng.randint(2, max_size)
        counts = [rng.randint(1, max_size) for _ in range(color_count)]
        added = rng.randint(1, max_size)
        horizon = rng.randint(3, max_size)
        steps = sorted(rng.sample(range(1, horizon + 1), rng.randint(2, horizon - 1)))
        events = [(step, rng.randint(1, color_count)) for step in steps]
        probability = _probability(counts, added, events)
        return Problem(
            initial_counts=counts,
            added_per_draw=added,
            events=events,
            answer=self.answer_format.format(probability),
        )

    def describe(self, problem: Problem) -> str:
        t, added = len(problem.initial_counts), problem.added_per_draw
        balls = "ball" if added == 1 else "balls"
        return (
            f"An urn holds balls of {t} colors, numbered 1 to {t}. The numbers of balls of the colors 1, 2, ... are at "
            f"first:\n{text.series(problem.initial_counts)}\n\n"
            "In each of the steps 1, 2, 3, ... one ball is drawn uniformly at random from the urn and put back, and "
            f"{added} more {balls} of its color {'is' if added == 1 else 'are'} added. What is the probability, exactly, "
            'that for every one of the following lines "step color" the ball drawn in that step has that color (while '
            f"the steps not listed may give any color)?\n{text.rows(problem.events)}"
        )

    def verify(self, problem: Problem, answer: Rational) -> Verdict:
        if not 0 <= answer <= 1:
            return Verdict.invalid("a probability is in 0..1")
        return super().verify(problem, answer)

    def solve(self, problem: Problem) -> Rational:
        return Rational(problem.answer)


def _probability(initial_counts: list[int], added: int, events: list[tuple[int, int]]) -> Rational:
    counts, total = list(initial_counts), sum(initial_counts)
    favorable = possible = 1
    for _, color in events:
        favorable *= counts[color - 1]
        possible *= total
        counts[color - 1] += added
        total += added
    return Rational(favorable, possible)
