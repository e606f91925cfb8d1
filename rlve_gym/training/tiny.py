"""A language model of a few hundred thousand parameters, so that a whole training run fits on two CPU cores.

Nothing is downloaded: the tokenizer knows single characters, the model is made from a config, and a short supervised
phase on the answers of ``solve`` takes the place of pretraining. It leaves the model with some right answers among its
samples, which is what reinforcement learning starts from.

    tokenizer = tiny_tokenizer()
    model = tiny_model(tokenizer)
    warm_start(model, tokenizer, TINY_ENVIRONMENTS, output_dir="runs/warm-start")
"""

from __future__ import annotations

import json
import re
import string
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import torch
from datasets import Dataset
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedModel,
    PreTrainedTokenizerBase,
    PreTrainedTokenizerFast,
    PrinterCallback,
    ProgressCallback,
)
from trl import SFTConfig, SFTTrainer

from rlve_gym.core.environment import checked_integer
from rlve_gym.core.extraction import AnswerStyle
from rlve_gym.core.registry import make
from rlve_gym.curriculum.curriculum import SEED_BITS
from rlve_gym.training.config import RLVEConfig

TINY_ENVIRONMENTS = ("sort_integers",)
"""What the demo trains on: short prompts, and a task that a small model gets right by degrees."""
TINY_SIZES = {"layers": 2, "width": 128, "heads": 4}
WARM_START: dict[str, Any] = {"difficulties": [0, 1], "steps": 650, "batch_size": 32, "learning_rate": 2e-3}
"""Leaves the model with right answers to a good part of the problems at difficulty 0, and to some at 1."""
TINY_RUN: dict[str, Any] = {
    "environments": list(TINY_ENVIRONMENTS),
    "answer_style": "plain",
    "max_steps": 250,
    "num_generations": 8,
    "per_device_train_batch_size": 256,
    "max_completion_length": 28,
    "max_generation_calls": 4,
    "learning_rate": 3e-4,
    "save_steps": 100,
    "gradient_checkpointing": False,
    "report_to": "none",
}
"""The settings of the demo: measured to raise the window by two within minutes on two CPU cores."""
IGNORED = -100
"""The label of a token without a loss."""

PAD, EOS, UNKNOWN = "<|pad|>", "<|end|>", "<|unknown|>"
TYPOGRAPHIC = "‘’“”–—…×·÷−≤≥≠∞√π²³°é"
"""Beyond ASCII, what the prompts of other people's environments are most likely to hold."""
PIECES = r" ?[A-Z]?[a-z]{2,20}|[0-9]{1,2}|[\s\S]"
"""What can become a token: a word with the space before it, a number below 100, or a character."""


def tiny_tokenizer(environments: Iterable[str] = ()) -> PreTrainedTokenizerFast:
    """A tokenizer of single characters: printable ASCII, the newline, and some typographic characters.

    Others become the unknown token. There is no chat template: prompts are plain text, and a response ends with the
    end token, which ``tokenizer.eos_token`` names.

    Args:
        environments: the words of their prompts become tokens, too, and so do numbers of two digits. Prompts are then
            a quarter as long, and so is the time to train on them.

    Raises:
        UnknownEnvironmentError: no environment has such a name.
    """
    characters = string.printable[:95] + "\n" + TYPOGRAPHIC
    words = {word: None for name in environments for word in _words(name)}
    if words:
        words |= {str(number): None for number in range(10, 100)}
    vocabulary = {token: i for i, token in enumerate((PAD, EOS, UNKNOWN, *characters, *words))}
    # Each piece becomes its longest tokens from the left, in the worst case its characters.
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token=UNKNOWN, continuing_subword_prefix=""))
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(PIECES if words else r"[\s\S]"), "isolated")
    tokenizer.decoder = decoders.Fuse()
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token=PAD,
        eos_token=EOS,
        unk_token=UNKNOWN,
        padding_side="left",  # as generation needs it
        clean_up_tokenization_spaces=False,
        model_input_names=["input_ids", "attention_mask"],
    )


def _words(name: str) -> list[str]:
    """The words of an environment's prompts, with the space before them."""
    words = []
    for style in ("tags", "plain"):
        env = make(name, answer_style=style)
        for difficulty in range(min(env.max_difficulty, 9) + 1):
            words += re.findall(PIECES, env.prompt(env.sample(difficulty, seed=0)))
    return [word for word in words if word.strip().isalpha()]


