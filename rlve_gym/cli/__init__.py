"""The command line, ``rlve-gym``: one function here for each command, its work in a module of its own."""

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
        f"  pytest -n0 tests/contract -k {identifier}\n"
        f"  rlve-gym audit {identifier}\n  rlve-gym snapshot {identifier}"
    )


@app.command()
def demo(
    steps: Annotated[
        int | None, typer.Option(min=1, help="Training steps; by default as many as it takes.")
    ] = None,
    output: Annotated[Path, typer.Option(help="Where the plot goes; the run's folder is beside it.")] = Path(
        "rlve-gym-demo.png"
    ),
    seed: Annotated[int, typer.Option(help="Seed of model and curriculum.")] = 0,
    simulate: Annotated[
        bool,
        typer.Option("--simulate", help="No model: a simulated policy on all environments, in a minute."),
    ] = False,
) -> None:
    """Train a tiny language model with adaptive difficulty: ten minutes on two CPU cores, nothing to download.

    A small transformer with random weights learns the form of answers from solved problems of the lowest difficulties;
    then RLVE takes over, and the windows of difficulty rise. The plot shows them.

    With --simulate, the problems and verdicts are real, and only the policy is simulated: its skill in an environment grows
    with every prompt that it solves sometimes and sometimes not. The plot compares adaptive with static difficulty.
    """
    from rlve_gym.cli.demo import run_demo, train_tiny

    try:
        if simulate:
            run_demo(60 if steps is None else steps, output, seed)
        else:
            train_tiny(steps, output, seed)
    except (ValueError, OSError) as error:
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


@app.command("snapshot")
def snapshot_command(
    environments: Annotated[
        list[str] | None, typer.Argument(metavar="[IDS]...", help="Environments; all if none are named.")
    ] = None,
    root: Annotated[Path, typer.Option(help="The checkout of rlve_gym to write into.")] = Path(),
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; list what is not up to date, with exit status 1.")
    ] = False,
) -> None:
    """Write the golden files, tests/golden/<family>/<id>.md.

    Each shows an environment's prompts and right answers at the bottom, middle and top, for reviewers to read in the
    diff, and has a digest of 30 problems, so that no change of an environment goes unnoticed.
    """
    from rlve_gym.cli.snapshot import SnapshotError, check_snapshots, write_snapshots

    count = 0
    try:
        for state, file in (check_snapshots if check else write_snapshots)(root, environments or ()):
            typer.echo(f"{state} {file}")
            count += 1
    except (SnapshotError, UnknownEnvironmentError, OSError) as error:
        raise fail(error) from None
    if not count:
        typer.echo("all golden files are up to date")
    elif check:
        typer.echo(
            "Run `rlve-gym snapshot` and read the diff. A change of what a release has is a new version of the "
            "environment, see rlve_gym/envs/versions.py."
        )
        raise typer.Exit(1)


@app.command("sample")
def sample_command(
    output: Annotated[
        Path, typer.Option(help="The file to write, ending in .jsonl; with --format parquet, a folder.")
    ],
    ids: Annotated[
        list[str] | None,
        typer.Option(help="Environments, also several with commas or repeated. Default: all."),
    ] = None,
    family: Annotated[
        list[str] | None, typer.Option(help="Families of environments, also several. Adds to --ids.")
    ] = None,
    difficulty: Annotated[
        str,
        typer.Option(
            metavar="N|LOW..HIGH",
            help="One difficulty, or a window with both ends. An environment's highest difficulty stands in for "
            "all above it: with 10..20, one that ends at 12 gives 10, 11 and 12, and one that ends at 8 gives 8.",
        ),
    ] = "0",
    count: Annotated[int, typer.Option(help="Problems per environment and difficulty.")] = 10,
    seed: Annotated[int, typer.Option(help="The first seed; the others follow it one by one.")] = 0,
    split: Annotated[
        str,
        typer.Option(
            metavar="train|test", help="test: held-out problems, from a random stream of their own."
        ),
    ] = "train",
    processes: Annotated[
        int, typer.Option(help="Processes that work. The output does not depend on it.")
    ] = 1,
    with_solutions: Annotated[
        bool, typer.Option("--with-solutions", help="Add a right answer to each row.")
    ] = False,
    answer_style: Annotated[
        str, typer.Option(metavar="tags|boxed|plain", help="How the prompts want the answer marked.")
    ] = "tags",
    format: Annotated[
        str,
        typer.Option(
            metavar="jsonl|parquet", help="parquet: a folder for datasets.load_dataset, one file a split."
        ),
    ] = "jsonl",
) -> None:
    """Write problems to a file, one JSON object a line.

    A row has environment, version, difficulty, seed, split, prompt, problem (the text for rlve_gym.loads), and with
    --with-solutions the solution: a right answer, without the tags or box around it.

    To continue after an interruption, run the same command again: it writes what is missing. A larger --count adds
    rows to a file. One that was written with other settings is left alone.
    """
    from concurrent.futures.process import BrokenProcessPool

    from rlve_gym.cli.sample import write_sample

    try:
        total, made = write_sample(
            output,
            ids=ids or (),
            families=family or (),
            difficulty=difficulty,
            count=count,
            seed=seed,
            split=split,
            processes=processes,
            solutions=with_solutions,
            answer_style=answer_style,
            format=format,
        )
    except (UnknownEnvironmentError, ValueError, OSError) as error:
        raise fail(error) from None
    except BrokenProcessPool:
        raise fail("a process was killed; run the same command again to continue") from None
    typer.echo(f"{output} has {total} problems, {made} of them new")


