"""MkDocs hooks: what the site has that is made when it is built.

The gallery comes from the registry and the figures of an audit, the plot of the curriculum from a simulation, those of the
dynamics from the experiments.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).parent))

import curriculum_plot
import gallery

from rlve_gym.dynamics.experiments import EXPERIMENTS

AUDIT = Path(".venv/audit.json")
"""Written by `make audit`; relative to the root of the checkout."""


def on_config(config: Any) -> Any:
    """Puts the families into the navigation."""
    pages: list[str | dict[str, str]] = ["gallery/index.md"]
    pages += [{gallery.heading(family): f"gallery/{family}.md"} for family in gallery.families()]
    for entry in config.nav:
        if "Gallery" in entry:
            entry["Gallery"] = pages
    return config


def on_files(files: Files, config: Any) -> Files:
    """Adds the pages of the gallery and the plots."""
    audit = Path(config.config_file_path).parent / AUDIT
    for path, content in gallery.pages(gallery.read_figures(audit)).items():
        files.append(File.generated(config, path, content=content))
    files.append(File.generated(config, "assets/curriculum.svg", content=curriculum_plot.svg()))
    for name, experiment in EXPERIMENTS.items():
        plot = io.BytesIO()
        experiment(0).save(plot)
        files.append(File.generated(config, f"assets/dynamics-{name}.png", content=plot.getvalue()))
    return files


def on_page_markdown(markdown: str, page: Any, **kwargs: Any) -> None:
    """Keeps the table of benchmarks, which names every environment, out of the search."""
    if page.file.src_uri == "benchmarks.md":
        page.meta["search"] = {"exclude": True}
