"""Problems in bulk, for trainers that bring their own loop: a Hugging Face dataset, and the reward for its rows.

Problems cross this border as the text of ``rlve_gym.dumps``: as columns of their own, the fields of many
environments would neither fit together nor, where integers are large, into Arrow at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from rlve_gym.core.environment import Split, checked_integer
from rlve_gym.core.extraction import AnswerStyle
from rlve_gym.core.problem import Problem, dumps, loads
from rlve_gym.core.registry import list_environments, load, make, resolve
from rlve_gym.core.verdict import RewardScheme, Verdict

if TYPE_CHECKING:
    from datasets import Dataset

CACHED_ROWS = 4096
"""Rows that a data set keeps: a trainer asks for each row once per rollout, within one batch."""


class Rows(msgspec.Struct, frozen=True):
    """Which problem stands in which row: for each seed, each environment; for each environment, each difficulty.

    The order is a function of the arguments alone, and a larger ``count`` only adds rows at the end.

    Attributes:
        levels: the pairs of environment and difficulty, in order.
        seed: the first seed.
        count: problems per pair, of the seeds from ``seed`` on.
    """

    levels: tuple[tuple[str, int], ...]
    seed: int
    count: int

    @classmethod
    def of(cls, ids: Iterable[str] | None, difficulties: Iterable[int], count: int, seed: int) -> Rows:
        """Reads the arguments of a user.

        Args:
            ids: names of environments, as ``rlve_gym.make`` takes them; None for all. Repeated ones count once.
            difficulties: those above an environment's highest become its highest; repeated ones count once.
            count: at least 1.
            seed: at least 0.

        Raises:
            UnknownEnvironmentError: no environment has such a name.
            ValueError: a number is out of its range, or there is no environment or difficulty at all.
        """
        if isinstance(ids, str):
            ids = [ids]
        names = sorted({resolve(name).id for name in (list_environments() if ids is None else ids)})
        wanted = [checked_integer(difficulty, "difficulty", 0) for difficulty in difficulties]
        if not names or not wanted:
            raise ValueError("give at least one environment and one difficulty")
        levels = tuple(
            (name, difficulty)
            for name in names
            for difficulty in sorted({min(difficulty, load(name).ladder.top) for difficulty in wanted})
        )
        return cls(levels, checked_integer(seed, "seed", 0), checked_integer(count, "count", 1))

    def __len__(self) -> int:
        return len(self.levels) * self.count

    def __getitem__(self, index: int) -> tuple[str, int, int]:
        """Environment, difficulty and seed of a row, 0 <= index < len."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        later, place = divmod(index, len(self.levels))
        return *self.levels[place], self.seed + later


def to_dataset(
    ids: Iterable[str] | None = None,
    difficulties: int | Iterable[int] = 0,
    count: int = 100,
    seed: int = 0,
    *,
    split: Split = "train",
    chat: bool = True,
    answer_style: str | tuple[str, str] | AnswerStyle = "tags",
) -> Dataset:
    """A map-style Hugging Face dataset of problems, each generated when its row is first asked for.

    The columns are prompt, environment, difficulty, seed, and problem (the text of ``rlve_gym.dumps``). They are
    made from a stored column of row numbers by a transform, so ``select``, ``shuffle`` and trainers that resume in
    the middle cost nothing. Row i is the same in every process; ``list(dataset)`` gives plain rows to keep.

    Args:
        ids: environments; None for all.
        difficulties: one, or several; those above an environment's highest become its highest.
        count: problems per environment and difficulty.
        seed: the first of their seeds.
        split: "test" for held-out problems.
        chat: whether a prompt is a list of one user message, for chat templates; if not, it is text.
        answer_style: how responses mark the answer, as for an environment. Give ``reward_function`` the same.

    Raises:
        ImportError: the library ``datasets`` is missing.
        UnknownEnvironmentError: no environment has such a name.
        ValueError: an argument is out of its range.
    """
    several = difficulties if isinstance(difficulties, Iterable) else [difficulties]
    rows = Rows.of(ids, several, count, seed)
    transform = _Transform(rows, split, chat, AnswerStyle.of(answer_style))
    try:
        import datasets
    except ImportError as error:
        raise ImportError(
            "to_dataset needs the library datasets: pip install 'rlve-gym-suite[data]'"
        ) from error
    import numpy as np

    return datasets.Dataset.from_dict({"index": np.arange(len(rows))}).with_transform(transform)


