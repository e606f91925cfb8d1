from fractions import Fraction as Rational
from random import Random

from rlve_gym import core
from rlve_gym.core import Fraction, Ladder, Verdict, line


class Problem(core.Problem, frozen=True):
    person_count: int
    seat_count: int
    answer: core.FractionText  # derived: the probability


class ProbabilityParkingFunction(core.ExactEnvironment[Problem, Rational]):
    """Probability that everyone gets a seat under forward linear probing.

    If the k seats and one more place formed a circle, everyone would find a place, and by symmetry the extra one would
    stay free for (k+1)^n (k+1-n) / (k+1) of the (k+1)^n draws. It stays free just if nobody draws it and nobody stands
    in the row, so these are the right ones of the k^n draws in the row. Unlike in the published suite, the fraction
    need not be in lowest terms.

    The numbers of people and seats are the whole problem, so the seats grow faster here than there, for more problems.

    Quality: 1 if equal as a rational number, else 0.
    Source: Luogu P3330 (ZJOI 2011); A. G. Konheim and B. Weiss, "An occupancy discipline and
    applications" (1966).
    """

    ladder = Ladder(max_persons=line(3, every=2), max_seats=line(8, step=12), top=30)
    answer_format = Fraction("the probability, reduced or not", example="5/17")

    def generate(self, rng: Random, *, max_persons: int, max_seats: int) -> Problem:
        if max_persons > max_seats:
            raise ValueError("max_persons must be at most max_seats")
        persons = rng.randint(max(2, max_persons // 2), max_persons)
        seats = rng.randint(persons, max_seats)
        probability = Rational((seats + 1) ** (persons - 1) * (seats + 1 - persons), seats**persons)
        return Problem(
            person_count=persons,
            seat_count=seats,
            answer=self.answer_format.format(probability),
        )

    def describe(self, problem: Problem) -> str:
        n, k = problem.person_count, problem.seat_count
        return (
            f"{n} people arrive one after another at a row of {k} free seats, numbered 1 to {k}. Each of them draws a "
            f"number L from 1 to {k}, uniformly at random and independently of the others, and takes the first free "
            f"seat among L, L+1, ..., {k}, for good; if none of these is free, the person has to stand. What is the "
            "probability, exactly, that nobody has to stand?"
        )

    def verify(self, problem: Problem, answer: Rational) -> Verdict:
        if not 0 <= answer <= 1:
            return Verdict.invalid("a probability is in 0..1")
        return super().verify(problem, answer)

    def solve(self, problem: Problem) -> Rational:
        return Rational(problem.answer)
