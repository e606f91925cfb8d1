"""What an experiment gives back: a table, claims with margins, and a plot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLORS = {"good": "#1f6f8b", "middle": "#e0a030", "bad": "#d1603d", "theory": "#444444"}


@dataclass(frozen=True)
class Claim:
    """A statement that was measured: it holds if ``low <= measured <= high``."""

    statement: str
    measured: float
    low: float
    high: float

    @property
    def holds(self) -> bool:
        """Whether the measurement is within the bounds."""
        return self.low <= self.measured <= self.high


@dataclass(frozen=True)
class Result:
    """The outcome of an experiment.

    Attributes:
        title: what it is about.
        table: rows with the same columns.
        claims: what it shows.
        draw: draws the plot into an empty figure of ``size`` inches.
        size: width and height.
    """

    title: str
    table: Sequence[dict[str, str | float]]
    claims: Sequence[Claim]
    draw: Callable[[Figure], None]
    size: tuple[float, float] = (11.0, 4.2)

    def save(self, file: str | PathLike[str] | BinaryIO) -> None:
        """Draws the plot as PNG.

        Args:
            file: where to write it, a path or a binary file.

        Raises:
            ImportError: matplotlib is not installed.
            OSError: the file cannot be written.
        """
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure(figsize=self.size, layout="constrained")
        FigureCanvasAgg(figure)
        self.draw(figure)
        for axes in figure.axes:
            axes.spines[["top", "right"]].set_visible(False)
            axes.grid(alpha=0.25)
        figure.savefig(file, format="png", dpi=130)
