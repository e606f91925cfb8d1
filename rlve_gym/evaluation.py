"""Evaluation of a language model on the suite: held-out problems, accuracy, pass@k, and how sure these numbers are.

Nothing here knows how a model is run: ``evaluate`` takes a function from prompts to responses. The command
``rlve-gym eval`` brings two.
"""

from __future__ import annotations

import hashlib
import json
import math
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

import rlve_gym
from rlve_gym.core.environment import Environment, Split, checked_integer
from rlve_gym.core.extraction import AnswerStyle
from rlve_gym.core.problem import Problem, dumps
from rlve_gym.core.registry import list_environments, make
from rlve_gym.core.verdict import Verdict
from rlve_gym.dataset import Rows

Messages = list[dict[str, str]]
"""One prompt, as chat messages with "role" and "content"."""
Generate = Callable[[list[Messages]], Iterable[str]]
"""A model: prompts to responses, in order; a list of them, or an iterator that gives each as soon as it is there."""

HELD_OUT_SHARE = 8
"""One environment in so many is held out."""


def is_held_out(identifier: str) -> bool:
    """Whether training leaves out the environment with this id by default.

    The id alone decides, by its hash: so the set stays as it is when environments are added, and nobody chose it.
    """
    return hashlib.sha256(identifier.encode()).digest()[0] % HELD_OUT_SHARE == 0


def held_out_environments() -> list[str]:
    """The environments that training leaves out by default, to measure what carries over to new kinds of problems.

    They are those registered ones whose id satisfies ``is_held_out``: 55 of the 400 of the catalogue.
    """
    return [name for name in list_environments() if is_held_out(name)]


# The report ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Estimate:
    """A mean and how far off it may be."""

    mean: float
    standard_error: float | None
    """None where it cannot be told, as from one problem."""


@dataclass(frozen=True, kw_only=True)
class Scores:
    """What was measured on a set of problems."""

    problems: int
    samples: int
    """Responses to each problem."""
    accuracy: Estimate
    """Share of the responses that are right."""
    pass_at: dict[int, Estimate]
    """For k = 1, 2, 4, ... up to ``samples``: the chance that at least one of k responses to a problem is right."""
    format_rate: Estimate
    """Share of the responses with an answer in the stated format."""
    reward: Estimate
    length: Estimate
    """Characters of a response."""


@dataclass(frozen=True, kw_only=True)
class Row(Scores):
    """One environment at one difficulty. The standard errors are those of a mean over problems."""

    environment: str
    version: int
    difficulty: int
    right: tuple[int, ...]
    """How many responses to each problem are right, by seed: two runs with the same settings compare pair by pair."""


@dataclass(frozen=True)
class Report:
    """What ``evaluate`` found.

    Attributes:
        settings: the arguments that decide the problems and prompts, and the version of rlve_gym.
        rows: by environment and difficulty.
        overall: over all problems, each counting the same. The standard errors are those of other problems from the
            same environments and difficulties.
        macro: over environments, each counting the same, however many difficulties it has. The standard errors
            are those of other environments of this kind, and hence larger.
    """

    settings: dict[str, Any]
    rows: tuple[Row, ...]
    overall: Scores
    macro: Scores

    def to_json(self, **settings: Any) -> str:
        """The report as a JSON object with settings, overall, macro and rows. It has no NaN.

        Args:
            settings: more entries for the settings, such as the name of the model.
        """
        document = {
            "settings": {**self.settings, **settings},
            "overall": asdict(self.overall),
            "macro": asdict(self.macro),
            "rows": [
                # What a row is about comes first.
                {"environment": row.environment, "version": row.version, "difficulty": row.difficulty}
                | asdict(row)
                for row in self.rows
            ],
        }
        return json.dumps(document, indent=1, allow_nan=False) + "\n"


def pass_at_k(samples: int, right: int, k: int) -> float:
    """The chance that at least one of k responses is right, from ``samples`` responses of which ``right`` are.

    The unbiased estimator 1 - C(n - c, k) / C(n, k) of Chen et al., "Evaluating large language models trained on code",
    2021: the share of all sets of k among the responses that have a right one.

    Raises:
        ValueError: not 0 <= right <= samples, or not 1 <= k <= samples.
    """
    if not 0 <= right <= samples or not 1 <= k <= samples:
        raise ValueError(f"pass@{k} of {samples} samples with {right} right ones is impossible")
    return 1 - math.comb(samples - right, k) / math.comb(samples, k)


# Evaluation ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Request:
    """One response that is wanted."""

    environment: Environment[Any, Any]
    problem: Problem
    prompt: str
    difficulty: int
    seed: int
    sample: int


