"""Which number type a function of the user needs: it runs in every type, and its error and time are measured."""

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

#: How long each type is measured at least, in seconds, once it has run.
_TIME = 0.05
_MOST_RUNS = 100
#: Our types, by name.
_OURS = {kind.scalar.__name__: kind for kind in KINDS}
#: u of the machine's words and uⁿ of numbers of n of them, the most precise last.
_UNITS = {"float32": 2.0**-24, "float64": 2.0**-53, "float64, exact sums": 2.0**-53}
_UNITS |= {name: 2.0**-kind.bits for name, kind in _OURS.items()}
_UNITS = dict(sorted(_UNITS.items(), key=lambda item: -item[1]))
#: The types whose result the others are compared with: the first that the function can compute in.
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
    """What was measured of one type."""

    type: str
    #: The device; None where it is NumPy that computes, or floatfloat on arrays in memory.
    device: str | None = None
    #: Relative to the largest element of the result; None if it failed.
    error: float | None = None
    #: Whether the error is an estimate: the type is that of the reference.
    estimated: bool = False
    seconds: float | None = None
    failure: str | None = None

    @property
    def name(self) -> str:
        """Type and device."""
        return self.type if self.device is None else f"{self.type} on device {self.device}"


@dataclass
class Advice:
    """What ``advise`` measured, and what it recommends."""

    tolerance: float
    candidates: list[Candidate]
    #: The cheapest that is good enough; None if none is.
    best: Candidate | None
    notes: list[str]

    @property
    def recommendation(self) -> str:
        """In a sentence."""
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
        """The errors over the times, as a picture."""
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
    """The numbers of a result, in quad-doubles, one after the other."""
    if isinstance(result, (tuple, list)):
        return np.concatenate([_flattened(part) for part in result])
    return as_numbers(result, QD).reshape(-1)


def _is_ours(result: Any) -> bool:
    if isinstance(result, (tuple, list)):
        return all(_is_ours(part) for part in result)
    return isinstance(result, (MultiWordArray, *SCALARS))


def _distance(found: MultiWordArray, wanted: MultiWordArray) -> float:
    if found.shape != wanted.shape:
        raise ValueError(f"the result has {found.size} numbers, that of the reference {wanted.size}")
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
    """The result of a call, and the time of the fastest of several."""
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
    """The arrays of the user in a type; each is rounded once."""
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
    """The type that keeps what there is of the user's numbers: floats need no more than a double-double."""
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
            raise TypeError(f"the result is not {name}: lower words were lost, for example by float()")
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
    """Runs a function in every number type, measures errors and times, and recommends the cheapest that is good enough.

    Parameters
    ----------
    function : callable
        Of arrays, or numbers; its result is a number, an array, or a tuple of them. It must work on arrays of
        floatfloat as on those of NumPy: operators, ufuncs and functions of NumPy. Where it fails in a type, that is
        reported.
    *arrays : array_like
        Floats, double-words, or whatever ``floatfloat.array`` takes. Integers, strings and functions are passed on as
        they are.
    tolerance : float
        The largest relative error, of the largest difference to the largest element of the result.
    reference : 'auto', array_like or callable
        The exact result, or a function that gives it. ``'auto'`` takes that of quad-doubles, or of the widest type
        that the function works in, whose own error is then estimated from those of the other types, by the ratio of
        their units of rounding.
    devices : sequence of str or Device
        Devices on which the function is recorded and run as well, if it is one of single elements.

    Returns
    -------
    Advice
        With ``best``, ``candidates`` and ``recommendation``; a table, and in a notebook a picture too.

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
        raise ValueError(f"the tolerance is a positive number, not {tolerance!r}")
    if not callable(function):
        raise TypeError(f"advise takes a function, not a {type(function).__name__}")
    measured = [_measure(function, arrays, name) for name in _UNITS]
    measured += [
        _measure_on(device, function, arrays, name) for device in map(_opened, devices) for name in ("FF", "DD")
    ]
    candidates = [candidate for candidate, _ in measured]
    notes = []
    wanted, widest = _wanted(reference, arrays, measured)
    if wanted is None:
        notes.append("There is no result to compare with: the function failed in QD, TD and DD.")
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
    """The numbers to compare with, and the type that they are the result of, if they are that of one."""
    if isinstance(reference, str):
        if reference != "auto":
            raise ValueError(f"the reference is 'auto', numbers or a function, not {reference!r}")
        results = {candidate.name: found for candidate, found in measured}
        return next(((results[name], name) for name in _REFERENCES if results[name] is not None), (None, None))
    return _flattened(reference(*arrays) if callable(reference) else array(reference, QD)), None


def _estimate(candidates: list[Candidate], widest: str) -> list[str]:
    """The error of the type of the reference, from those of the others: rounding is amplified alike in all types."""
    others = [c for c in candidates if c.error is not None and c.type != widest and c.device is None]
    factor = max((c.error / _UNITS[c.type] for c in others if math.isfinite(c.error)), default=1.0)
    for candidate in candidates:
        if candidate.type == widest and candidate.error is not None:
            candidate.error, candidate.estimated = max(factor, 1.0) * _UNITS[widest], True
    best = min(others, key=lambda c: _UNITS[c.type], default=None)
    if best is not None and best.error >= 0.1:
        return [
            f"{best.type} has no correct digit, so that the error of {widest} is known only to be at least what is shown: "
            "give a reference to be sure."
        ]
    return [f"The error of {widest} is estimated from those of the other types; give a reference to measure it."]
