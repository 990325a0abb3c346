"""Sums, products, extrema and statistics over axes."""

from __future__ import annotations

import math
from typing import Any, Callable

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from . import _core
from ._array import MultiWordArray
from ._base import result, scalar_of, wrap
from ._convert import common_kind, parts_of
from ._exceptions import report_call
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


def _masked(x: MultiWordArray, where: Any, neutral: float, name: str) -> MultiWordArray:
    if where is True or where is np._NoValue or where is None:
        return x
    _check_truth(name, None, where)
    shape = np.broadcast_shapes(x.shape, np.shape(where))
    word = x._kind.word.type
    values = (word(neutral), *[word(0)] * (x._kind.words - 1))
    return wrap(x._kind, tuple(np.where(where, np.broadcast_to(part, shape), v) for part, v in zip(x._parts, values)))


def _with_initial(value: Any, initial: Any, operation: Callable) -> Any:
    return value if initial is np._NoValue or initial is None else operation(value, initial)


def by_rows(compiled: Callable, x: MultiWordArray, axis: Axis, keepdims: Any, ufunc: Any = None) -> Any:
    """A compiled reduction of rows, over any axes. Exceptions are those of the reduction of the ufunc, if there is one."""
    parts, rows, shape = rows_of(x, axis)
    found = compiled(parts, rows)
    if ufunc is not None and not np.isfinite(found[0]).all():
        report_call(ufunc.reduce, (parts[0].reshape(rows, -1),), "reduce", axis=-1)
    if axis is None and not _keep(keepdims):
        return x._kind.scalar._from_words(*(part.item() for part in found))
    return _finish(x, found, shape, axis, _keep(keepdims))


def _out(value: Any, out: Any) -> Any:
    if out is None:
        return value
    from ._ufuncs import _assign

    return _assign(out, value)


def sum(a, axis=None, dtype=None, out=None, keepdims=False, initial=np._NoValue, where=True):  # noqa: A001
    x = _masked(as_numbers(a, dtype), where, 0.0, "sum")
    if axis is None and x.ndim == 1 and initial is np._NoValue and out is None and not _keep(keepdims):
        words = _core.sum_of_row(x._parts)
        if words is not None and math.isfinite(words[0]):
            return scalar_of(x._kind, words)
    return _out(_with_initial(by_rows(_core.sum_rows, x, axis, keepdims, np.add), initial, np.add), out)


def prod(a, axis=None, dtype=None, out=None, keepdims=False, initial=np._NoValue, where=True):
    x = _masked(as_numbers(a, dtype), where, 1.0, "prod")
    return _out(_with_initial(by_rows(_core.product_rows, x, axis, keepdims, np.multiply), initial, np.multiply), out)


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
    columns = math.prod(x.shape[k] for k in axes)
    if rows and not columns:
        raise ValueError(f"zero-size array to reduction operation {'maximum' if largest else 'minimum'} which has no identity")
    flat = wrap(x._kind, tuple(part.reshape(rows, columns) for part in parts))
    places = _arg(flat, 1, False, largest) if rows else np.zeros(0, np.intp)
    return _finish(x, [part[np.arange(rows), places] for part in flat._parts], shape, axis, _keep(keepdims))


def max(a, axis=None, out=None, keepdims=False, initial=np._NoValue, where=True):  # noqa: A001
    x = as_numbers(a)
    if where is not True and initial is np._NoValue:
        raise ValueError("max: with where, also pass initial, the result if where selects no element")
    x = _masked(x, where, -np.inf, "max")
    if not x.size and initial is not np._NoValue:
        return _out(_empty_extreme(x, axis, keepdims, initial), out)
    return _out(_with_initial(_extreme(x, axis, keepdims, True), initial, np.maximum), out)


def min(a, axis=None, out=None, keepdims=False, initial=np._NoValue, where=True):  # noqa: A001
    x = as_numbers(a)
    if where is not True and initial is np._NoValue:
        raise ValueError("min: with where, also pass initial, the result if where selects no element")
    x = _masked(x, where, np.inf, "min")
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
    axis = None if not x.ndim and axis in (0, -1) else axis
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
