"""Puzzles as clauses for a SAT solver: whether there is a solution, and whether it is the only one.

A generator may use the yes or no of these, never the solution itself: which one a solver finds differs between versions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Clauses:
    """A growing set of clauses over variables 1, 2, ...; a literal is a variable or its negative."""

    def __init__(self) -> None:
        self.clauses: list[list[int]] = []
        self.variable_count = 0

    def variables(self, count: int) -> list[int]:
        """New variables."""
        first = self.variable_count + 1
        self.variable_count += count
        return list(range(first, self.variable_count + 1))

    def grid(self, *shape: int) -> list:  # type: ignore[type-arg]
        """New variables as nested lists of this shape: ``grid(3, 4, 2)[row][column][value]``."""
        if len(shape) == 1:
            return self.variables(shape[0])
        return [self.grid(*shape[1:]) for _ in range(shape[0])]

    def add(self, *literals: int) -> None:
        """At least one of the literals holds."""
        self.clauses.append(list(literals))

    def at_most_one(self, literals: Sequence[int]) -> None:
        """At most one of the literals holds."""
        self.at_most(literals, 1)

    def exactly_one(self, literals: Sequence[int]) -> None:
        """Exactly one of the literals holds."""
        self.exactly(literals, 1)

    def at_most(self, literals: Sequence[int], count: int) -> None:
        """At most ``count`` of the literals hold."""
        self._count("atmost", literals, count)

    def exactly(self, literals: Sequence[int], count: int) -> None:
        """Exactly ``count`` of the literals hold."""
        if not 0 <= count <= len(literals):
            self.clauses.append([])  # impossible, and so is the whole
            return
        self._count("equals", literals, count)

    def _count(self, kind: str, literals: Sequence[int], count: int) -> None:
        if count <= 1 and len(literals) <= 8:  # pairs are smaller than what an encoding adds
            if kind == "equals" and count == 1:
                self.clauses.append(list(literals))
            chosen = list(literals)
            if count == 0:
                self.clauses.extend([-literal] for literal in chosen)
            else:
                self.clauses.extend([-a, -b] for place, a in enumerate(chosen) for b in chosen[:place])
            return
        from pysat.card import CardEnc, EncType

        encode = getattr(CardEnc, kind)
        encoded = encode(
            lits=list(literals), bound=count, top_id=self.variable_count, encoding=EncType.seqcounter
        )
        self.clauses.extend(encoded.clauses)
        self.variable_count = max(self.variable_count, encoded.nv)

    def solve(self) -> set[int] | None:
        """The variables that hold in some solution, or None if there is none."""
        return next(self._solutions(()), None)

    def is_unique(self, variables: Iterable[int]) -> bool:
        """Whether there is a solution, and no other that differs in one of these variables."""
        solutions = self._solutions(tuple(variables))
        return next(solutions, None) is not None and next(solutions, None) is None

    def _solutions(self, variables: tuple[int, ...]):  # type: ignore[no-untyped-def]
        from pysat.solvers import Solver

        if any(not clause for clause in self.clauses):
            return
        with Solver(
            name="cadical153" if not variables else "glucose4", bootstrap_with=self.clauses
        ) as solver:
            while solver.solve():
                model = {literal for literal in solver.get_model() if literal > 0}
                yield model
                solver.add_clause([-v if v in model else v for v in variables])
                if not variables:
                    return