@app.command("verify")
def verify_command(
    rows: Annotated[
        str, typer.Argument(metavar="[FILE]", help="Rows, one JSON object a line. Default: standard input.")
    ] = "-",
    output: Annotated[
        str, typer.Option(help="The file to write, replaced if it exists. Default: standard output.")
    ] = "-",
    processes: Annotated[
        int, typer.Option(help="Processes that work. With 1, each row is written as soon as it is read.")
    ] = 1,
    answer_style: Annotated[
        str, typer.Option(metavar="tags|boxed|plain", help="How the responses mark the answer.")
    ] = "tags",
) -> None:
    """Judge responses: reads rows with problem and response, writes them with the verdict.

    The problem is a text that rlve_gym.dumps or `rlve-gym sample` wrote, the response is what a model said. To each row
    are added reward, correct, outcome (unparsed, invalid or valid), quality, reason, and answer (as text; null if
    unparsed). Other fields stay as they are, and so does the order.

    A damaged row is named on standard error and left out; the exit status is then 1. A summary comes at the end.
    """
    from concurrent.futures.process import BrokenProcessPool

    from rlve_gym.cli.verify import verify_rows

    def report(damage: str) -> None:
        typer.echo(f"rlve-gym: {damage}", err=True)

    try:
        summary = verify_rows(rows, output, processes=processes, answer_style=answer_style, report=report)
    except BrokenPipeError:
        raise  # whoever read the output has left, which is no mistake to explain
    except (ValueError, OSError) as error:
        raise fail(error) from None
    except BrokenProcessPool:
        raise fail("a process was killed") from None
    typer.echo(summary.text(), err=True)
    if summary.damaged:
        raise typer.Exit(1)


@app.command("audit")
def audit_command(
    environments: Annotated[
        list[str] | None, typer.Argument(metavar="[IDS]...", help="Environments; all if none are named.")
    ] = None,
    difficulties: Annotated[
        str, typer.Option(help="Numbers, middle and top; above an environment's top means its top.")
    ] = "0,3,middle,top",
    seeds: Annotated[int, typer.Option(min=1, help="Problems at each difficulty.")] = 200,
    times: Annotated[
        bool, typer.Option(help="Whether the limits on time count; a busy machine breaks them.")
    ] = True,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Also write the results there.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Processes that measure; default: one per core.")
    ] = None,
) -> None:
    """Measure environments and compare them with the limits: times, lengths, variety, guessing.

    For each difficulty: time of a problem and of a verdict on a right answer, length of the longest prompt, how many
    different problems and answers there are, the constant answer that wins most often, whether solve is always
    right, and how many near misses of right answers are rejected. The exit status is 1 if a limit is broken.
    """
    from concurrent.futures.process import BrokenProcessPool

    from rlve_gym.cli.audit import parse_difficulties, run_audit, to_json
    from rlve_gym.core.registry import resolve

    try:
        places = parse_difficulties(difficulties)
        names = [resolve(name).id for name in environments or rlve_gym.list_environments()]
        if json_file is not None:
            json_file.open("a").close()  # find out now, not after minutes, that it cannot be written
        results = run_audit(list(dict.fromkeys(names)), places, seeds, times=times, processes=processes)
        if json_file is not None:
            json_file.write_text(to_json(results), encoding="utf-8")
    except (UnknownEnvironmentError, ValueError, OSError) as error:
        raise fail(error) from None
    except BrokenProcessPool:
        raise fail("a process was killed") from None
    if any(result.broken for result in results):
        raise typer.Exit(1)


