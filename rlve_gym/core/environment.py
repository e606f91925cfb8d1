"""What an author of an environment writes, and what its users get: reset, step, sample, judge."""

from __future__ import annotations

import copy
import inspect
import operator
import typing
from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic, Literal, TypeVar

import gymnasium as gym
import msgspec
from gymnasium.error import ResetNeeded

from rlve_gym.core.answers import AnswerFormat, AnswerFormatError
from rlve_gym.core.extraction import AnswerStyle
from rlve_gym.core.ladder import Ladder
from rlve_gym.core.names import class_name, snake_case
from rlve_gym.core.problem import Origin, Problem, ProblemError, convert
from rlve_gym.core.spaces import AnyText
from rlve_gym.core.verdict import RewardScheme, Verdict
from rlve_gym.envs.versions import VERSIONS

ProblemT = TypeVar("ProblemT", bound=Problem)
AnswerT = TypeVar("AnswerT")

Split = Literal["train", "test"]


class Environment(gym.Env[str, str], Generic[ProblemT, AnswerT]):
    """A family of problems with generator, prompt and verifier, played as one-step episodes.

    The observation is the prompt, the action is the model's whole response, and the reward is what the verifier
    says about the answer in it. A subclass defines ``ladder``, ``answer_format``, ``generate``, ``describe``,
    ``verify`` and ``solve``; the rest of this class is for its users.

    Args:
        difficulty: of the problems that ``reset`` draws when it is given none. May be set later, too.
        answer_style: how responses mark the answer: "tags" (the last ``<answer>...</answer>``), "boxed" (the last
            ``\\boxed{...}``), "plain" (the whole response), or a pair of marker strings.
        rewards: what each verdict is worth.
        split: "train", or "test" for held-out problems, from a random stream of their own.
        render_mode: "ansi" makes ``render`` return the prompt and the verdict as text.

    Raises:
        ValueError: an argument is out of its range.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}  # type: ignore[misc]

    id: ClassVar[str] = ""
    """Snake-case identifier, the name of the file."""
    family: ClassVar[str] = ""
    """The folder of the file; "custom" outside this package unless the class says otherwise."""
    version: ClassVar[int] = 0
    """Raised whenever problems, prompts or scores change."""
    problem_type: ClassVar[type[Problem]]
    """The class of this environment's problems."""

    ladder: ClassVar[Ladder]
    """The parameters of ``generate`` at each difficulty."""
    answer_format: ClassVar[AnswerFormat[Any]]
    """How answers are written."""
    chance: ClassVar[float] = 0.2
    """How often, from difficulty 3 on, the best constant answer may win. Say why if it is more than the default."""
    variety: ClassVar[float] = 0.2
    """Different problems per seed, in 1000 seeds, at any difficulty from 5 on. Say why if it is less than the default,
    as where a problem is one small number."""
    libraries: ClassVar[tuple[str, ...]] = ()
    """Distributions whose version decides what ``generate`` makes, such as sympy where it writes the formulas."""

    # What an author writes -------------------------------------------------------------------------------------------

    def generate(self, rng: Random, *args: Any, **kwargs: Any) -> ProblemT:
        """Makes one problem.

        Args:
            rng: the only source of randomness.
            kwargs: the parameters of the ladder, by name.
        """
        raise NotImplementedError

    def describe(self, problem: ProblemT) -> str:
        """States the task completely, without saying how to mark the answer."""
        raise NotImplementedError

    def verify(self, problem: ProblemT, answer: AnswerT) -> Verdict:
        """Judges an answer of the right format."""
        raise NotImplementedError

    def solve(self, problem: ProblemT) -> AnswerT:
        """An answer with full score."""
        raise NotImplementedError

    # What Gymnasium users call ---------------------------------------------------------------------------------------

    def __init__(
        self,
        *,
        difficulty: int = 0,
        answer_style: str | tuple[str, str] | AnswerStyle = "tags",
        rewards: RewardScheme | None = None,
        split: Split = "train",
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f'render_mode must be None or "ansi", not {render_mode!r}')
        self.answer_style = AnswerStyle.of(answer_style)
        self.rewards = RewardScheme() if rewards is None else rewards
        if not isinstance(self.rewards, RewardScheme):
            raise ValueError(f"rewards must be a RewardScheme, not {rewards!r}")
        self.split: Split = _checked_split(split)
        self.difficulty = difficulty
        self.render_mode = render_mode
        self._problem: ProblemT | None = None
        self._prompt = ""
        self._verdict: Verdict | None = None

    @property
    def difficulty(self) -> int:
        """The difficulty of the problems that ``reset`` draws when it is given none."""
        return self._difficulty

    @difficulty.setter
    def difficulty(self, value: int) -> None:
        value = checked_integer(value, "difficulty")
        self.ladder.check(value)
        self._difficulty = value

    @cached_property
    def observation_space(self) -> AnyText:  # type: ignore[override]
        """Any text."""
        return AnyText()

    @cached_property
    def action_space(self) -> AnyText:  # type: ignore[override]
        """Any text."""
        return AnyText()

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
        difficulty: int | None = None,
    ) -> tuple[str, dict[str, Any]]:
        """Starts an episode with a new problem.

        Args:
            seed: the problem's seed: the problem is then ``sample(difficulty, seed=seed)``, and later resets without
                a seed follow from it. Without any, the problem is random.
            options: "difficulty" and "parameters" (a dict that overrides single parameters of the ladder).
            difficulty: the same as ``options["difficulty"]``, which it overrules.

        Returns:
            The prompt, and an info with environment, difficulty, seed and parameters.

        Raises:
            ValueError: the difficulty, an option or a parameter is not allowed.
        """
        options = {} if options is None else options
        unknown = set(options) - {"difficulty", "parameters"}
        if unknown:
            raise ValueError(f"unknown reset options {sorted(unknown)}; there are difficulty and parameters")
        if difficulty is None:
            difficulty = options.get("difficulty")
        difficulty = self.difficulty if difficulty is None else checked_integer(difficulty, "difficulty")
        if seed is not None:
            seed = checked_integer(seed, "seed", 0)
        super().reset(seed=seed)
        if seed is None:
            seed = int(self.np_random.integers(2**63))
        self._problem = self.sample(
            difficulty, seed=seed, parameters=options.get("parameters"), split=self.split
        )
        self._prompt = self.prompt(self._problem)
        self._verdict = None
        origin = self._problem.origin
        assert origin is not None
        return self._prompt, {
            "environment": self.id,
            "difficulty": difficulty,
            "seed": seed,
            "parameters": dict(origin.parameters),
        }

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Judges a response, which ends the episode.

        Args:
            action: the response, any text.

        Returns:
            The prompt once more, the reward, True (terminated), False (truncated), and an info with accuracy (0 or
            1), outcome ("unparsed", "invalid" or "valid"), quality, reason, and answer (as text; None if unparsed).

        Raises:
            gymnasium.error.ResetNeeded: there is no episode, or it has ended.
            TypeError: the response is not a str.
        """
        if self._problem is None or self._verdict is not None:
            raise ResetNeeded("call reset() before step(): an episode is one problem and one response")
        verdict = self.judge(self._problem, action)
        self._verdict = verdict
        info = {
            "accuracy": int(verdict.correct),
            "outcome": verdict.outcome,
            "quality": verdict.quality,
            "reason": verdict.reason,
            # As text: Gymnasium's vectors stack the infos, and cannot mix None with integers or hold large ones.
            "answer": None if verdict.outcome == "unparsed" else self.format(verdict.answer),
        }
        return self._prompt, self.rewards.reward(verdict), True, False, info

    def render(self) -> str | None:
        """The prompt and, once there is one, the verdict; None unless render_mode is "ansi".

        Raises:
            gymnasium.error.ResetNeeded: there is no episode yet.
        """
        if self.render_mode is None:
            return None
        if self._problem is None:
            raise ResetNeeded("call reset() before render()")
        if self._verdict is None:
            return self._prompt
        verdict = self._verdict
        return f"{self._prompt}\n\n[{verdict.outcome}, quality {verdict.quality:g}] {verdict.reason}"

    @property
    def problem(self) -> ProblemT:
        """A copy of the current episode's problem.

        Raises:
            gymnasium.error.ResetNeeded: there is no episode yet.
        """
        if self._problem is None:
            raise ResetNeeded("call reset() first: there is no problem yet")
        return copy.deepcopy(self._problem)

    # The pure half: no hidden state, safe from several threads -----------------------------------------------------------

    @property
    def max_difficulty(self) -> int:
        """The highest difficulty."""
        return self.ladder.top

    def sample(
        self,
        difficulty: int,
        *,
        seed: int,
        parameters: Mapping[str, Any] | None = None,
        split: Split = "train",
    ) -> ProblemT:
        """The problem that belongs to these arguments and this version of the environment.

        Args:
            difficulty: in 0..max_difficulty.
            seed: any integer >= 0. Neighboring seeds and difficulties have nothing in common.
            parameters: overrides for single parameters of the ladder.
            split: "test" for problems from a random stream that "train" never draws from. (Where an environment has few
                problems, as some have at difficulty 0, equal ones can still occur in both.)

        Raises:
            ValueError: an argument is out of its range, or these parameters make no problem together.
        """
        difficulty, seed = checked_integer(difficulty, "difficulty"), checked_integer(seed, "seed", 0)
        stream = f"{self.id}/{self.version}/{difficulty}/{seed}" + (
            "/test" if _checked_split(split) == "test" else ""
        )
        choices = Random(f"{stream}/choices") if self.ladder.has_choices else _UNUSED
        drawn = self.ladder.draw(difficulty, choices, parameters)
        problem = self.generate(Random(stream), **drawn)
        return msgspec.structs.replace(problem, origin=Origin(difficulty, seed, split, drawn))

    def prompt(self, problem: ProblemT) -> str:
        """What the model sees: the task, the answer's format, and where to put the answer."""
        self._require_own(problem)
        return (
            f"{self.describe(problem)}\n\n{self.answer_format.instruction(problem)}\n"
            f"{self.answer_style.instruction}"
        )

    def judge(self, problem: ProblemT, response: str) -> Verdict:
        """The verdict on a response, for any string whatever.

        Raises:
            TypeError: the problem is of another environment, or the response is not a str.
            VerifierError: the problem contradicts itself, such as an answer better than its optimum.
        """
        self._require_own(problem)
        if not isinstance(response, str):
            raise TypeError(f"a response must be a str, not {type(response).__name__}")
        try:
            answer = self.answer_format.parse(self.answer_style.extract(response))
        except AnswerFormatError as error:
            return Verdict.unparsed(str(error))
        verdict = self.verify(problem, answer)
        return verdict if verdict.outcome == "unparsed" else msgspec.structs.replace(verdict, answer=answer)

    def score(self, problem: ProblemT, response: str) -> float:
        """The reward of a response; raises what ``judge`` raises."""
        return self.rewards.reward(self.judge(problem, response))

    def format(self, answer: AnswerT, problem: ProblemT | None = None) -> str:
        """An answer as text that parses back to it, without the markers of the answer style."""
        return self.answer_format.format(answer)

    def respond(self, answer: AnswerT) -> str:
        """An answer as the response of a model that says nothing else."""
        return self.answer_style.wrap(self.answer_format.format(answer))

    def problem_from(self, fields: Mapping[str, Any]) -> ProblemT:
        """Builds a problem from plain values under the catalogue's field names.

        Raises:
            ProblemError: a field is missing, unknown, of the wrong type, or fails the problem's own checks.
        """
        if not isinstance(fields, Mapping) or "origin" in fields:
            raise ProblemError("expected a mapping of the problem's own fields")
        problem: ProblemT = convert(dict(fields), self.problem_type)
        return problem

    def _require_own(self, problem: Any) -> None:
        if not isinstance(problem, self.problem_type):
            raise TypeError(
                f"{self.id} cannot take a {type(problem).__module__}.{type(problem).__qualname__}"
            )

    @classmethod
    def title(cls) -> str:
        """The first line of the class's docstring."""
        return (cls.__doc__ or cls.__name__).strip().split("\n")[0]

    # Definition-time checks --------------------------------------------------------------------------------------------

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        problem_type = _problem_argument(cls)
        if problem_type is not None:
            cls.problem_type = problem_type
        if "ladder" not in vars(cls):
            return  # a base for environments, or a variant of one
        _, _, family, module = ("..." + cls.__module__).rsplit(".", 3)
        if cls.__module__ == f"rlve_gym.envs.{family}.{module}":
            cls.id, cls.family = module, family
            cls.version = VERSIONS[module].version if module in VERSIONS else 0
            if cls.__name__ != class_name(module):
                raise TypeError(f"the class in {module}.py must be called {class_name(module)}")
        else:
            cls.id = vars(cls).get("id") or snake_case(cls.__name__)
            cls.family = cls.family or "custom"
        if not issubclass(getattr(cls, "problem_type", object), Problem):
            raise TypeError(
                f"{cls.__name__}: write class {cls.__name__}(Environment[Problem, type of the answer])"
            )
        if not cls.problem_type.environment:
            cls.problem_type.environment, cls.problem_type.version = cls.id, cls.version
        if not isinstance(getattr(cls, "answer_format", None), AnswerFormat):
            raise TypeError(f"{cls.__name__}: answer_format is missing")
        _check_signature(cls)