@dataclass(frozen=True)
class _Judged:
    """What counts of one response."""

    correct: bool
    parsed: bool
    reward: float
    length: int


def evaluate(
    generate: Generate,
    ids: Iterable[str] | None,
    difficulties: int | Iterable[int],
    *,
    problems: int = 20,
    samples: int = 1,
    seed: int = 0,
    split: Split = "test",
    answer_style: str | tuple[str, str] | AnswerStyle = "tags",
    system_prompt: str | None = None,
    batch_size: int = 64,
    progress: Callable[[int, int], object] | None = None,
    record: Callable[[dict[str, Any]], object] | None = None,
) -> Report:
    """Measures a model.

    Args:
        generate: the model: it is called with up to ``batch_size`` prompts, and gives a response to each, in order. Each
            prompt is a list of chat messages of its own; one that is to be sampled several times comes several times.
        ids: environments, as ``rlve_gym.make`` takes them; None for all.
        difficulties: one, or several; those above an environment's highest become its highest.
        problems: per environment and difficulty, with the seeds ``seed``, ``seed + 1``, ...; at least 1.
        samples: responses per problem; at least 1.
        seed: at least 0.
        split: "test" for problems that training never draws.
        answer_style: how responses mark the answer, as for an environment.
        system_prompt: a first message, in the role "system"; None for none.
        batch_size: at least 1.
        progress: is called with the number of responses so far and in all, after each.
        record: is called with each response as a row of plain values, in order: environment, version, difficulty,
            seed, split, sample (0, 1, ... for one problem), prompt, problem, response, and the fields that
            `rlve-gym verify` adds.

    Raises:
        UnknownEnvironmentError: no environment has such a name.
        ValueError: an argument is out of its range, or ``generate`` gave another number of responses than there were
            prompts, or one that is no text.
        VerifierError: a problem contradicts itself, which is a fault of the environment.
        Exception: whatever ``generate`` raises. A response that cannot be had never counts as a wrong one.
    """
    problems = checked_integer(problems, "problems", 1)
    samples = checked_integer(samples, "samples", 1)
    batch_size = checked_integer(batch_size, "batch_size", 1)
    several = difficulties if isinstance(difficulties, Iterable) else [difficulties]
    rows = Rows.of(ids, several, problems, seed)
    style = AnswerStyle.of(answer_style)
    environments = {name: make(name, answer_style=style) for name, _ in rows.levels}

    judged: dict[tuple[str, int], dict[int, list[_Judged]]] = {level: {} for level in rows.levels}
    total = len(rows) * samples
    requests = _requests(rows, environments, split, samples)
    done = 0
    while batch := list(islice(requests, batch_size)):
        system = [] if system_prompt is None else [{"role": "system", "content": system_prompt}]
        # Messages are made anew for each prompt: whoever answers them may change them.
        prompts = [[*map(dict, system), {"role": "user", "content": request.prompt}] for request in batch]
        for request, response in zip(batch, _checked(generate(prompts), len(prompts)), strict=True):
            name, row, one = request.environment.id, *_judge(request, response, split)
            judged[name, request.difficulty].setdefault(request.seed, []).append(one)
            done += 1
            if record is not None:
                record(row)
            if progress is not None:
                progress(done, total)

    settings = {
        "rlve_gym": rlve_gym.__version__,
        "problems": problems,
        "samples": samples,
        "seed": rows.seed,
        "split": split,
        "answer_style": answer_style if isinstance(answer_style, str) else [style.opening, style.closing],
        "system_prompt": system_prompt,
    }
    return _report(judged, environments, settings)


def _requests(
    rows: Rows, environments: dict[str, Environment[Any, Any]], split: Split, samples: int
) -> Iterator[_Request]:
    for index in range(len(rows)):
        name, difficulty, seed = rows[index]
        env = environments[name]
        problem = env.sample(difficulty, seed=seed, split=split)
        prompt = env.prompt(problem)
        for sample in range(samples):
            yield _Request(env, problem, prompt, difficulty, seed, sample)


def _checked(responses: Iterable[str], count: int) -> Iterator[str]:
    """The responses, as long as they are what ``generate`` should give.

    Raises:
        ValueError: there are more or fewer of them, or one is no text.
    """
    if isinstance(responses, str):
        raise ValueError("generate must give a list of responses, not one text")
    found = 0
    for response in responses:
        if not isinstance(response, str):
            raise ValueError(f"generate must give texts, not {type(response).__name__}")
        found += 1
        if found > count:
            break
        yield response
    if found != count:
        raise ValueError(f"generate gave {'more' if found > count else found} responses to {count} prompts")


