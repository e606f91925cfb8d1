from heapq import heapify, heapreplace
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, grow
from rlve_gym.kit import text


class Problem(core.Problem, frozen=True):
    durations: list[int]
    machine_count: int
    answer: int  # derived: the time at which the last job finishes

    def __post_init__(self) -> None:
        if min([self.machine_count, self.answer, *self.durations]) < 1:
            raise ValueError("durations, machine_count and answer must be positive")
        if len(self.durations) < self.machine_count:
            raise ValueError("there must be a job for each machine")


class ListSchedulingMakespan(core.IntegerEnvironment[Problem]):
    """Finishing time when jobs are started in order on K machines.

    The published suite adds one job per level. Here the number of jobs grows by a tenth and one, since 34 jobs at the
    top would be no challenge.

    Quality: 1 if equal, else 0.
    Source: Luogu P3611 (USACO 2017 January, Cow Dance Show); R. L. Graham, "Bounds for certain multiprocessing
    anomalies" (1966), on list scheduling.
    """

    ladder = Ladder(job_count=grow(4, by=1.1, plus=1), top=30)
    answer_format = Integer("the time at which the last job finishes", example="57")
    least = 1

    def generate(self, rng: Random, *, job_count: int) -> Problem:
        n = job_count
        durations = [rng.randint(1, 3 * n) for _ in range(n)]
        machine_count = rng.randint(2, max(2, n // 2))  # so that every machine gets about two jobs
        return Problem(
            durations=durations, machine_count=machine_count, answer=_makespan(durations, machine_count)
        )

    def describe(self, problem: Problem) -> str:
        n, k = len(problem.durations), problem.machine_count
        return (
            f"There are {n} jobs, numbered 1 to {n}, and {k} identical machines. The durations of the jobs, in order, are:\n"
            f"{text.series(problem.durations)}\n\n"
            f"A machine does one job at a time, without a break. At time 0 the first {k} jobs start, one on each machine. "
            "Whenever a machine finishes a job, it starts the next job that has not started yet, in order of the job "
            "numbers, at that very moment; if several machines finish at the same time, each of them does so. A machine "
            "for which no job is left stays idle.\n\n"
            "At what time does the last job finish?"
        )


def _makespan(durations: list[int], machine_count: int) -> int:
    busy_until = durations[:machine_count]
    heapify(busy_until)
    for duration in durations[machine_count:]:
        heapreplace(busy_until, busy_until[0] + duration)
    return max(busy_until)
