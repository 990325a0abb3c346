"""Explanations: which lines of a function lose digits."""

from __future__ import annotations

import json
import time
from typing import Any, Callable

import numpy as np

from . import _core
from ._core import QD
from ._reductions import as_numbers
from ._watched import OutOfTime, Session, WatchedArray, lift, parts, words


class Explanation:
    """Which lines of a function lose digits. It prints as a report; a notebook also shows the lines."""

    def __init__(self, text: str, data: dict[str, Any], html: str) -> None:
        #: The report.
        self.text = text
        #: Everything in the report, as dictionaries and lists: ``lines``, ``losses``, ``rewrites``, ``decisions`` and so on.
        self.data = data
        self._html = html

    @property
    def verdict(self) -> str:
        """``accurate``, ``loses-digits``, ``ill-conditioned``, ``not-determined`` or ``unknown``."""
        return self.data["verdict"]

    @property
    def error(self) -> float:
        """The largest relative error of a result, at most 1."""
        return self.data["worst"]["error"]

    @property
    def lines(self) -> list[tuple[str, int, float]]:
        """The lines whose roundings cause the error: file, line, and their part of the error, at most 1."""
        return [(line["file"], line["line"], line["share"]) for line in self.data["lines"]]

    def __repr__(self) -> str:
        return self.text.rstrip()

    def _repr_html_(self) -> str:
        return self._html


def explain(function: Callable, *arrays: Any, seconds: float = 10.0, seed: int = 1) -> Explanation:
    """Explains which lines of a function lose digits: runs it on watched arrays, and again with single lines exact.

    Parameters
    ----------
    function : callable
        Takes arrays or numbers, and returns a number, an array, or a tuple, list or dictionary of them. It computes with
        operators, ufuncs and functions of NumPy that ``floatfloat.QD`` has, too. A float becomes an array without axes.
    *arrays : array_like
        The arguments of the function. If all arrays of floats are of float32, it computes in float32, else in float64.
        Integers, strings, None, dictionaries and functions are passed unchanged, and so are arrays of integers beside others.
    seconds : float
        The time for all runs. When it is over, what is known by then is the answer.
    seed : int
        Chooses how the numbers are changed to see how many digits they determine.

    Returns
    -------
    Explanation
        ``verdict``, ``error``, ``lines``, ``data`` and the report as text.

    Raises
    ------
    TypeError
        If the function leaves the watched arrays, as by ``float(x)`` or ``math.sqrt(x)``, or returns no numbers.
    ValueError
        If an argument is empty or has NaN or infinities, or if two runs of the function differ.
    TimeoutError
        If the function does not end in time.

    Examples
    --------
    >>> import floatfloat as ff
    >>> import numpy as np
    >>> def curvature(x):
    ...     return (1 - np.cos(x)) / (x * x)
    >>> explanation = ff.explain(curvature, np.linspace(1e-6, 1e-3, 100))
    >>> explanation.verdict
    'loses-digits'
    >>> explanation.data["rewrites"][0]["instead"]
    '2·sin²(x/2)'
    """
    if not callable(function):
        raise TypeError(f"explain: the first argument must be a function, not a {type(function).__name__}")
    if not seconds > 0:
        raise ValueError(f"explain: seconds must be positive, not {seconds!r}")
    inputs = [_input(k, x) for k, x in enumerate(arrays, 1)]
    kinds = [x.dtype for x in inputs if isinstance(x, np.ndarray)]
    if not kinds:
        raise TypeError("explain: no argument of the function is an array or a float")
    # A float of Python has the format of the arrays.
    floats = [np.asarray(x).dtype for x in arrays if type(x) is not float and getattr(x, "dtype", np.dtype("O")).kind == "f"]
    single = bool(floats) and all(kind == np.float32 for kind in floats)
    session = Session(np.float32 if single else np.float64, time.monotonic() + seconds)
    has_floats = any(kind.kind == "f" for kind in kinds)
    inputs = [
        x.astype(session.dtype) if isinstance(x, np.ndarray) and (x.dtype.kind == "f" or not has_floats) else x for x in inputs
    ]
    seed = int(seed) % 2**64
    try:
        first = _values(function, session, inputs)
        session.watch.clear()
        results = _flat(function(*_watched(session, inputs)), session)
    except OutOfTime:
        message = f"explain: the function has not ended after {seconds:g} s; pass less data or more seconds"
        raise TimeoutError(message) from None
    value = words(np.concatenate([np.ravel(x.value) for x in results]))
    if first.shape != value.shape or not np.array_equal(first, value, equal_nan=True):
        raise ValueError(
            "explain: two runs of the function differ; it must not use random numbers or change what it reads"
        )
    exact = np.concatenate([x.exact.reshape(-1) for x in results])
    radius = words(np.concatenate([np.ravel(x.radius) for x in results]))

    def again(rounds: bytes, otherwise: bool, change: int | None) -> Any:
        session.rounds, session.otherwise = bytes(rounds), otherwise
        try:
            found = _flat(function(*_watched(session, inputs, change)), session)
        except OutOfTime:
            return None
        return parts(np.concatenate([x.exact.reshape(-1) for x in found]))

    text, data, html = session.watch.explain(str(session.dtype), value, parts(exact), radius, seed, again)
    return Explanation(text, json.loads(data), html)