def _judge(request: _Request, response: str, split: Split) -> tuple[dict[str, Any], _Judged]:
    env = request.environment
    verdict = env.judge(request.problem, response)
    reward = env.rewards.reward(verdict)
    parsed = verdict.outcome != "unparsed"
    row = {
        "environment": env.id,
        "version": env.version,
        "difficulty": request.difficulty,
        "seed": request.seed,
        "split": split,
        "sample": request.sample,
        "prompt": request.prompt,
        "problem": dumps(request.problem),
        "response": response,
        **verdict_fields(env, verdict),
    }
    return row, _Judged(verdict.correct, parsed, reward, len(response))


def verdict_fields(env: Environment[Any, Any], verdict: Verdict) -> dict[str, Any]:
    """A verdict as the plain values of a row: reward, correct, outcome, quality, reason, answer (as text)."""
    return {
        "reward": env.rewards.reward(verdict),
        "correct": verdict.correct,
        "outcome": verdict.outcome,
        "quality": verdict.quality,
        "reason": verdict.reason,
        "answer": None if verdict.outcome == "unparsed" else env.format(verdict.answer),
    }


# Statistics ----------------------------------------------------------------------------------------------------------


def _report(
    judged: dict[tuple[str, int], dict[int, list[_Judged]]],
    environments: dict[str, Environment[Any, Any]],
    settings: dict[str, Any],
) -> Report:
    levels = {level: list(problems.values()) for level, problems in judged.items()}
    estimates = {level: _over_problems(problems) for level, problems in levels.items()}
    names = list(next(iter(estimates.values())))
    rows = tuple(
        Row(
            environment=name,
            version=environments[name].version,
            difficulty=difficulty,
            right=tuple(sum(one.correct for one in problem) for problem in levels[name, difficulty]),
            **_fields(estimates[name, difficulty], settings["problems"], settings["samples"]),
        )
        for name, difficulty in levels
    )
    overall = {name: _stratified([estimate[name] for estimate in estimates.values()]) for name in names}
    by_environment: dict[str, list[dict[str, Estimate]]] = {}
    for (environment, _), estimate in estimates.items():
        by_environment.setdefault(environment, []).append(estimate)
    macro = {
        name: _estimate(
            [
                statistics.fmean(estimate[name].mean for estimate in several)
                for several in by_environment.values()
            ]
        )
        for name in names
    }
    count, samples = sum(map(len, levels.values())), settings["samples"]
    return Report(
        settings, rows, Scores(**_fields(overall, count, samples)), Scores(**_fields(macro, count, samples))
    )


def _over_problems(problems: Sequence[Sequence[_Judged]]) -> dict[str, Estimate]:
    """The measures of one environment at one difficulty.

    A problem's samples are not independent of each other, the problems are. So each measure is first averaged over the
    samples of a problem, and what varies is counted between problems (which, the problems having equally many
    samples, is the cluster-robust standard error).
    """
    of_problems = [_of_problem(problem) for problem in problems]
    return {name: _estimate([values[name] for values in of_problems]) for name in of_problems[0]}


def _of_problem(samples: Sequence[_Judged]) -> dict[str, float]:
    count, right = len(samples), sum(one.correct for one in samples)
    return {
        "accuracy": right / count,
        **{f"pass@{k}": pass_at_k(count, right, k) for k in powers_of_two(count)},
        "format_rate": sum(one.parsed for one in samples) / count,
        "reward": statistics.fmean(one.reward for one in samples),
        "length": statistics.fmean(one.length for one in samples),
    }


def powers_of_two(limit: int) -> list[int]:
    """1, 2, 4, ... up to ``limit``."""
    return [1 << exponent for exponent in range(limit.bit_length())]


def _estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values and its standard error."""
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
    return Estimate(statistics.fmean(values), error)


def _stratified(parts: Sequence[Estimate]) -> Estimate:
    """The mean of the means of parts with equally many problems, where only the problems in them are left to chance."""
    errors = [part.standard_error for part in parts]
    error = None
    if None not in errors:
        error = math.sqrt(math.fsum(value**2 for value in errors if value is not None)) / len(parts)
    return Estimate(statistics.fmean(part.mean for part in parts), error)


def _fields(estimates: dict[str, Estimate], problems: int, samples: int) -> dict[str, Any]:
    """The arguments of ``Scores``."""
    return {
        "problems": problems,
        "samples": samples,
        "pass_at": {k: estimates[f"pass@{k}"] for k in powers_of_two(samples)},
        **{name: estimates[name] for name in ("accuracy", "format_rate", "reward", "length")},
    }
