"""A person solves problems in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.markup import escape

import rlve_gym
from rlve_gym import AdaptiveDifficultyWrapper

HELP = "Type your answer, then an empty line. Or: ? for a solution, skip for another problem, quit."


def play(name: str, difficulty: int, seed: int, min_samples: int) -> None:
    """Plays until the person quits or the input ends.

    Args:
        name: as in ``rlve_gym.make``.
        difficulty: of the first problem, and the first h; every later problem is drawn from the window.
        seed: of the first problem; the others follow from it.
        min_samples: answers at h before each check whether h rises.

    Raises:
        UnknownEnvironmentError: no environment has this name.
        ValueError: the difficulty or another setting is out of its range.
    """
    inner = rlve_gym.make(name, difficulty=difficulty, answer_style="plain")
    env = AdaptiveDifficultyWrapper(inner, min_samples=min_samples, initial=difficulty)
    console = Console(highlight=False)
    right = answered = 0
    lines = _lines()
    first = True
    while True:
        prompt, info = env.reset(seed=seed, difficulty=difficulty) if first else env.reset()
        first = False
        low, high = info["window"]
        console.rule(f"difficulty {info['difficulty']} (window {low}..{high}), seed {info['seed']}")
        console.print(escape(prompt), soft_wrap=True)
        console.print(f"[dim]{HELP}[/]")
        answer = _answer(console, inner, lines)
        if answer is None:
            break
        if answer == "skip":
            continue
        _, reward, _, _, verdict = env.step(answer)
        answered += 1
        right += verdict["accuracy"]
        color = "green" if verdict["accuracy"] else "red"
        console.print(f"[{color}]{verdict['outcome']}, reward {reward:g}[/]: {escape(verdict['reason'])}")
        if verdict["window"] != info["window"]:
            console.print("[bold]The window moves to {}..{}.[/]".format(*verdict["window"]))
    console.print(f"{right} of {answered} right; window {env.window[0]}..{env.window[1]}")


def _lines() -> Iterator[str]:
    """The lines of the input."""
    while True:
        try:
            yield input()
        except EOFError:
            return


def _answer(console: Console, env: rlve_gym.Environment, lines: Iterator[str]) -> str | None:  # type: ignore[type-arg]
    """Everything up to an empty line; "skip", or None to quit. An empty line at once is an empty answer."""
    answer: list[str] = []
    for line in lines:
        command = line.strip().casefold()
        if not answer and command in ("q", "quit", "exit"):
            return None
        if not answer and command == "skip":
            return command
        if not answer and command == "?":
            console.print(f"A right answer:\n{escape(env.format(env.solve(env.problem)))}", soft_wrap=True)
            return "skip"
        if not command:
            return "\n".join(answer)
        answer.append(line)
    return "\n".join(answer) if answer else None