def _input(k: int, x: Any) -> Any:
    """An argument as an array, or unchanged."""
    if isinstance(x, (bool, int, str, dict, np.integer, np.bool_)) or x is None or callable(x):
        return x
    if isinstance(x, (np.matrix, np.ma.MaskedArray)):
        raise TypeError(f"explain: argument {k} is a {type(x).__name__}; pass an ordinary array")
    array = np.asarray(x)
    if array.dtype.kind not in "iuf" or array.dtype.itemsize > 8 or array.dtype == np.float16:
        raise TypeError(f"explain: argument {k} must be numbers of float64 or float32, not of {array.dtype}")
    if not array.size:
        raise ValueError(f"explain: argument {k} has no element")
    bad = np.argwhere(~np.isfinite(array))
    if len(bad):
        place = tuple(int(i) for i in bad[0])
        raise ValueError(f"explain: argument {k} is {array[place]} at {place}; pass finite numbers")
    return array


def _is_watched(x: Any) -> bool:
    return isinstance(x, np.ndarray) and x.dtype.kind == "f"


def _watched(session: Session, inputs: list, change: int | None = None) -> list:
    """The arguments as watched arrays, changed by the factors 1 ± u where a seed is given."""
    watched, unit = [], float(np.finfo(session.dtype).eps) / 2
    total = sum(x.size for x in inputs if _is_watched(x))
    signs = None if change is None else _core.random_signs(change, total)
    for x in inputs:
        if not _is_watched(x):
            watched.append(x.copy() if isinstance(x, np.ndarray) else x)
            continue
        exact = as_numbers(x, QD)
        if signs is not None:
            mine, signs = signs[: x.size].reshape(x.shape), signs[x.size :]
            exact = as_numbers(exact + exact * (mine * unit), QD)
        watched.append(WatchedArray(session, x.copy(order="K") if session.rounds is None else None, exact))
    return watched


def _values(function: Callable, session: Session, inputs: list) -> np.ndarray:
    results = _flat(function(*_watched(session, inputs)), session)
    return words(np.concatenate([np.ravel(x.value) for x in results]))


def _flat(result: Any, session: Session) -> list[WatchedArray]:
    """The numbers of a result."""
    if isinstance(result, dict):
        result = tuple(result.values())
    if isinstance(result, (tuple, list)):
        found = [one for part in result for one in _flat(part, session)]
        if not found:
            raise TypeError("explain: the function returns no numbers")
        return found
    if result is None:
        raise TypeError("explain: the function returns None, not numbers")
    if getattr(result, "dtype", np.dtype("O")).kind == "c" or isinstance(result, complex):
        raise TypeError("explain: the function returns complex numbers; return their real and imaginary parts")
    found = lift(session, result)
    if not found.size:
        raise TypeError("explain: the function returns no numbers")
    return [found]
