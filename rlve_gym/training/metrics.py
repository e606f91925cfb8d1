"""What a run logs about its curriculum and its groups, counted between two lines of the log."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rlve_gym.curriculum import Curriculum


@dataclass
class _Counts:
    samples: int = 0
    correct: int = 0
    correct_at_h: int = 0
    samples_at_h: int = 0


@dataclass
class Metrics:
    """Counts since the last ``take``. All of it is the same on every rank."""

    calls: int = 0
    groups: int = 0
    informative: int = 0
    batches: int = 0
    empty: int = 0
    total_empty: int = 0
    environments: dict[str, _Counts] = field(default_factory=dict)
    total_samples: Counter[str] = field(default_factory=Counter)
    """By environment, since the start, and so ``total_correct``."""
    total_correct: Counter[str] = field(default_factory=Counter)

    def add_call(self, groups: int, informative: int) -> None:
        """One generation: how many groups it made, and how many of them have different rewards."""
        self.calls += 1
        self.groups += groups
        self.informative += informative

    def add_batch(self, *, empty: bool) -> None:
        """One batch is complete; empty if no group of it has a gradient."""
        self.batches += 1
        self.empty += empty
        self.total_empty += empty

    def add_group(self, environment: str, correct: list[bool], *, at_h: bool) -> None:
        """The rollouts of one prompt; ``at_h`` if it was of the window's highest difficulty."""
        counts = self.environments.setdefault(environment, _Counts())
        hits = sum(map(bool, correct))
        counts.samples += len(correct)
        counts.correct += hits
        self.total_samples[environment] += len(correct)
        self.total_correct[environment] += hits
        if at_h:
            counts.correct_at_h += hits
            counts.samples_at_h += len(correct)

    def take(self, curriculum: Curriculum) -> dict[str, float]:
        """The figures by their names, all finite; what did not occur is left out. Starts to count anew.

        - ``effective_prompt_ratio``: groups with different rewards / groups generated.
        - ``generation_calls``: per batch. ``skipped_batches``: batches without any such group, since the start.
        - ``accuracy``: share of right answers among all that were generated, also those that training drops.
        - ``mean_h``: the highest difficulty, mean over all environments.
        - ``env/<id>/h``, ``/l``, ``/count``, ``/accuracy_at_h``: window as it is now, after the updates, samples, and
          share of right ones among those drawn at the h of then, of each environment that occurred.
        """
        if not self.batches:
            return {}
        highs = [curriculum.window(name)[1] for name in curriculum.environments]
        everywhere = self.environments.values()
        figures: dict[str, float] = {
            "accuracy": sum(counts.correct for counts in everywhere)
            / sum(counts.samples for counts in everywhere),
            "effective_prompt_ratio": self.informative / self.groups,
            "generation_calls": self.calls / self.batches,
            "skipped_batches": self.total_empty,
            "mean_h": sum(highs) / len(highs),
        }
        for name, counts in sorted(self.environments.items()):
            low, high = curriculum.window(name)
            figures |= {f"env/{name}/h": high, f"env/{name}/l": low, f"env/{name}/count": counts.samples}
            if counts.samples_at_h:
                figures[f"env/{name}/accuracy_at_h"] = counts.correct_at_h / counts.samples_at_h
        totals = {name: getattr(self, name) for name in ("total_empty", "total_samples", "total_correct")}
        self.__init__(**totals)  # type: ignore[misc]
        return figures
