from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow


class Problem(core.Problem, frozen=True):
    first_boarding: int
    station_count: int
    final_alighting: int
    query_station: int
    answer: int  # derived: the number of passengers on leaving the query station


class FibonacciTrainPassengers(core.ExactEnvironment[Problem, int]):
    """Passengers on a train that fills up like the Fibonacci numbers.

    With a passengers from station 1 and b from station 2, the train leaves station k >= 3 with
    (1 + F(k-2)) a + (F(k-1) - 1) b passengers, where F(1) = F(2) = 1. The published suite also asks for station 3, which
    needs a alone, and for the last but one, where the answer is the given number; these are left out.

    Quality: 1 if equal, else 0.
    Source: Luogu P1011 (NOIP 1998).
    """

    ladder = Ladder(max_stations=grow(6, by=1.1, plus=1), top=30)
    answer_format = Integer("the number of passengers", example="305")

    def generate(self, rng: Random, *, max_stations: int) -> Problem:
        station_count = rng.randint(6, max_stations)
        query_station = rng.randint(4, station_count - 2)
        first, second = rng.randint(1, 20), rng.randint(1, 20)
        loads = _loads(first, second, station_count)
        return Problem(
            first_boarding=first,
            station_count=station_count,
            final_alighting=loads[station_count - 1],
            query_station=query_station,
            answer=loads[query_station],
        )

    def describe(self, problem: Problem) -> str:
        n = problem.station_count
        return (
            f"An empty train starts at station 1 and ends at station {n}. "
            f"At station 1, {problem.first_boarding} passengers board. At station 2 an unknown positive number of passengers "
            f"board, and just as many alight. At each station i from 3 to {n - 1}, the number boarding is the sum of "
            "the numbers that boarded at the two stations before, i-1 and i-2 (the passengers who board at station 1 count), "
            f"and the number alighting equals the number that boarded at station i-1. At station {n} all remaining "
            f"{problem.final_alighting} passengers alight and nobody boards.\n\n"
            f"How many passengers are on the train when it leaves station {problem.query_station}?"
        )


def _loads(first: int, second: int, station_count: int) -> list[int]:
    """The number of passengers on leaving each station before the last one, from station 1 (at index 1) on."""
    boarding = [0, first, second]
    loads = [0, first, first]
    for _ in range(3, station_count):
        boarding.append(boarding[-1] + boarding[-2])
        loads.append(loads[-1] + boarding[-1] - boarding[-2])
    return loads
