"""What ``advise`` finds: its measurements as a table, as a figure and as one sentence."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from . import _core


@dataclass
class Candidate:
    """The measurements of one type."""

    type: str
    #: The device; None for NumPy, and for floatfloat on arrays in memory.
    device: str | None = None
    #: The largest error, relative to the largest element of the reference; None if it is not known.
    error: float | None = None
    #: Whether the error is estimated, because the reference was computed in this type.
    estimated: bool = False
    seconds: float | None = None
    failure: str | None = None
    #: The places in the user's code where numbers became floats, which lose all words but the first; how often in a call.
    floats: dict[tuple[str, int], int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The type, and the device if there is one."""
        return self.type if self.device is None else f"{self.type} on device {self.device}"


@dataclass
class Advice:
    """What ``advise`` measured, and what it recommends."""

    tolerance: float
    candidates: list[Candidate]
    #: The fastest candidate whose error is at most the tolerance; None if there is none.
    best: Candidate | None
    notes: list[str]
    #: Why no error is known; None if errors are known.
    reason: str | None = None

    @property
    def recommendation(self) -> str:
        """The recommendation in one sentence."""
        if self.reason is not None:
            return f"No recommendation: {self.reason}."
        if self.best is None:
            return f"No type is good enough for a relative error of {self.tolerance:g}."
        return f"Use {self.best.name}: relative error {_error(self.best)}, {_time(self.best.seconds)} a call."

    def __repr__(self) -> str:
        rows = [("type", "error", "time", "")]
        rows += [(c.name, _error(c), _time(c.seconds), _verdict(c, self)) for c in self.candidates]
        widths = [max(len(row[k]) for row in rows) for k in range(3)]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)) + "  " + row[3] for row in rows]
        return "\n".join([self.recommendation, *(line.rstrip() for line in lines), *self.notes])

    def _repr_html_(self) -> str:
        import html

        rows = "".join(
            "<tr>"
            + "".join(f"<td>{html.escape(t)}</td>" for t in (c.name, _error(c), _time(c.seconds), _verdict(c, self)))
            + "</tr>"
            for c in self.candidates
        )
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes)
        head = "<tr><th>type</th><th>error</th><th>time</th><th></th></tr>"
        return f"<p><b>{html.escape(self.recommendation)}</b></p><table>{head}{rows}</table>{self.svg()}{notes}"

    def svg(self) -> str:
        """A figure of errors over times, as SVG; an empty string if no error and time are known."""
        shown = [c for c in self.candidates if c.error and c.seconds and math.isfinite(c.error)]
        if not shown:
            return ""
        points = [(c.name, c.seconds * 1e6, c.error) for c in shown]
        labels = ("time a call, µs", "relative error")
        return _core.scatter("Error and time of each type", labels, points, ("the tolerance", self.tolerance))


def _error(candidate: Candidate) -> str:
    if candidate.error is None:
        return "failed" if candidate.failure is not None else "not known"
    return ("about " if candidate.estimated else "") + (f"{candidate.error:.1e}" if candidate.error else "0")


def _time(seconds: float | None) -> str:
    if seconds is None:
        return ""
    for unit, scale in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


def _verdict(candidate: Candidate, advice: Advice) -> str:
    if candidate.failure is not None:
        return candidate.failure
    loss = "numbers become floats" if candidate.floats else ""
    if candidate.error is None:
        return loss
    good = candidate.error <= advice.tolerance
    verdict = "recommended" if candidate is advice.best else "good enough" if good else "not good enough"
    return f"{verdict}; {loss}" if loss else verdict
