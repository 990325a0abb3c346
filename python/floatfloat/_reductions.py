"""Sums, products, extrema and statistics over axes."""

from __future__ import annotations

import math
from typing import Any, Callable

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from . import _core
from ._array import MultiWordArray
from ._base import result, wrap
from ._convert import common_kind, parts_of
from ._kinds import DOUBLE, SCALARS, Parts, as_contiguous, contiguous, kind_of_scalar
from ._refusals import unavailable

Axis = int | tuple[int, ...] | None


def as_numbers(x: Any, dtype: Any = None) -> MultiWordArray:
    """Numbers of any library as an array of floatfloat."""
    if dtype is None and isinstance(x, MultiWordArray):
        return x
    kind = kind_of_scalar(dtype) if dtype is not None else common_kind([x]) or DOUBLE
    if isinstance(x, MultiWordArray) and x._kind is kind:
        return x
    return wrap(kind, parts_of(x, kind))


def _axes(x: MultiWordArray, axis: Axis) -> tuple[int, ...]:
    if not x.ndim and axis in (0, -1):
        return ()
    return tuple(range(x.ndim)) if axis is None else normalize_axis_tuple(axis, x.ndim)


def rows_of(x: MultiWordArray, axis: Axis) -> tuple[Parts, int, tuple[int, ...]]:
    """The parts with the reduced axes last, the number of reductions, and the shape of the result."""
    if axis is None and x._hi.flags.c_contiguous:
        return contiguous(x._parts), 1, ()
    axes = _axes(x, axis)
    kept = tuple(k for k in range(x.ndim) if k not in axes)
    shape = tuple(x.shape[k] for k in kept)
    return tuple(as_contiguous(part.transpose(kept + axes)) for part in x._parts), math.prod(shape), shape


def _finish(x: MultiWordArray, parts: Any, shape: tuple[int, ...], axis: Axis, keepdims: Any) -> Any:
    if keepdims is True or keepdims is np.True_ or keepdims == 1:
        axes = _axes(x, axis)
        shape = tuple(1 if k in axes else n for k, n in enumerate(x.shape))
    return result(x._kind, [np.asarray(part).reshape(shape)[()] for part in parts])


def _keep(keepdims: Any) -> bool:
    return keepdims is not False and keepdims is not np._NoValue and bool(keepdims)


def _masked(x: MultiWordArray, where: Any, neutral: float) -> MultiWordArray:
    if where is True or where is np._NoValue or where is None:
        return x
    _check_truth("sum", None, where)
    shape = np.broadcast_shapes(x.shape, np.shape(where))
    word = x._kind.word.type
    values = (word(neutral), *[word(0)] * (x._kind.words - 1))
    return wrap(x._kind, tuple(np.where(where, np.broadcast_to(part, shape), v) for part, v in zip(x._parts, values)))


def _with_initial(value: Any, initial: Any, operation: Callable) -> Any:
    return value if initial is np._NoValue or initial is None else operation(value, initial)


def by_rows(compiled: Callable, x: MultiWordArray, axis: Axis, keepdims: Any) -> Any:
    """A compiled reduction of rows, over any axes."""
    parts, rows, shape = rows_of(x, axis)
    if axis is None and not _keep(keepdims):
        return x._kind.scalar._from_words(*(part.item() for part in compiled(parts, rows)))
    return _finish(x, compiled(parts, rows), shape, axis, _keep(keepdims))


def _out(value: Any, out: Any) -> Any:
    if out is None:
        return value
    from ._ufuncs import _assign

    return _assign(out, value)


def sum(a, axis=None, dtype=None, out=None, keepdims=False, initial=np._NoValue, where=True):  # noqa: A001
    x = _masked(as_numbers(a, dtype), where, 0.0)
    return _out(_with_initial(by_rows(_core.sum_rows, x, axis, keepdims), initial, np.add), out)


def prod(a, axis=None, dtype=None, out=None, keepdims=False, initial=np._NoValue, where=True):
    x = _masked(as_numbers(a, dtype), where, 1.0)
    return _out(_with_initial(by_rows(_core.product_rows, x, axis, keepdims), initial, np.multiply), out)


def _extreme(x: MultiWordArray, axis: Axis, keepdims: Any, largest: bool) -> Any:
    """The largest or smallest elements: second words decide where first words are equal. NaN if there is one."""
    axes = _axes(x, axis)
    if x._kind.words > 2:
        return _extreme_of_more(x, axis, axes, keepdims, largest)
    worst = -np.inf if largest else np.inf
    reduce = np.maximum.reduce if largest else np.minimum.reduce
    hi = reduce(x._hi, axis=axes, keepdims=True)
    lo = reduce(np.where(x._hi == hi, x._parts[1], x._kind.word.type(worst)), axis=axes, keepdims=True)
    lo = np.where(np.isnan(hi), x._kind.word.type(0), lo)
    shape = tuple(n for k, n in enumerate(x.shape) if k not in axes)
    return _finish(x, (hi, lo), shape, axis, _keep(keepdims))


