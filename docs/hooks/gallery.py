"""The gallery: a page for each family, a card for each environment, written from the registry."""

from __future__ import annotations

import html
import inspect
import json
import re
from pathlib import Path
from typing import Any

import rlve_gym
from rlve_gym.core.registry import load, resolve

Figures = dict[str, list[dict[str, Any]]]
"""What `rlve-gym audit --json` measured, by environment."""

DIFFICULTY = 3
"""Of the problem that a card shows."""


def families() -> list[str]:
    """All families, in alphabetical order."""
    return sorted({resolve(name).family for name in rlve_gym.list_environments()})


def heading(family: str) -> str:
    """A family's name as a title."""
    return family.replace("_", " ").capitalize()


def read_figures(path: Path) -> Figures:
    """The figures of an audit; none if there was no audit."""
    figures: Figures = {}
    if path.exists():
        for row in json.loads(path.read_text(encoding="utf-8")):
            if "error" not in row:
                figures.setdefault(row["environment"], []).append(row)
    return figures


def pages(figures: Figures) -> dict[str, str]:
    """The Markdown of every page, by its path in the site."""
    written = {"gallery/index.md": index()}
    for family in families():
        cards = [card(name, figures.get(name, [])) for name in rlve_gym.list_environments(family)]
        written[f"gallery/{family}.md"] = "\n\n".join([f"# {heading(family)}", *cards]) + "\n"
    return written


def index() -> str:
    """The first page: all environments by family."""
    names = rlve_gym.list_environments()
    parts = [
        "# Gallery",
        f"{len(names)} environments in {len(families())} families. Each card shows what an environment asks, a problem of difficulty "
        f"{DIFFICULTY} with a right answer, how its parameters follow the difficulty, how it is scored, and what an audit measured. "
        "The search finds them by any word of their description.",
    ]
    for family in families():
        parts.append(f"## [{heading(family)}]({family}.md) {{#{family}}}")
        parts.append(
            "\n".join(
                f"- [`{name}`]({family}.md#{name}): {escape(load(name).title())}"
                for name in rlve_gym.list_environments(family)
            )
        )
    return "\n\n".join(parts) + "\n"


def card(name: str, figures: list[dict[str, Any]]) -> str:
    """One environment."""
    cls = load(name)
    env = cls()
    difficulty = min(DIFFICULTY, env.max_difficulty)
    problem = env.sample(difficulty, seed=1)
    paragraphs, notes = read_docstring(cls)
    return "\n\n".join(
        [
            f"## {escape(cls.title().removesuffix('.'))} {{#{name}}}",
            f"`{name}` · `{resolve(name).gym_id}` · difficulty 0 to {env.max_difficulty}" + "\n{.rlve-names}",
            *paragraphs,
            f"**A problem of difficulty {difficulty}**",
            prompt_block(env.prompt(problem)),
            f'<details class="example" markdown="0"><summary>A right answer</summary>\n'
            f'<pre class="rlve-data" data-search-exclude>{html.escape(env.format(env.solve(problem)))}</pre></details>',
            parameter_table(cls),
            "\n".join(f"- **{label}:** {text}" for label, text in notes),
            figure_table(figures),
        ]
    ).rstrip()


def read_docstring(cls: type) -> tuple[list[str], list[tuple[str, str]]]:
    """The paragraphs of a class's docstring after its title, and its labeled notes (Quality, Source), as Markdown."""
    blocks = inspect.cleandoc(cls.__doc__ or "").split("\n\n")[1:]
    paragraphs, notes = [], []
    for block in blocks:
        if re.match(r"(Quality|Source): ", block):
            for part in re.split(r"\n(?=(?:Quality|Source): )", block):
                label, _, text = part.partition(": ")
                notes.append(("Scoring" if label == "Quality" else label, escape(" ".join(text.split()))))
        else:
            paragraphs.append(escape(block))
    if all(label != "Scoring" for label, _ in notes):
        notes.insert(0, ("Scoring", "1 if right, else 0."))
    return paragraphs, notes


def escape(text: str) -> str:
    """Plain text as Markdown, apart from what stands between backticks."""
    parts = re.split(r"(`+[^`]+`+)", text)
    for place in range(0, len(parts), 2):
        # As character references: a backslash before it does not protect every character in Markdown.
        plain = html.escape(parts[place], quote=False)
        parts[place] = re.sub(r"[\\*_{}\[\]#|~^$]", lambda mark: f"&#{ord(mark[0])};", plain)
    return "".join(parts)


def prompt_block(prompt: str) -> str:
    """A prompt as HTML: sentences wrap, grids and lists of numbers keep their lines.

    Numbers are no words to search for, so that only the sentences go into the search.
    """
    parts = []
    for block in prompt.split("\n\n"):
        lines = block.split("\n")
        start = 0
        while start < len(lines):
            wraps = _wraps(lines[start])
            end = start + 1
            while end < len(lines) and _wraps(lines[end]) == wraps:
                end += 1
            text = html.escape("\n".join(lines[start:end]))
            if wraps:
                parts.append(f"<p>{text}</p>")
            else:
                # One long line is a list; several are a grid or a table, whose columns should stay aligned.
                kind = "rlve-data" if end - start > 1 else "rlve-data rlve-line"
                parts.append(f'<pre class="{kind}" data-search-exclude>{text}</pre>')
            start = end
    return '<div class="rlve-prompt" markdown="0">\n' + "\n".join(parts) + "\n</div>"


def _wraps(line: str) -> bool:
    """Whether a line is made of words."""
    return bool(re.search(r"(\b[A-Za-z][a-z']+\b[,:;.()]? ){2}", line + " ")) or len(line) == 0


def parameter_table(cls: Any) -> str:
    """How the parameters follow the difficulty, as an HTML table: what is drawn for each problem spans it."""
    top = cls.ladder.top
    columns = sorted({0, top // 2, top})
    rows = ["".join(f"<th>{title}</th>" for title in ("parameter", *(f"at {column}" for column in columns)))]
    for name, parameter in cls.ladder.parameters.items():
        if parameter.is_random:
            options = html.escape(", ".join(map(str, parameter.values(top))))
            values = f'<td colspan="{len(columns)}">one of {options}</td>'
        else:
            values = "".join(f"<td>{html.escape(str(parameter.at(column)))}</td>" for column in columns)
        rows.append(f"<td><code>{name}</code></td>{values}")
    return "<table>\n" + "\n".join(f"<tr>{row}</tr>" for row in rows) + "\n</table>"


def figure_table(figures: list[dict[str, Any]]) -> str:
    """What an audit measured."""
    if not figures:
        return ""
    rows = [
        "| difficulty | generate, ms | worst, ms | judge, ms | longest prompt | different problems | best guess wins | near misses rejected |",
        "| --- |" + " --- |" * 7,
    ]
    for row in sorted(figures, key=lambda row: row["difficulty"]):
        times = (row["generate_median"], row["generate_worst"], row["judge_median"])
        rows.append(
            f"| {row['difficulty']} | "
            + " | ".join(_milliseconds(seconds) for seconds in times)
            + f" | {row['prompt_length']} | {row['problems']} of {row['seeds']} | {row['guess_wins'] / row['seeds']:.0%} "
            + f"| {row['mutations_rejected'] / max(1, row['mutations']):.0%} |"
        )
    return '<div class="rlve-figures" markdown="1">\n\n' + "\n".join(rows) + "\n\n</div>"


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.0f}" if seconds >= 0.01 else f"{1000 * seconds:.2g}"
