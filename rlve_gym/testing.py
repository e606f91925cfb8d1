"""The contract of an environment, for this package's tests and for authors elsewhere.

    from rlve_gym.testing import check_environment

    def test_contract():
        check_environment(MyEnvironment)

Each check is a function of the class that raises AssertionError with a message; ``CHECKS`` lists them all.
"""

from __future__ import annotations

import copy
import itertools
import pickle
import random
import time
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.utils.env_checker import check_env

from rlve_gym.core.answers import AnswerFormatError
from rlve_gym.core.environment import Environment
from rlve_gym.core.ladder import Choice
from rlve_gym.core.problem import Problem, dumps, fields_of, loads
from rlve_gym.core.verdict import RewardScheme, Verdict

EnvironmentClass = type[Environment[Any, Any]]

MAX_PROMPT = 8_000
MAX_ANSWER = 2_000
MUTATIONS_RIGHT = 0.5
"""Up to this share of near misses may be right answers, too."""
SLOW = 5.0
"""Seconds after which a single call counts as hanging. Real time limits are the benchmarks' business."""

ANSWER_STYLES: tuple[Any, ...] = ("tags", "boxed", "plain", ("[[", "]]"))
REWARD_SCHEMES = (
    RewardScheme(),
    RewardScheme.binary(),
    RewardScheme(unparsed=-2.0, invalid=-1.0, wrong=-0.25, right=3.0),
)

NEVER_RIGHT = (
    "nan", "inf", "-Infinity", "1e400", "0/0", "1/0", "NaN NaN NaN", "nan nan 1",
    "Yes or No", "3/4/5", "7 or 8", "5, maybe 6", "1.234,5", "1_000", "１２", "٣", "1\u200b2", "?", "None",
    "9**9**9", "factorial(10**9)", "2^(2^(2^40))", "(x+1)^(10^7)", "1e999999999",
    "__import__('os').system('true')", "().__class__.__base__", "(lambda: 1)()", "[c for c in 'x']", "f'{1}'",
)  # fmt: skip
"""Texts that no environment may take for a right answer."""

HOSTILE = (
    *NEVER_RIGHT,
    "", " ", "\n\n", "\t", "-0", "+5", "007", "−3", "1,234", "1 234", "0", "1", "-1", "true", "\x00", "\ud800", "\U0001f600",
    "\u2028", "1\u20282", "1,,2", ",", "/", "=", "1=1=1", "\\frac{1}{2}", " ".join(map(str, range(200))),
    # Just within the length limit, so that the verifier sees them.
    "9" * 3_999, "-" + "9" * 3_998, ("9" * 3_999 + " ") * 4, "1 " * 9_900, "0 " * 9_900, "1\n" * 9_900, "0 1 " * 4_900, "0 0\n" * 4_900,
    " ".join(map(str, range(3_500))), " ".join(["1000000000000000000000"] * 800), "R" * 19_900, "RL" * 9_900, "a" * 19_900, "." * 19_900,
    ".\n" * 9_900, "A# " * 6_600, "A# #A " * 3_300, "knight " * 2_800, "1.5 " * 4_900,
    # Expressions: nested, long, and huge in value.
    "(" * 100_000, "(" * 900 + "1" + ")" * 900, "[" * 100_000, "-" * 100_000 + "1", "-" * 1_900 + "1", "1+" * 100_000 + "1",
    "1+" * 900 + "1", "1/" * 900 + "1", "x**" * 600 + "x", "x^" * 60 + "x", "exp(" * 60 + "x" + ")" * 60, "sin(" * 70 + "x" + ")" * 70,
    "9" * 29 + "**" + "9" * 29, "x**" + "9" * 29, "sqrt(" * 70 + "x" + ")" * 70, "sin(x)+" * 280 + "x", "exp(exp(exp(x)))", "1/0+1/0", "x/0",
    "log(0)", "0**(-1)",
    # Beyond the limits, and markers in numbers.
    "9" * 5_000, "9" * 99_999, "1 " * 1_000_000, "L" * 150_000, "{" * 50_000, "<answer>" * 5_000, "\\boxed{" * 5_000,
)  # fmt: skip
"""Texts that must get some verdict."""


