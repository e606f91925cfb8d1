"""Says whether this installation works: versions, dependencies, extras, and every environment in a few seconds."""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, requires, version

from rich.markup import escape

import rlve_gym
from rlve_gym import testing
from rlve_gym.core.registry import load, resolve

DISTRIBUTION = "rlve-gym-suite"
MODULES = {
    "python-sat": "pysat",
    "mkdocs-material": "material",
    "pytest-xdist": "xdist",
}
"""Where a module is called otherwise than its distribution."""
PATIENCE = 300
"""Seconds for the imports of one extra; torch on a cold disk takes its time."""

IMPORT = """
import importlib, json, sys, warnings
warnings.simplefilter("ignore")
sys.path[:] = [path for path in sys.path if path]  # without the working directory, which `python -c` puts first
for module in sys.argv[1:]:
    try:
        importlib.import_module(module)
        error = None
    except BaseException as problem:
        error = " ".join(f"{type(problem).__name__}: {problem}".split())[:200]
    print("\\n" + json.dumps([module, error]), flush=True)
"""


def requirements() -> dict[str, list[str]]:
    """The distributions that each extra needs, by its name; "" has those that are always needed.

    Raises:
        PackageNotFoundError: this package was not installed, but is run from its sources.
    """
    groups: dict[str, list[str]] = {"": []}
    for requirement in requires(DISTRIBUTION) or ():
        name = re.match(r"[\w.-]+", requirement)
        extra = re.search(r"""extra == ['"]([\w-]+)['"]""", requirement)
        assert name is not None
        groups.setdefault(extra[1] if extra else "", []).append(name[0])
    return groups


def import_errors(distributions: Sequence[str]) -> dict[str, str]:
    """What goes wrong on importing distributions in a process of its own, where a crash does no harm.

    Returns:
        Distribution -> error, for those that cannot be imported.
    """
    modules = {MODULES.get(name, name.replace("-", "_")): name for name in distributions}
    command = [sys.executable, "-c", IMPORT, *modules]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=PATIENCE)
        output, end = done.stdout, f"the import ended Python with status {done.returncode}"
    except subprocess.TimeoutExpired:
        output, end = "", f"the import takes more than {PATIENCE} s"
    results: dict[str, str | None] = {}
    for line in output.splitlines():
        try:
            module, error = json.loads(line)
        except (ValueError, TypeError):  # what a module itself printed
            continue
        results[module] = error
    errors = {name: results.get(module, end) for module, name in modules.items()}
    return {name: error for name, error in errors.items() if error is not None}


def quick_check(name: str) -> None:
    """Solves a problem at the bottom, middle and top of an environment, also after a round trip through text.

    Raises:
        AssertionError: something is wrong; and whatever the environment raises.
    """
    cls = load(name)
    for env, problem in testing.problems(cls, 1):
        response = env.respond(env.solve(problem))
        restored = rlve_gym.loads(rlve_gym.dumps(problem))
        assert restored == problem, "a problem is not the same after dumps and loads"
        assert env.prompt(restored) == env.prompt(problem), "a prompt is not the same after dumps and loads"
        verdict = env.judge(restored, response)
        assert verdict.correct, f"the answer of solve is not right: {verdict.reason}"


class Report:
    """Prints lines with a mark, and remembers whether something essential failed."""

    def __init__(self) -> None:
        from rich.console import Console

        self.console = Console(highlight=False)
        self.healthy = True

    def heading(self, text: str) -> None:
        """A line without a mark."""
        self.console.print(text, soft_wrap=True, markup=False)

    def good(self, text: str) -> None:
        """Something that works."""
        self.console.print(f"  [green]ok[/]    {escape(text)}", soft_wrap=True)

    def absent(self, text: str) -> None:
        """Something that does not work, and need not."""
        self.console.print(f"  [yellow]none[/]  {escape(text)}", soft_wrap=True)

    def failure(self, text: str) -> None:
        """Something essential that does not work."""
        self.healthy = False
        self.console.print(f"  [bold red]FAIL[/]  {escape(text)}", soft_wrap=True)


def run_doctor(ids: Sequence[str]) -> bool:
    """Prints a report.

    Args:
        ids: environments to check by the whole contract; if none, all are checked quickly.

    Returns:
        Whether everything essential works; extras are not.

    Raises:
        UnknownEnvironmentError: no environment has one of the names.
    """
    names = list(dict.fromkeys(resolve(name).id for name in ids))
    report = Report()
    report.heading(f"rlve_gym  {rlve_gym.__version__}  ({os.path.dirname(rlve_gym.__file__)})")
    report.heading(
        f"Python    {platform.python_version()}  ({platform.python_implementation()}, {sys.executable})"
    )
    report.heading(f"platform  {platform.platform()}, {os.cpu_count()} cores")
    _report_requirements(report)
    _report_environments(report, names)
    report.heading("\nEverything essential works." if report.healthy else "\nNot everything works.")
    return report.healthy


def _report_requirements(report: Report) -> None:
    report.heading("\nDependencies")
    try:
        groups = requirements()
    except PackageNotFoundError:
        report.absent(f"{DISTRIBUTION} is not installed, so what it needs is unknown: pip install -e .")
        return
    dependencies = groups.pop("")
    wrong = import_errors(dependencies)
    for name in dependencies:
        if name in wrong:
            report.failure(f"{name} {_version(name)}: {wrong[name]}: pip install --force-reinstall {name}")
        else:
            report.good(f"{name} {_version(name)}")
    report.heading("\nExtras")
    for extra, distributions in groups.items():
        wrong = import_errors(distributions)
        missing = [name for name in wrong if not _version(name)]
        reasons = [f"without {', '.join(missing)}"] if missing else []
        reasons += [f"{name} {_version(name)} fails ({wrong[name]})" for name in wrong if name not in missing]
        if reasons:
            report.absent(f"{extra}: {'; '.join(reasons)}: pip install '{DISTRIBUTION}[{extra}]'")
        else:
            report.good(f"{extra}: {', '.join(f'{name} {_version(name)}' for name in distributions)}")


def _report_environments(report: Report, names: Sequence[str]) -> None:
    from rich.console import Console
    from rich.progress import track

    report.heading(f"\nEnvironments, by {'the whole contract' if names else 'a quick check'}")
    checked = names or rlve_gym.list_environments()
    failures: dict[str, str] = {}
    errors = Console(stderr=True)
    for name in track(checked, "checking", console=errors, transient=True, disable=not errors.is_terminal):
        try:
            if names:
                testing.check_environment(load(name))
            else:
                quick_check(name)
        except Exception as error:  # whatever is wrong with one, the others are checked
            failures[name] = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    if len(failures) < len(checked):
        report.good(f"{len(checked) - len(failures)} of {len(checked)}")
    for name, reason in failures.items():
        report.failure(f"{name}: {reason}")


def _version(name: str) -> str:
    """The version of a distribution, empty if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
