"""TRL's ``GRPOTrainer`` on the suite: prompts from a curriculum, and groups without a gradient replaced.

The training set of TRL is only a column of slot numbers. When TRL generates completions for some slots, this trainer
draws their problems from the curriculum (as it is at that moment), judges what comes back, records it, and, with
dynamic sampling, puts fresh groups in the place of those whose rewards are all equal. TRL never sees these.

What it overrides, all checked against TRL 1.16: ``_generate_and_score_completions``, ``_generate``,
``_calculate_rewards``, ``_save_checkpoint`` and ``_load_optimizer_and_scheduler`` (as TRL itself does for the state of
its entropy controller). Of the state it touches ``_metrics``, and, to resume between two generations, ``_step`` and
``_buffered_inputs``.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from accelerate.utils import gather, gather_object
from datasets import Dataset
from transformers.trainer_callback import ProgressCallback
from transformers.trainer_utils import PREFIX_CHECKPOINT_DIR
from trl import GRPOTrainer

from rlve_gym.core.environment import Environment
from rlve_gym.core.problem import dumps
from rlve_gym.core.registry import make
from rlve_gym.curriculum import Curriculum
from rlve_gym.curriculum.curriculum import Draw
from rlve_gym.dataset import RewardFunction, reward_function
from rlve_gym.training.callbacks import Interrupt, MetricsFile, ProgressBar, SkipEmptySteps
from rlve_gym.training.config import RLVEConfig
from rlve_gym.training.metrics import Metrics

REFILL = 2**40
"""Draws beyond the slots of a batch have the number of its first slot plus a multiple of this."""

STATE_FILE = "rlve.json"
BATCH_FILE = "rlve_batch_{rank}.pt"
CALLBACKS_FILE = "rlve_callbacks.pt"


class RLVETrainer(GRPOTrainer):
    """Trains a causal language model on verifiable environments whose difficulty follows it.

        trainer = RLVETrainer(model="Qwen/Qwen3-0.6B", args=RLVEConfig(output_dir="out", max_steps=1000))
        trainer.train()

    Args:
        model: a name, a path, or a model, as for ``GRPOTrainer``.
        args: the settings.
        curriculum: what draws the problems; by default one as ``args`` describes.
        reward_funcs: more reward functions, added to the verdicts' rewards as TRL does (see ``reward_weights`` in
            ``args``). They get the columns environment, difficulty, seed and problem.
        eval_dataset: such as ``rlve_gym.to_dataset(..., split="test")``. Evaluation moves no curriculum.
        kwargs: processing_class, callbacks, optimizers, quantization_config and peft_config, as for ``GRPOTrainer``.

    Raises:
        ValueError: the settings do not fit together.
    """

    _tag_names = ["trl", "grpo", "rlve"]  # noqa: RUF012 (as in the base class)

    def __init__(
        self,
        model: Any,
        args: RLVEConfig,
        curriculum: Curriculum | None = None,
        reward_funcs: Sequence[Callable[..., Any]] = (),
        eval_dataset: Any = None,
        **kwargs: Any,
    ) -> None:
        unknown = set(kwargs) & {"tools", "rollout_func", "environment_factory", "train_dataset"}
        if unknown:
            raise ValueError(f"RLVETrainer does not take {', '.join(sorted(unknown))}")
        self.curriculum = curriculum or Curriculum(
            args.environment_ids(), args.controller(), args.sampler, seed=args.seed
        )
        self._environments: dict[str, Environment[Any, Any]] = {
            name: make(name, answer_style=args.answer_style) for name in self.curriculum.environments
        }
        self._judge = _Judge(reward_function(rewards=args.rewards(), answer_style=args.answer_style))
        self._slots = args.generation_batch_size // args.num_generations
        generations = math.ceil(
            args.max_steps
            * args.gradient_accumulation_steps
            / (args.steps_per_generation * args.num_iterations)
        )
        super().__init__(
            model=model,
            reward_funcs=[self._judge, *reward_funcs],
            args=args,
            # One batch more than is needed, so that no step falls on the end of an epoch.
            train_dataset=Dataset.from_dict({"index": range((generations + 1) * self._slots)}),
            eval_dataset=eval_dataset,
            **kwargs,
        )
        self.metrics = Metrics()
        self._inputs: list[dict[str, Any]] = []
        self._batch_rewards: torch.Tensor | None = None
        self._padded: torch.Tensor | None = None
        self.batch_is_empty = False
        """Whether the current batch has no group with a gradient; its optimizer steps are skipped."""
        self.rollouts: list[dict[str, Any]] | None = None
        """A list if a callback wants the micro-batches of the current step; they have group, environment and correct, too."""
        self.add_callback(SkipEmptySteps(self))
        self.add_callback(Interrupt(self.accelerator))
        self.add_callback(MetricsFile())
        if not args.disable_tqdm:
            self.remove_callback(ProgressCallback)
            self.add_callback(ProgressBar())

    # Drawing ---------------------------------------------------------------------------------------------------------

    def _row(self, draw: Draw) -> dict[str, Any]:
        """What TRL would have read from a data set."""
        env = self._environments[draw.environment]
        problem = env.sample(draw.difficulty, seed=draw.seed)
        return {
            "prompt": self._as_prompt(env.prompt(problem)),
            "environment": draw.environment,
            "difficulty": draw.difficulty,
            "seed": draw.seed,
            "problem": dumps(problem),
        }

    def _as_prompt(self, text: str) -> Any:
        system = self.args.system_prompt
        if self._tokenizer.chat_template is None:  # a base model: plain text
            return text if system is None else f"{system}\n\n{text}"
        messages = [] if system is None else [{"role": "system", "content": system}]
        return [*messages, {"role": "user", "content": text}]

    def _generate_and_score_completions(self, inputs: list[dict[str, Any]]) -> dict[str, Any]:
        if not self.model.training:
            return super()._generate_and_score_completions(inputs)
        # TRL passes on the prompts of these rows and, after `_generate`, the rows; both lists are changed in place.
        self._inputs = [{"prompt": "", **row} for row in inputs]
        try:
            output = super()._generate_and_score_completions(self._inputs)
            output = {**output, **self._origins(output["completion_mask"].device)}
            return output if self._padded is None else self._without_padding(output)
        finally:
            self._inputs, self._batch_rewards, self._padded = [], None, None

    def _origins(self, device: Any) -> dict[str, Any]:
        """Where each row of the batch comes from, and whether it is correct."""
        return {
            "group": torch.tensor([row["group"] for row in self._inputs], device=device),
            "environment": [row["environment"] for row in self._inputs],
            "correct": torch.tensor([row["correct"] for row in self._inputs], device=device),
        }

    def compute_loss(self, model: Any, inputs: Any, **kwargs: Any) -> Any:
        """TRL's loss; keeps the rollouts for callbacks that want them."""
        if self.rollouts is not None and self.model.training:
            self.rollouts.append(inputs)
        return super().compute_loss(model, inputs, **kwargs)

    # Generating ------------------------------------------------------------------------------------------------------

    def _generate(self, prompts: list[Any]) -> tuple[Any, ...]:
        if not self.model.training:
            return super()._generate(prompts)
        rank, world, size = (
            self.accelerator.process_index,
            self.accelerator.num_processes,
            self.num_generations,
        )
        rows_per_rank = len(prompts)
        first = self._inputs[0]["index"] - rank * rows_per_rank // size
        dynamic = self.args.dynamic_sampling

        kept: list[_Group] = []
        spare: list[_Group] = []
        extra = 0
        calls = self.args.max_generation_calls if dynamic else 1
        for call in range(calls):
            wanted = self._slots if call == 0 else self._slots - len(kept)
            if dynamic:
                wanted = math.ceil(wanted * self.args.oversampling)
            while wanted * size % world:  # every rank generates as many rows
                wanted += 1
            numbers = list(range(first, first + min(wanted, self._slots))) if call == 0 else []
            while len(numbers) < wanted:
                extra += 1
                numbers.append(first + REFILL * extra)
            # The same draws on every rank, since they depend on the curriculum and the numbers only.
            groups = self._generate_groups([self.curriculum.draw(number) for number in numbers])
            for group in groups:
                (kept if group.informative or not dynamic else spare).append(group)
            self.metrics.add_call(len(groups), sum(group.informative for group in groups))
            if len(kept) >= self._slots:
                break

        self.curriculum.update()

        # Where groups are missing, others keep the place and are left out of the loss.
        chosen = (kept + spare)[: self._slots]
        missing = max(0, self._slots - len(kept))
        self.batch_is_empty = dynamic and not kept
        self.metrics.add_batch(empty=self.batch_is_empty)
        self._batch_rewards = torch.cat([group.rewards for group in chosen])
        rows = self._rows_of_this_rank(chosen, rows_per_rank)
        if missing:
            place = torch.arange(rank * rows_per_rank, (rank + 1) * rows_per_rank) // size
            self._padded = place >= self._slots - missing
        inputs = {id(group): self._row(group.draw) for group in chosen}
        mine = range(rank * rows_per_rank, (rank + 1) * rows_per_rank)
        self._inputs[:] = [
            {
                **inputs[id(chosen[row // size])],
                "group": first + row // size,
                "correct": chosen[row // size].correct[row % size],
            }
            for row in mine
        ]
        prompts[:] = [row["prompt"] for row in self._inputs]
        prompt_ids, completion_ids, completions, logprobs = (
            list(column) for column in zip(*rows, strict=True)
        )
        return (
            prompt_ids, completion_ids, None, completions, None if logprobs[0] is None else logprobs, {}, None, [],
        )  # fmt: skip

    def _generate_groups(self, draws: list[Draw]) -> list[_Group]:
        """One generation on all ranks: a group of rollouts for each draw, judged and recorded."""
        rank, world, size = (
            self.accelerator.process_index,
            self.accelerator.num_processes,
            self.num_generations,
        )
        share = len(draws) * size // world
        mine = range(rank * share, (rank + 1) * share)
        rows = {group: self._row(draws[group]) for group in sorted({row // size for row in mine})}
        inputs = [dict(rows[row // size]) for row in mine]
        prompts = [row["prompt"] for row in inputs]
        prompt_ids, completion_ids, _, completions, logprobs, *_ = super()._generate(prompts)
        rewards = super()._calculate_rewards(inputs, prompts, completions, completion_ids)
        correct = gather(torch.tensor(self._judge.correct, device=self.accelerator.device)).tolist()

        weights = self.reward_weights.to(rewards.device)
        totals = (rewards * weights).nansum(dim=1).view(-1, size)
        # Exact equality: a deviation that is computed from equal rewards need not be 0.
        informative = (totals != totals[:, :1]).any(dim=1).tolist()
        groups = []
        for number, draw in enumerate(draws):
            outcome = correct[number * size : (number + 1) * size]
            high = self.curriculum.window(draw.environment)[1]
            self.curriculum.record(draw.environment, draw.difficulty, outcome)
            self.metrics.add_group(draw.environment, outcome, at_h=draw.difficulty == high)
            own_rewards = rewards[number * size : (number + 1) * size]
            groups.append(_Group(draw, informative[number], own_rewards, outcome))
        for place, row in enumerate(mine):
            groups[row // size].rows[row % size] = (
                prompt_ids[place], completion_ids[place], completions[place],
                None if logprobs is None else logprobs[place],
            )  # fmt: skip
        return groups

    def _rows_of_this_rank(self, chosen: list[_Group], rows_per_rank: int) -> list[tuple[Any, ...]]:
        """Gives every rank its rows of the batch, wherever they were generated."""
        rank, size = self.accelerator.process_index, self.num_generations
        held = {
            number * size + member: row
            for number, group in enumerate(chosen)
            for member, row in group.rows.items()
        }
        mine = range(rank * rows_per_rank, (rank + 1) * rows_per_rank)
        if self.accelerator.num_processes > 1:
            at_home = all(row in held for row in mine)
            if not all(gather_object([at_home])):
                held = {row: content for part in gather_object([held]) for row, content in part.items()}
        return [held[row] for row in mine]

    def _calculate_rewards(
        self, inputs: Any, prompts: Any, completions: Any, completion_ids_list: Any
    ) -> Any:
        if self._batch_rewards is not None:
            return self._batch_rewards
        return super()._calculate_rewards(inputs, prompts, completions, completion_ids_list)

    def _without_padding(self, output: dict[str, Any]) -> dict[str, Any]:
        """Takes the groups that only keep a place out of the loss and its denominator."""
        mask = output["completion_mask"].clone()
        mask[self._padded.to(mask.device)] = 0  # type: ignore[union-attr]
        items = self.accelerator.gather(mask.sum()).sum()
        return {**output, "completion_mask": mask, "num_items_in_batch": items}

    # Logging ---------------------------------------------------------------------------------------------------------

    def log(self, logs: dict[str, float], start_time: float | None = None) -> None:
        """Adds the figures of the curriculum and of dynamic sampling to what TRL logs; leaves out what is not a number."""
        mode = "train" if self.model.training else "eval"
        if mode == "train":
            for name, value in self.metrics.take(self.curriculum).items():
                self._metrics[mode][name] = [value]
        for name in [
            name for name, values in self._metrics[mode].items() if not any(map(math.isfinite, values))
        ]:
            del self._metrics[mode][name]  # TRL would log a null
        super().log(logs, start_time)

    # Checkpoints -----------------------------------------------------------------------------------------------------

    def _save_checkpoint(self, model: Any, trial: Any) -> None:
        super()._save_checkpoint(model, trial)
        folder = Path(self._get_output_dir(trial=trial)) / f"{PREFIX_CHECKPOINT_DIR}-{self.state.global_step}"
        folder.mkdir(parents=True, exist_ok=True)
        if self._step % (self.args.steps_per_generation * self.num_iterations):
            # Amid a batch of completions: a resumed run has to go on with this one.
            torch.save(self._buffered_inputs, folder / BATCH_FILE.format(rank=self.accelerator.process_index))
        if self.args.should_save:
            state = {
                "curriculum": self.curriculum.state_dict(),
                "step": self._step,
                "batch_is_empty": self.batch_is_empty,
            }
            callbacks = {
                type(callback).__name__: callback.state_dict() for callback in self._callbacks_with_state()
            }
            if callbacks:
                torch.save(callbacks, folder / CALLBACKS_FILE)
            temporary = folder / f"{STATE_FILE}.tmp"
            temporary.write_text(json.dumps(state), encoding="utf-8")
            os.replace(temporary, folder / STATE_FILE)

    def _callbacks_with_state(self) -> list[Any]:
        return [
            callback for callback in self.callback_handler.callbacks if hasattr(callback, "load_state_dict")
        ]

    def _load_optimizer_and_scheduler(self, checkpoint: str | None) -> None:
        super()._load_optimizer_and_scheduler(checkpoint)
        if checkpoint is None or not (Path(checkpoint) / STATE_FILE).exists():
            return
        state = json.loads((Path(checkpoint) / STATE_FILE).read_text(encoding="utf-8"))
        self.curriculum.load_state_dict(state["curriculum"])
        file = Path(checkpoint) / CALLBACKS_FILE
        callbacks = torch.load(file, map_location=self.accelerator.device) if file.exists() else {}
        for callback in self._callbacks_with_state():
            if type(callback).__name__ in callbacks:
                callback.load_state_dict(callbacks[type(callback).__name__])
        batch = Path(checkpoint) / BATCH_FILE.format(rank=self.accelerator.process_index)
        if batch.exists():
            self._step = state["step"]
            self.batch_is_empty = state["batch_is_empty"]
            self._buffered_inputs = torch.load(batch, map_location=self.accelerator.device)


class _Group:
    """A draw and its rollouts: their rewards and outcomes (on every rank), and those rows that this rank generated."""

    def __init__(self, draw: Draw, informative: bool, rewards: torch.Tensor, correct: list[bool]) -> None:
        self.draw = draw
        self.informative = informative
        self.rewards = rewards
        self.correct = correct
        self.rows: dict[int, tuple[Any, ...]] = {}


class _Judge:
    """The reward function that TRL calls; keeps which answers were correct, of which a reward says too little."""

    def __init__(self, function: RewardFunction) -> None:
        self.function = function
        self.correct: list[bool] = []
        self.__name__ = "verdict"  # TRL logs a reward under the name of its function

    def __call__(self, completions: Sequence[Any], problem: Sequence[str], **columns: Any) -> list[float]:
        verdicts = self.function.judge(completions, problem)
        self.correct = [verdict.correct for verdict in verdicts]
        return [self.function.rewards.reward(verdict) for verdict in verdicts]
