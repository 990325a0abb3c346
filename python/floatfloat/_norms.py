"""Norms of vectors and matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._array import MultiWordArray
from ._reductions import as_numbers, by_rows
from ._reductions import max as _max
from ._reductions import min as _min
from ._reductions import sum as _sum


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:  # noqa: A002
    """The norm of a vector or of a matrix, as ``numpy.linalg.norm``.

    For matrices of numbers of three and four words, ``ord`` is 'fro', 1, -1, inf or -inf. The norms 2, -2 and 'nuc' need
    singular values, which are available for numbers of two words.

    Examples
    --------
    >>> import floatfloat as ff
    >>> ff.linalg.norm(ff.DD([3, 4]))
    DD('5.0')
    """
    a = as_numbers(x)
    if axis is None and (ord is None or a.ndim == 1):
        if ord is None or ord == 2:
            return by_rows(_core.norm_rows, a, None, keepdims)
        axis = 0
    elif axis is None:
        if a.ndim != 2:
            raise ValueError(f"norm: ord without axis needs an array of one or two axes, not {a.ndim}")
        axis = (0, 1)
    axes = (axis,) if isinstance(axis, (int, np.integer)) else tuple(axis)
    if len(axes) == 2:
        return _matrix_norm(a, ord, axes, keepdims)
    if ord is None or ord == 2:
        return by_rows(_core.norm_rows, a, axes, keepdims)
    size = np.abs(a)
    if ord == np.inf:
        return _max(size, axes, keepdims=keepdims)
    if ord == -np.inf:
        return _min(size, axes, keepdims=keepdims)
    if ord == 0:
        return _sum(as_numbers(a != 0, a.dtype), axes, keepdims=keepdims)
    if ord == 1:
        return _sum(size, axes, keepdims=keepdims)
    if isinstance(ord, str):
        raise ValueError(f"norm: {ord!r} is not a norm of vectors")
    return np.power(_sum(np.power(size, ord), axes, keepdims=keepdims), 1 / as_numbers(ord, a.dtype)[()])


def _matrix_norm(a: MultiWordArray, ord: Any, axes: tuple, keepdims: bool) -> Any:  # noqa: A002
    if ord is None or ord == "fro":
        return by_rows(_core.norm_rows, a, axes, keepdims)
    rows, columns = axes
    if ord in (2, -2, "nuc"):
        from ._spectra import svdvals

        values = svdvals(np.moveaxis(a, axes, (-2, -1)))
        value = {2: _max, -2: _min, "nuc": _sum}[ord](values, -1)
        return np.expand_dims(value, tuple(k % a.ndim for k in axes)) if keepdims else value
    if ord not in (1, -1, np.inf, -np.inf):
        raise ValueError(f"norm: ord must be 'fro', 'nuc', 1, -1, 2, -2, inf or -inf for matrices, not {ord!r}")
    inside, outside = (rows, columns) if ord in (1, -1) else (columns, rows)
    sums = _sum(np.abs(a), inside, keepdims=True)
    extreme = (_max if ord > 0 else _min)(sums, (inside, outside), keepdims=keepdims)
    return extreme


def matrix_norm(x: Any, /, *, keepdims: bool = False, ord: Any = "fro") -> Any:  # noqa: A002
    """The norm of a matrix, or of each matrix of a stack, as ``numpy.linalg.matrix_norm``."""
    return norm(x, ord, (-2, -1), keepdims)


def vector_norm(x: Any, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:  # noqa: A002
    """The norm of all elements, or of the vectors along axes, as ``numpy.linalg.vector_norm``."""
    a = as_numbers(x)
    axes = tuple(range(a.ndim)) if axis is None else (axis,) if isinstance(axis, (int, np.integer)) else tuple(axis)
    kept = tuple(k for k in range(a.ndim) if k not in {k % a.ndim for k in axes})
    vectors = np.transpose(a, (*kept, *(k % a.ndim for k in axes))).reshape([a.shape[k] for k in kept] + [-1])
    value = norm(vectors, ord, -1)
    return np.expand_dims(value, axes) if keepdims else value