def check_environment(cls: EnvironmentClass) -> None:
    """Runs every check of the contract.

    Raises:
        AssertionError: the environment breaks it; the message says how.
    """
    for check in CHECKS:
        check(cls)


def difficulties(cls: EnvironmentClass) -> tuple[int, int, int]:
    """Difficulty 0, the middle, and the top."""
    top = cls.ladder.top
    return 0, top // 2, top


def problems(cls: EnvironmentClass, count: int, at: int | None = None) -> Iterator[tuple[Any, Any]]:
    """(environment, problem) pairs at one difficulty, or at the bottom, middle and top."""
    env = cls()
    for difficulty in difficulties(cls) if at is None else (at,):
        for seed in range(count):
            yield env, env.sample(difficulty, seed=seed)


def near_misses(env: Environment[Any, Any], problem: Problem, rng: random.Random) -> Iterator[Any]:
    """Mutations of the answer of ``solve`` that are written differently; some can be right, too."""
    answer = env.solve(problem)
    right = env.format(answer)
    for mutation in env.answer_format.mutations(answer, rng):
        if env.format(mutation) != right:
            yield mutation


def constant_answers(solutions: Iterable[str]) -> list[str]:
    """What someone would answer without reading the problem: the most common solutions, and a few simple texts."""
    common = [text for text, _ in Counter(solutions).most_common(8)]
    return list(dict.fromkeys([*common, "0", "1", "2", "", "1 2 3"]))


def is_right(env: Environment[Any, Any], problem: Problem, text: str) -> bool:
    """Whether a text without markers is a right answer."""
    try:
        answer = env.answer_format.parse(text)
    except AnswerFormatError:
        return False
    return env.verify(problem, answer).correct


def check_documentation(cls: EnvironmentClass) -> None:
    """The class says what it is and where it comes from."""
    text = cls.__doc__ or ""
    assert text.strip().split("\n")[0].endswith("."), (
        f"{cls.__name__}: the docstring's first line is its title"
    )
    assert "Source:" in text, f"{cls.__name__}: the docstring names no source"
    assert 0 < cls.chance <= 1
    assert 0.002 <= cls.variety <= 1, "an environment has at least two problems"


