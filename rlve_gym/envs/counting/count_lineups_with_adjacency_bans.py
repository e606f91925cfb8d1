from math import factorial, perm
from random import Random

from rlve_gym import core
from rlve_gym.core import Integer, Ladder, function


class Problem(core.Problem, frozen=True):
    boy_count: int
    girl_count: int
    answer: int  # derived: the number of lineups


class CountLineupsWithAdjacencyBans(core.IntegerEnvironment[Problem]):
    """Number of lineups of boys, girls and two teachers with no two girls and no two teachers adjacent.

    Quality: 1 if equal, else 0.
    Source: Luogu P3223 (HNOI 2012); girls go into the gaps between the others.
    """

    ladder = Ladder(group_size_max=function(lambda d: 3 + 2 * d // 3, "3 + 2 d / 3, rounded down"), top=30)
    answer_format = Integer("the number of lineups", example="1234")
    variety = 0.03  # two small numbers: 33 problems at difficulty 5, over 200 from 23 on

    def generate(self, rng: Random, *, group_size_max: int) -> Problem:
        boys, girls = 0, 4
        while girls > boys + 3:  # no lineup: the boys and teachers leave boys + 3 gaps
            boys, girls = (rng.randint(1, group_size_max) for _ in range(2))
        return Problem(boy_count=boys, girl_count=girls, answer=_lineups(boys, girls))

    def describe(self, problem: Problem) -> str:
        boys, girls = problem.boy_count, problem.girl_count
        return (
            f"{boys} boy{'s' * (boys > 1)}, {girls} girl{'s' * (girls > 1)} and 2 teachers stand in one line. All these "
            "people can be told apart. In how many orders can they stand, from left to right, such that no two girls "
            "stand directly next to each other and the two teachers do not stand directly next to each other?"
        )


def _lineups(boys: int, girls: int) -> int:
    # Boys and teachers in any order, less the orders with the teachers side by side, who then leave one gap fewer.
    return factorial(boys + 2) * perm(boys + 3, girls) - 2 * factorial(boys + 1) * perm(boys + 2, girls)
