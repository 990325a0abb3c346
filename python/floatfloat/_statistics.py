"""Means, variances, covariances; statistics that leave out NaN."""

from __future__ import annotations

import math
import warnings
from typing import Any, Callable

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from ._array import MultiWordArray
from ._base import result
from ._convert import common_kind
from ._exceptions import quiet
from ._frames import user_place
from ._kinds import DOUBLE
from ._reductions import Axis, _axes, _keep, _out, as_numbers, max, min, prod, sum  # noqa: A004


def _warn(message: str) -> None:
    _, _, level = user_place()
    warnings.warn(message, RuntimeWarning, stacklevel=level)


def _count(x: MultiWordArray, axis: Axis, where: Any) -> Any:
    if where is True or where is np._NoValue:
        return math.prod(x.shape[k] for k in _axes(x, axis))
    return np.sum(np.broadcast_to(where, x.shape), axis=axis)


def _strict_axis(x: MultiWordArray, axis: Axis) -> None:
    """Raises an error for an axis that does not exist. Sums accept axis 0 of an array without axes, statistics do not."""
    if axis is not None:
        normalize_axis_tuple(axis, x.ndim)


def mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    x = as_numbers(a, dtype)
    if axis is None and where is True and x.size and not _keep(keepdims):
        return _out(sum(x) / x.size, out)
    _strict_axis(x, axis)
    count = _count(x, axis, where)
    if np.any(np.equal(count, 0)):
        _warn("Mean of empty slice")
    total = sum(x, axis, keepdims=keepdims, where=where)
    if _keep(keepdims) and np.ndim(count):
        count = np.expand_dims(count, _axes(x, axis))
    return _out(total / as_numbers(count, x.dtype), out)


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    x = as_numbers(a)
    if weights is None:
        value = mean(x, axis, keepdims=keepdims)
        scale = as_numbers(_count(x, axis, True), x.dtype)[()]
    else:
        w = as_numbers(weights)
        if w.shape != x.shape:
            if axis is None or w.ndim != 1 or w.size != x.shape[axis]:
                raise ValueError(f"average: weights of shape {w.shape} do not fit an array of shape {x.shape}")
            axis = normalize_axis_index(axis, x.ndim)
            w = w.reshape(tuple(w.size if k == axis else 1 for k in range(x.ndim)))
        w = np.broadcast_to(w, x.shape)
        scale = sum(w, axis, keepdims=keepdims)
        if np.any(scale == 0):
            raise ZeroDivisionError("average: the weights sum to zero")
        value = sum(x * w, axis, keepdims=keepdims) / scale
    return (value, np.broadcast_to(scale, np.shape(value)) if np.ndim(value) else scale) if returned else value


def _variance(x: MultiWordArray, axis: Axis, ddof: Any, keepdims: Any, where: Any, center: Any) -> tuple[Any, Any]:
    """The squares of the differences from the mean, or from ``center``: their sum, and the number by which to divide."""
    count = np.asarray(_count(x, axis, where))
    if center is np._NoValue:
        size = np.expand_dims(count, _axes(x, axis)) if count.ndim else count
        # The mean of nothing is not used.
        center = sum(x, axis, keepdims=True, where=where) / as_numbers(np.maximum(size, 1), x.dtype)
    squares = sum(np.square(x - center), axis, keepdims=keepdims, where=where)
    if _keep(keepdims) and count.ndim:
        count = np.expand_dims(count, _axes(x, axis))
    return squares, count - ddof


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=np._NoValue, correction=np._NoValue):
    x = as_numbers(a, dtype)
    _strict_axis(x, axis)
    ddof = ddof if correction is np._NoValue else correction
    if axis is None and where is True and mean is np._NoValue and x.size > ddof and not _keep(keepdims):
        return _out(sum(np.square(x - sum(x) / x.size)) / (x.size - ddof), out)
    squares, count = _variance(x, axis, ddof, keepdims, where, mean)
    if np.any(count <= 0):
        _warn("Degrees of freedom <= 0 for slice")
    return _out(np.divide(as_numbers(squares), as_numbers(np.maximum(count, 0), x.dtype)), out)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, **more):
    return _out(np.sqrt(var(a, axis, dtype, None, ddof, keepdims, **more)), out)


def ptp(a, axis=None, out=None, keepdims=False):
    return _out(max(a, axis, keepdims=keepdims) - min(a, axis, keepdims=keepdims), out)


def _not_nan(x: MultiWordArray, where: Any = True) -> np.ndarray:
    return ~np.isnan(x._hi) if where is True else ~np.isnan(x._hi) & where


