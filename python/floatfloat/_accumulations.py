"""Sums, products and extrema of the elements before each element; steps of ufuncs in order."""

from __future__ import annotations

import math
from typing import Any, Callable

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from . import _core
from ._array import MultiWordArray
from ._base import wrap
from ._convert import common_kind
from ._exceptions import report_call
from ._kinds import as_contiguous
from ._reductions import _out, as_numbers, prod, sum, ufunc_reduce  # noqa: A004
from ._refusals import unavailable


def _accumulate(a: Any, axis: int | None, dtype: Any, out: Any, product: bool) -> Any:
    x = as_numbers(a, dtype)
    if axis is None or not x.ndim and axis in (0, -1):
        x, axis = x.reshape(-1), 0
    axis = normalize_axis_index(axis, x.ndim)
    parts = tuple(as_contiguous(np.moveaxis(part, axis, -1)) for part in x._parts)
    shape, rows = parts[0].shape, math.prod(parts[0].shape[:-1])
    first, parts = parts[0], _core.accumulate_rows(parts, rows, product)
    if not np.isfinite(parts[0]).all():
        report_call((np.multiply if product else np.add).accumulate, (first,), "accumulate", axis=-1)
    return _out(wrap(x._kind, tuple(np.moveaxis(part.reshape(shape), -1, axis) for part in parts)), out)


def cumsum(a, axis=None, dtype=None, out=None):
    return _accumulate(a, axis, dtype, out, False)


def cumprod(a, axis=None, dtype=None, out=None):
    return _accumulate(a, axis, dtype, out, True)


def _without_nan(function: Callable, neutral: float) -> Callable:
    def call(a, axis=None, dtype=None, out=None):
        x = as_numbers(a, dtype)
        return function(np.where(np.isnan(x), as_numbers(neutral, x.dtype), x), axis, out=out)

    return call


nancumsum, nancumprod = _without_nan(cumsum, 0.0), _without_nan(cumprod, 1.0)


def cumulative(name: str, function: Callable) -> Callable:
    """``np.cumulative_sum`` or ``np.cumulative_prod``: ``np.cumsum`` or ``np.cumprod``, where an axis has to be given."""

    def call(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
        if axis is None and np.ndim(x) > 1:
            raise ValueError(f"{name}: for an array of {np.ndim(x)} axes the axis must be given")
        x, axis = np.atleast_1d(x), 0 if axis is None else axis
        found = function(x, axis, dtype)
        if include_initial:
            shape = tuple(1 if k == axis % found.ndim else n for k, n in enumerate(found.shape))
            found = np.concatenate([np.full_like(found, function is cumprod, shape=shape), found], axis=axis)
        return _out(found, out)

    return call


def ufunc_accumulate(ufunc, array, axis=0):
    """``ufunc.accumulate``"""
    if ufunc is np.add:
        return cumsum(array, axis)
    if ufunc is np.multiply:
        return cumprod(array, axis)
    if ufunc not in (np.maximum, np.minimum):
        raise unavailable(f"np.{ufunc.__name__}.accumulate")
    x = np.moveaxis(as_numbers(array), axis, 0).copy()
    # After each step an element is the extreme of twice as many.
    step = 1
    while step < len(x):
        x[step:] = ufunc(x[:-step], x[step:])
        step *= 2
    return np.moveaxis(x, 0, axis)


def ufunc_reduceat(ufunc, array, indices, axis=0, dtype=None):
    """``ufunc.reduceat``: each segment from an index up to the next, or one element if the next index is not larger."""
    x = as_numbers(array, dtype)
    axis = normalize_axis_index(axis, x.ndim)
    starts = np.asarray(indices)
    if starts.ndim != 1 or starts.dtype.kind not in "iu":
        raise TypeError(f"np.{ufunc.__name__}.reduceat: the indices must be integers in an array of one axis")
    count = x.shape[axis]
    if starts.size and not (0 <= starts.min() and starts.max() < count):
        raise IndexError(f"np.{ufunc.__name__}.reduceat: the indices must be from 0 to {count - 1}")
    rows = np.moveaxis(x, axis, 0)
    ends = np.append(starts[1:], count)
    pieces = [
        as_numbers(ufunc_reduce(ufunc, rows[start:end])) if start < end else rows[start : start + 1].reshape(rows.shape[1:])
        for start, end in zip(starts.tolist(), ends.tolist())
    ]
    if not pieces:
        return np.moveaxis(rows[:0], 0, axis)
    return np.moveaxis(np.stack(pieces), 0, axis)


#: Ufuncs whose second operands can be joined before they are applied.
_JOINED: dict[np.ufunc, Callable] = {np.add: sum, np.subtract: sum, np.multiply: prod, np.divide: prod}


def ufunc_at(ufunc, target, indices, *operands):
    """``ufunc.at``: changes elements in place. An element whose index is given several times is changed several times.

    Elements are changed in the order of the indices. If few elements are changed very often, the terms or factors of
    each element are first added or multiplied.
    """
    from ._shapes import _only_plain

    if not isinstance(target, MultiWordArray):
        raise TypeError(
            f"np.{ufunc.__name__}.at: lower words would be lost in an ordinary array; convert it with floatfloat.array"
        )
    if ufunc.nout != 1 or ufunc.nin != len(operands) + 1:
        raise TypeError(f"np.{ufunc.__name__}.at takes an array, indices and {ufunc.nin - 1} more operands")
    _only_plain(ufunc, indices)
    places = np.arange(target.size).reshape(target.shape)[indices]
    kinds = [common_kind([target, x]) or target._kind for x in operands]
    values = [np.broadcast_to(as_numbers(x, k.scalar), places.shape).reshape(-1) for x, k in zip(operands, kinds)]
    places = places.reshape(-1)
    order = np.argsort(places, kind="stable")
    unique, starts, counts = np.unique(places[order], return_index=True, return_counts=True)
    if ufunc in _JOINED and counts.size and counts.max() > 2 * unique.size:
        values = [np.stack([as_numbers(_JOINED[ufunc](piece)) for piece in np.split(x[order], starts[1:])]) for x in values]
        _changed_at(ufunc, target, unique, values)
        return
    for turn in range(counts.max() if counts.size else 0):
        chosen = counts > turn
        taken = order[starts[chosen] + turn]
        _changed_at(ufunc, target, unique[chosen], [x[taken] for x in values])


def _changed_at(ufunc: np.ufunc, target: MultiWordArray, places: np.ndarray, values: list) -> None:
    """Applies a ufunc to the elements at places that all differ, and to values."""
    index = np.unravel_index(places, target.shape)
    target[index] = ufunc(target[index], *values)
