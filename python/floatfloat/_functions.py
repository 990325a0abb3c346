"""The functions of NumPy on our arrays. A function not in the table raises an error; nothing falls back to float64."""

from __future__ import annotations

import operator
from typing import Any, Callable

import numpy as np

from . import _io, _polynomials, _printing, _products, _reductions, _shapes, _sorting, linalg
from ._base import result
from ._construct import asarray
from ._convert import common_kind
from ._kinds import DOUBLE, SCALARS
from ._reductions import as_numbers
from ._refusals import unavailable


def _clip(a, a_min=np._NoValue, a_max=np._NoValue, out=None, *, min=np._NoValue, max=np._NoValue, **more):  # noqa: A002
    least = min if a_min is np._NoValue else a_min
    most = max if a_max is np._NoValue else a_max
    value = a
    if least is not None and least is not np._NoValue:
        value = np.maximum(value, least)
    if most is not None and most is not np._NoValue:
        value = np.minimum(value, most)
    return _reductions._out(np.positive(value) if value is a else value, out)


#: Powers of ten from this on are infinite in every type.
_MOST_DIGITS = 330


def _round(a, decimals=0, out=None):
    x = as_numbers(a)
    decimals = operator.index(decimals)
    if abs(decimals) >= 2**31:
        raise OverflowError(f"round: decimals must fit into a C int, not {decimals}")
    if decimals == 0:
        value = np.rint(x)
    else:
        scale = as_numbers(10 ** min(abs(decimals), _MOST_DIGITS), x.dtype)
        if decimals > 0:
            scaled = x * scale
            has_fraction = np.less(np.abs(scaled), 2.0**x._kind.bits)
            value = np.where(has_fraction, np.rint(scaled) / scale, x)
        elif np.isfinite(scale):
            value = np.rint(x / scale) * scale
        else:
            value = x * 0.0
        value = np.where(np.isfinite(as_numbers(value)._hi), as_numbers(value), x)
        value = result(x._kind, [part[()] for part in value._parts])
    return _reductions._out(value, out)


def _isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    kind = common_kind([a, b]) or DOUBLE
    x, y = as_numbers(a, kind.scalar), as_numbers(b, kind.scalar)
    finite = np.isfinite(x) & np.isfinite(y)
    close = np.where(finite, np.less_equal(np.abs(x - y), np.abs(y) * rtol + atol), np.equal(x, y))
    if equal_nan:
        close |= np.isnan(x) & np.isnan(y)
    return close if close.ndim else close[()]


def _allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return bool(np.all(_isclose(a, b, rtol, atol, equal_nan)))


def _array_equal(a1, a2, equal_nan=False):
    try:
        x, y = as_numbers(a1), as_numbers(a2)
    except (TypeError, ValueError):
        return False
    if x.shape != y.shape:
        return False
    same = np.equal(x, y)
    if equal_nan:
        same |= np.isnan(x) & np.isnan(y)
    return bool(np.all(same))


def _nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    a = as_numbers(x)
    most = np.finfo(a._kind.word).max
    value = np.where(np.isnan(a), as_numbers(nan, a.dtype), a)
    value = np.where(np.isposinf(a._hi), as_numbers(most if posinf is None else posinf, a.dtype), value)
    value = np.where(np.isneginf(a._hi), as_numbers(-most if neginf is None else neginf, a.dtype), value)
    return result(a._kind, [part[()] for part in value._parts])


def _without_nan(function: Callable, neutral: float) -> Callable:
    def call(a, *args, **kwargs):
        x = as_numbers(a)
        return function(np.where(np.isnan(x), as_numbers(neutral, x.dtype), x), *args, **kwargs)

    return call


def _nanmean(a, axis=None, dtype=None, out=None, keepdims=False):
    x = as_numbers(a, dtype)
    return _reductions.mean(x, axis, out=out, keepdims=keepdims, where=~np.isnan(x))