def tiny_model(
    tokenizer: PreTrainedTokenizerFast,
    *,
    layers: int = TINY_SIZES["layers"],
    width: int = TINY_SIZES["width"],
    heads: int = TINY_SIZES["heads"],
    context: int = 2048,
    seed: int = 0,
) -> LlamaForCausalLM:
    """A small Llama with random weights; the sizes as they stand make about 430,000 parameters.

    Args:
        tokenizer: its vocabulary and special tokens become the model's.
        layers: at least 1. Copying from the prompt takes two.
        width: of the residual stream; a multiple of 2 * heads.
        heads: of attention, at least 1.
        context: the most tokens of prompt and completion together. Rotary positions have no weights, so that a
            greater one costs nothing.
        seed: of the weights. The global random state is left as it is.

    Raises:
        ValueError: a size is out of its range.
    """
    for value, what in ((layers, "layers"), (heads, "heads"), (context, "context")):
        checked_integer(value, what, 1)
    if checked_integer(width, "width", 1) % (2 * heads):
        raise ValueError(f"width must be a multiple of 2 * heads, which is {2 * heads}, not {width}")
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=width,
        intermediate_size=3 * width,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        max_position_embeddings=context,
        tie_word_embeddings=True,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
        bos_token_id=None,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return LlamaForCausalLM(config)


class SolvedRow(NamedTuple):
    """A problem of split "train", and a response with the answer of ``solve``."""

    environment: str
    difficulty: int
    seed: int
    prompt: str
    completion: str


class SolvedRows:
    """Random problems with their answers: row i is a function of i and the arguments, and each row has a fresh problem.

    Args:
        environments: names as in ``rlve_gym.make``; each is drawn equally often on average.
        difficulties: likewise. Those above an environment's highest become its highest.
        seed: of the draws.
        answer_style: how responses mark the answer, as for an environment.

    Raises:
        UnknownEnvironmentError: no environment has such a name.
        ValueError: an argument is out of its range, or there is no environment or difficulty at all.
    """

    def __init__(
        self,
        environments: Iterable[str],
        difficulties: Iterable[int],
        seed: int = 0,
        answer_style: str | tuple[str, str] | AnswerStyle = "tags",
    ) -> None:
        self._environments = [make(name, answer_style=answer_style) for name in environments]
        self._difficulties = [checked_integer(difficulty, "difficulty", 0) for difficulty in difficulties]
        self._seed = checked_integer(seed, "seed", 0)
        if not self._environments or not self._difficulties:
            raise ValueError("give at least one environment and one difficulty")

    def __getitem__(self, index: int) -> SolvedRow:
        """Any row, index >= 0."""
        rng = Random(f"warm start/{self._seed}/{checked_integer(index, 'index', 0)}")
        env = rng.choice(self._environments)
        difficulty = min(rng.choice(self._difficulties), env.max_difficulty)
        seed = rng.getrandbits(SEED_BITS)
        problem = env.sample(difficulty, seed=seed, split="train")
        return SolvedRow(env.id, difficulty, seed, env.prompt(problem), env.respond(env.solve(problem)))


