"""The functions of NumPy on our arrays. A function not in the table raises an error; nothing falls back to float64."""

from __future__ import annotations

import operator
from typing import Any, Callable

import numpy as np

from . import (
    _accumulations, _convolutions, _differences, _einsum, _io, _polynomials, _printing, _products, _ranges, _reductions, _sets, _shapes,
    _sorting, _statistics, linalg,
)
from ._base import result
from ._construct import asarray
from ._convert import common_kind
from ._exceptions import quiet
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


def _rounded(x, decimals):
    """Rounds to so many decimals. The result is not finite where a step overflows."""
    scale = as_numbers(10 ** min(abs(decimals), _MOST_DIGITS), x.dtype)
    if decimals > 0:
        scaled = x * scale
        has_fraction = np.less(np.abs(scaled), 2.0**x._kind.bits)
        return np.where(has_fraction, np.rint(scaled) / scale, x)
    return np.rint(x / scale) * scale if np.isfinite(scale) else x * 0.0


def _round(a, decimals=0, out=None):
    x = as_numbers(a)
    decimals = operator.index(decimals)
    if abs(decimals) >= 2**31:
        raise OverflowError(f"round: decimals must fit into a C int, not {decimals}")
    if decimals == 0:
        value = np.rint(x)
    else:
        with quiet():
            value = _rounded(x, decimals)
        value = np.where(np.isfinite(as_numbers(value)._hi), as_numbers(value), x)
        value = result(x._kind, [part[()] for part in value._parts])
    return _reductions._out(value, out)


def _isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    kind = common_kind([a, b]) or DOUBLE
    x, y = as_numbers(a, kind.scalar), as_numbers(b, kind.scalar)
    finite = np.isfinite(x) & np.isfinite(y)
    with quiet():
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


def _angle(function: Callable) -> Callable:
    return lambda x: function(as_numbers(x)._hi)


TABLE: dict[Callable, Callable] = {
    **_shapes.TABLE,
    **_io.TABLE,
    **_polynomials.TABLE,
    **linalg.TABLE,
    **_differences.TABLE,
    **_ranges.TABLE,
    **_sets.TABLE,
    np.sum: _reductions.sum,
    np.prod: _reductions.prod,
    np.mean: _statistics.mean,
    np.average: _statistics.average,
    np.var: _statistics.var,
    np.std: _statistics.std,
    np.max: _reductions.max,
    np.min: _reductions.min,
    np.amax: _reductions.max,
    np.amin: _reductions.min,
    np.argmax: _reductions.argmax,
    np.argmin: _reductions.argmin,
    np.cumsum: _accumulations.cumsum,
    np.cumprod: _accumulations.cumprod,
    np.cumulative_sum: _accumulations.cumulative("cumulative_sum", _accumulations.cumsum),
    np.cumulative_prod: _accumulations.cumulative("cumulative_prod", _accumulations.cumprod),
    np.ptp: _statistics.ptp,
    np.any: _reductions.any,
    np.all: _reductions.all,
    np.count_nonzero: _reductions.count_nonzero,
    np.nonzero: _reductions.nonzero,
    np.flatnonzero: lambda a: np.flatnonzero(as_numbers(a)._hi),
    np.argwhere: lambda a: np.argwhere(as_numbers(a)._hi),
    **{
        getattr(np, f"nan{name}"): getattr(_statistics, f"nan{name}")
        for name in "sum prod max min argmax argmin mean var std".split()
    },
    np.nanmedian: _sorting.nanmedian,
    np.nanquantile: _sorting.nanquantile,
    np.nanpercentile: _sorting.nanpercentile,
    np.nancumsum: _accumulations.nancumsum,
    np.nancumprod: _accumulations.nancumprod,
    np.cov: _statistics.cov,
    np.corrcoef: _statistics.corrcoef,
    np.argsort: _sorting.argsort,
    np.sort: _sorting.sort,
    np.partition: _sorting.partition,
    np.argpartition: _sorting.argpartition,
    np.searchsorted: _sorting.searchsorted,
    np.digitize: _sorting.digitize,
    np.median: _sorting.median,
    np.quantile: _sorting.quantile,
    np.percentile: _sorting.percentile,
    np.histogram: _sorting.histogram,
    np.interp: _sorting.interp,
    np.dot: _products.dot,
    np.vdot: _products.vdot,
    np.inner: _products.inner,
    np.outer: _products.outer,
    np.tensordot: _products.tensordot,
    np.einsum: _einsum.einsum,
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
    np.isreal: lambda x: np.ones(x.shape, bool)[()],
    np.iscomplex: lambda x: np.zeros(x.shape, bool)[()],
    np.convolve: _convolutions.convolve,
    np.correlate: _convolutions.correlate,
    np.array_repr: lambda arr, **_: _printing.array_repr(arr),
    np.array_str: lambda a, **_: _printing.array_str(a),
    np.array2string: lambda a, **_: _printing.array_str(a),
}


#: What to use instead of some functions that are not available.
_ADVICE: dict[Callable, str] = {
    np.polyadd: "use + on coefficients of one length",
    np.histogram_bin_edges: "use np.histogram, which also returns the edges",
    np.bincount: "use np.add.at on an array of floatfloat",
    np.fft.fft: "use x.to_float64(), or Fourier sums: np.exp of floatfloat.complex_array, and the operator @",
    np.linalg.lstsq: "use floatfloat.linalg.lstsq, which also returns the residual",
    np.linalg.tensorsolve: "use np.linalg.solve of matrices",
    np.linalg.tensorinv: "use np.linalg.inv of a matrix",
    **dict.fromkeys((np.unique_all, np.unique_counts, np.unique_inverse), "use np.unique with its options"),
    np.sinc: "use np.where(x == 0, 1, floatfloat.sinpi(x) / (floatfloat.pi * x))",
    np.apply_along_axis: "use the option axis of the function, or a loop and np.stack",
    np.piecewise: "use np.where or np.select",
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