def _trapezoid(y, x=None, dx=1.0, axis=-1):
    y = np.moveaxis(as_numbers(y), axis, -1)
    if x is None:
        widths = dx
    else:
        x = as_numbers(x)
        widths = np.diff(x if x.ndim == 1 else np.moveaxis(x, axis, -1))
    return np.sum((y[..., 1:] + y[..., :-1]) * widths, axis=-1) / 2


def _convolve(a, v, mode="full"):
    x, y = _products._both(a, v)
    if not x.size or not y.size or x.ndim > 1 or y.ndim > 1:
        raise ValueError(f"convolve: operands must have one axis and be non-empty, not of shapes {x.shape} and {y.shape}")
    x, y = x.reshape(-1), y.reshape(-1)
    if y.size > x.size:
        x, y = y, x
    padded = np.pad(x, y.size - 1)
    windows = [np.lib.stride_tricks.sliding_window_view(part, y.size) for part in padded._parts]
    full = _products.matmul(_shapes._wrapped(x._kind, windows), y[::-1])
    if mode == "full":
        return full
    if mode == "same":
        start = (y.size - 1) // 2
        return full[start : start + x.size]
    if mode == "valid":
        return full[y.size - 1 : x.size]
    raise ValueError(f"convolve: mode must be 'full', 'same' or 'valid', not {mode!r}")


def _angle(function: Callable) -> Callable:
    return lambda x: function(as_numbers(x)._hi)


TABLE: dict[Callable, Callable] = {
    **_shapes.TABLE,
    **_io.TABLE,
    **_polynomials.TABLE,
    **linalg.TABLE,
    np.sum: _reductions.sum,
    np.prod: _reductions.prod,
    np.mean: _reductions.mean,
    np.average: _reductions.average,
    np.var: _reductions.var,
    np.std: _reductions.std,
    np.max: _reductions.max,
    np.min: _reductions.min,
    np.amax: _reductions.max,
    np.amin: _reductions.min,
    np.argmax: _reductions.argmax,
    np.argmin: _reductions.argmin,
    np.cumsum: _reductions.cumsum,
    np.cumprod: _reductions.cumprod,
    np.ptp: _reductions.ptp,
    np.any: _reductions.any,
    np.all: _reductions.all,
    np.count_nonzero: _reductions.count_nonzero,
    np.nonzero: _reductions.nonzero,
    np.flatnonzero: lambda a: np.flatnonzero(as_numbers(a)._hi),
    np.argwhere: lambda a: np.argwhere(as_numbers(a)._hi),
    np.diff: _reductions.diff,
    np.ediff1d: lambda ary, to_end=None, to_begin=None: np.concatenate(
        [x for x in (to_begin, np.diff(np.ravel(ary)), to_end) if x is not None]
    ),
    np.nansum: _without_nan(_reductions.sum, 0.0),
    np.nanprod: _without_nan(_reductions.prod, 1.0),
    np.nanmax: _without_nan(_reductions.max, -np.inf),
    np.nanmin: _without_nan(_reductions.min, np.inf),
    np.nanmean: _nanmean,
    np.argsort: _sorting.argsort,
    np.sort: _sorting.sort,
    np.partition: _sorting.partition,
    np.argpartition: _sorting.argpartition,
    np.searchsorted: _sorting.searchsorted,
    np.digitize: _sorting.digitize,
    np.unique: _sorting.unique,
    np.isin: _sorting.isin,
    np.median: _sorting.median,
    np.quantile: _sorting.quantile,
    np.percentile: _sorting.percentile,
    np.histogram: _sorting.histogram,
    np.linspace: _sorting.linspace,
    np.interp: _sorting.interp,
    np.dot: _products.dot,
    np.vdot: _products.vdot,
    np.inner: _products.inner,
    np.outer: _products.outer,
    np.tensordot: _products.tensordot,
    np.einsum: _products.einsum,
    np.kron: _products.kron,
    np.cross: _products.cross,
    np.trace: _products.trace,
    np.clip: _clip,
    np.round: _round,
    np.around: _round,
    np.fix: lambda x, out=None: np.trunc(x, out=out),
    np.isclose: _isclose,
    np.allclose: _allclose,
    np.array_equal: _array_equal,
    np.array_equiv: lambda a1, a2: bool(np.all(np.equal(a1, a2))),
    np.nan_to_num: _nan_to_num,
    np.isposinf: _angle(np.isposinf),
    np.isneginf: _angle(np.isneginf),
    np.isreal: lambda x: np.ones(x.shape, bool),
    np.iscomplex: lambda x: np.zeros(x.shape, bool),
    np.trapezoid: _trapezoid,
    np.convolve: _convolve,
    np.array_repr: lambda arr, **_: _printing.array_repr(arr),
    np.array_str: lambda a, **_: _printing.array_str(a),
    np.array2string: lambda a, **_: _printing.array_str(a),
}