def _extreme_of_more(x: MultiWordArray, axis: Axis, axes: tuple[int, ...], keepdims: Any, largest: bool) -> Any:
    """``_extreme`` for three and four words, where differences decide: the elements at the places of the extremes."""
    parts, rows, shape = rows_of(x, axes)
    if rows and not math.prod(x.shape[k] for k in axes):
        raise ValueError(f"zero-size array to reduction operation {'maximum' if largest else 'minimum'} which has no identity")
    flat = wrap(x._kind, tuple(part.reshape(rows, -1) for part in parts))
    places = _arg(flat, 1, False, largest) if rows else np.zeros(0, np.intp)
    return _finish(x, [part[np.arange(rows), places] for part in flat._parts], shape, axis, _keep(keepdims))


def max(a, axis=None, out=None, keepdims=False, initial=np._NoValue, where=True):  # noqa: A001
    x = as_numbers(a)
    if where is not True and initial is np._NoValue:
        raise ValueError("max: with where, also pass initial, the result if where selects no element")
    x = _masked(x, where, -np.inf)
    if not x.size and initial is not np._NoValue:
        return _out(_empty_extreme(x, axis, keepdims, initial), out)
    return _out(_with_initial(_extreme(x, axis, keepdims, True), initial, np.maximum), out)


def min(a, axis=None, out=None, keepdims=False, initial=np._NoValue, where=True):  # noqa: A001
    x = as_numbers(a)
    if where is not True and initial is np._NoValue:
        raise ValueError("min: with where, also pass initial, the result if where selects no element")
    x = _masked(x, where, np.inf)
    if not x.size and initial is not np._NoValue:
        return _out(_empty_extreme(x, axis, keepdims, initial), out)
    return _out(_with_initial(_extreme(x, axis, keepdims, False), initial, np.minimum), out)


def _empty_extreme(x: MultiWordArray, axis: Axis, keepdims: Any, initial: Any) -> Any:
    shape = np.empty(x.shape).sum(axis=axis, keepdims=_keep(keepdims)).shape
    value = as_numbers(initial, x.dtype)
    return result(x._kind, [np.full(shape, part)[()] for part in value._parts])


def _arg(x: MultiWordArray, axis: int | None, keepdims: Any, largest: bool) -> Any:
    if x._kind.words > 2:
        return _arg_of_more(x, axis, keepdims, largest)
    axes = None if axis is None else axis
    worst = -np.inf if largest else np.inf
    reduce = np.max if largest else np.min
    hi = reduce(x._hi, axis=axes, keepdims=True)
    candidates = np.where((x._hi == hi) | np.isnan(x._hi), x._parts[1], worst)
    # The first NaN comes before everything else.
    candidates = np.where(np.isnan(x._hi), np.nan, candidates)
    find = np.argmax if largest else np.argmin
    return find(candidates, axis=axes, keepdims=_keep(keepdims))


def _arg_of_more(x: MultiWordArray, axis: int | None, keepdims: Any, largest: bool) -> Any:
    """The first place of the extreme, in the order in which numbers are sorted; NaN comes before everything else."""
    rows = x.reshape(1, -1) if axis is None else np.moveaxis(x, normalize_axis_index(axis, x.ndim), -1)
    if not rows.shape[-1]:
        raise ValueError(f"attempt to get {'argmax' if largest else 'argmin'} of an empty sequence")
    count = math.prod(rows.shape[:-1])
    order = _core.argsort_rows(contiguous(rows._parts), count).reshape(rows.shape)
    extreme = np.take_along_axis(rows, order[..., -1:] if largest else order[..., :1], -1)
    # Sorting is stable: of the smallest the first is first, of the largest it has to be looked for.
    place = np.argmax(np.equal(rows, extreme), axis=-1)
    nan = np.isnan(rows._hi)
    place = np.where(nan.any(axis=-1), np.argmax(nan, axis=-1), place)
    if axis is None:
        place = place[0]
        return place.reshape((1,) * x.ndim) if _keep(keepdims) else place
    return np.expand_dims(place, axis) if _keep(keepdims) else place


def argmax(a, axis=None, out=None, keepdims=False):
    return _out(_arg(as_numbers(a), axis, keepdims, True), out)


def argmin(a, axis=None, out=None, keepdims=False):
    return _out(_arg(as_numbers(a), axis, keepdims, False), out)


def _accumulate(a: Any, axis: int | None, dtype: Any, out: Any, product: bool) -> Any:
    x = as_numbers(a, dtype)
    if axis is None or not x.ndim and axis in (0, -1):
        x, axis = x.reshape(-1), 0
    axis = normalize_axis_index(axis, x.ndim)
    parts = tuple(as_contiguous(np.moveaxis(part, axis, -1)) for part in x._parts)
    shape, rows = parts[0].shape, math.prod(parts[0].shape[:-1])
    parts = _core.accumulate_rows(parts, rows, product)
    return _out(wrap(x._kind, tuple(np.moveaxis(part.reshape(shape), -1, axis) for part in parts)), out)


