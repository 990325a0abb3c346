"""Order: sorting, searching, unique elements, quantiles, histograms."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from . import _core
from ._array import MultiWordArray
from ._base import result
from ._compare import less, less_equal
from ._convert import common_kind
from ._exceptions import quiet
from ._kinds import DOUBLE, contiguous
from ._ranges import linspace
from ._reductions import _out, as_numbers
from ._statistics import _warn, mean


def argsort(a, axis=-1, kind=None, order=None, *, stable=None):
    x = as_numbers(a)
    if axis is None or not x.ndim and axis in (0, -1):
        x, axis = x.reshape(-1), 0
    # NaN comes last. Stable.
    if x._kind.words == 2:
        return np.lexsort(x._parts[::-1], axis=axis)
    rows = np.moveaxis(x, axis, -1)
    order = _core.argsort_rows(contiguous(rows._parts), math.prod(rows.shape[:-1])).reshape(rows.shape)
    return np.moveaxis(order, -1, axis)


def sort(a, axis=-1, kind=None, order=None, *, stable=None):
    x = as_numbers(a)
    if axis is None:
        x, axis = x.reshape(-1), 0
    return np.take_along_axis(x, argsort(x, axis), axis)


def searchsorted(a, v, side="left", sorter=None):
    kind = common_kind([a, v]) or DOUBLE
    a, x = as_numbers(a, kind.scalar), as_numbers(v, kind.scalar)
    if a.ndim != 1:
        raise ValueError(f"searchsorted: the first operand must have one axis, not {a.ndim}")
    if side not in ("left", "right"):
        raise ValueError(f"searchsorted: side must be 'left' or 'right', not {side!r}")
    if sorter is not None:
        a = np.take(a, sorter)
    low, high = np.zeros(x.shape, np.intp), np.full(x.shape, a.size, np.intp)
    numbers = x._parts
    while np.any(low < high):
        middle = (low + high) // 2
        # Where the search has ended the place may be behind the last element.
        found = tuple(part[np.minimum(middle, a.size - 1)] for part in a._parts)
        before = less(found, numbers) if side == "left" else less_equal(found, numbers)
        # NaN are larger than everything.
        before |= np.isnan(numbers[0]) & (~np.isnan(found[0]) | (side == "right"))
        before &= low < high
        low, high = np.where(before, middle + 1, low), np.where(before, high, np.minimum(middle, high))
    return low if low.ndim else low[()]


def partition(a, kth, axis=-1, kind="introselect", order=None):
    return sort(a, axis)


def argpartition(a, kth, axis=-1, kind="introselect", order=None):
    return argsort(a, axis)


def _rows(x: MultiWordArray, axes: tuple[int, ...]) -> tuple[list[int], MultiWordArray]:
    """The axes that are kept, and the array with all other axes merged into one last axis."""
    kept = [k for k in range(x.ndim) if k not in axes]
    count = math.prod(x.shape[k] for k in axes)
    return kept, np.transpose(x, kept + list(axes)).reshape([x.shape[k] for k in kept] + [count])


_METHODS = ("linear", "lower", "higher", "midpoint", "nearest")


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, **unknown):
    if any(value is not None for value in unknown.values()):
        raise TypeError(f"quantile: {sorted(unknown)} are not available for arrays of floatfloat")
    if method not in _METHODS:
        raise TypeError(f"quantile: method must be one of {_METHODS} for arrays of floatfloat, not {method!r}")
    x = as_numbers(a)
    q = as_numbers(q, x.dtype)
    if np.any(~((q >= 0) & (q <= 1))):
        raise ValueError("Quantiles must be in the range [0, 1]")
    axes = tuple(range(x.ndim)) if axis is None else normalize_axis_tuple(axis, x.ndim)
    kept, rows = _rows(x, axes)
    ordered = sort(rows)
    last = rows.shape[-1] - 1
    if last < 0:
        raise IndexError("quantile: the array has no elements")
    place = q * last
    below = np.clip(np.floor(place)._hi if isinstance(place, MultiWordArray) else np.floor(place).hi, 0, last).astype(np.intp)
    rest = place - as_numbers(below, x.dtype)
    if method == "nearest":
        below = np.clip(np.asarray(as_numbers(np.rint(place))._hi), 0, last).astype(np.intp)
        rest = rest * 0
    above = np.minimum(below + 1, last)
    one = ordered[..., below]
    other = ordered[..., above]
    if method == "midpoint":
        rest = np.where(rest > 0, as_numbers(0.5, x.dtype), as_numbers(0, x.dtype))
    elif method in ("lower", "higher"):
        rest = np.where(rest > 0, as_numbers(float(method == "higher"), x.dtype), as_numbers(0, x.dtype))
    one, other = as_numbers(one), as_numbers(other)
    # An infinite neighbour that does not count must not make NaN, and the smaller one not if it is infinite itself.
    alone = (rest == 0) | np.isneginf(one._hi) & ~np.isposinf(other._hi) | (one == other)
    with quiet():
        value = np.where(alone, one, as_numbers(one + (other - one) * rest))
    nan = np.isnan(rows._hi).any(axis=-1)
    if np.any(nan):
        value = np.where(nan.reshape(nan.shape + (1,) * q.ndim), as_numbers(np.nan, x.dtype), value)
    value = np.moveaxis(value, range(len(kept), value.ndim), range(q.ndim)) if q.ndim else value
    if keepdims:
        value = np.expand_dims(value, tuple(q.ndim + k for k in axes))
    return _out(result(x._kind, [part[()] for part in value._parts]), out)


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, **unknown):
    x = as_numbers(a)
    q = as_numbers(q, x.dtype)
    if np.any(~((q >= 0) & (q <= 100))):
        raise ValueError("Percentiles must be in the range [0, 100]")
    return quantile(x, q / 100, axis, out, overwrite_input, method, keepdims, **unknown)


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    x = as_numbers(a)
    axes = tuple(range(x.ndim)) if axis is None else normalize_axis_tuple(axis, x.ndim)
    kept, rows = _rows(x, axes)
    ordered, count = sort(rows), rows.shape[-1]
    middle = ordered[..., (count - 1) // 2 : count // 2 + 1] if count else ordered
    value = np.where(np.isnan(rows._hi).any(axis=-1), as_numbers(np.nan, x.dtype), as_numbers(mean(middle, -1)))
    if keepdims:
        value = np.expand_dims(value, axes)
    return _out(result(x._kind, [part[()] for part in value._parts]), out)


def _of_each_row(a: Any, axis: Any, keepdims: Any, shape: tuple[int, ...], of_row: Any) -> Any:
    """A statistic, of this shape, of the elements of each row that are not NaN. NaN for a row without any."""
    x = as_numbers(a)
    axes = tuple(range(x.ndim)) if axis is None else normalize_axis_tuple(axis, x.ndim)
    kept, rows = _rows(x, axes)
    sizes = tuple(x.shape[k] for k in kept)
    none, results = np.full_like(x, np.nan, shape=shape), []
    for index in np.ndindex(sizes):
        row = rows[index]
        good = ~np.isnan(row._hi)
        if not good.any():
            _warn("All-NaN slice encountered" if row.size else "Mean of empty slice")
        row = row[good]
        results.append(as_numbers(of_row(row)) if row.size else none)
    value = (np.stack(results) if results else none[None][:0]).reshape(sizes + shape)
    value = np.moveaxis(value, range(len(kept), value.ndim), range(len(shape)))
    if keepdims is True:
        value = np.expand_dims(value, tuple(len(shape) + k for k in axes))
    return result(x._kind, [part[()] for part in value._parts])


def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    return _out(_of_each_row(a, axis, keepdims, (), median), out)


def nanquantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, **unknown):
    def of_row(row: MultiWordArray) -> Any:
        return quantile(row, q, method=method, **unknown)

    return _out(_of_each_row(a, axis, keepdims, np.shape(q), of_row), out)


def nanpercentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, **unknown):
    def of_row(row: MultiWordArray) -> Any:
        return percentile(row, q, method=method, **unknown)

    return _out(_of_each_row(a, axis, keepdims, np.shape(q), of_row), out)


def _edges(x: MultiWordArray, bins: Any, limits: Any) -> MultiWordArray:
    if np.ndim(bins) == 1:
        edges = as_numbers(bins, x.dtype)
        if np.any(edges[1:] < edges[:-1]):
            raise ValueError("`bins` must increase monotonically, when an array")
        return edges
    if isinstance(bins, str):
        raise TypeError(f"histogram: bins must be a number or edges for arrays of floatfloat, not the rule {bins!r}")
    if bins < 1:
        raise ValueError("`bins` must be positive, when an integer")
    if limits is None:
        limits = (np.min(x), np.max(x)) if x.size else (0, 1)
    first, last = limits
    ends = as_numbers([first, last], x.dtype)
    if not np.all(np.isfinite(ends)) or ends[1] < ends[0]:
        raise ValueError(f"histogram: the range must be finite and ascending, not from {ends[0]} to {ends[1]}")
    if ends[0] == ends[1]:
        ends = ends + as_numbers([-0.5, 0.5], x.dtype)
    return linspace(ends[0], ends[1], bins + 1)


def histogram(a, bins=10, range=None, density=None, weights=None):  # noqa: A002
    x = as_numbers(a).reshape(-1)
    edges = _edges(x, bins, range)
    places = searchsorted(edges, x, "right") - 1
    places = np.where(x == edges[-1], edges.size - 2, places)
    inside = (places >= 0) & (places < edges.size - 1) & ~np.isnan(x._hi)
    places = places[inside]
    if weights is None:
        counts = np.bincount(places, minlength=edges.size - 1)
    else:
        w = as_numbers(weights, x.dtype).reshape(-1)[inside]
        counts = as_numbers([np.sum(w[places == k]) for k in np.arange(edges.size - 1)], x.dtype)
    if density:
        counts = as_numbers(counts, x.dtype)
        counts = counts / (np.diff(edges) * np.sum(counts))
    return counts, edges


def interp(x, xp, fp, left=None, right=None, period=None):
    if period is not None:
        raise TypeError("interp with a period is not available for arrays of floatfloat: pass np.remainder(x, period) as x")
    kind = common_kind([x, xp, fp]) or DOUBLE
    x, xp, fp = (as_numbers(v, kind.scalar) for v in (x, xp, fp))
    if xp.ndim != 1 or xp.shape != fp.shape or not xp.size:
        raise ValueError(
            "interp: xp and fp must have one axis and the same number of elements, at least one; the shapes are "
            f"{xp.shape} and {fp.shape}"
        )
    place = np.clip(searchsorted(xp, x, "right") - 1, 0, max(xp.size - 2, 0))
    after = np.minimum(place + 1, xp.size - 1)
    width = xp[after] - xp[place]
    safe = np.where(width == 0, as_numbers(1, kind.scalar), as_numbers(width))
    value = as_numbers(fp[place] + (fp[after] - fp[place]) * (x - xp[place]) / safe)
    value = np.where(x == xp[after], as_numbers(fp[after]), value)
    value = np.where(x < xp[0], as_numbers(fp[0] if left is None else left, kind.scalar), value)
    value = np.where(x > xp[-1], as_numbers(fp[-1] if right is None else right, kind.scalar), value)
    value = np.where(np.isnan(x), as_numbers(np.nan, kind.scalar), value)
    return result(kind, [part[()] for part in value._parts])


def digitize(x, bins, right=False):
    edges = as_numbers(bins)
    if edges.ndim != 1:
        raise ValueError(f"digitize: bins must have one axis, not {edges.ndim}")
    # NumPy takes edges that do not compare as falling.
    rises, falls = np.any(edges[1:] > edges[:-1]), np.any(edges[1:] < edges[:-1])
    if rises and falls:
        raise ValueError("bins must be monotonically increasing or decreasing")
    side = "left" if right else "right"
    falls |= not rises and np.isnan(edges._hi).any()
    return edges.size - searchsorted(edges[::-1], x, side) if falls else searchsorted(edges, x, side)
