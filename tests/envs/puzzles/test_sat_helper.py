"""The clauses that puzzles share, against enumeration."""

import itertools
import random

import pytest

from rlve_gym.envs.puzzles._sat import Clauses


def solutions(count, conditions):
    """All assignments of variables 1..count under which every condition holds."""
    for values in itertools.product((False, True), repeat=count):
        holds = dict(enumerate(values, 1))
        if all(
            condition(lambda literal, holds=holds: holds[abs(literal)] == (literal > 0))
            for condition in conditions
        ):
            yield {number for number, value in holds.items() if value}


@pytest.mark.parametrize("seed", range(200))
def test_against_enumeration(seed):
    rng = random.Random(seed)
    count = rng.choice([3, 6, 10])
    clauses, conditions = Clauses(), []
    variables = clauses.variables(count)
    assert variables == list(range(1, count + 1))
    for _ in range(rng.randint(1, 5)):
        literals = [
            variable * rng.choice((1, -1)) for variable in rng.sample(variables, rng.randint(1, count))
        ]
        bound = rng.randint(0, len(literals))
        kind = rng.choice(("add", "at_most", "exactly", "at_most_one", "exactly_one"))
        if kind == "add":
            clauses.add(*literals)
            conditions.append(lambda holds, literals=literals: any(map(holds, literals)))
        elif kind == "at_most":
            clauses.at_most(literals, bound)
            conditions.append(
                lambda holds, literals=literals, bound=bound: sum(map(holds, literals)) <= bound
            )
        elif kind == "exactly":
            clauses.exactly(literals, bound)
            conditions.append(
                lambda holds, literals=literals, bound=bound: sum(map(holds, literals)) == bound
            )
        elif kind == "at_most_one":
            clauses.at_most_one(literals)
            conditions.append(lambda holds, literals=literals: sum(map(holds, literals)) <= 1)
        else:
            clauses.exactly_one(literals)
            conditions.append(lambda holds, literals=literals: sum(map(holds, literals)) == 1)
    every = list(solutions(count, conditions))
    found = clauses.solve()
    assert (found is None) == (not every)
    if found is not None:
        assert found & set(variables) in every
    assert clauses.is_unique(variables) == (len(every) == 1)
    some = rng.sample(variables, 2)
    assert clauses.is_unique(some) == (len({frozenset(solution & set(some)) for solution in every}) == 1)


def test_grid():
    clauses = Clauses()
    cells = clauses.grid(2, 3, 4)
    assert len(cells) == 2 and len(cells[0]) == 3 and len(cells[0][0]) == 4
    assert sorted(v for row in cells for cell in row for v in cell) == list(range(1, 25))


def test_impossible_counts():
    clauses = Clauses()
    literals = clauses.variables(2)
    clauses.exactly(literals, 3)
    assert clauses.solve() is None and not clauses.is_unique(literals)