def cumsum(a, axis=None, dtype=None, out=None):
    return _accumulate(a, axis, dtype, out, False)


def cumprod(a, axis=None, dtype=None, out=None):
    return _accumulate(a, axis, dtype, out, True)


def _count(x: MultiWordArray, axis: Axis, where: Any) -> Any:
    if where is True or where is np._NoValue:
        return math.prod(x.shape[k] for k in _axes(x, axis))
    return np.sum(np.broadcast_to(where, x.shape), axis=axis)


def mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    x = as_numbers(a, dtype)
    count = _count(x, axis, where)
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


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=np._NoValue, correction=np._NoValue):
    x = as_numbers(a, dtype)
    ddof = ddof if correction is np._NoValue else correction
    center = globals()["mean"](x, axis, keepdims=True, where=where) if mean is np._NoValue else mean
    squares = sum(np.square(x - center), axis, keepdims=keepdims, where=where)
    count = np.maximum(_count(x, axis, where) - ddof, 0)
    if _keep(keepdims) and np.ndim(count):
        count = np.expand_dims(count, _axes(x, axis))
    return _out(np.divide(as_numbers(squares), as_numbers(count, x.dtype)), out)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, **more):
    return _out(np.sqrt(var(a, axis, dtype, None, ddof, keepdims, **more)), out)


def ptp(a, axis=None, out=None, keepdims=False):
    return _out(max(a, axis, keepdims=keepdims) - min(a, axis, keepdims=keepdims), out)


def _check_truth(name: str, out: Any, where: Any) -> None:
    """Refuses numbers of floatfloat as ``out`` or ``where`` of a function that gives truth values."""
    if isinstance(out, MultiWordArray) or hasattr(where, "_kind") or isinstance(where, SCALARS):
        raise TypeError(f"np.{name}: out and where must be ordinary NumPy arrays of bool")


def any(a, axis=None, out=None, keepdims=False, *, where=True):  # noqa: A001
    _check_truth("any", out, where)
    return np.any(as_numbers(a)._hi != 0, axis=axis, out=out, keepdims=_keep(keepdims), where=where)


def all(a, axis=None, out=None, keepdims=False, *, where=True):  # noqa: A001
    _check_truth("all", out, where)
    return np.all(as_numbers(a)._hi != 0, axis=axis, out=out, keepdims=_keep(keepdims), where=where)


def count_nonzero(a, axis=None, *, keepdims=False):
    return np.count_nonzero(as_numbers(a)._hi, axis=axis, keepdims=keepdims)


def nonzero(a):
    return np.nonzero(as_numbers(a)._hi)


def diff(a, n=1, axis=-1, prepend=np._NoValue, append=np._NoValue):
    x = as_numbers(a)
    axis = normalize_axis_index(axis, x.ndim)
    pieces = [piece for piece in (prepend, x, append) if piece is not np._NoValue]
    if len(pieces) > 1:
        shape = tuple(1 if k == axis else m for k, m in enumerate(x.shape))
        pieces = [np.broadcast_to(as_numbers(p, x.dtype), shape) if not np.ndim(p) else p for p in pieces]
        x = np.concatenate(pieces, axis=axis)
    if n < 0:
        raise ValueError(f"diff: n must be at least 0, not {n}")
    for _ in range(n):
        before = [slice(None)] * x.ndim
        after = list(before)
        before[axis], after[axis] = slice(None, -1), slice(1, None)
        x = x[tuple(after)] - x[tuple(before)]
    return x


_REDUCE: dict[np.ufunc, Callable] = {
    np.add: sum,
    np.multiply: prod,
    np.maximum: max,
    np.minimum: min,
}


def ufunc_reduce(ufunc, array, axis=0, keepdims=False, initial=np._NoValue, where=True, dtype=None):
    """``ufunc.reduce``"""
    if ufunc in (np.logical_and, np.logical_or):
        return (all if ufunc is np.logical_and else any)(array, axis, keepdims=keepdims, where=where)
    if ufunc not in _REDUCE:
        raise unavailable(f"np.{ufunc.__name__}.reduce")
    x = as_numbers(array, dtype)
    return _REDUCE[ufunc](x, axis, keepdims=keepdims, initial=initial, where=where)


def ufunc_accumulate(ufunc, array, axis=0):
    """``ufunc.accumulate``"""
    if ufunc is np.add:
        return cumsum(array, axis)
    if ufunc is np.multiply:
        return cumprod(array, axis)
    if ufunc not in (np.maximum, np.minimum):
        raise unavailable(f"np.{ufunc.__name__}.accumulate")
    x = np.moveaxis(as_numbers(array), axis, 0).copy()
    for k in range(1, len(x)):
        x[k] = ufunc(x[k - 1], x[k])
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
