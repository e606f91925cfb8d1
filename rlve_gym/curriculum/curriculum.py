"""One curriculum over many environments."""

from __future__ import annotations

import copy
import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from rlve_gym.core.registry import UnknownEnvironmentError, load, resolve
from rlve_gym.curriculum.controllers import Controller, SlidingWindow
from rlve_gym.curriculum.samplers import Sampler, sampler_of

SEED_BITS = 63
"""Problem seeds fit into a signed 64-bit integer, as tables of problems need."""


class Draw(NamedTuple):
    """What to sample next: ``rlve_gym.make(environment).sample(difficulty, seed=seed)``."""

    environment: str
    difficulty: int
    seed: int


class Curriculum:
    """Adaptive difficulty over several environments: one controller each, and a sampler among them.

        curriculum = Curriculum(rlve_gym.list_environments())
        while True:
            for _ in range(prompts_per_batch):
                environment, difficulty, seed = curriculum.draw()
                ...                                        # roll out, judge
                curriculum.record(environment, difficulty, [verdict.correct for verdict in verdicts])
            curriculum.update()

    With several processes, every one holds the same curriculum and draws by index; before each update they exchange
    what they recorded: ``for counts in all_gather(curriculum.pending())`` of the others, ``merge(counts)``.

    Args:
        environments: names as in ``rlve_gym.make``; at least one.
        controller: the template of the controllers; ``SlidingWindow()`` by default.
        sampler: "uniform", "recent_performance", or a Sampler.
        seed: of all draws.

    Raises:
        UnknownEnvironmentError: no environment has this name.
        ValueError: no environment, or the same one twice.
    """

    def __init__(
        self,
        environments: Iterable[str],
        controller: Controller | None = None,
        sampler: str | Sampler = "uniform",
        seed: int = 0,
    ) -> None:
        if isinstance(environments, str):
            environments = [environments]
        ids = [resolve(name).id for name in environments]
        if not ids or len(set(ids)) < len(ids):
            raise ValueError("a curriculum needs at least one environment, each of them once")
        self._template = copy.deepcopy(SlidingWindow() if controller is None else controller)
        self._sampler = copy.deepcopy(sampler_of(sampler))
        self._seed = seed
        self._next = 0
        self._controllers = {name: self._template.start(load(name).ladder.top) for name in sorted(ids)}
        self._pending: dict[str, dict[int, list[int]]] = {}
        self._merged: dict[str, dict[int, list[int]]] = {}

    @property
    def environments(self) -> list[str]:
        """The ids, in alphabetical order."""
        return list(self._controllers)

    def draw(self, index: int | None = None) -> Draw:
        """What to sample next.

        Args:
            index: the number of the draw, at least 0. The result is a pure function of the index, the seed and the
                windows; the same in every process and after a resume. None counts by itself.

        Returns:
            The environment's id, a difficulty within its window, and a seed.
        """
        if index is None:
            index = self._next
            self._next += 1
        elif index < 0:
            raise ValueError(f"the index of a draw must be at least 0, not {index}")
        rng = Random(f"curriculum/{self._seed}/{index}")
        environment = self._sampler.choose(self.environments, rng)
        return Draw(environment, self._controllers[environment].draw(rng), rng.getrandbits(SEED_BITS))

    def window(self, environment: str) -> tuple[int, int]:
        """The least and greatest difficulty (l, h) drawn now in an environment.

        Raises:
            UnknownEnvironmentError: it is not in this curriculum.
        """
        return self._controller(environment).bounds

    def record(self, environment: str, difficulty: int, correct: Any) -> None:
        """Takes in samples, of which nothing follows until the next ``update``.

        Record every sample, also those that training then drops.

        Args:
            environment: where they come from.
            difficulty: at which they were drawn.
            correct: whether each answer was correct: one bool or several. Not a reward.

        Raises:
            UnknownEnvironmentError: the environment is not in this curriculum.
            ValueError: the difficulty is negative or above what can have been drawn, or ``correct`` has other values
                than true and false (or 0 and 1).
        """
        controller = self._controller(environment)
        outcomes = list(correct) if isinstance(correct, Iterable) else [correct]
        if not all(outcome in (0, 1) for outcome in outcomes):
            raise ValueError(f"correct must be true or false for each sample (no reward), not {correct!r}")
        self._check_difficulty(environment, controller, difficulty)
        if outcomes:
            hits = sum(bool(outcome) for outcome in outcomes)
            _add(self._pending, resolve(environment).id, int(difficulty), hits, len(outcomes))

    def update(self) -> dict[str, tuple[int, int]]:
        """Ends a batch: every controller takes in what was recorded and merged since the last update.

        Returns:
            The new windows of the environments whose window moved.
        """
        for environment, counts in self._merged.items():
            for difficulty, (correct, total) in counts.items():
                _add(self._pending, environment, difficulty, correct, total)
        moved = {}
        for environment in sorted(self._pending):
            counts = self._pending[environment]
            controller = self._controllers[environment]
            before = controller.bounds
            controller.update({difficulty: (sums[0], sums[1]) for difficulty, sums in counts.items()})
            correct, total = (sum(sums[i] for sums in counts.values()) for i in (0, 1))
            self._sampler.update(environment, correct, total)
            if controller.bounds != before:
                moved[environment] = controller.bounds
        self._pending, self._merged = {}, {}
        return moved

    def pending(self) -> dict[str, dict[str, list[int]]]:
        """What this process recorded since the last update, for others to ``merge``; JSON-able.

        Returns:
            environment -> difficulty (as str) -> [correct, total].
        """
        return _to_text(self._pending)

    def merge(self, counts: Mapping[str, Mapping[str, Iterable[int]]]) -> None:
        """Adds what another process recorded since the last update, its ``pending``.

        Raises:
            UnknownEnvironmentError, ValueError: as ``record``; then nothing is added.
        """
        parsed = _from_text(counts)
        for environment, by_difficulty in parsed.items():
            controller = self._controller(environment)
            for difficulty in by_difficulty:
                self._check_difficulty(environment, controller, difficulty)
        for environment, by_difficulty in parsed.items():
            for difficulty, (correct, total) in by_difficulty.items():
                _add(self._merged, environment, difficulty, correct, total)

    def state_dict(self) -> dict[str, Any]:
        """Everything but the settings, as JSON-able values: after ``load_state_dict`` the same draws follow."""
        return {
            "controller": type(self._template).__name__,
            "next": self._next,
            "environments": {
                name: {"version": load(name).version, **controller.state_dict()}
                for name, controller in self._controllers.items()
            },
            "sampler": self._sampler.state_dict(),
            "pending": _to_text(self._pending),
            "merged": _to_text(self._merged),
        }

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Restores a state, all of it or nothing.

        Environments that the state lacks, or knows in another version, start afresh; those that are no longer here
        are left out.

        Raises:
            ValueError: the state is damaged, or of another kind of controller.
        """
        kind = type(self._template).__name__
        try:
            if state["controller"] != kind:
                raise ValueError(f"it is of {state['controller']}, not {kind}")
            controllers, kept = {}, set()
            for name in self._controllers:
                controllers[name] = self._template.start(load(name).ladder.top)
                saved = state["environments"].get(name)
                if saved is not None and saved["version"] == load(name).version:
                    controllers[name].load_state_dict(saved)
                    kept.add(name)
            pending, merged = (
                {name: counts for name, counts in _from_text(state[key]).items() if name in kept}
                for key in ("pending", "merged")
            )
            next_index = int(state["next"])
            sampler = copy.deepcopy(self._sampler)
            sampler.load_state_dict(state["sampler"])
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise ValueError(f"not a state of this curriculum: {error!r}") from error
        self._controllers, self._sampler, self._next = controllers, sampler, next_index
        self._pending, self._merged = pending, merged

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the state to a file. A crash at any moment leaves either the old file or the new one."""
        target = Path(path)
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(self.state_dict(), file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise

    def load(self, path: str | os.PathLike[str]) -> None:
        """Restores the state of a file that ``save`` wrote.

        Raises:
            OSError: the file cannot be read.
            ValueError: it is damaged, or of another kind of controller.
        """
        self.load_state_dict(json.loads(Path(path).read_text(encoding="utf-8")))

    def _controller(self, environment: str) -> Controller:
        controller = self._controllers.get(environment)
        if controller is None:
            name = resolve(environment).id
            if name not in self._controllers:
                raise UnknownEnvironmentError(f"{environment} is not in this curriculum")
            controller = self._controllers[name]
        return controller

    @staticmethod
    def _check_difficulty(environment: str, controller: Controller, difficulty: int) -> None:
        if not 0 <= difficulty <= controller.ceiling or int(difficulty) != difficulty:
            raise ValueError(
                f"no sample of {environment} can have difficulty {difficulty}: 0..{controller.ceiling} were drawn"
            )


def _add(
    counts: dict[str, dict[int, list[int]]], environment: str, difficulty: int, correct: int, total: int
) -> None:
    sums = counts.setdefault(environment, {}).setdefault(difficulty, [0, 0])
    sums[0] += correct
    sums[1] += total


def _to_text(counts: dict[str, dict[int, list[int]]]) -> dict[str, dict[str, list[int]]]:
    return {name: {str(level): list(sums) for level, sums in by.items()} for name, by in counts.items()}


def _from_text(counts: Mapping[str, Mapping[str, Iterable[int]]]) -> dict[str, dict[int, list[int]]]:
    parsed: dict[str, dict[int, list[int]]] = {}
    for environment, by_difficulty in counts.items():
        for difficulty, sums in by_difficulty.items():
            correct, total = (int(number) for number in sums)
            if not 0 <= correct <= total:
                raise ValueError(f"{correct} correct of {total} samples is impossible")
            _add(parsed, environment, int(difficulty), correct, total)
    return parsed