def check_gymnasium(cls: EnvironmentClass) -> None:
    """Gymnasium's own checker has nothing to say, not even a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # It creates the environment again from its spec; a class need not be registered to be checked.
        warnings.filterwarnings("ignore", message=".*spec.*")
        check_env(cls(render_mode="ansi"), skip_render_check=True)


def check_episode(cls: EnvironmentClass) -> None:
    """reset and step keep their order, agree with the pure half, and share no mutable state."""
    env = cls(render_mode="ansi")
    for call in (lambda: env.step(""), lambda: env.render(), lambda: env.problem):
        _expect(gym.error.ResetNeeded, call)
    prompt, info = env.reset(seed=3, options={"difficulty": cls.ladder.top})
    problem = env.sample(cls.ladder.top, seed=3)
    assert prompt == env.prompt(problem) and env.problem == problem and env.render() == prompt
    assert set(info) == {"environment", "difficulty", "seed", "parameters"}
    assert (info["environment"], info["difficulty"], info["seed"]) == (cls.id, cls.ladder.top, 3)
    assert env.observation_space.contains(prompt)
    response = env.respond(env.solve(problem))
    twin = pickle.loads(pickle.dumps(env))
    clone = copy.deepcopy(env)
    _spoil(info)
    _spoil(env.problem)
    for player in (env, twin, clone):
        _expect(TypeError, lambda player=player: player.step(None))
        _, reward, terminated, truncated, info = player.step(response)
        assert (reward, terminated, truncated) == (1.0, True, False)
        assert set(info) == {"accuracy", "outcome", "quality", "reason", "answer"}
        assert info["accuracy"] == 1 and info["outcome"] == "valid"
        assert info["reason"] in (player.render() or "")
        assert info["answer"] == env.format(env.solve(problem))
        _spoil(info)
        _expect(gym.error.ResetNeeded, lambda player=player: player.step(response))
        assert player.problem == problem
    prompts = [env.reset(seed=3)[0], env.reset()[0], env.reset()[0]]
    assert prompts == [twin.reset(seed=3)[0], twin.reset()[0], twin.reset()[0]]
    assert env.reset(seed=0)[0] == env.reset(seed=0)[0] == env.prompt(env.sample(0, seed=0))
    for _ in range(3):
        env.reset(seed=1)
        env.step(env.action_space.sample())
    env.close()


def check_solve(cls: EnvironmentClass) -> None:
    """``solve`` earns exactly full marks at every difficulty, for every choice, in every style and scheme."""
    env = cls()
    for difficulty in range(cls.ladder.top + 1):
        _assert_solved(env, env.sample(difficulty, seed=difficulty))
    for env, problem in problems(cls, 4):
        _assert_solved(env, problem)
    for name, parameter in cls.ladder.parameters.items():
        if isinstance(parameter, Choice):
            for option in parameter.options:
                problem = env.sample(cls.ladder.top // 2, seed=1, parameters={name: option})
                assert problem.origin.parameters[name] == option
                _assert_solved(env, problem)
    sample = [env.sample(difficulty, seed=5) for difficulty in difficulties(cls)]
    for style, rewards in itertools.product(ANSWER_STYLES, REWARD_SCHEMES):
        styled = cls(answer_style=style, rewards=rewards)
        for problem in sample:
            response = styled.respond(styled.solve(problem))
            if style != "plain":
                response = (
                    f"First I thought {styled.answer_style.wrap('7')}.\nBut no: {response} That is all."
                )
            assert styled.score(problem, response) == rewards.right


def check_round_trips(cls: EnvironmentClass) -> None:
    """Problems survive JSON and are changed by nothing; answers survive their text."""
    for env, problem in problems(cls, 3):
        text = dumps(problem)
        assert text.isascii() and "\n" not in text
        restored = loads(text) if _is_registered(cls) else problem
        assert restored == problem and env.prompt(restored) == env.prompt(problem)
        rebuilt = env.problem_from(fields_of(problem))
        assert fields_of(rebuilt) == fields_of(problem)
        answer = env.solve(problem)
        response = env.respond(answer)
        assert env.judge(rebuilt, response) == env.judge(problem, response)
        parsed = cls.answer_format.parse(env.format(answer, problem))
        assert env.format(parsed) == env.format(answer)
        assert dumps(problem) == text, "describe, verify or solve changed the problem"
        _expect(ValueError, lambda env=env, problem=problem: env.problem_from({**fields_of(problem), "x": 1}))
        for field in fields_of(problem):
            fields = fields_of(problem)
            del fields[field]
            _expect(ValueError, lambda env=env, fields=fields: env.problem_from(fields))


def check_seeds(cls: EnvironmentClass) -> None:
    """Equal arguments give equal problems, other seeds, difficulties and splits other ones."""
    env = cls()
    for difficulty in difficulties(cls):
        assert env.sample(difficulty, seed=11) == cls().sample(difficulty, seed=11)
    top = cls.ladder.top
    prompts = [
        env.prompt(env.sample(top, seed=seed, split=split))
        for seed in range(8)
        for split in ("train", "test")
    ]
    # So many different ones are to be expected of equally likely problems; half of that is far from bad luck.
    kinds = 1000 * cls.variety
    expected = kinds * (1 - (1 - 1 / kinds) ** len(prompts))
    assert len(set(prompts)) > expected * (0.9 if cls.variety >= 0.2 else 0.5), (
        "the seeds repeat problems at the top difficulty"
    )
    for bad in (
        {"difficulty": -1},
        {"difficulty": top + 1},
        {"difficulty": True},
        {"seed": -1},
        {"seed": 0.5},
    ):
        arguments: dict[str, Any] = {"difficulty": 0, "seed": 0, **bad}
        _expect(ValueError, lambda arguments=arguments: env.sample(**arguments))


def check_random_state(cls: EnvironmentClass) -> None:
    """Nothing reads or moves the process-wide random generators."""
    before = random.getstate(), np.random.get_state()
    env = cls()
    env.reset(seed=3)
    env.step("")
    for env, problem in problems(cls, 2):
        env.score(problem, env.respond(env.solve(problem)))
    after = random.getstate(), np.random.get_state()
    assert before[0] == after[0]
    assert all(np.array_equal(a, b) for a, b in zip(before[1], after[1], strict=True))


def check_ladder(cls: EnvironmentClass) -> None:
    """Difficulty makes problems larger; overrides are checked, and their extremes generate or say why not."""
    env = cls()
    for name, parameter in cls.ladder.parameters.items():
        values = parameter.values(cls.ladder.top)
        if not isinstance(parameter, Choice):
            numbers = [value for value in values if isinstance(value, (int, float))]
            assert numbers in (sorted(numbers), sorted(numbers, reverse=True)), f"{name} moves back and forth"
    sizes = [
        sum(len(dumps(env.sample(difficulty, seed=seed))) for seed in range(10))
        for difficulty in (0, cls.ladder.top)
    ]
    assert sizes[0] < sizes[1], "problems are no larger at the top than at the bottom"
    _expect(ValueError, lambda: env.sample(0, seed=0, parameters={"no such parameter": 1}))
    extremes: list[tuple[Any, ...]] = []
    for name in cls.ladder.parameters:
        bounds: tuple[Any, ...] = cls.ladder.bounds(name)
        extremes.append((bounds[0], bounds[-1]))
        if isinstance(bounds[0], (int, float)) and not isinstance(bounds[0], bool):
            for value in (bounds[0] - 1, bounds[-1] + 1, "1", None):
                _expect(
                    ValueError, lambda name=name, value=value: env.sample(0, seed=0, parameters={name: value})
                )
    for setting in itertools.islice(itertools.product(*extremes), 16):
        parameters = dict(zip(cls.ladder.parameters, setting, strict=True))
        start = time.perf_counter()
        try:
            problem = env.sample(0, seed=0, parameters=parameters)
        except ValueError:
            pass
        else:
            _assert_solved(env, problem)
        assert time.perf_counter() - start < 2 * SLOW, f"parameters {parameters} take too long"


def check_lengths(cls: EnvironmentClass) -> None:
    """Prompts and answers stay within bounds at the top."""
    for env, problem in problems(cls, 8, at=cls.ladder.top):
        prompt, answer = env.prompt(problem), env.format(env.solve(problem))
        assert len(prompt) <= MAX_PROMPT, f"a prompt has {len(prompt)} characters"
        assert len(answer) <= MAX_ANSWER, f"an answer has {len(answer)} characters"


def check_hostile_answers(cls: EnvironmentClass) -> None:
    """Any text gets a verdict, soon; blank, doubled, cut and hedged answers do not win; nor does the prompt."""
    for env, problem in problems(cls, 1):
        for text in HOSTILE:
            for response in (text, f"<answer>{text}</answer>", f"<answer>{text}"):
                start = time.perf_counter()
                verdict = env.judge(problem, response)
                assert time.perf_counter() - start < SLOW, f"{response[:60]!r} takes too long"
                assert isinstance(verdict, Verdict) and verdict.outcome in ("unparsed", "invalid", "valid")
                assert 0 <= verdict.quality <= 1 and env.rewards.reward(verdict) in _interval(env.rewards)
                assert verdict.reason and "\n" not in verdict.reason and len(verdict.reason) < 300, (
                    verdict.reason
                )
                assert not (verdict.correct and text in NEVER_RIGHT), f"{text!r} counts as right"
        right = env.format(env.solve(problem))
        for text in (
            "",
            "  \n ",
            right[:1],
            f"{right} {right}",
            f"{right}\n{right}",
            f"{right} 7",
            f"{right} or {right}",
        ):
            if text.split() != right.split():
                response = f"<answer>{text}</answer>"
                assert not env.judge(problem, response).correct, (
                    f"{text!r} counts as right, as does {right!r}"
                )
    for style in ANSWER_STYLES:
        env = cls(answer_style=style)
        for difficulty in difficulties(cls):
            problem = env.sample(difficulty, seed=2)
            prompt = env.prompt(problem)
            for response in (prompt, f"{prompt}\nI do not know."):
                assert env.judge(problem, response).outcome == "unparsed", "the prompt counts as an answer"


def check_mutations(cls: EnvironmentClass) -> None:
    """Near misses of a right answer mostly lose the full score."""
    rng = random.Random(0)
    won, tried = 0, 0
    for env, problem in problems(cls, 6):
        for mutation in near_misses(env, problem, rng):
            tried += 1
            won += env.judge(problem, env.respond(mutation)).correct
    assert tried >= 10, "the format makes hardly any mutations"
    assert won <= MUTATIONS_RIGHT * tried, f"{won} of {tried} mutated answers are right"


def check_guessing(cls: EnvironmentClass) -> None:
    """From difficulty 3 on no constant answer wins more often than ``chance``, and the shown example hardly ever."""
    env = cls()
    example = cls.answer_format.example
    for difficulty, count in ((0, 60), (min(3, cls.ladder.top), 100), (cls.ladder.top // 2, 50)):
        sample = [env.sample(difficulty, seed=seed) for seed in range(count)]
        if example is not None:
            shown = [example(problem) if callable(example) else example for problem in sample]
            wins = sum(is_right(env, problem, text) for problem, text in zip(sample, shown, strict=True))
            assert wins <= 0.1 * count, f"the example wins {wins} of {count} at difficulty {difficulty}"
        if difficulty >= 3 or difficulty == cls.ladder.top:
            for guess in constant_answers(env.format(env.solve(problem)) for problem in sample):
                wins = sum(is_right(env, problem, guess) for problem in sample)
                assert wins <= cls.chance * count, (
                    f"{guess!r} wins {wins} of {count} at difficulty {difficulty}"
                )


def check_errors_surface(cls: EnvironmentClass) -> None:
    """What ``verify`` raises is never turned into a verdict."""
    import asyncio

    for error in (KeyError("x"), KeyboardInterrupt(), asyncio.CancelledError()):

        class Broken(cls):  # type: ignore[valid-type, misc]
            def verify(self, problem: Any, answer: Any, error: BaseException = error) -> Verdict:
                raise error

        env = Broken()
        problem = env.sample(0, seed=0)
        response = env.respond(env.solve(problem))
        _expect(type(error), lambda env=env, problem=problem, response=response: env.score(problem, response))
        env.reset(seed=0)
        _expect(type(error), lambda env=env, response=response: env.step(response))


CHECKS = (
    check_documentation,
    check_gymnasium,
    check_episode,
    check_solve,
    check_round_trips,
    check_seeds,
    check_random_state,
    check_ladder,
    check_lengths,
    check_hostile_answers,
    check_mutations,
    check_guessing,
    check_errors_surface,
)


class _interval:
    """Every finite reward of a scheme."""

    def __init__(self, rewards: RewardScheme) -> None:
        self.low = min(rewards.unparsed, rewards.invalid, rewards.wrong)
        self.high = rewards.right

    def __contains__(self, reward: float) -> bool:
        return self.low <= reward <= self.high


def _assert_solved(env: Environment[Any, Any], problem: Problem) -> None:
    response = env.respond(env.solve(problem))
    verdict = env.judge(problem, response)
    assert verdict.correct and env.score(problem, response) == 1.0, (
        f"solve gets {verdict.outcome}, {verdict.quality}: {verdict.reason}\n{dumps(problem)}\n{response}"
    )


def _is_registered(cls: EnvironmentClass) -> bool:
    from rlve_gym.core.registry import UnknownEnvironmentError, load

    try:
        return load(cls.id) is cls
    except UnknownEnvironmentError:
        return False


def _spoil(thing: Any) -> None:
    """Empties every list and dict within."""
    if isinstance(thing, Problem):
        for name in thing.__struct_fields__:
            _spoil(getattr(thing, name))
    elif isinstance(thing, (list, tuple)):
        for item in thing:
            _spoil(item)
        if isinstance(thing, list):
            thing.clear()
    elif isinstance(thing, dict):
        for item in thing.values():
            _spoil(item)
        thing.clear()


def _expect(error: type[BaseException], call: Any) -> None:
    try:
        call()
    except error:
        return
    raise AssertionError(f"no {error.__name__}")
