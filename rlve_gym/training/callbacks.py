"""Callbacks of the trainer: a line of JSON for each line of the log, the progress bar, Ctrl-C, skipped steps."""

from __future__ import annotations

import json
import math
import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from transformers import TrainerCallback
from transformers.trainer_callback import ProgressCallback

if TYPE_CHECKING:
    from rlve_gym.training.trainer import RLVETrainer

METRICS_FILE = "metrics.jsonl"


class MetricsFile(TrainerCallback):
    """Writes each line of the log to ``metrics.jsonl`` in the run's folder.

    A resumed run continues the file: lines after its checkpoint go. A new run starts a new one.
    """

    def on_train_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Drops the lines of steps that will be done again."""
        if not state.is_world_process_zero:
            return
        file = Path(args.output_dir) / METRICS_FILE
        file.parent.mkdir(parents=True, exist_ok=True)
        lines = []
        if file.exists() and state.global_step:
            lines = [
                line
                for line in file.read_text(encoding="utf-8").split("\n")
                if line and json.loads(line)["step"] <= state.global_step
            ]
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **kwargs: Any) -> None:
        """Appends the line."""
        if state.is_world_process_zero and logs:
            row = {"step": state.global_step, **{k: v for k, v in logs.items() if _is_fit(v)}}
            with (Path(args.output_dir) / METRICS_FILE).open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")


def _is_fit(value: Any) -> bool:
    return value is not None and not (isinstance(value, float) and not math.isfinite(value))


class ProgressBar(ProgressCallback):
    """The trainer's bar, with reward, effective prompt ratio and mean h instead of a line for each step."""

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **kwargs: Any) -> None:
        """Shows the latest figures."""
        if not state.is_world_process_zero or self.training_bar is None or not logs:
            return
        names = {"reward": "reward", "effective_prompt_ratio": "ratio", "mean_h": "mean h"}
        shown = {names[name]: f"{logs[name]:.2f}" for name in names if logs.get(name) is not None}
        if shown:
            self.training_bar.set_postfix(shown)


class Interrupt(TrainerCallback):
    """Ctrl-C ends the run after the current step, with a checkpoint; a second one ends it at once."""

    def __init__(self, accelerator: Any) -> None:
        self.accelerator = accelerator
        self.requested = False
        self._previous: Any = None

    def on_train_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Takes over the signal, where that is possible."""
        if threading.current_thread() is threading.main_thread():
            self.requested = False
            self._previous = signal.signal(signal.SIGINT, self._request)

    def _request(self, number: int, frame: Any) -> None:
        if self.requested:
            raise KeyboardInterrupt
        self.requested = True

    def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Saves and stops, on all ranks at the same step."""
        requested = self.requested
        if self.accelerator.num_processes > 1:
            flag = torch.tensor(int(requested), device=self.accelerator.device)
            requested = bool(self.accelerator.reduce(flag, reduction="sum").item())
        if requested:
            self.requested = True
            control.should_save = True
            control.should_training_stop = True

    def on_train_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Gives the signal back."""
        if self._previous is not None:
            signal.signal(signal.SIGINT, self._previous)
            self._previous = None


class SkipEmptySteps(TrainerCallback):
    """Keeps the optimizer from moving weights by momentum or decay where a batch has nothing to teach.

    With DeepSpeed, which steps by itself, the step is one with a gradient of zero instead.
    """

    def __init__(self, trainer: RLVETrainer) -> None:
        self.trainer = trainer

    def on_pre_optimizer_step(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Takes the gradients away, which all are zero: optimizers pass over parameters without any."""
        if self.trainer.batch_is_empty:
            for parameter in self.trainer.model.parameters():
                parameter.grad = None