#: What to use instead of some functions that are not available.
_ADVICE: dict[Callable, str] = {
    np.gradient: "use np.diff(f) / np.diff(x)",
    np.correlate: "use np.convolve(a, v[::-1], mode)",
    np.cumulative_sum: "use np.cumsum",
    np.cumulative_prod: "use np.cumprod",
    np.polymul: "use np.convolve",
    np.roots: "use floatfloat.linalg.eigvals of the companion matrix",
    np.logspace: "use 10 ** np.linspace(start, stop, num)",
    np.geomspace: "use np.exp(np.linspace(np.log(start), np.log(stop), num))",
    np.histogram_bin_edges: "use np.histogram, which also returns the edges",
    np.bincount: "use np.add.at on an array of floatfloat",
    np.savetxt: "use np.save",
    np.cov: "use d @ d.T / (n - 1) with the differences d from the means",
    np.block: "use np.concatenate",
    np.fft.fft: "use x.to_float64(), or Fourier sums: np.exp of floatfloat.complex_array, and the operator @",
    np.linalg.lstsq: "use floatfloat.linalg.lstsq",
    np.linalg.eig: "use floatfloat.linalg.eigvals, or np.linalg.eigh for a symmetric matrix",
    np.linalg.slogdet: "use np.linalg.det",
    np.linalg.pinv: "use floatfloat.linalg.lstsq to solve systems, or np.linalg.svd(a, full_matrices=False)",
    np.linalg.matrix_rank: "count the values of np.linalg.svdvals above a threshold",
    np.linalg.multi_dot: "use the operator @",
    **dict.fromkeys((np.intersect1d, np.setdiff1d, np.setxor1d, np.union1d), "use np.unique and np.isin"),
    **dict.fromkeys((np.unique_all, np.unique_counts, np.unique_inverse, np.unique_values), "use np.unique"),
    **dict.fromkeys((np.linalg.matrix_norm, np.linalg.vector_norm), "use np.linalg.norm"),
    **{
        getattr(np, f"nan{name}"): f"use np.{name} of x[~np.isnan(x)]"
        for name in "median percentile quantile std var".split()
    },
    np.nancumprod: "use np.cumprod of np.where(np.isnan(x), 1, x)",
    np.nancumsum: "use np.cumsum of np.where(np.isnan(x), 0, x)",
    **{
        getattr(np.linalg, name): f"use np.{name}"
        for name in "cross matmul matrix_transpose outer tensordot vecdot".split()
    },
    np.linalg.diagonal: "use np.diagonal with axis1=-2 and axis2=-1",
    np.linalg.trace: "use np.trace with axis1=-2 and axis2=-1",
}


def array_function(function: Callable, args: tuple, kwargs: dict) -> Any:
    """Implements ``__array_function__`` of arrays and scalars."""
    implementation = TABLE.get(function)
    if implementation is None:
        name = f"{function.__module__}.{function.__name__}".replace("numpy", "np")
        raise unavailable(name, _ADVICE.get(function))
    if kwargs:
        kwargs = {key: value for key, value in kwargs.items() if value is not np._NoValue}
    args = tuple([asarray(x) if isinstance(x, SCALARS) else x for x in args])
    try:
        return implementation(*args, **kwargs)
    except RecursionError:
        # NumPy was asked for the parts with an option that is ours, and asks us again.
        message = f"np.{function.__name__}: an option is a number of floatfloat; pass an ordinary number"
        raise TypeError(message) from None
