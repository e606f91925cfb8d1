"""How far training moves along the gradient gap, measured at its steps, and a learning rate that follows it.

The theory is in ``rlve_gym.dynamics``. For one prompt, G is the mean gradient of the log-probability over correct
responses minus that over wrong ones, and the gradient of the log-odds of success. So a step that changes the parameters by
Delta changes the log-odds by Delta . G to first order: that is its length eta times its gap alignment dmu.
"""

from __future__ import annotations

import math
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import torch
from accelerate.utils import gather_object
from transformers import TrainerCallback

from rlve_gym.core.registry import resolve

if TYPE_CHECKING:
    from rlve_gym.training.trainer import RLVETrainer


@dataclass(frozen=True)
class Measurement:
    """One step, seen from the prompts of one family that have both correct and wrong responses in it.

    Attributes:
        prompts: how many there are.
        fresh_alignment: (what the parameters have changed since the last measurement) . G. Its rollouts are those that come
            after the change, so that it is free of bias; nan at the first measurement.
        alignment: eta dmu = Delta . G, Delta being the change by the step itself. Delta was made from the same rollouts as
            G and follows their noise, too, so that this is too high, in small batches by far.
        dmu: alignment over the length of Delta.
        cosine: between Delta and G.
        gap_norm: the length of G.
        gain: mean change of the log-probability of correct responses minus that of wrong ones, by all parameters.
        variance_correct: the variance of that change among the correct responses to a prompt; nan if none has two.
        variance_wrong: likewise among the wrong ones.
        accuracy: share of right answers among all that were generated since the last measurement; nan if there were none.
    """

    prompts: int
    fresh_alignment: float
    alignment: float
    dmu: float
    cosine: float
    gap_norm: float
    gain: float
    variance_correct: float
    variance_wrong: float
    accuracy: float


class _Change(NamedTuple):
    """How much a step changed the log-probability of a response."""

    group: int
    family: str
    correct: bool
    change: float


