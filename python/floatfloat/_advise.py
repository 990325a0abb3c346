"""Advice on number types: runs a function in every type, and measures errors and times."""

from __future__ import annotations

import math
import time
import warnings
from dataclasses import dataclass
from typing import Any, Callable

import numpy as np

from . import _core, _sums
from ._array import MultiWordArray
from ._construct import array
from ._core import DD, QD
from ._kinds import KINDS, SCALARS
from ._reductions import as_numbers

#: Calls are repeated until they have taken this time, in seconds.
_TIME = 0.05
_MOST_RUNS = 100
#: Our types, by name.
_OURS = {kind.scalar.__name__: kind for kind in KINDS}
#: The unit roundoff u of a word, and uⁿ for numbers of n words. The most precise type is last.
_UNITS = {"float32": 2.0**-24, "float64": 2.0**-53, "float64, exact sums": 2.0**-53}
_UNITS |= {name: 2.0**-kind.bits for name, kind in _OURS.items()}
_UNITS = dict(sorted(_UNITS.items(), key=lambda item: -item[1]))
#: The reference is the result in the first of these types in which the function works.
_REFERENCES = ("QD", "TD", "DD")


class ExactSums(np.ndarray):
    """An array of float64 whose sums, means, dot products and norms are exact, and rounded once."""

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        exact = _EXACT.get(function)
        if exact is not None:
            try:
                return exact(*args, **kwargs)
            except TypeError:  # arguments that it does not take
                pass
        return super().__array_function__(function, types, args, kwargs)

    def sum(self, axis: Any = None, **kwargs: Any) -> Any:
        return np.add.reduce(np.asarray(self), axis=axis, **kwargs) if kwargs else _sums.sum(np.asarray(self), axis)

    def mean(self, axis: Any = None, **kwargs: Any) -> Any:
        return np.mean(np.asarray(self), axis=axis, **kwargs) if kwargs else _mean(self, axis)

    def dot(self, other: Any) -> Any:
        return _dot(self, other)

    def __matmul__(self, other: Any) -> Any:
        return _dot(self, other)


def _mean(a: Any, axis: Any = None) -> Any:
    total = _sums.sum(np.asarray(a), axis)
    return total / (np.size(a) / max(np.size(total), 1))


def _dot(a: Any, b: Any) -> Any:
    a, b = np.asarray(a), np.asarray(b)
    return _sums.dot(a, b) if a.ndim == b.ndim == 1 else np.dot(a, b)


_EXACT: dict[Any, Callable] = {
    np.sum: lambda a, axis=None: _sums.sum(np.asarray(a), axis),
    np.mean: _mean,
    np.dot: _dot,
    np.vdot: lambda a, b: _sums.dot(np.ravel(np.asarray(a)), np.ravel(np.asarray(b))),
    np.linalg.norm: lambda a: _sums.norm(np.asarray(a)),
}


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

    @property
    def recommendation(self) -> str:
        """The recommendation in one sentence."""
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
    if candidate.error is None:
        return ""
    good = candidate.error <= advice.tolerance
    return "recommended" if candidate is advice.best else "good enough" if good else "not good enough"


def _flattened(result: Any) -> MultiWordArray:
    """The numbers of a result as an array of quad-doubles with one axis."""
    if isinstance(result, (tuple, list)):
        return np.concatenate([_flattened(part) for part in result])
    return as_numbers(result, QD).reshape(-1)


def _is_ours(result: Any) -> bool:
    if isinstance(result, (tuple, list)):
        return all(_is_ours(part) for part in result)
    return isinstance(result, (MultiWordArray, *SCALARS))


def _distance(found: MultiWordArray, wanted: MultiWordArray) -> float:
    if found.shape != wanted.shape:
        raise ValueError(f"the result has {found.size} numbers, the reference has {wanted.size}")
    if not wanted.size:
        return 0.0
    special = ~np.isfinite(wanted)
    same = np.equal(found, wanted) | (np.isnan(found) & np.isnan(wanted))
    if np.any(special & ~same) or np.any(~special & ~np.isfinite(found)):
        return math.inf
    zero = as_numbers(0, QD)
    size = float(np.max(np.abs(np.where(special, zero, wanted))))
    difference = float(np.max(np.abs(np.where(special, zero, np.where(special, wanted, found) - wanted))))
    return difference / size if size else (0.0 if not difference else math.inf)


def _timed(call: Callable[[], Any]) -> tuple[Any, float]:
    """The result of a call, and the time of the fastest of several calls."""
    begin = time.perf_counter()
    result = call()
    best = time.perf_counter() - begin
    spent, runs = best, 1
    while spent < _TIME and runs < _MOST_RUNS:
        begin = time.perf_counter()
        call()
        seconds = time.perf_counter() - begin
        best, spent, runs = min(best, seconds), spent + seconds, runs + 1
    return result, best


def _inputs(arrays: tuple, name: str) -> list[Any]:
    """The arguments of the function in the type ``name``. Each number is rounded once."""
    converted = []
    for x in arrays:
        if isinstance(x, (bool, int, str)) or callable(x):
            converted.append(x)  # options of the function
            continue
        numbers = as_numbers(x, _widest(x))
        if name in _OURS:
            value = numbers.astype(_OURS[name].scalar)
            converted.append(value if numbers.ndim else value[()])
        else:
            word = np.float32 if name == "float32" else np.float64
            plain = np.asarray(numbers.astype(word))
            exact = name == "float64, exact sums"
            converted.append(plain.view(ExactSums) if exact else plain if numbers.ndim else plain[()])
    return converted


def _widest(x: Any) -> type:
    """The type that holds the user's numbers without loss. A double-double holds every float."""
    return DD if isinstance(x, (float, np.ndarray, np.generic)) and np.asarray(x).dtype.kind in "biuf" else QD