def warm_start(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    environments: Iterable[str],
    *,
    output_dir: str | PathLike[str],
    difficulties: Iterable[int] = WARM_START["difficulties"],
    steps: int = WARM_START["steps"],
    batch_size: int = WARM_START["batch_size"],
    learning_rate: float = WARM_START["learning_rate"],
    answer_style: str | tuple[str, str] | AnswerStyle = "tags",
    seed: int = 0,
    progress: bool = True,
) -> list[float]:
    """Trains a model on the answers of ``solve`` with TRL's ``SFTTrainer``; the loss is that of the responses only.

    Every example is a problem of its own, so that the model learns to solve and not a set of answers (except where an
    environment has few problems at a difficulty). The same arguments give the same weights.

    Args:
        model: is trained in place.
        tokenizer: without chat template, such as ``tiny_tokenizer``.
        environments: names as in ``rlve_gym.make``; each is drawn equally often on average.
        output_dir: the only folder that may be written to.
        difficulties: drawn equally often, too.
        steps: optimizer steps, at least 1.
        batch_size: problems per step, at least 1.
        learning_rate: the peak, after a tenth of the steps or 50; it falls to 0 along a cosine.
        answer_style: how responses mark the answer, as for an environment.
        seed: of problems and order.
        progress: whether to show a progress bar with the loss.

    Returns:
        The loss of each step.

    Raises:
        UnknownEnvironmentError: no environment has such a name.
        ValueError: an argument is out of its range, or there is no environment or difficulty at all.
    """
    steps, batch_size = checked_integer(steps, "steps", 1), checked_integer(batch_size, "batch_size", 1)
    rows = SolvedRows(environments, difficulties, seed, answer_style)
    arguments = SFTConfig(
        output_dir=str(output_dir),
        max_steps=steps,
        per_device_train_batch_size=batch_size,
        learning_rate=learning_rate,
        lr_scheduler_type="cosine",
        warmup_steps=min(50, steps // 10),
        adam_beta2=0.98,
        weight_decay=0.01,
        seed=seed,
        bf16=torch.cuda.is_available(),
        gradient_checkpointing=False,
        dataloader_pin_memory=torch.cuda.is_available(),
        # The examples are made and tokenized when their batch is due.
        remove_unused_columns=False,
        dataset_kwargs={"skip_prepare_dataset": True},
        max_length=None,
        save_strategy="no",
        report_to="none",
        logging_steps=1,
        disable_tqdm=True,
    )
    dataset = Dataset.from_dict({"index": range(steps * batch_size)}).with_transform(
        _Examples(rows, tokenizer)
    )
    trainer = SFTTrainer(model, arguments, train_dataset=dataset, processing_class=tokenizer)
    trainer.remove_callback(PrinterCallback)
    if progress:
        trainer.add_callback(_LossBar())
    trainer.train()
    return [entry["loss"] for entry in trainer.state.log_history if "loss" in entry]


class _Examples:
    """Turns row numbers into what ``SFTTrainer`` trains on."""

    def __init__(self, rows: SolvedRows, tokenizer: PreTrainedTokenizerBase) -> None:
        self._rows, self._tokenizer = rows, tokenizer

    def __call__(self, batch: dict[str, list[int]]) -> dict[str, list[list[int]]]:
        rows = [self._rows[index] for index in batch["index"]]
        prompts = self._tokenizer([row.prompt for row in rows])["input_ids"]
        completions = self._tokenizer([row.completion for row in rows])["input_ids"]
        completions = [[*completion, self._tokenizer.eos_token_id] for completion in completions]
        pairs = list(zip(prompts, completions, strict=True))
        return {
            "input_ids": [prompt + completion for prompt, completion in pairs],
            "labels": [[IGNORED] * len(prompt) + completion for prompt, completion in pairs],
        }


class _LossBar(ProgressCallback):
    """The progress bar of transformers, with the loss beside it and not in a line of its own at each step."""

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **kwargs: Any) -> None:
        if self.training_bar is not None and "loss" in (logs or {}):
            self.training_bar.set_description("warm start", refresh=False)
            self.training_bar.set_postfix(loss=f"{float(logs['loss']):.3f}", refresh=False)


def warm_started(settings: RLVEConfig) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """The model that ``rlve-gym train --model tiny`` begins with, and its tokenizer.

    They are kept in the folder ``warm_start`` of the run, and read from there when a run with the same settings goes on.

    Args:
        settings: of the run; its environments, answer style and seed are those of the warm start.
    """
    folder = Path(str(settings.output_dir)) / "warm_start"
    recipe: dict[str, Any] = {
        "environments": settings.environment_ids(),
        "answer_style": settings.answer_style,
        "seed": settings.seed,
        **WARM_START,
    }
    done = folder / "recipe.json"
    if done.exists() and json.loads(done.read_text(encoding="utf-8")) == recipe:
        return AutoModelForCausalLM.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)
    tokenizer = tiny_tokenizer(recipe["environments"])
    model = tiny_model(tokenizer, **TINY_SIZES, seed=settings.seed)
    warm_start(model, tokenizer, output_dir=folder, progress=not settings.disable_tqdm, **recipe)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    done.write_text(
        json.dumps(recipe, indent=1), encoding="utf-8"
    )  # last, as a sign that the rest is complete
    return model, tokenizer
