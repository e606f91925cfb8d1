"""The settings of a training run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import torch
from transformers.utils import is_torch_xpu_available
from trl import GRPOConfig

from rlve_gym import Fixed, SlidingWindow, list_environments
from rlve_gym.core.registry import resolve
from rlve_gym.core.verdict import RewardScheme
from rlve_gym.curriculum.controllers import Controller
from rlve_gym.evaluation import held_out_environments


@dataclass
class RLVEConfig(GRPOConfig):
    r"""TRL's ``GRPOConfig`` with the defaults of RLVE (arXiv 2511.07317), and the settings of the curriculum.

    From RLVE: the loss of DAPO with clip-higher and no KL term, 16 rollouts per prompt at temperature 1, a constant
    learning rate of 1e-6, and a window of 4 difficulties that rises at 90 % over 8 prompts. ``max_steps`` must be set.

    Args:
        environments: ids, class names or families; None for all but the held-out ones.
        include_held_out: whether held-out environments may be trained on, too.
        window: number of difficulties that are drawn from, up to the current highest, h.
        threshold: accuracy at h from which h rises.
        min_prompts: prompts at h that must have been answered before it may rise.
        initial_difficulty: the first h.
        static_difficulty: "LOW..HIGH" or one number: draw uniformly from these instead, whatever the model does.
        sampler: "uniform", or "recent_performance" for environments in which the model does worse more often.
        dynamic_sampling: whether groups of rollouts with equal rewards, which have no gradient, are replaced.
        oversampling: groups generated for each one that is missing, at least 1.
        max_generation_calls: generations for one batch at most, the first included; then training goes on with
            what there is.
        reward_scheme: "default" (-1 unparsed, -0.5 invalid, else the quality) or "binary" (1 if correct, else 0).
        answer_style: how responses mark the answer: "tags", "boxed" or "plain".
        system_prompt: a message before each problem.

    Raises:
        ValueError: a setting is out of its range.
        UnknownEnvironmentError: no environment or family has such a name.
    """

    loss_type: str = field(default="dapo", metadata={"help": "The loss; see TRL's GRPOConfig."})
    epsilon: float = field(default=0.2, metadata={"help": "Lower clipping bound of the ratio."})
    epsilon_high: float | None = field(default=0.28, metadata={"help": "Upper clipping bound of the ratio."})
    beta: float = field(default=0.0, metadata={"help": "Weight of the KL term."})
    temperature: float = field(default=1.0, metadata={"help": "Temperature of the rollouts."})
    num_generations: int = field(default=16, metadata={"help": "Rollouts per prompt."})
    per_device_train_batch_size: int = field(
        default=16, metadata={"help": "Rollouts per device and micro-batch."}
    )
    learning_rate: float = field(default=1e-6, metadata={"help": "Learning rate."})
    lr_scheduler_type: str = field(default="constant", metadata={"help": "Schedule of the learning rate."})
    mask_truncated_completions: bool = field(
        default=True, metadata={"help": "Whether completions that were cut off are left out of the loss."}
    )
    max_completion_length: int | None = field(default=4096, metadata={"help": "Tokens of a completion."})
    shuffle_dataset: bool = field(
        default=False, metadata={"help": "Must be false: the curriculum sets the order."}
    )
    logging_steps: float = field(default=1, metadata={"help": "Steps between two lines of the log."})

    environments: list[str] | None = field(
        default=None, metadata={"help": "Ids, class names or families; by default all but the held-out ones."}
    )
    include_held_out: bool = field(
        default=False, metadata={"help": "Whether held-out environments may be trained on, too."}
    )
    window: int = field(default=4, metadata={"help": "Number of difficulties that are drawn from."})
    threshold: float = field(default=0.9, metadata={"help": "Accuracy from which the difficulty rises."})
    min_prompts: int = field(
        default=8, metadata={"help": "Prompts at the highest difficulty before it may rise."}
    )
    initial_difficulty: int = field(default=0, metadata={"help": "The first highest difficulty."})
    static_difficulty: str | None = field(
        default=None,
        metadata={"help": "N or LOW..HIGH: these difficulties all along, instead of adaptive ones."},
    )
    sampler: Literal["uniform", "recent_performance"] = field(
        default="uniform", metadata={"help": "Which environments come more often."}
    )
    dynamic_sampling: bool = field(
        default=True, metadata={"help": "Whether groups of rollouts with equal rewards are replaced."}
    )
    oversampling: float = field(
        default=1.0, metadata={"help": "Groups generated for each one that is missing."}
    )
    max_generation_calls: int = field(default=8, metadata={"help": "Generations for one batch at most."})
    reward_scheme: Literal["default", "binary"] = field(
        default="default",
        metadata={"help": "default: -1 unparsed, -0.5 invalid, else the quality. binary: 1 or 0."},
    )
    answer_style: Literal["tags", "boxed", "plain"] = field(
        default="tags", metadata={"help": "How responses mark the answer."}
    )
    system_prompt: str | None = field(default=None, metadata={"help": "A message before each problem."})

    def __post_init__(self) -> None:
        if self.bf16 is None and not (torch.cuda.is_available() or is_torch_xpu_available()):  # type: ignore[has-type]
            self.bf16 = False  # TRL's default, bf16, is refused without an accelerator
        super().__post_init__()
        if self.max_steps <= 0:
            raise ValueError("max_steps must be set: problems never run out")
        if self.shuffle_dataset:
            raise ValueError("shuffle_dataset must be false: the curriculum sets the order of the prompts")
        if self.oversampling < 1:
            raise ValueError(f"oversampling must be at least 1, not {self.oversampling}")
        if self.max_generation_calls < 1:
            raise ValueError(f"max_generation_calls must be at least 1, not {self.max_generation_calls}")
        if self.min_prompts < 1:
            raise ValueError(f"min_prompts must be at least 1, not {self.min_prompts}")
        self.controller()
        self.environment_ids()

    def controller(self) -> Controller:
        """The template of the curriculum's controllers."""
        if self.static_difficulty is not None:
            low, _, high = str(self.static_difficulty).partition("..")
            try:
                return Fixed(int(low), int(high or low))
            except ValueError as error:
                raise ValueError(
                    f"static_difficulty must be N or LOW..HIGH, not {self.static_difficulty!r}: {error}"
                ) from None
        return SlidingWindow(
            window=self.window,
            threshold=self.threshold,
            min_samples=self.min_prompts * self.num_generations,
            initial=self.initial_difficulty,
        )

    def environment_ids(self) -> list[str]:
        """The environments to train on.

        Raises:
            UnknownEnvironmentError: no environment or family has such a name.
            ValueError: one is held out.
        """
        held_out = set() if self.include_held_out else set(held_out_environments())
        if self.environments is None:
            return [name for name in list_environments() if name not in held_out]
        families = {resolve(name).family for name in list_environments()}
        chosen: set[str] = set()
        for name in self.environments:
            if name in families:
                chosen.update(set(list_environments(name)) - held_out)
                continue
            found = resolve(name).id
            if found in held_out:
                raise ValueError(
                    f"{found} is held out for evaluation; include_held_out allows it in training"
                )
            chosen.add(found)
        if not chosen:
            raise ValueError("no environment is left to train on")
        return sorted(chosen)

    def rewards(self) -> RewardScheme:
        """What each verdict is worth."""
        return RewardScheme.binary() if self.reward_scheme == "binary" else RewardScheme()
