"""The work of `rlve-gym dynamics`: an experiment's table and claims on the screen, its plot in a file."""

from __future__ import annotations

import difflib
import json
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from rlve_gym.dynamics.experiments import EXPERIMENTS, Claim


def run_dynamics(name: str, seed: int, output: Path, json_file: Path | None = None) -> bool:
    """Runs an experiment, prints it, and draws it.

    Args:
        name: of the experiment.
        seed: of its instances.
        output: the PNG.
        json_file: where table and claims go, too.

    Returns:
        Whether all claims hold.

    Raises:
        ValueError: there is no such experiment.
        ImportError: matplotlib is not installed.
        OSError: a file cannot be written.
    """
    import matplotlib  # noqa: F401 (to find out now, not after the experiment, that it is missing)

    if name not in EXPERIMENTS:
        near = difflib.get_close_matches(name, EXPERIMENTS, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(EXPERIMENTS)}"
        raise ValueError(f"no experiment is called {name!r}; {hint}")
    for file in filter(None, (output, json_file)):
        file.open("a").close()  # likewise
    result = EXPERIMENTS[name](seed)
    console = Console(highlight=False)
    table = Table(*result.table[0], title=f"{result.title} (seed {seed})")
    for row in result.table:
        table.add_row(*(value if isinstance(value, str) else f"{value:.4g}" for value in row.values()))
    console.print(table)
    claims = Table("claim", "measured", "from", "to", "")
    for claim in result.claims:
        figures = (f"{value:.4g}" for value in (claim.measured, claim.low, claim.high))
        claims.add_row(claim.statement, *figures, "holds" if claim.holds else "[bold]DOES NOT HOLD[/]")
    console.print(claims)
    result.save(output)
    if json_file is not None:
        content = {
            "experiment": name,
            "seed": seed,
            "table": result.table,
            "claims": list(map(_plain, result.claims)),
        }
        json_file.write_text(json.dumps(content, indent=1), encoding="utf-8")
    console.print(f"The plot is in {output}", markup=False)
    return all(claim.holds for claim in result.claims)


def _plain(claim: Claim) -> dict[str, object]:
    """The claim for JSON, which has no infinity: no bound is null."""
    fields = {
        name: None if value in (float("inf"), -float("inf")) else value
        for name, value in asdict(claim).items()
    }
    return {**fields, "holds": claim.holds}
