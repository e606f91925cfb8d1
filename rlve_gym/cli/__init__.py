"""The command line: ``rlve-gym list | show | new | demo``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import rlve_gym
from rlve_gym import UnknownEnvironmentError

app = typer.Typer(
    name="rlve-gym",
    help="Verifiable text environments for training language models with reinforcement learning.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def fail(message: object) -> typer.Exit:
    """Prints a user's mistake and gives the exception that ends the program with status 1."""
    typer.echo(f"rlve-gym: {message}", err=True)
    return typer.Exit(1)


@app.command("list")
def list_command(
    search: Annotated[str, typer.Argument(help="Show only environments with this in id or title.")] = "",
    family: Annotated[str | None, typer.Option(help="Show only this family.")] = None,
) -> None:
    """List the environments."""
    from rich.console import Console
    from rich.table import Column, Table

    from rlve_gym.core.registry import load

    try:
        ids = rlve_gym.list_environments(family)
    except UnknownEnvironmentError as error:
        raise fail(error) from None
    table = Table(Column("id", no_wrap=True), Column("family", no_wrap=True), "difficulties", "title")
    for name in ids:
        cls = load(name)
        if search.casefold() in f"{name} {cls.title()}".casefold():
            table.add_row(name, cls.family, f"0..{cls.ladder.top}", cls.title())
    Console().print(table)
    typer.echo(f"{table.row_count} of {len(rlve_gym.list_environments())} environments")


@app.command()
def show(
    environment: Annotated[str, typer.Argument(help="Id, class name, or identifier of the published suite.")],
    difficulty: Annotated[int, typer.Option(help="Difficulty of the sample.")] = 0,
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = 0,
) -> None:
    """Show one environment: the problem, its parameters, a sample, and the sample's solution."""
    import inspect

    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    try:
        env = rlve_gym.make(environment)
        problem = env.sample(difficulty, seed=seed)
    except (UnknownEnvironmentError, ValueError) as error:
        raise fail(error) from None
    console = Console(highlight=False)
    heading = console.rule
    heading(f"[bold]{env.id}[/]  (rlve/{type(env).__name__}-v{env.version}, family {env.family})")
    console.print(escape(inspect.cleandoc(type(env).__doc__ or "")))

    heading("Parameters")
    columns = sorted({0, *range(0, env.max_difficulty + 1, 5), env.max_difficulty})
    table = Table("difficulty", *map(str, columns), "allowed")
    for name, parameter in env.ladder.parameters.items():
        bounds = env.ladder.bounds(name)
        allowed = f"{bounds[0]}..{bounds[-1]}" if isinstance(bounds[0], (int, float)) else f"{bounds}"
        values = [str(parameter.at(column)) for column in columns]
        if parameter.is_random:
            values = [parameter.text, *[""] * (len(columns) - 1)]
        table.add_row(name, *values, allowed)
    console.print(table)

    heading(f"A problem of difficulty {difficulty}, seed {seed}")
    typer.echo(env.prompt(problem))
    heading("A right answer")
    typer.echo(env.format(env.solve(problem)))


@app.command()
def new(
    path: Annotated[str, typer.Argument(metavar="FAMILY/ID", help="For example sequences/running_total.")],
    root: Annotated[Path, typer.Option(help="The checkout of rlve_gym to write into.")] = Path(),
) -> None:
    """Write the two files of a new environment, from a template that runs already."""
    from rlve_gym.cli.new import NewEnvironmentError, write_environment

    try:
        files = write_environment(path, root)
    except NewEnvironmentError as error:
        raise fail(error) from None
    for file in files:
        typer.echo(f"wrote {file}")
    identifier = path.rpartition("/")[2]
    typer.echo(
        f"Now make them yours, and run:\n  rlve-gym show {identifier}\n  pytest -n0 {files[1]}\n"
        f"  pytest -n0 tests/contract -k {identifier}"
    )


@app.command()
def demo(
    steps: Annotated[int, typer.Option(min=1, help="Training steps of the simulated policy.")] = 60,
    output: Annotated[Path, typer.Option(help="Where the plot goes.")] = Path("rlve-gym-demo.png"),
    seed: Annotated[int, typer.Option(help="Seed of the policy and the curriculum.")] = 0,
) -> None:
    """Train a simulated policy on all environments: adaptive difficulty against a static range.

    Real problems, real verdicts; only the policy is simulated: its skill in an environment grows with every prompt that
    it solves sometimes and sometimes not. At the end the course of both runs is plotted.
    """
    from rlve_gym.cli.demo import run_demo

    try:
        run_demo(steps, output, seed)
    except OSError as error:
        raise fail(error) from None


@app.command()
def play(
    environment: Annotated[str, typer.Argument(help="Id, class name, or identifier of the published suite.")],
    difficulty: Annotated[int, typer.Option(help="Difficulty to begin with.")] = 0,
    seed: Annotated[int, typer.Option(help="Seed of the first problem.")] = 0,
    min_samples: Annotated[
        int, typer.Option(help="Answers at the top of the window before it may rise.")
    ] = 3,
) -> None:
    """Solve problems yourself: see the verdicts, and the difficulty follow you."""
    from rlve_gym.cli.play import play as run

    try:
        run(environment, difficulty, seed, min_samples)
    except (UnknownEnvironmentError, ValueError) as error:
        raise fail(error) from None
    except KeyboardInterrupt:
        typer.echo()
