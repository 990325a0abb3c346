"""Numbers at equal distances, and in equal ratios."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._convert import common_kind
from ._kinds import DOUBLE
from ._reductions import as_numbers


def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None) -> Any:
    """Numbers from ``start`` on, up to ``stop`` but without it, at distances of ``step``, as ``numpy.arange``.

    Each number is ``start + k * step``. Python numbers become double-doubles, if ``dtype`` does not say otherwise.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.arange(0, 1, ff.DD("0.25"))
    DD([ 0.0, 0.25,  0.5, 0.75])
    """
    if stop is None:
        start, stop = 0, start
    scalar = dtype or (common_kind([start, stop, step]) or DOUBLE).scalar
    start, stop, step = (as_numbers(x, scalar) for x in (start, stop, step))
    if any(x.ndim for x in (start, stop, step)):
        raise TypeError("arange: start, stop and step must be single numbers")
    if not step:
        raise ZeroDivisionError("arange: the step must not be zero")
    length = np.ceil((stop - start) / step)
    if not np.isfinite(length):
        raise ValueError(f"arange: from {start} to {stop} by {step} there is no finite count of numbers")
    return as_numbers(start + as_numbers(np.arange(int(length)), scalar) * step)


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    kind = common_kind([start, stop]) or DOUBLE
    start, stop = (as_numbers(x, dtype or kind.scalar) for x in (start, stop))
    steps = num - 1 if endpoint else num
    step = (stop - start) / steps if steps > 0 else as_numbers(np.nan, start.dtype)
    places = as_numbers(np.arange(num), start.dtype).reshape((-1,) + (1,) * np.ndim(step))
    # One number is the start, whatever a step would be.
    values = as_numbers(start + (places * step if steps > 0 else places * as_numbers(0, start.dtype)))
    if endpoint and num > 1:
        values[-1] = stop
    values = np.moveaxis(values, 0, axis)
    return (values, step) if retstep else values


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    kind = common_kind([start, stop, base]) or DOUBLE
    exponents = linspace(as_numbers(start, dtype or kind.scalar), stop, num, endpoint, axis=axis)
    base = as_numbers(base, exponents.dtype)
    return np.power(np.expand_dims(base, axis) if base.ndim else base, exponents)


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    kind = common_kind([start, stop]) or DOUBLE
    start, stop = (as_numbers(x, dtype or kind.scalar) for x in (start, stop))
    if np.any((start == 0) | (stop == 0)):
        raise ValueError("Geometric sequence cannot include zero")
    if np.any(np.signbit(start) != np.signbit(stop)):
        raise ValueError("geomspace: start and stop must have the same sign for arrays of floatfloat")
    exponents = linspace(np.zeros_like(start), np.log(stop / start), num, endpoint)
    values = start * np.exp(exponents)
    # The ends are exact.
    if num > 0:
        values[0] = start
    if endpoint and num > 1:
        values[-1] = stop
    return np.moveaxis(values, 0, axis)


TABLE = {np.linspace: linspace, np.logspace: logspace, np.geomspace: geomspace}