class GapAlignmentCallback(TrainerCallback):
    """Estimates, at every n-th step, how much training raises the log-odds of success, from the step's rollouts.

        trainer.add_callback(GapAlignmentCallback(trainer, every=10, parameters=r"layers\\.27\\."))

    G is taken prompt by prompt, over those with correct and wrong responses in the step, and averaged over the prompts of
    a family of environments: which prompts are easy does not matter. It costs a forward and a backward pass over these
    responses, and a forward pass after the step; and the memory of the chosen parameters, and of a gradient of them for
    each family. Gradient checkpointing does not act in these passes.

    In the log, for each family that has such prompts, the figures of the last measured step, ``gap/<family>/prompts``,
    ``fresh_alignment`` and so on, see ``Measurement``; and ``gap/<family>/M``, the sum of the fresh alignments so far: a low
    estimate of how much the log-odds of success have risen, since their slope falls along a step. A family without such prompts in a measured step goes without its share. ``gap/time_share`` is the
    measurements' share of the time of all steps. Training is the same with and without it.

    Args:
        trainer: what it is added to.
        every: measures every n-th step, the first one included; at least 1.
        parameters: a regular expression, searched for in the names of the trained parameters; None for all. Alignment and M are
            then the part that passes through them. The last layers are the cheapest.

    Raises:
        ValueError: no trained parameter has such a name, ``every`` is below 1, or FSDP or DeepSpeed is in use.
    """

    def __init__(self, trainer: RLVETrainer, every: int = 1, parameters: str | None = None) -> None:
        if every < 1:
            raise ValueError(f"every must be at least 1, not {every}")
        if trainer.is_fsdp_enabled or trainer.is_deepspeed_enabled:
            raise ValueError("the gap cannot be measured with FSDP or DeepSpeed, which shard what it reads")
        self.trainer, self.every = trainer, every
        self.parameters = [
            parameter
            for name, parameter in trainer.model.named_parameters()
            if parameter.requires_grad and (parameters is None or re.search(parameters, name))
        ]
        if not self.parameters:
            raise ValueError(f"no trained parameter of the model matches {parameters!r}")
        self.cumulative: dict[str, float] = {}
        """M of each family so far."""
        self.latest: dict[str, Measurement] = {}
        """The last measured step, by family; empty if it had no prompt with correct and wrong responses."""
        self.fresh_alignment = self.variance_wrong = math.nan
        """Those of the last measured step, for all prompts of all families together."""
        self._before: list[torch.Tensor] = []
        self._fresh: dict[str, float] = {}
        self._samples: Counter[str] = Counter()
        self._correct: Counter[str] = Counter()
        self._clear()
        self._step_began = self._step_seconds = self._own_seconds = 0.0

    def _clear(self) -> None:
        self._families: dict[int, str] = {}
        self._gaps: dict[str, list[torch.Tensor]] = {}
        self._rows: list[tuple[dict[str, Any], torch.Tensor, torch.Tensor]] = []

    # The events of a step --------------------------------------------------------------------------------------------

    def on_step_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Has the trainer keep the rollouts of a step that is to be measured."""
        self._step_began = time.perf_counter()
        self.trainer.rollouts = [] if state.global_step % self.every == 0 else None

    def on_pre_optimizer_step(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Estimates G where the step begins."""
        if self.trainer.rollouts:
            with self._timed():
                self._measure_gap()

    def on_optimizer_step(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Compares the step with it."""
        if self.trainer.rollouts:
            with self._timed():
                self._measure_step()
                self._clear()

    def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Puts the figures of a measured step into the log, and the share of the time at each."""
        self._step_seconds += time.perf_counter() - self._step_began
        figures = {"gap/time_share": self._own_seconds / self._step_seconds}
        measured_now = {} if self.trainer.rollouts is None else self.latest
        self.trainer.rollouts = None
        for family, measured in measured_now.items():
            figures |= {f"gap/{family}/{name}": value for name, value in asdict(measured).items()}
            figures[f"gap/{family}/M"] = self.cumulative[family]
        for name, value in figures.items():
            self.trainer._metrics["train"][name] = [value]

    def on_log(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Begins to count the time anew."""
        self._step_seconds = self._own_seconds = 0.0

    @contextmanager
    def _timed(self) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self._own_seconds += time.perf_counter() - began

    # Before the step -------------------------------------------------------------------------------------------------

    def _measure_gap(self) -> None:
        batches = self.trainer.rollouts or []
        counts: dict[int, list[int]] = defaultdict(lambda: [0, 0])
        for group, family, correct in self._everywhere(
            (group, family, correct)
            for batch in batches
            for group, family, correct, alive in _columns(batch)
            if alive
        ):
            counts[group][correct] += 1
            self._families[group] = family
        mixed = {group: count for group, count in counts.items() if all(count)}
        self._families = {group: self._families[group] for group in sorted(mixed)}
        prompts = Counter(self._families.values())
        for family in sorted(prompts):
            gap = [torch.zeros_like(parameter) for parameter in self.parameters]
            for batch in batches:
                rows = [
                    row
                    for row, (group, _, _, alive) in enumerate(_columns(batch))
                    if alive and self._families.get(group) == family
                ]
                if not rows:
                    continue
                part = _select(batch, rows)
                with self._evaluating():
                    log_probabilities = self._log_probabilities(part)
                    weights = torch.tensor(
                        [
                            (1 if correct else -1) / mixed[group][correct] / prompts[family]
                            for group, _, correct, _ in _columns(part)
                        ],
                        device=log_probabilities.device,
                    )
                    gradients = torch.autograd.grad(
                        (weights * log_probabilities).sum(), self.parameters, allow_unused=True
                    )
                for place, gradient in zip(gap, gradients, strict=True):
                    if gradient is not None:
                        place += gradient
                self._rows.append((part, part["group"], log_probabilities.detach()))
            reduce = self.trainer.accelerator.reduce
            self._gaps[family] = [reduce(place, reduction="sum") for place in gap]
        if not mixed:
            return
        moved = self._moved()
        self._fresh = {family: _dot(moved, gap) for family, gap in self._gaps.items()} if moved else {}
        self._before = [parameter.detach().clone() for parameter in self.parameters]

    def _log_probabilities(self, rows: dict[str, Any]) -> torch.Tensor:
        """log pi of whole responses, (rows,), at the temperature of the rollouts."""
        trainer, mask = self.trainer, rows["completion_mask"]
        per_token, _, _ = trainer._get_per_token_logps_and_entropies(
            trainer.model,
            torch.cat([rows["prompt_ids"], rows["completion_ids"]], dim=1),
            torch.cat([rows["prompt_mask"], mask], dim=1),
            mask.shape[1],
        )
        return (per_token * mask).sum(dim=1)

    @contextmanager
    def _evaluating(self) -> Iterator[None]:
        """The model as it generates: without dropout, which would also use up random numbers of the training."""
        modes = [(module, module.training) for module in self.trainer.model.modules()]
        self.trainer.model.train(False)
        try:
            yield
        finally:
            for module, mode in modes:
                module.training = mode

    def _everywhere(self, items: Iterable[Any]) -> list[Any]:
        """The items of all ranks."""
        own = list(items)
        return gather_object(own) if self.trainer.accelerator.num_processes > 1 else own

    # After the step --------------------------------------------------------------------------------------------------

    def _measure_step(self) -> None:
        self.latest, self.fresh_alignment, self.variance_wrong = {}, math.nan, math.nan
        changes = self._everywhere(self._changes())
        if not changes:
            return
        moved, accuracy = self._moved(), self._accuracy()
        length = _norm(moved)
        for family, gap in self._gaps.items():
            own = [change for change in changes if change.family == family]
            alignment, gap_norm = _dot(moved, gap), _norm(gap)
            gain, variance_correct, variance_wrong = _statistics(own)
            self.latest[family] = Measurement(
                prompts=len({change.group for change in own}),
                fresh_alignment=self._fresh.get(family, math.nan),
                alignment=alignment,
                dmu=alignment / length if length else math.nan,
                cosine=alignment / length / gap_norm if length and gap_norm else math.nan,
                gap_norm=gap_norm,
                gain=gain,
                variance_correct=variance_correct,
                variance_wrong=variance_wrong,
                accuracy=accuracy.get(family, math.nan),
            )
            self.cumulative[family] = self.cumulative.get(family, 0.0) + self._fresh.get(family, 0.0)
        _, _, self.variance_wrong = _statistics(changes)
        if self._fresh:
            prompts = {family: measured.prompts for family, measured in self.latest.items()}
            total = sum(self._fresh[family] * count for family, count in prompts.items())
            self.fresh_alignment = total / sum(prompts.values())

    def _moved(self) -> list[torch.Tensor]:
        """By how much the chosen parameters have changed since they were kept."""
        if not self._before:
            return []
        pairs = zip(self.parameters, self._before, strict=True)
        return [parameter.detach() - before for parameter, before in pairs]

    def _changes(self) -> Iterator[_Change]:
        """Of the responses of this rank."""
        for rows, groups, before in self._rows:
            with torch.no_grad(), self._evaluating():
                change = self._log_probabilities(rows) - before
            for group, correct, value in zip(
                groups.tolist(), rows["correct"].tolist(), change.tolist(), strict=True
            ):
                yield _Change(group, self._families[group], correct, value)

    def _accuracy(self) -> dict[str, float]:
        """Of all samples since the last measurement, by family."""
        metrics = self.trainer.metrics
        samples: Counter[str] = Counter()
        correct: Counter[str] = Counter()
        for name in metrics.total_samples:
            family = resolve(name).family
            samples[family] += metrics.total_samples[name] - self._samples[name]
            correct[family] += metrics.total_correct[name] - self._correct[name]
        self._samples, self._correct = Counter(metrics.total_samples), Counter(metrics.total_correct)
        return {family: correct[family] / count for family, count in samples.items() if count}

    # Checkpoints -----------------------------------------------------------------------------------------------------

    def state_dict(self) -> dict[str, Any]:
        """M, where the way to the next measurement began, and the samples that none has counted yet."""
        totals = self.trainer.metrics
        return {
            "cumulative": dict(self.cumulative),
            "before": self._before,
            "samples": {name: total - self._samples[name] for name, total in totals.total_samples.items()},
            "correct": {name: total - self._correct[name] for name, total in totals.total_correct.items()},
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Takes ``state_dict`` back."""
        self.cumulative, self._before = dict(state["cumulative"]), list(state["before"])
        # The trainer counts from 0 again, so that what was left over is what lies below.
        self._samples = Counter({name: -count for name, count in state["samples"].items()})
        self._correct = Counter({name: -count for name, count in state["correct"].items()})


def _columns(rows: dict[str, Any]) -> Iterator[tuple[int, str, bool, bool]]:
    """(group, family, correct, in the loss) of each row."""
    families = (resolve(name).family for name in rows["environment"])
    alive = rows["completion_mask"].any(dim=1).tolist()
    return zip(rows["group"].tolist(), families, rows["correct"].tolist(), alive, strict=True)


def _select(rows: dict[str, Any], chosen: list[int]) -> dict[str, Any]:
    names = ("prompt_ids", "prompt_mask", "completion_ids", "completion_mask", "group", "correct")
    return {
        **{name: rows[name][chosen] for name in names},
        "environment": [rows["environment"][row] for row in chosen],
    }


def _dot(first: list[torch.Tensor], second: list[torch.Tensor]) -> float:
    return sum(float((a.double() * b.double()).sum()) for a, b in zip(first, second, strict=True))


def _norm(tensors: list[torch.Tensor]) -> float:
    return math.sqrt(_dot(tensors, tensors))


def _statistics(changes: list[_Change]) -> tuple[float, float, float]:
    """Gain, and the variances within the correct and the wrong responses to a prompt, pooled over the prompts."""
    groups: dict[int, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for change in changes:
        groups[change.group][change.correct].append(change.change)
    gain, squares, freedom = 0.0, [0.0, 0.0], [0, 0]
    for values in groups.values():
        means = [sum(side) / len(side) for side in values]
        gain += (means[True] - means[False]) / len(groups)
        for kind in (False, True):
            squares[kind] += sum((value - means[kind]) ** 2 for value in values[kind])
            freedom[kind] += len(values[kind]) - 1
    variances = [total / count if count else math.nan for total, count in zip(squares, freedom, strict=True)]
    return gain, variances[True], variances[False]


class AlignmentStepSize(TrainerCallback):
    """Scales the learning rate so that steps stay below the threshold, by what ``GapAlignmentCallback`` measures.

        gap = GapAlignmentCallback(trainer)
        trainer.add_callback(gap)
        trainer.add_callback(AlignmentStepSize(gap))

    A step changes the log-odds of success by about eta dmu - eta ** 2 Var- / 2; the convergent rule takes eta proportional to
    dmu / Var-. With s as the scale of a step, its fresh alignment is s times a, and the variance of its changes among the
    wrong responses s ** 2 times v. Their running means over the measurements make

        scale = constant * mean(a) / mean(v),

    which moves by no more than a factor of ``growth`` at a time, and stays within the bounds. Where mean(a) is not positive
    the scale falls by ``growth``. Fresh alignment is that at the end of a step, dmu - eta Var-, so that the scale comes to
    rest where eta is constant / (1 + constant) of dmu / Var-: with the default at half of the best step, and a quarter of the
    threshold. It begins at the lower bound, so that the first steps are safe before anything is known. The schedule of the
    learning rate, which should be on the high side, goes on as it is, and is multiplied by the scale at each step. The log
    has the scale as ``gap/lr_scale``.

    If the measurement is restricted to some parameters, a is their part only, and the scale is smaller.

    Args:
        measure: has to be added to the trainer, too.
        constant: positive.
        bounds: of the scale, positive.
        growth: the most by which the scale changes at a time, above 1.
        memory: weight of the past in the running means, at least 0 and below 1.

    Raises:
        ValueError: an argument is out of its range.
    """

    def __init__(
        self,
        measure: GapAlignmentCallback,
        constant: float = 1.0,
        bounds: tuple[float, float] = (0.001, 1.0),
        growth: float = 1.5,
        memory: float = 0.95,
    ) -> None:
        if not constant > 0:
            raise ValueError(f"constant must be positive, not {constant}")
        if not 0 < bounds[0] <= bounds[1]:
            raise ValueError(f"bounds must be positive and in order, not {bounds}")
        if not growth > 1:
            raise ValueError(f"growth must be above 1, not {growth}")
        if not 0 <= memory < 1:
            raise ValueError(f"memory must be at least 0 and below 1, not {memory}")
        self.measure, self.constant, self.bounds = measure, constant, bounds
        self.growth, self.memory = growth, memory
        self.scale = bounds[0]
        """What the learning rate of the next step is multiplied by."""
        self._alignment = self._variance = math.nan
        self._way = math.nan
        """The sum of the scales of the steps that the next fresh alignment is about."""
        self._scheduled: list[float] = []

    def on_pre_optimizer_step(
        self, args: Any, state: Any, control: Any, optimizer: Any = None, **kwargs: Any
    ) -> None:
        """Scales the learning rates for this step."""
        self._scheduled = [group["lr"] for group in optimizer.param_groups]
        for group in optimizer.param_groups:
            group["lr"] *= self.scale

    def on_optimizer_step(
        self, args: Any, state: Any, control: Any, optimizer: Any = None, **kwargs: Any
    ) -> None:
        """Gives the schedule its learning rates back."""
        for group, scheduled in zip(optimizer.param_groups, self._scheduled, strict=True):
            group["lr"] = scheduled

    def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Moves the scale after a measured step."""
        self.measure.trainer._metrics["train"]["gap/lr_scale"] = [self.scale]
        scale = self.scale
        if (state.global_step - 1) % self.measure.every == 0 and self.measure.latest:
            self._update(self.measure.fresh_alignment, self.measure.variance_wrong)
            self._way = scale
        else:
            self._way += scale

    def _update(self, fresh_alignment: float, variance: float) -> None:
        """Takes in a measurement: the alignment of the steps since the last one, and the variance of this step."""
        self._alignment = self._mean(self._alignment, fresh_alignment / self._way)
        self._variance = self._mean(self._variance, variance / self.scale**2)
        if math.isnan(self._alignment) or math.isnan(self._variance):
            return
        if self._alignment <= 0:
            wanted = 0.0
        elif self._variance == 0:
            wanted = math.inf
        else:
            wanted = self.constant * self._alignment / self._variance
        nearby = min(max(wanted, self.scale / self.growth), self.scale * self.growth)
        self.scale = min(max(nearby, self.bounds[0]), self.bounds[1])

    def _mean(self, mean: float, value: float) -> float:
        if math.isnan(value):
            return mean
        return value if math.isnan(mean) else self.memory * mean + (1 - self.memory) * value

    def state_dict(self) -> dict[str, Any]:
        """The scale and what it comes from, which a resumed run continues."""
        return {
            "scale": self.scale,
            "way": self._way,
            "alignment": self._alignment,
            "variance": self._variance,
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Takes ``state_dict`` back."""
        self.scale, self._way = state["scale"], state["way"]
        self._alignment, self._variance = state["alignment"], state["variance"]