@app.command("doctor")
def doctor_command(
    ids: Annotated[
        list[str] | None,
        typer.Option(help="Check this environment by the whole contract; may be given several times."),
    ] = None,
) -> None:
    """Say whether this installation works: versions, dependencies, extras, environments.

    By default every environment is checked quickly: a right answer at the bottom, middle and top, also for problems that
    were written to text and read again. The exit status is 1 if something essential is broken; extras are not.
    """
    from rlve_gym.cli.doctor import run_doctor

    try:
        healthy = run_doctor(ids or ())
    except UnknownEnvironmentError as error:
        raise fail(error) from None
    if not healthy:
        raise typer.Exit(1)


@app.command("eval")
def eval_command(
    model: Annotated[
        str, typer.Option(help="A folder or a name on the Hugging Face hub; with --server, its name there.")
    ],
    server: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="An OpenAI-compatible server that has the model, http://localhost:8000/v1."
        ),
    ] = None,
    api_key: Annotated[
        str, typer.Option(envvar="OPENAI_API_KEY", help="The server's key.", show_default=False)
    ] = "none",
    ids: Annotated[
        list[str] | None,
        typer.Option(help="Environments, also several with commas or repeated. Default: all."),
    ] = None,
    family: Annotated[
        list[str] | None, typer.Option(help="Families of environments, also several. Adds to --ids.")
    ] = None,
    held_out: Annotated[
        bool, typer.Option("--held-out", help="Only those that training leaves out by default.")
    ] = False,
    difficulty: Annotated[
        str,
        typer.Option(
            metavar="N|LOW..HIGH",
            help="One difficulty, or a window with both ends. An environment's highest difficulty stands in for "
            "all above it.",
        ),
    ] = "0",
    problems: Annotated[int, typer.Option(help="Problems per environment and difficulty.")] = 20,
    samples: Annotated[int, typer.Option(help="Responses to each problem; pass@k is told up to it.")] = 1,
    seed: Annotated[
        int,
        typer.Option(help="The first seed of the problems. Without --server, the sampling's seed, too."),
    ] = 0,
    split: Annotated[
        str, typer.Option(metavar="train|test", help="test: problems that training never draws.")
    ] = "test",
    answer_style: Annotated[
        str, typer.Option(metavar="tags|boxed|plain", help="How the prompts want the answer marked.")
    ] = "tags",
    system_prompt: Annotated[str | None, typer.Option(help="A message before each prompt.")] = None,
    temperature: Annotated[float, typer.Option(help="0 for the likeliest token each time.")] = 1.0,
    top_p: Annotated[float, typer.Option(help="Sample from the likeliest tokens with this share.")] = 1.0,
    max_tokens: Annotated[int, typer.Option(help="Tokens of a response; a longer one is cut.")] = 4096,
    batch_size: Annotated[
        int | None,
        typer.Option(help="Prompts at a time. Default: 32; with --server, 32 for each request at a time."),
    ] = None,
    concurrency: Annotated[int, typer.Option(help="Requests to the server at a time.")] = 16,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Also write the results there.")
    ] = None,
    plot_file: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE.png", help="Draw the accuracies as a heat map.")
    ] = None,
    responses_file: Annotated[
        Path | None,
        typer.Option("--responses", metavar="FILE", help="Write each response with its verdict, as JSONL."),
    ] = None,
) -> None:
    """Evaluate a language model: accuracy, pass@k, format, reward and length, with standard errors.

    The model runs in this process (transformers), or on any OpenAI-compatible server. Problems are held out from
    training. A response that cannot be had, also after the client's retries, ends the evaluation: it never counts as
    a wrong answer.
    """
    from rlve_gym.cli.eval import run_eval

    try:
        run_eval(
            model=model,
            server=server,
            api_key=api_key,
            ids=ids or (),
            families=family or (),
            held_out=held_out,
            difficulty=difficulty,
            problems=problems,
            samples=samples,
            seed=seed,
            split=split,
            answer_style=answer_style,
            system_prompt=system_prompt,
            temperature=temperature,
            top_p=top_p,
            max_tokens=max_tokens,
            batch_size=batch_size,
            concurrency=concurrency,
            json_file=json_file,
            plot_file=plot_file,
            responses_file=responses_file,
        )
    except (UnknownEnvironmentError, ValueError, OSError) as error:
        raise fail(error) from None