def _replacing_nan(function: Callable, neutral: float) -> Callable:
    """A sum or a product in which NaN counts as ``neutral``."""

    def call(a, axis=None, dtype=None, out=None, keepdims=False, initial=np._NoValue, where=True):
        x = as_numbers(a, dtype)
        x = np.where(_not_nan(x), x, as_numbers(neutral, x.dtype))
        return function(x, axis, None, out, keepdims, initial, where)

    return call


nansum, nanprod = _replacing_nan(sum, 0.0), _replacing_nan(prod, 1.0)


def _extreme_without_nan(function: Callable, neutral: float) -> Callable:
    def call(a, axis=None, out=None, keepdims=False, initial=np._NoValue, where=True):
        x = as_numbers(a)
        good = _not_nan(x)
        value = function(np.where(good, x, as_numbers(neutral, x.dtype)), axis, None, keepdims, initial, where)
        none = ~np.any(good, axis=_axes(x, axis), keepdims=_keep(keepdims))
        if np.any(none) and initial is np._NoValue:
            _warn("All-NaN slice encountered")
            value = np.where(none, as_numbers(np.nan, x.dtype), as_numbers(value))
            value = result(x._kind, [part[()] for part in value._parts])
        return _out(value, out)

    return call


nanmax, nanmin = _extreme_without_nan(max, -np.inf), _extreme_without_nan(min, np.inf)


def _arg_without_nan(function: Callable, neutral: float) -> Callable:
    def call(a, axis=None, out=None, keepdims=False):
        x = as_numbers(a)
        good = _not_nan(x)
        if not np.all(np.any(good, axis=axis)):
            raise ValueError("All-NaN slice encountered")
        return function(np.where(good, x, as_numbers(neutral, x.dtype)), axis=axis, out=out, keepdims=_keep(keepdims))

    return call


nanargmax, nanargmin = _arg_without_nan(np.argmax, -np.inf), _arg_without_nan(np.argmin, np.inf)


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    x = as_numbers(a, dtype)
    good = _not_nan(x, where)
    count = np.sum(good, axis=_axes(x, axis), keepdims=_keep(keepdims))
    total = sum(x, axis, keepdims=keepdims, where=good)
    if np.any(count == 0):
        _warn("Mean of empty slice")
    with quiet():
        return _out(np.divide(as_numbers(total), as_numbers(count, x.dtype)), out)


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=np._NoValue, correction=np._NoValue):
    x = as_numbers(a, dtype)
    ddof = ddof if correction is np._NoValue else correction
    squares, count = _variance(x, axis, ddof, keepdims, _not_nan(x, where), mean)
    if np.any(count <= 0):
        _warn("Degrees of freedom <= 0 for slice.")
    with quiet():
        value = np.divide(as_numbers(squares), as_numbers(np.where(count <= 0, np.nan, count), x.dtype))
    return _out(value, out)


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, **more):
    return _out(np.sqrt(nanvar(a, axis, dtype, None, ddof, keepdims, **more)), out)


def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None):
    kind = common_kind([m] if y is None else [m, y]) or DOUBLE
    x, ddof = _observations(as_numbers(m, dtype or kind.scalar), rowvar), int(not bias) if ddof is None else ddof
    if not x.shape[0]:
        return np.zeros_like(x, shape=(0, 0))
    if y is not None:
        x = np.concatenate([x, _observations(as_numbers(y, x.dtype), rowvar)], axis=0)
    weights = [as_numbers(w, x.dtype) for w in (fweights, aweights) if w is not None]
    if any(w.ndim != 1 or w.size != x.shape[1] or np.any(w < 0) for w in weights):
        raise ValueError(f"cov: the weights must be {x.shape[1]} numbers that are not negative")
    w = math.prod(weights[1:], start=weights[0]) if weights else None
    center, total = average(x, axis=1, weights=w, returned=True)
    count = total[0]
    if aweights is not None and ddof:
        count = count - ddof * sum(w * weights[-1]) / count
    else:
        count = count - ddof
    if count <= 0:
        _warn("Degrees of freedom <= 0 for slice")
        count = count * 0
    x = x - center[:, None]
    return np.squeeze(as_numbers(np.divide(x @ (x if w is None else x * w).T, count)))


def _observations(x: MultiWordArray, rowvar: bool) -> MultiWordArray:
    """The variables as rows."""
    if x.ndim > 2:
        raise ValueError(f"cov: an array must have at most two axes, not {x.ndim}")
    return np.atleast_2d(x) if rowvar or x.ndim < 2 else x.T


def corrcoef(x, y=None, rowvar=True, *, dtype=None):
    c = as_numbers(cov(x, y, rowvar, dtype=dtype))
    if not c.ndim:
        return c / c
    deviation = np.sqrt(np.diagonal(c))
    return np.clip(c / deviation[:, None] / deviation, -1, 1)