_UNUSED = Random(0)


def checked_integer(value: Any, what: str, least: int | None = None) -> int:
    """A plain int from any integer type, such as NumPy's.

    Raises:
        ValueError: it is none, or less than ``least``.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = int(operator.index(value))
    except TypeError:
        raise ValueError(f"{what} must be an integer, not {value!r}") from None
    if least is not None and number < least:
        raise ValueError(f"{what} must be at least {least}, not {number}")
    return number


def _checked_split(split: Any) -> Split:
    if split not in ("train", "test"):
        raise ValueError(f'split must be "train" or "test", not {split!r}')
    checked: Split = split
    return checked


def _problem_argument(cls: type) -> type[Problem] | None:
    """The class in ``Environment[Problem, ...]`` among the bases, if it is a concrete one."""
    for base in vars(cls).get("__orig_bases__", ()):
        origin = typing.get_origin(base)
        if isinstance(origin, type) and issubclass(origin, Environment):
            problem_type = typing.get_args(base)[0]
            if isinstance(problem_type, type):
                return problem_type
    return None


def _check_signature(cls: type[Environment[Any, Any]]) -> None:
    if cls.generate is Environment.generate:
        raise TypeError(f"{cls.__name__}: generate is missing")
    _, rng, *parameters = inspect.signature(cls.generate).parameters.values()
    names = [parameter.name for parameter in parameters]
    if rng.name != "rng" or any(parameter.kind is not parameter.KEYWORD_ONLY for parameter in parameters):
        raise TypeError(f"{cls.__name__}: write generate(self, rng, *, {', '.join(cls.ladder.parameters)})")
    if set(names) != set(cls.ladder.parameters):
        raise TypeError(
            f"{cls.__name__}: generate takes {sorted(names)}, the ladder has {sorted(cls.ladder.parameters)}"
        )


class ExactEnvironment(Environment[ProblemT, AnswerT]):
    """An environment whose answer is one determined value, in the problem's field ``answer``: right or wrong."""

    def verify(self, problem: ProblemT, answer: AnswerT) -> Verdict:
        """Compares the answer with what ``solve`` gives."""
        expected = self.solve(problem)
        return Verdict.exact(answer == expected, None if answer == expected else "not the right answer")

    def solve(self, problem: ProblemT) -> AnswerT:
        """The problem's field ``answer``."""
        answer: AnswerT = problem.answer  # type: ignore[attr-defined]
        return answer


class IntegerEnvironment(ExactEnvironment[ProblemT, int]):
    """An exact environment whose answer is one integer; an answer that the bare question rules out is invalid.

    Attributes:
        least: integers below it are invalid.
    """

    least: ClassVar[int] = 0

    def greatest(self, problem: ProblemT) -> int | None:
        """Integers above it are invalid; None for no such limit."""
        return None

    def verify(self, problem: ProblemT, answer: int) -> Verdict:
        """Compares the answer with what ``solve`` gives, once it is within the limits."""
        greatest = self.greatest(problem)
        if greatest is None and answer < self.least:
            return Verdict.invalid(f"less than {self.least}")
        if greatest is not None and not self.least <= answer <= greatest:
            return Verdict.invalid(f"not in {self.least}..{greatest}")
        return super().verify(problem, answer)


class ResidueEnvironment(IntegerEnvironment[ProblemT]):
    """An exact environment whose answer is an integer modulo the problem's field ``modulus``: 0..modulus-1."""

    def greatest(self, problem: ProblemT) -> int:
        """The modulus less one."""
        return problem.modulus - 1  # type: ignore[attr-defined, no-any-return]