@app.command(
    "train",
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    epilog="Every field of RLVEConfig, and so of TRL's GRPOConfig and transformers' TrainingArguments, is a setting: "
    "--num_generations 8 --learning_rate 1e-5.",
)
def train_command(
    context: typer.Context,
    model: Annotated[
        str,
        typer.Option(
            help="A name on the Hugging Face hub, a folder, or tiny: a small one, without a download."
        ),
    ],
    output: Annotated[Path, typer.Option(help="The run's folder.")],
    steps: Annotated[int | None, typer.Option(min=1, help="Optimizer steps, the setting max_steps.")] = None,
    config: Annotated[Path | None, typer.Option(help="A YAML file of settings; flags win over it.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the latest checkpoint in the run's folder.")
    ] = False,
) -> None:
    """Train a language model with adaptive difficulty and dynamic sampling (TRL, DAPO).

    Settings of the suite: --environments (ids or families), --window, --threshold, --min_prompts, --initial_difficulty,
    --static_difficulty, --sampler, --dynamic_sampling, --oversampling, --max_generation_calls, --reward_scheme,
    --answer_style, --system_prompt, --include_held_out.

    The run's folder gets checkpoints, metrics.jsonl, the model, the curriculum, and a plot. Ctrl-C saves a checkpoint and
    ends the run; --resume goes on from there. Start it with `accelerate launch -m rlve_gym.cli train ...` for several GPUs.
    """
    from rlve_gym.cli import train

    try:
        settings = train.read_settings(output, steps, config, context.args)
        plot = train.run_train(model, settings, resume=resume)
    except (ValueError, OSError) as error:
        raise fail(error) from None
    typer.echo(f"The run is in {output}, its course in {plot}")


@app.command("plot")
def plot_command(
    run: Annotated[Path, typer.Argument(help="A training run's folder, or its metrics.jsonl.")],
    output: Annotated[
        Path | None, typer.Option(help="The PNG; by default training.png in the folder.")
    ] = None,
) -> None:
    """Draw a training run: the windows of difficulty, the effective prompt ratio and the accuracy over the steps."""
    from rlve_gym.cli.plot import plot_run

    if output is None:
        output = (run.parent if run.is_file() else run) / "training.png"
    try:
        plot_run(run, output)
    except ImportError:
        raise fail("plot needs matplotlib: pip install 'rlve-gym-suite[plot]'") from None
    except (ValueError, OSError) as error:
        raise fail(error) from None
    typer.echo(f"The plot is in {output}")


@app.command("dynamics")
def dynamics_command(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="regimes, bound, length, adaptive or gradients.")
    ],
    seed: Annotated[int, typer.Option(min=0, help="Seed of the experiment's instances.")] = 0,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="The plot; by default NAME.png.")
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Also write table and claims there.")
    ] = None,
) -> None:
    """Run an experiment on the optimization dynamics of RLVR: its table, its claims, its plot.

    regimes: convergence, stagnation and collapse with a constant step. bound: accuracy against cumulative alignment.
    length: the critical step against response length. adaptive: a step that follows alignment and variance. gradients: sums of
    gradient norms. The exit status is 1 if a claim does not hold.
    """
    from rlve_gym.cli.dynamics import run_dynamics

    try:
        holds = run_dynamics(name, seed, output or Path(f"{name}.png"), json_file)
    except ImportError:
        raise fail("dynamics needs matplotlib: pip install 'rlve-gym-suite[plot]'") from None
    except (ValueError, OSError) as error:
        raise fail(error) from None
    if not holds:
        raise typer.Exit(1)
