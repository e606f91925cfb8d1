"""Evaluation of a model: ``rlve-gym eval``, with a server or transformers to run it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from rlve_gym.cli.sample import parse_difficulties, parse_names
from rlve_gym.core.registry import resolve
from rlve_gym.dataset import Rows
from rlve_gym.evaluation import Estimate, Messages, Report, Scores, evaluate, held_out_environments

LOCAL_BATCH = 32
"""Prompts that transformers continues at a time, by default."""
SERVER_BATCH = 32
"""Requests to a server per thread, before the next problems are made: between batches some threads are idle."""
RETRIES = 5
"""How often the client asks a server again that is busy or broken, waiting longer each time: 15 seconds in all."""
ANNOTATED = 24
"""A heat map with more difficulties than this has no numbers in its cells."""


class EvalError(ValueError):
    """The evaluation cannot go on; the message says why."""


class Backend(Protocol):
    """Something that runs a model, and is closed at the end."""

    def __call__(self, prompts: list[Messages]) -> Iterable[str]:
        """Responses to prompts, in order."""

    def close(self) -> None:
        """Lets go of what it holds."""


# Backends ------------------------------------------------------------------------------------------------------------


class Server:
    """A model behind an OpenAI-compatible server.

    Args:
        url: the address of the API, as a rule ending in /v1.
        model: its name there.
        api_key: whatever the server wants; "none" for one that wants nothing.
        temperature: at least 0.
        top_p: in (0, 1].
        max_tokens: of a response.
        concurrency: requests at a time.

    Raises:
        EvalError: the client is not installed, or no server answers there.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        api_key: str,
        temperature: float,
        top_p: float,
        max_tokens: int,
        concurrency: int,
    ) -> None:
        try:
            import openai
        except ImportError:
            raise EvalError("--server needs the library openai: pip install 'rlve-gym-suite[eval]'") from None
        self.url = url
        self.model = model
        self.concurrency = concurrency
        self._settings: dict[str, Any] = {
            "temperature": temperature,
            "top_p": top_p,
            "max_tokens": max_tokens,
        }
        self._openai = openai
        self._threads: list[threading.Thread] = []
        try:
            self._client: Any = openai.OpenAI(base_url=url, api_key=api_key or "none", max_retries=RETRIES)
            # A wrong address is found out at once: later, the client would be patient.
            self._client.with_options(max_retries=0, timeout=30).models.list()
        except openai.APIConnectionError as error:
            self.close()
            raise EvalError(f"no server answers at {url}: {_one_line(error.__cause__ or error)}") from None
        except openai.OpenAIError:
            pass  # not every server has a list of models
        except Exception as error:  # the address is no URL, or what answers there speaks something else
            raise EvalError(f"--server {url!r} is no address of a server: {_one_line(error)}") from None

    def close(self) -> None:
        """Closes the connections, without waiting for requests on their way: then it happens after them."""

        def work() -> None:
            for thread in self._threads:
                thread.join()
            self._client.close()

        if any(thread.is_alive() for thread in self._threads):
            threading.Thread(target=work, daemon=True).start()
        else:
            self._client.close()

    def __call__(self, prompts: list[Messages]) -> Iterator[str]:
        """Responses to prompts, in order, each as soon as it and those before it are there.

        Raises:
            EvalError: a response cannot be had, also after the client's retries.
        """
        waiting: SimpleQueue[tuple[Messages, Future[str]]] = SimpleQueue()
        futures: list[Future[str]] = []
        for prompt in prompts:
            futures.append(Future())
            waiting.put((prompt, futures[-1]))
        stop = threading.Event()

        def work() -> None:
            while not stop.is_set():
                try:
                    prompt, future = waiting.get_nowait()
                except Empty:
                    return
                try:
                    future.set_result(self._ask(prompt))
                except BaseException as error:
                    # Nothing more is asked; what was asked before this one is on its way and comes in order.
                    stop.set()
                    future.set_exception(error)

        # Not a pool, whose threads the interpreter would wait for: after a failure or Ctrl-C there may be
        # requests on their way that take minutes.
        count = min(self.concurrency, len(prompts))
        self._threads = [threading.Thread(target=work, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()
        try:
            for future in futures:
                yield future.result()
        finally:
            stop.set()

    def _ask(self, prompt: Messages) -> str:
        openai = self._openai
        try:
            answer = self._client.chat.completions.create(
                model=self.model,
                messages=prompt,
                **self._settings,
            )
        except openai.APITimeoutError:
            raise EvalError(f"the server at {self.url} does not answer in time") from None
        except openai.APIConnectionError as error:
            raise EvalError(
                f"the server at {self.url} cannot be reached any more: {_one_line(error.__cause__ or error)}"
            ) from None
        except openai.NotFoundError as error:
            raise EvalError(
                f"the server at {self.url} says: {_one_line(error)} "
                f"(the address often ends in /v1, and it must have a model {self.model!r})"
            ) from None
        except (openai.OpenAIError, ValueError) as error:  # ValueError: what came was cut or no JSON
            raise EvalError(f"the server at {self.url} says: {_one_line(error)}") from None
        try:
            choice = answer.choices[0]
            text = choice.message.content
        except (AttributeError, IndexError, TypeError):  # the client takes any JSON, and any text
            raise EvalError(f"the server at {self.url} answers, but not with a chat completion") from None
        if choice.finish_reason == "content_filter":
            raise EvalError(f"the server at {self.url} withholds a response: content_filter")
        # Nothing at all is a response, too: a model may think until its tokens are used up.
        return text or ""


class Local:
    """A model in this process, run by transformers: on the GPU if there is one.

    Args:
        model: a folder, or a name on the Hugging Face hub.
        temperature: 0 for the likeliest token each time.
        top_p: in (0, 1].
        max_tokens: of a response.
        seed: of the sampling. Equal runs on one machine, also of batch size, give equal responses.

    Raises:
        EvalError: the libraries are not installed, or there is no such model.
    """

    def __init__(self, model: str, *, temperature: float, top_p: float, max_tokens: int, seed: int) -> None:
        try:
            import torch
            import transformers as library
        except ImportError:
            raise EvalError(
                "--model without --server needs torch and transformers: pip install 'rlve-gym-suite[train]'"
            ) from None
        transformers: Any = library  # its types are no help
        self._torch = torch
        self.max_tokens = max_tokens
        if not Console(stderr=True).is_terminal:
            transformers.utils.logging.disable_progress_bar()
        try:
            self._tokenizer: Any = transformers.AutoTokenizer.from_pretrained(model, padding_side="left")
            self._model: Any = transformers.AutoModelForCausalLM.from_pretrained(model, dtype="auto")
        except Exception as error:  # the libraries have many ways to say that something is missing or broken
            raise EvalError(f"cannot load the model {model!r}: {_one_line(error)}") from None
        self._model.to("cuda" if torch.cuda.is_available() else "cpu").train(False)
        own = self._model.generation_config
        ends = own.eos_token_id if isinstance(own.eos_token_id, list) else [own.eos_token_id]
        ends = sorted({end for end in [*ends, self._tokenizer.eos_token_id] if end is not None})
        if self._tokenizer.pad_token_id is None:
            # Any token will do: what is padded is masked.
            self._tokenizer.pad_token = self._tokenizer.eos_token or self._tokenizer.convert_ids_to_tokens(0)
        sampling: dict[str, Any] = {"do_sample": False}
        if temperature > 0:
            sampling = {"do_sample": True, "temperature": temperature, "top_p": top_p, "top_k": 0}
        # In place of the model's own, which may have other ideas about sampling than the options say.
        self._model.generation_config = transformers.GenerationConfig(
            max_new_tokens=max_tokens,
            eos_token_id=ends or None,
            bos_token_id=own.bos_token_id,
            pad_token_id=self._tokenizer.pad_token_id,
            **sampling,
        )
        torch.manual_seed(seed)

    def close(self) -> None:
        """Nothing to do: the process ends."""

    def __call__(self, prompts: list[Messages]) -> list[str]:
        """Responses to prompts, in order.

        Raises:
            EvalError: a prompt is too long for the model, or the batch too large for the memory.
        """
        torch, tokenizer = self._torch, self._tokenizer
        chat = tokenizer.chat_template is not None
        if chat:
            texts = [
                tokenizer.apply_chat_template(prompt, tokenize=False, add_generation_prompt=True)
                for prompt in prompts
            ]
        else:
            texts = ["\n\n".join(message["content"] for message in prompt) for prompt in prompts]
        # A chat template writes the special tokens itself.
        encoded = tokenizer(texts, return_tensors="pt", padding=True, add_special_tokens=not chat)
        length = encoded["input_ids"].shape[1]
        limit = getattr(self._model.config.get_text_config(), "max_position_embeddings", None)
        if limit is not None and length + self.max_tokens > limit:
            raise EvalError(
                f"a prompt of {length} tokens and --max-tokens {self.max_tokens} are more than "
                f"the {limit} that the model is made for"
            )
        try:
            with torch.inference_mode():
                output = self._model.generate(
                    input_ids=encoded["input_ids"].to(self._model.device),
                    attention_mask=encoded["attention_mask"].to(self._model.device),
                )
        except torch.OutOfMemoryError:
            raise EvalError(f"out of memory: choose a --batch-size below {len(prompts)}") from None
        responses: list[str] = tokenizer.batch_decode(
            output[:, length:], skip_special_tokens=True, clean_up_tokenization_spaces=False
        )
        return responses


# The command ---------------------------------------------------------------------------------------------------------


def run_eval(
    *,
    model: str,
    server: str | None,
    api_key: str,
    ids: Iterable[str],
    families: Iterable[str],
    held_out: bool,
    difficulty: str,
    problems: int,
    samples: int,
    seed: int,
    split: str,
    answer_style: str,
    system_prompt: str | None,
    temperature: float,
    top_p: float,
    max_tokens: int,
    batch_size: int | None,
    concurrency: int,
    json_file: Path | None,
    plot_file: Path | None,
    responses_file: Path | None,
) -> Report:
    """Checks the options of the command and does what they say: prints a table, and writes the files.

    Raises:
        UnknownEnvironmentError: there is no such environment or family.
        ValueError: an option is out of its range, or the model cannot be run.
        OSError: a file cannot be written.
    """
    if split not in ("train", "test"):
        raise EvalError(f"--split must be train or test, not {split!r}")
    if answer_style not in ("tags", "boxed", "plain"):
        raise EvalError(f"--answer-style must be tags, boxed or plain, not {answer_style!r}")
    counts = {"problems": problems, "samples": samples, "max-tokens": max_tokens, "concurrency": concurrency}
    for name, value in {**counts, "batch-size": 1 if batch_size is None else batch_size}.items():
        if value < 1:
            raise EvalError(f"--{name} must be at least 1, not {value}")
    if not 0 <= temperature < float("inf"):  # also catches NaN
        raise EvalError(f"--temperature must be at least 0, not {temperature:g}")
    if not 0 < top_p <= 1:
        raise EvalError(f"--top-p must be above 0 and at most 1, not {top_p:g}")
    if samples > 1 and temperature == 0:
        raise EvalError("several --samples of a problem need a --temperature above 0: they would be the same")
    names = parse_names(ids, families)
    if held_out:
        chosen = None if names is None else {resolve(name).id for name in names}
        names = [name for name in held_out_environments() if chosen is None or name in chosen]
        if not names:
            raise EvalError("none of these environments is held out")
    rows = Rows.of(names, parse_difficulties(difficulty), problems, seed)
    _check_files(json_file, plot_file, responses_file)

    sampling: dict[str, Any] = {"temperature": temperature, "top_p": top_p, "max_tokens": max_tokens}
    backend: Backend
    if server is not None:
        backend = Server(server, model, api_key=api_key, concurrency=concurrency, **sampling)
        batch_size = batch_size or SERVER_BATCH * concurrency
    else:
        backend = Local(model, seed=seed, **sampling)
        batch_size = batch_size or LOCAL_BATCH
    with ExitStack() as stack:
        stack.callback(backend.close)
        record = None
        if responses_file is not None:
            stream = stack.enter_context(responses_file.open("wb"))

            def record(row: dict[str, Any]) -> None:
                stream.write(json.dumps(row, allow_nan=False).encode("ascii") + b"\n")
                stream.flush()

        bar = stack.enter_context(_progress())
        task = bar.add_task("responses", total=len(rows) * samples)
        report = evaluate(
            backend,
            names,
            parse_difficulties(difficulty),
            problems=problems,
            samples=samples,
            seed=seed,
            split=split,  # type: ignore[arg-type]
            answer_style=answer_style,
            system_prompt=system_prompt,
            batch_size=batch_size,
            progress=lambda done, _: bar.update(task, completed=done),
            record=record,
        )
    if json_file is not None:
        backend_name = "transformers" if server is None else "server"
        json_file.write_text(report.to_json(model=model, backend=backend_name, **sampling), encoding="utf-8")
    if plot_file is not None:
        plot(report, plot_file, title=f"Accuracy of {Path(model).name}")
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(140, console.width)  # a file or a log has room for the table
    console.print(table(report))
    return report


def _check_files(json_file: Path | None, plot_file: Path | None, responses_file: Path | None) -> None:
    """Finds out now, not after hours, that a file cannot be written.

    Raises:
        EvalError: matplotlib is missing, or a file has the wrong ending or stands for two.
        OSError: it cannot be written.
    """
    files = [file for file in (json_file, plot_file, responses_file) if file is not None]
    if len({file.absolute() for file in files}) < len(files):
        raise EvalError("--json, --plot and --responses must be different files")
    if plot_file is not None:
        if plot_file.suffix != ".png":
            raise EvalError(f"--plot {plot_file} should end in .png")
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            raise EvalError("--plot needs matplotlib: pip install 'rlve-gym-suite[plot]'") from None
    for file in files:
        existed = file.exists()
        file.open("a").close()
        if not existed:
            file.unlink()


def table(report: Report) -> Any:
    """The report for the terminal, one line per environment and difficulty, and both totals."""
    from rich import box
    from rich.table import Table

    settings = report.settings
    ks = [k for k in report.overall.pass_at if k > 1]  # pass@1 is the accuracy
    headers = ("at", "problems", "accuracy", *(f"pass@{k}" for k in ks), "format", "reward", "length")
    result = Table("environment", *headers, box=box.SIMPLE_HEAD)
    result.title = f"split {settings['split']}, {settings['samples']} samples a problem, ± standard error"
    for column in result.columns:
        column.no_wrap = True
        column.justify = "left" if column.header == "environment" else "right"

    def add(name: str, difficulty: str, scores: Scores) -> None:
        result.add_row(
            Text(name),
            difficulty,
            str(scores.problems),
            _percent(scores.accuracy),
            *(_percent(scores.pass_at[k]) for k in ks),
            _percent(scores.format_rate),
            _number(scores.reward, 3),
            _number(scores.length, 0),
        )

    previous = None
    for row in report.rows:
        add(row.environment if row.environment != previous else "", str(row.difficulty), row)
        previous = row.environment
    result.add_section()
    add("all problems", "", report.overall)
    add("mean of environments", "", report.macro)
    return result


def _percent(estimate: Estimate) -> str:
    error = estimate.standard_error
    return f"{100 * estimate.mean:.1f}%" + ("" if error is None else f" ± {100 * error:.1f}")


def _number(estimate: Estimate, digits: int) -> str:
    error = estimate.standard_error
    return f"{estimate.mean:.{digits}f}" + ("" if error is None else f" ± {error:.{digits}f}")


def plot(report: Report, output: Path, title: str = "Accuracy") -> None:
    """Draws the accuracies as a heat map of environments and difficulties.

    A difficulty that was not measured in an environment, as it has none so high, leaves its cell empty. Sizes are in
    inches and grow with the numbers of rows and columns, so that text stays as large as it is.

    Raises:
        ImportError: matplotlib is not installed.
        OSError: the file cannot be written.
    """
    import matplotlib

    matplotlib.use("Agg")
    import numpy as np
    from matplotlib import pyplot

    names = list(dict.fromkeys(row.environment for row in report.rows))
    difficulties = sorted({row.difficulty for row in report.rows})
    cells: Any = np.ma.masked_invalid(np.full((len(names), len(difficulties)), np.nan))
    for row in report.rows:
        cells[names.index(row.environment), difficulties.index(row.difficulty)] = 100 * row.accuracy.mean

    annotated = len(difficulties) <= ANNOTATED
    cell_width, cell_height = 0.46 if annotated else 0.24, 0.22
    left, right, top, bottom = 0.4 + 0.075 * max(map(len, names)), 0.3, 1.1, 0.5
    width = max(cell_width * len(difficulties), 2.4)
    height = cell_height * len(names)
    size = left + width + right, top + height + bottom
    figure = pyplot.figure(figsize=size)
    axes = figure.add_axes((left / size[0], bottom / size[1], width / size[0], height / size[1]))
    axes.set_facecolor("white")
    colors = matplotlib.colormaps["viridis"]
    mesh = axes.pcolormesh(cells, cmap=colors, vmin=0, vmax=100, edgecolors="white", linewidth=0.6)
    axes.invert_yaxis()
    axes.set_yticks(np.arange(len(names)) + 0.5, names, fontsize=8)
    axes.set_xticks(np.arange(len(difficulties)) + 0.5, [str(value) for value in difficulties], fontsize=8)
    axes.tick_params(length=0, labeltop=True)
    axes.spines[:].set_visible(False)
    axes.set_xlabel("difficulty", fontsize=9)
    if annotated:
        for (y, x), value in np.ndenumerate(cells.filled(-1)):
            if value >= 0:
                shade = "black" if value > 60 else "white"
                axes.text(x + 0.5, y + 0.5, f"{value:.0f}", ha="center", va="center", fontsize=7, color=shade)
    scale = figure.add_axes((left / size[0], 1 - 0.62 / size[1], width / size[0], 0.1 / size[1]))
    bar: Any = figure.colorbar(mesh, cax=scale, orientation="horizontal")
    bar.set_ticks([0, 25, 50, 75, 100], labels=["0", "25", "50", "75", "100 %"])
    bar.ax.tick_params(labelsize=7, length=2)
    bar.outline.set_visible(False)
    figure.suptitle(
        title, parse_math=False, x=left / size[0], y=1 - 0.2 / size[1], ha="left", va="top", fontsize=10
    )
    try:
        figure.savefig(output, dpi=130, bbox_inches="tight")
    finally:
        pyplot.close(figure)


class _Rate(ProgressColumn):
    """Responses in a second, or in a minute where there are few."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if speed is None:
            return Text("")
        return Text(f"{speed:,.0f} a second" if speed >= 10 else f"{60 * speed:,.0f} a minute")


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TextColumn("remaining"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:300] or type(error).__name__
