"""Golden files: what each environment asks, for reviewers to read in a diff, and a digest that gives any change away.

``tests/golden/<family>/<id>.md`` belongs to the version of the environment. The answers in it are examples: a file is
not stale because ``solve``, or the solver library behind it, finds another right one.
"""

from __future__ import annotations

import difflib
import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import rlve_gym
from rlve_gym.core import Environment, VerifierError
from rlve_gym.core.registry import load, resolve
from rlve_gym.testing import difficulties, is_right

EnvironmentClass = type[Environment[Any, Any]]

GOLDEN = Path("tests/golden")
SHOWN_SEED = 0
DIGEST_SEEDS = range(10)


class SnapshotError(ValueError):
    """There is no place for golden files; the message says why."""


def golden_file(cls: EnvironmentClass) -> Path:
    """The golden file of an environment, relative to the checkout."""
    return GOLDEN / cls.family / f"{cls.id}.md"


def suite() -> list[str]:
    """The ids of the environments of this package, without those that others have registered."""
    return [
        name for name in rlve_gym.list_environments() if resolve(name).module.startswith("rlve_gym.envs.")
    ]


def snapshot(cls: EnvironmentClass, recorded: str | None = None) -> str:
    """The text of an environment's golden file.

    Args:
        recorded: an earlier text. Its answers are kept where they are still right.
    """
    env = cls()
    shown = list(dict.fromkeys(difficulties(cls)))
    answers = _blocks(recorded or "")[1::2]
    lines = [
        _header(cls),
        *([f"- libraries: {_libraries(cls)}"] if cls.libraries else []),
        f"- digest: {_digest(env, shown)}",
    ]
    for index, difficulty in enumerate(shown):
        problem = env.sample(difficulty, seed=SHOWN_SEED)
        answer = env.format(env.solve(problem))
        if index < len(answers) and _is_right(env, problem, answers[index]):
            answer = answers[index]
        lines += [
            f"\n## Difficulty {difficulty}, seed {SHOWN_SEED}\n",
            fenced(env.prompt(problem)),
            "\nA right answer:\n",
            fenced(answer),
        ]
    return "\n".join(lines) + "\n"


def differences(cls: EnvironmentClass, recorded: str) -> list[str]:
    """The lines of a diff between a recorded golden file and what it should be; none if it is up to date.

    Where the file was written with another version of a library that decides what the problems look like (see
    ``Environment.libraries``), only title and version are compared.
    """
    expected = snapshot(cls, recorded)
    found = re.search(r"^- libraries: (.*)$", recorded, re.MULTILINE)
    if cls.libraries and found and found[1] != _libraries(cls):
        expected = _header(cls) + "\n"
        recorded = recorded[: len(expected)]
    return list(
        difflib.unified_diff(recorded.split("\n"), expected.split("\n"), "recorded", "now", n=1, lineterm="")
    )


def check_snapshots(root: Path, names: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """Compares golden files with the environments.

    Args:
        root: the checkout.
        names: of environments; none for all, and then leftover files are found, too.

    Yields:
        ("missing", "stale" or "left over", file relative to the checkout).

    Raises:
        SnapshotError: root is not the checkout that this program runs from.
        UnknownEnvironmentError: no environment has one of the names.
    """
    yield from _examine(root, names, lambda cls, text: bool(differences(cls, text)))


def write_snapshots(root: Path, names: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """Writes golden files that are missing or differ, also by the versions of libraries, and removes leftover ones.

    Yields:
        ("wrote" or "removed", file relative to the checkout).

    Raises:
        SnapshotError, UnknownEnvironmentError: as in :func:`check_snapshots`.
        OSError: a file cannot be written.
    """
    for state, file in _examine(root, names, lambda cls, text: snapshot(cls, text) != text):
        if state == "left over":
            (root / file).unlink()
            yield "removed", file
        else:
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).write_bytes(snapshot(load(file.stem)).encode())
            yield "wrote", file


def _examine(
    root: Path, names: Sequence[str], differs: Callable[[EnvironmentClass, str], bool]
) -> Iterator[tuple[str, Path]]:
    if not (root / "rlve_gym" / "envs").is_dir() or not (root / "tests").is_dir():
        raise SnapshotError(f"{root.resolve()} is no checkout of rlve_gym; see --root")
    package = Path(rlve_gym.__file__).parent
    if package.resolve() != (root / "rlve_gym").resolve():
        raise SnapshotError(
            f"this program runs the environments in {package}, not those of {root.resolve()}; "
            "run `python -m rlve_gym.cli snapshot` there"
        )
    classes = [load(name) for name in (names or suite())]
    for cls in classes:
        file = golden_file(cls)
        if not (root / file).is_file():
            yield "missing", file
        elif differs(cls, read(root / file)):
            yield "stale", file
    if not names:
        expected = {golden_file(cls) for cls in classes}
        for path in sorted((root / GOLDEN).rglob("*.md")):
            file = path.relative_to(root)
            if file not in expected:
                yield "left over", file


def read(file: Path) -> str:
    """The text of a golden file, whatever a checkout on Windows did to its line ends."""
    return file.read_bytes().decode(errors="replace").replace("\r\n", "\n")


def fenced(text: str) -> str:
    """A Markdown block whose fence is longer than any run of backticks in the text."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"


def _blocks(text: str) -> list[str]:
    """What :func:`fenced` enclosed, in order."""
    return [block for _, block in re.findall(r"^(`{3,})text\n(.*?)\n\1$", text, re.MULTILINE | re.DOTALL)]


def _header(cls: EnvironmentClass) -> str:
    return f"# {cls.id}\n\n{cls.title()}\n\n- version: {cls.version}"


def _libraries(cls: EnvironmentClass) -> str:
    return ", ".join(f"{name} {version(name)}" for name in cls.libraries)


def _digest(env: Environment[Any, Any], shown: Sequence[int]) -> str:
    """Of prompts and states only: which of several right answers ``solve`` gives may depend on a library."""
    digest = hashlib.sha256()
    for difficulty in shown:
        for seed in DIGEST_SEEDS:
            problem = env.sample(difficulty, seed=seed)
            for text in (env.prompt(problem), rlve_gym.dumps(problem)):
                digest.update(f"{len(text)}\n{text}".encode())
    return digest.hexdigest()


def _is_right(env: Environment[Any, Any], problem: Any, text: str) -> bool:
    """Whether a recorded answer still is right, and written as it would be now."""
    try:
        return is_right(env, problem, text) and env.format(env.answer_format.parse(text)) == text
    except VerifierError:  # it belongs to another problem, and is better than this one's optimum
        return False