def _failure(error: Exception) -> str:
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {lines[0]}"


def _measure(function: Callable, arrays: tuple, name: str) -> tuple[Candidate, MultiWordArray | None]:
    candidate = Candidate(name)
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            inputs = _inputs(arrays, name)
            result, candidate.seconds = _timed(lambda: function(*inputs))
        if name in _OURS and not _is_ours(result):
            raise TypeError(f"the result is not of type {name}: lower words were lost, for example by float()")
        return candidate, _flattened(result)
    except Exception as error:  # noqa: BLE001 (whatever the user's function raises)
        candidate.seconds, candidate.failure = None, _failure(error)
        return candidate, None


def _measure_on(device: Any, function: Callable, arrays: tuple, name: str) -> tuple[Candidate, MultiWordArray | None]:
    candidate = Candidate(name, device.id)
    try:
        inputs = [device.array(x) for x in _inputs(arrays, name)]
        result, candidate.seconds = _timed(lambda: device.map(function, *inputs).to_host())
        return candidate, _flattened(result)
    except Exception as error:  # noqa: BLE001
        candidate.seconds, candidate.failure = None, _failure(error)
        return candidate, None


def advise(
    function: Callable, *arrays: Any, tolerance: float, reference: Any = "auto", devices: Any = (),
) -> Advice:
    """Recommends the cheapest number type for a function: runs it in every type, and measures errors and times.

    Parameters
    ----------
    function : callable
        Takes arrays or numbers, and returns a number, an array, or a tuple of them. It must work on arrays of
        floatfloat: it may use operators, ufuncs and functions of NumPy. If it fails in a type, the table says why.
    *arrays : array_like
        The arguments of the function: anything that ``floatfloat.array`` takes. Python integers, strings and functions
        are passed unchanged.
    tolerance : float
        The largest accepted error: the largest difference to the reference, divided by the largest element of the
        reference.
    reference : 'auto', array_like or callable
        The exact result, or a function of the arrays that returns it. ``'auto'`` takes the result in QD, or else in TD
        or DD. The error of that type is then estimated from the errors of the other types, by the ratio of the unit
        roundoffs.
    devices : sequence of str or Device
        Devices on which the function also runs, in FF and DD. ``Device.map`` records it there, so that it must be a
        function of single elements.

    Returns
    -------
    Advice
        ``best``, ``candidates`` and ``recommendation``. It prints as a table; a notebook also shows a figure.

    Raises
    ------
    ValueError
        If ``tolerance`` is not a positive number.

    Examples
    --------
    >>> import floatfloat as ff
    >>> import numpy as np
    >>> def variance(x):
    ...     return np.mean(x * x) - np.mean(x) ** 2
    >>> x = 1e6 + np.arange(1000) / 1000
    >>> advice = ff.advise(variance, x, tolerance=1e-10)
    >>> {candidate.name for candidate in advice.candidates if candidate.error < 1e-10} >= {"DD", "TD", "QD"}
    True
    """
    if not (isinstance(tolerance, (int, float)) and tolerance > 0):
        raise ValueError(f"advise: tolerance must be a positive number, not {tolerance!r}")
    if not callable(function):
        raise TypeError(f"advise: the first argument must be a function, not a {type(function).__name__}")
    measured = [_measure(function, arrays, name) for name in _UNITS]
    measured += [
        _measure_on(device, function, arrays, name) for device in map(_opened, devices) for name in ("FF", "DD")
    ]
    candidates = [candidate for candidate, _ in measured]
    notes = []
    wanted, widest = _wanted(reference, arrays, measured)
    if wanted is None:
        notes.append("There is no reference: the function failed in QD, TD and DD. Pass the exact result as reference.")
    for candidate, found in measured:
        if found is None or wanted is None:
            continue
        try:
            candidate.error = _distance(found, wanted)
        except ValueError as error:
            candidate.failure = _failure(error)
    if widest is not None:
        notes += _estimate(candidates, widest)
    good = [c for c in candidates if c.error is not None and c.error <= tolerance and c.seconds is not None]
    best = min(good, key=lambda c: c.seconds, default=None)
    return Advice(float(tolerance), candidates, best, notes)


def _opened(device: Any) -> Any:
    from .devices import Device

    return Device(device) if isinstance(device, str) else device


def _wanted(reference: Any, arrays: tuple, measured: list) -> tuple[MultiWordArray | None, str | None]:
    """The reference, and the type in which the function computed it; None if the user gave the reference."""
    if isinstance(reference, str):
        if reference != "auto":
            raise ValueError(f"advise: reference must be 'auto', numbers or a function, not {reference!r}")
        results = {candidate.name: found for candidate, found in measured}
        return next(((results[name], name) for name in _REFERENCES if results[name] is not None), (None, None))
    return _flattened(reference(*arrays) if callable(reference) else array(reference, QD)), None


def _estimate(candidates: list[Candidate], widest: str) -> list[str]:
    """Estimates the error of the reference's type. The function amplifies rounding errors alike in all types."""
    others = [c for c in candidates if c.error is not None and c.type != widest and c.device is None]
    factor = max((c.error / _UNITS[c.type] for c in others if math.isfinite(c.error)), default=1.0)
    for candidate in candidates:
        if candidate.type == widest and candidate.error is not None:
            candidate.error, candidate.estimated = max(factor, 1.0) * _UNITS[widest], True
    best = min(others, key=lambda c: _UNITS[c.type], default=None)
    if best is not None and best.error >= 0.1:
        return [
            f"The result in {best.type} has no correct digit, so that the error of {widest} can be larger than shown: pass "
            "the exact result as reference."
        ]
    return [f"The error of {widest} is estimated from the errors of the other types; pass a reference to measure it."]
