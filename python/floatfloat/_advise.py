"""Advice on number types: runs a function in every type, and measures errors and times."""

from __future__ import annotations

import math
import time
import warnings
from typing import Any, Callable

import numpy as np

from . import _sums
from ._advice import Advice, Candidate
from ._array import MultiWordArray
from ._construct import array
from ._conversions import watched
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


def _flattened(result: Any) -> MultiWordArray:
    """The numbers of a result as an array of quad-doubles with one axis."""
    if isinstance(result, (tuple, list)):
        return np.concatenate([_flattened(part) for part in result])
    return as_numbers(result, QD).reshape(-1)


def _checked(result: Any, name: str) -> None:
    """Refuses a result that has no number, or that has lost the digits of the type ``name``."""
    if isinstance(result, (tuple, list)):
        for part in result:
            _checked(part, name)
        return
    if result is None:
        raise TypeError("it returns None, not numbers")
    is_exact = isinstance(result, (MultiWordArray, *SCALARS, int)) or getattr(result, "dtype", np.dtype("O")).kind in "biu"
    if name in _OURS and not is_exact:
        raise TypeError(
            f"the result is not of type {name}: lower words were lost, for example by float(); it is a {type(result).__name__}"
        )


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
    difference = float(np.max(np.abs(np.where(special, zero, found) - np.where(special, zero, wanted))))
    return difference / size if size else (0.0 if not difference else math.inf)


def _fastest(call: Callable[[], Any], first: float) -> float:
    """The time of the fastest of several calls. The first call took the time ``first``."""
    best = spent = first
    runs = 1
    while spent < _TIME and runs < _MOST_RUNS:
        begin = time.perf_counter()
        call()
        seconds = time.perf_counter() - begin
        best, spent, runs = min(best, seconds), spent + seconds, runs + 1
    return best


def _timed(call: Callable[[], Any]) -> tuple[Any, float]:
    """The result of a call, and the time of the fastest of several calls."""
    begin = time.perf_counter()
    result = call()
    return result, _fastest(call, time.perf_counter() - begin)


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
            if name in _OURS:
                with watched() as found:
                    begin = time.perf_counter()
                    try:
                        result = function(*inputs)
                    finally:
                        candidate.floats = dict(found)
                    # Watched, too: a number that goes into an array of floats is an error elsewhere.
                    candidate.seconds = _fastest(lambda: function(*inputs), time.perf_counter() - begin)
            else:
                result, candidate.seconds = _timed(lambda: function(*inputs))
        _checked(result, name)
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
        roundoffs. A result for which a number became a float, as by ``float(v)``, ``math.sqrt(v)`` or an assignment to
        an element of ``np.zeros(2)``, is no reference: the advice names the lines.
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
    notes = _about_arguments(arrays) + _about_floats(candidates)
    wanted, widest = _wanted(reference, arrays, measured)
    reason = _no_reference(wanted, candidates)
    if wanted is not None and reason is None:
        for candidate, found in measured:
            if found is None:
                continue
            try:
                candidate.error = _distance(found, wanted)
            except ValueError as error:
                candidate.failure = _failure(error)
        notes += _about_result(wanted)
        if widest is not None:
            notes += _estimate(candidates, widest)
    good = [c for c in candidates if c.error is not None and c.error <= tolerance and c.seconds is not None]
    best = min(good, key=lambda c: c.seconds, default=None)
    return Advice(float(tolerance), candidates, best, notes, reason)


def _opened(device: Any) -> Any:
    from .devices import Device

    return Device(device) if isinstance(device, str) else device


def _wanted(reference: Any, arrays: tuple, measured: list) -> tuple[MultiWordArray | None, str | None]:
    """The reference, and the type in which the function computed it; None if the user gave the reference."""
    if isinstance(reference, str):
        if reference != "auto":
            raise ValueError(f"advise: reference must be 'auto', numbers or a function, not {reference!r}")
        # Digits that were lost in all types would not show as errors.
        results = {candidate.name: None if candidate.floats else found for candidate, found in measured}
        return next(((results[name], name) for name in _REFERENCES if results[name] is not None), (None, None))
    return _flattened(reference(*arrays) if callable(reference) else array(reference, QD)), None


def _no_reference(wanted: MultiWordArray | None, candidates: list[Candidate]) -> str | None:
    """Why errors cannot be known; None if they can."""
    if wanted is None:
        ours = {c.type: c for c in candidates if c.type in _REFERENCES and c.device is None}
        lossy = next((ours[name] for name in _REFERENCES if ours[name].floats), None)
        if lossy is not None:
            return (
                f"the function turns numbers into floats, for example in {_place(*next(iter(lossy.floats)))}, so that its "
                f"result in {lossy.type} is no reference"
            )
        plain = next((c for c in candidates if c.type == "float64"), None)
        failed = ours["QD"] if plain is None or plain.failure is None else plain
        where = "" if failed is plain else " in QD, TD and DD"
        return f"the function failed{where}, because {failed.failure}"
    if not wanted.size:
        return "the result has no element"
    if not np.any(np.isfinite(wanted)):
        return "the exact result has only " + ("NaN" if np.all(np.isnan(wanted)) else "NaN and infinities")
    return None


def _place(file: str, line: int) -> str:
    return f"{file}, line {line}"


def _about_arguments(arrays: tuple) -> list[str]:
    """What is special in the user's numbers."""
    notes = []
    for k, x in enumerate(arrays, 1):
        if isinstance(x, (bool, int, str)) or callable(x):
            continue
        try:
            count = int(np.sum(np.isnan(as_numbers(x, _widest(x)))))
        except Exception:  # noqa: BLE001 (what is no number is a failure in every type)
            continue
        if count:
            notes.append(f"Argument {k} contains {count} NaN.")
    return notes


def _about_floats(candidates: list[Candidate]) -> list[str]:
    """Where numbers become floats."""
    places: dict[tuple[str, int], tuple[int, str]] = {}
    for candidate in candidates:
        for place, count in candidate.floats.items():
            places.setdefault(place, (count, candidate.type))
    shown = [
        f"{_place(*place)} ({count} time{'s' * (count > 1)} in {kind})" for place, (count, kind) in sorted(places.items())
    ]
    if not shown:
        return []
    more = f", and in {len(shown) - 8} more lines" if len(shown) > 8 else ""
    return [
        "Numbers become floats, which keep the digits of float64 alone: " + "; ".join(shown[:8]) + more + ". Use functions "
        "and arrays of floatfloat there, such as np.sqrt and np.zeros_like(x), or pass the exact result as reference."
    ]


def _about_result(wanted: MultiWordArray) -> list[str]:
    """What is special in the reference."""
    count = int(np.sum(~np.isfinite(wanted)))
    if not count:
        return []
    return [f"The exact result has {count} NaN or infinities among {wanted.size} numbers: the error is that of the others."]


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