class _Transform:
    """Turns row numbers into rows. Keeps the latest ones; pickles without them."""

    def __init__(self, rows: Rows, split: Split, chat: bool, answer_style: AnswerStyle) -> None:
        if split not in ("train", "test"):
            raise ValueError(f'split must be "train" or "test", not {split!r}')
        self._settings = rows, split, chat, answer_style
        self._row = lru_cache(CACHED_ROWS)(self._make)

    def __reduce__(self) -> tuple[Any, ...]:
        return _Transform, self._settings

    def _make(self, index: int) -> tuple[str, str, int, int, str]:
        rows, split, _, answer_style = self._settings
        name, difficulty, seed = rows[index]
        env = make(name, answer_style=answer_style)
        problem = env.sample(difficulty, seed=seed, split=split)
        return env.prompt(problem), name, difficulty, seed, dumps(problem)

    def __call__(self, batch: dict[str, list[int]]) -> dict[str, list[Any]]:
        rows = [self._row(index) for index in batch["index"]]
        columns: list[list[Any]] = [[row[column] for row in rows] for column in range(5)]
        if self._settings[2]:
            # Made anew each time: a trainer may change the messages that it is given.
            columns[0] = [[{"role": "user", "content": prompt}] for prompt in columns[0]]
        return dict(zip(("prompt", "environment", "difficulty", "seed", "problem"), columns, strict=True))


def reward_function(
    *, rewards: RewardScheme | None = None, answer_style: str | tuple[str, str] | AnswerStyle = "tags"
) -> RewardFunction:
    """The reward of completions, in the form that TRL's trainers call.

    Args:
        rewards: what each verdict is worth; None for the default scheme.
        answer_style: the one that the prompts ask for.

    Returns:
        A function ``f(completions, problem, **columns) -> list[float]``; see ``RewardFunction``. It can be
        pickled and called from several threads and processes.

    Raises:
        ValueError: an argument is out of its range.
    """
    rewards = RewardScheme() if rewards is None else rewards
    if not isinstance(rewards, RewardScheme):
        raise ValueError(f"rewards must be a RewardScheme, not {rewards!r}")
    return RewardFunction(rewards, AnswerStyle.of(answer_style))


class RewardFunction:
    """Judges a batch of completions; made by ``reward_function``."""

    def __init__(self, rewards: RewardScheme, answer_style: AnswerStyle) -> None:
        self.rewards = rewards
        self.answer_style = answer_style
        self.__name__ = "rlve_gym_reward"  # TRL logs a reward under the name of its function

    def __call__(self, completions: Sequence[Any], problem: Sequence[str], **columns: Any) -> list[float]:
        """The rewards, in order; takes and raises what ``judge`` does."""
        return [self.rewards.reward(verdict) for verdict in self.judge(completions, problem)]

    def judge(self, completions: Sequence[Any], problem: Sequence[str], **columns: Any) -> list[Verdict]:
        """The verdicts, in order.

        Args:
            completions: each a text, or a list of messages whose last one from the assistant counts.
            problem: for each completion, the text of its problem.
            columns: whatever else a trainer passes; unused.

        Raises:
            ValueError: the lengths differ, or a row is broken: the message says which (counted from 0) and why.
        """
        if isinstance(completions, str) or isinstance(problem, str):
            raise ValueError("completions and problem must be lists, one entry per row")
        if len(completions) != len(problem):
            raise ValueError(f"{len(completions)} completions, but {len(problem)} problems")
        return list(self._judge(completions, problem))

    def _judge(self, completions: Sequence[Any], texts: Sequence[str]) -> Iterator[Verdict]:
        problems: dict[str, Problem] = {}  # the rollouts of a group share one
        for row, (completion, text) in enumerate(zip(completions, texts, strict=True)):
            try:
                if not isinstance(text, str):
                    raise TypeError(f"problem must be the text of rlve_gym.dumps, not {type(text).__name__}")
                if text not in problems:
                    problems[text] = loads(text)
                problem = problems[text]
                env = make(problem.environment, answer_style=self.answer_style)
                yield env.judge(problem, completion_text(completion))
            except Exception as error:
                # A failure must not pass for a reward, and in a batch of thousands the row has to be named.
                raise ValueError(f"row {row}: {type(error).__name__}: {error}") from error


def completion_text(completion: Any) -> str:
    """The text of a completion: itself, or the content of the last message from the assistant.

    Raises:
        TypeError: it is neither text nor a list of messages with one from the assistant.
    """
    if isinstance(completion, str):
        return completion
    if isinstance(completion, (list, tuple)) and all(isinstance(message, dict) for message in completion):
        for message in reversed(completion):
            if message.get("role") == "assistant":
                content = message.get("content")
                if isinstance(content, str):
                    return content
                if content is None:  # a message may consist of tool calls only
                    return ""
                if isinstance(content, (list, tuple)) and all(isinstance(part, dict) for part in content):
                    return "".join(str(part.get("text", "")) for part in content)
    raise TypeError("a completion must be text, or a list of messages with one from the assistant")
